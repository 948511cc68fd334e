public import Foundation
public import Observation

/// The grid of a library without a screen: sections by day, tiles, marks, keyboard, ranges, columns, and what stands there when there
/// are no pictures. Main actor.
///
/// A million assets cost as much as a screen of them: assets are loaded around what is seen (`AssetPages`), and places are calculated
/// (`GridGeometry`). A platform may lay tiles out by itself and say what is seen (`show`), or let `geometry` do it (`resize`, `scroll`).
@MainActor @Observable public final class AssetGridModel {
    /// What a grid looks like. Every field has a default.
    public struct Configuration: Sendable {
        /// Which assets. Its kinds are those that the rules allow, unless said otherwise.
        public var query: AssetQuery?
        /// Whether the pictures of each day begin a line of their own, under a heading; they do by default. A platform whose grid
        /// knows no headings turns it off and draws `heading(at:)` over the grid.
        public var groupsByDay: Bool
        /// How many columns; 4 in portrait and 7 in landscape by default.
        public var density: GridDensity
        /// Points between two tiles; 2 by default.
        public var spacing: Double
        /// Points for a heading; 40 by default.
        public var headingLength: Double
        /// Whether a bar counts what is chosen and left; off by default.
        public var showsCount: Bool
        /// The direction in which it scrolls; down by default.
        public var axis: GridGeometry.Axis
        /// How many tiles stand side by side whatever the size; nil, the default, lets `density` say it.
        public var lanes: Int?
        /// Whether lines run from the right; off by default.
        public var isRightToLeft: Bool
        /// How many assets are shown at most, the first ones; nil, the default, for all.
        public var limit: Int?

        /// A configuration; see the fields for the defaults.
        public init(
            query: AssetQuery? = nil, groupsByDay: Bool = true, density: GridDensity = GridDensity(),
            spacing: Double = 2, headingLength: Double = 40, showsCount: Bool = false,
            axis: GridGeometry.Axis = .vertical, lanes: Int? = nil, isRightToLeft: Bool = false, limit: Int? = nil
        ) {
            self.query = query
            self.groupsByDay = groupsByDay
            self.density = density
            self.spacing = spacing
            self.headingLength = headingLength
            self.showsCount = showsCount
            self.axis = axis
            self.lanes = lanes
            self.isRightToLeft = isRightToLeft
            self.limit = limit
        }
    }

    /// A wish that the grid be scrolled. A new one has a new number.
    public struct ScrollTarget: Sendable, Hashable, Identifiable {
        /// Counts the wishes.
        public let id: Int
        /// The place that is to be seen.
        public let index: Int
        /// How far to scroll, where `geometry` lays the tiles out.
        public let offset: Double
        /// Whether the way is shown. Not under reduced motion.
        public let isAnimated: Bool
    }

    /// How the grid was made.
    public let configuration: Configuration
    /// What is chosen.
    public let choice: ChoiceModel
    /// Where the pictures come from.
    public let library: any PhotoLibrary
    /// Whether they may be seen; nil where nobody asks for permissions.
    public let access: AccessModel?
    /// Brings the thumbnails. The grid tells it of changes.
    public let thumbnails: ThumbnailLoader
    /// The assets by place.
    public let assets: AssetPages
    /// What the page shows: tiles, or why there are none.
    public internal(set) var page = LibraryPage.loading
    /// Which assets are shown.
    public internal(set) var query: AssetQuery
    /// The title of the album that is shown.
    public internal(set) var title: String
    /// The sections as they are laid out: by day, or a single one.
    public internal(set) var sections = GridSections(count: 0)
    /// The days of all assets, whatever the layout.
    public internal(set) var days = GridSections(count: 0)
    /// How many there are of each kind.
    public internal(set) var countByKind: [MediaKind: Int] = [:]
    /// Where the tiles lie.
    public internal(set) var geometry: GridGeometry
    /// How many columns the user wants.
    public internal(set) var density: GridDensity
    /// The size of the view.
    public internal(set) var view = CGSize.zero
    /// How far it is scrolled.
    public internal(set) var offset = 0.0
    /// The places that are seen.
    public internal(set) var visible = 0..<0
    /// The last wish to scroll; nil before there was one.
    public internal(set) var scrollTarget: ScrollTarget?
    /// The place of the keyboard's mark; nil before a key was pressed or a tile tapped.
    public internal(set) var focus: Int?
    /// How fast the grid scrolls by itself, in points a second; 0 when it does not.
    public internal(set) var autoScroll = 0.0
    /// The current day, counted as `DayCount.day`.
    public internal(set) var today: Int

    @ObservationIgnored let clock: any Clock<Duration>
    @ObservationIgnored let currentDay: @Sendable () -> Int
    @ObservationIgnored let tasks = TaskBag<String>()
    @ObservationIgnored let reloading = CoalescedWork()
    @ObservationIgnored var focusedID: AssetID?
    @ObservationIgnored var scrollCount = 0
    @ObservationIgnored var isWatching = false
    /// The permission that was read when what is shown was opened.
    @ObservationIgnored var shownStatus: PermissionStatus?
    /// How often the fetch was too old since the library last told of a change.
    @ObservationIgnored var staleCount = 0
    /// Where a range begins; see `setRangeAnchor`.
    @ObservationIgnored var rangeAnchor: Int?
    @ObservationIgnored var rangeAnchorID: AssetID?
    /// The column to keep to over shorter lines.
    @ObservationIgnored var goalLane: Int?
    /// Counts what is swept, so that assets which come late do not count.
    @ObservationIgnored var sweepNumber = 0
    /// The assets of the sweep by place, and the fetch for which the places are true.
    @ObservationIgnored var swept: (revision: Int, assets: [Int: Asset]) = (0, [:])
    /// The way of sweeping that is under way.
    @ObservationIgnored var sweeping: Sweeping?
    /// Where the sliding finger is in the view.
    @ObservationIgnored var slidePoint: CGPoint?

    /// - Parameters:
    ///   - choice: what is chosen; shared with the other screens of the visit.
    ///   - access: whether the library may be seen, followed from `open()` on; nil where it may.
    ///   - thumbnails: nil makes one of its own.
    ///   - clock: what the pause in typing is counted on.
    ///   - currentDay: days since 1970-01-01 where the user is.
    public init(
        _ library: any PhotoLibrary, choice: ChoiceModel, configuration: Configuration = Configuration(),
        access: AccessModel? = nil, thumbnails: ThumbnailLoader? = nil,
        clock: any Clock<Duration> = ContinuousClock(), currentDay: @escaping @Sendable () -> Int = Texts.currentDay
    ) {
        self.library = library
        self.choice = choice
        self.configuration = configuration
        self.access = access
        self.thumbnails = thumbnails ?? ThumbnailLoader(library)
        self.clock = clock
        self.currentDay = currentDay
        assets = AssetPages()
        density = configuration.density
        today = currentDay()
        query = configuration.query ?? AssetQuery(kinds: choice.request.rules.kinds)
        title = ""
        geometry = GridGeometry(GridSections(count: 0), lanes: 1, breadth: 0)
        title = Self.smartTitle(query.album, choice.texts) ?? ""
    }

    // MARK: What is shown

    /// How many assets there are.
    public var count: Int { assets.count }

    /// What the user reads.
    public var texts: Texts { choice.texts }

    /// The asset at a place; nil outside, and while it is not loaded.
    public func asset(at index: Int) -> Asset? { assets.asset(at: index) }

    /// What the tile at a place shows.
    public func tile(at index: Int) -> AssetTile {
        guard let asset = assets.asset(at: index) else { return AssetTile(nil) }
        return AssetTile(asset, mark: choice.mark(of: asset))
    }

    /// What a screen reader says of the tile at a place.
    public func name(at index: Int) -> String {
        let asset = assets.asset(at: index)
        return texts.name(of: asset, mark: asset.map(choice.mark) ?? .none, place: (index, count))
    }

    /// The heading of a section; nil where it has none.
    public func heading(of section: Int) -> String? {
        guard section >= 0, section < sections.count else { return nil }
        return sections[section].day.map { texts.heading(ofDay: $0, today: today) }
    }

    /// The day of a place as a heading, whatever the layout; nil where days are not known.
    public func heading(at index: Int) -> String? {
        days.day(of: index).map { texts.heading(ofDay: $0, today: today) }
    }

    /// The line under the grid: "12 Photos, 1 Video"; nil where there are no pictures.
    public var footer: String? { page == .assets ? texts.footer(countByKind) : nil }

    /// The line above the grid that the app wants; nil for none.
    public var prompt: String? { choice.request.prompt }

    /// The bar that counts: "3 Selected · 3 Left"; nil where it is off.
    public var countText: String? { configuration.showsCount ? choice.countText : nil }

    /// Whether only a part of the library can be seen, so that "choose more" is offered.
    public var isLimited: Bool { access?.isLimited ?? choice.request.isLimited }

    /// What stands in place of the pictures; nil where there are some.
    public var pageContent: LibraryPage.Content? { page.content(texts) }

    /// The bar that leads to any date.
    public var scrubber: DateScrubber { DateScrubber(days) }

    /// How many columns there are now.
    public var columns: Int { geometry.lanes }
}
