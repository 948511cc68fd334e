public import Foundation
public import Observation

/// The picker in place of a keyboard without a screen: sections, tiles, permission overlay, choosing in code, events. Main actor.
///
/// Permissions are asked when they are needed first: the library's when it opens, the camera's when its tile is seen, the microphone's
/// with the first recording.
@MainActor @Observable public final class ImagePickerModel {
    /// One section, in the order of the screen.
    public enum Section: Sendable, Hashable {
        /// The tiles that lead to the camera and to the photos; left out where there are none.
        case actions([ActionTile])
        /// The live camera tile.
        case camera
        /// Always there, an empty library included.
        case assets
    }

    /// A tile that leads somewhere.
    public struct ActionTile: Sendable, Hashable, Identifiable {
        /// Where it leads unless the app takes the event.
        public enum Action: String, Sendable, Hashable, CaseIterable {
            /// To the camera screen.
            case camera
            /// To the album browser.
            case photos
        }

        /// Where it leads.
        public var id: Action
        /// What stands on it.
        public var title: String

        /// A tile with a title.
        public init(id: Action, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// What happened, for the app.
    public enum Event: Sendable {
        /// An asset was chosen, in code or by a tap.
        case selected(Asset)
        /// An asset was given up, in code or by a tap.
        case deselected(AssetID)
        /// The camera tile took something; perhaps it was saved too.
        case taken(CapturedMedia, saving: PickedMedia.Saving)
        /// An action tile was chosen: its place on the screen.
        case action(Int)
    }

    /// What was said before it showed; see `configure`.
    public private(set) var configuration: ImagePicker.Configuration
    /// The looks that hold: the picker's own, and the general ones of the moment when it was made.
    public private(set) var appearance: ImagePicker.Appearance
    /// What is chosen.
    public let choice: ChoiceModel
    /// The assets.
    public private(set) var grid: AssetGridModel
    /// The live camera tile; nil where it is off, or there is no camera session.
    public private(set) var camera: CameraTileModel?
    /// The picture that is shown large; nil when none is.
    public internal(set) var pager: PagerModel?
    /// Whether it has shown; its configuration is fixed then.
    public private(set) var isOpen = false
    /// Takes the event of an action tile, by its place on the screen; true keeps the picker from doing what the tile says. Nil, the
    /// default, takes none.
    @ObservationIgnored public var onAction: (@MainActor (Int) -> Bool)?
    @ObservationIgnored private let library: any PhotoLibrary
    @ObservationIgnored package let permissions: any PermissionProvider
    @ObservationIgnored package let session: CameraSession?
    @ObservationIgnored private let thumbnails: ThumbnailLoader
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let general: ImagePicker.Appearance
    @ObservationIgnored private let hub = StreamHub<Event>()
    @ObservationIgnored private let tasks = TaskBag<String>()

    /// - Parameters:
    ///   - session: the camera of the live tile; nil for none.
    ///   - request: rules and badges; any number of any kind by default, with order numbers.
    /// - Throws: `tooFewColumns`.
    public init(
        _ library: any PhotoLibrary, permissions: any PermissionProvider, session: CameraSession? = nil,
        configuration: ImagePicker.Configuration = ImagePicker.Configuration(),
        request: ChoiceRequest = ChoiceRequest(rules: SelectionRules(maximum: nil), badges: .number),
        thumbnails: ThumbnailLoader? = nil, texts: Texts = .preferred(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(ImagePickerError) {
        try Self.check(configuration)
        let thumbnails = thumbnails ?? ThumbnailLoader(library)
        let choice = ChoiceModel(request, finishesOnTap: false, texts: texts, clock: clock)
        let general = ImagePicker.defaultAppearance
        self.library = library
        self.permissions = permissions
        self.session = session
        self.configuration = configuration
        self.thumbnails = thumbnails
        self.choice = choice
        self.clock = clock
        self.general = general
        appearance = configuration.appearance.over(general)
        grid = Self.grid(library, choice, configuration, AccessModel(permissions: permissions), thumbnails, clock)
        camera = makeCamera()
    }

    /// Says more before it shows.
    /// - Throws: `alreadyShown` afterwards, `tooFewColumns`; then nothing has changed.
    public func configure(_ change: (inout ImagePicker.Configuration) -> Void) throws(ImagePickerError) {
        guard !isOpen else { throw .alreadyShown }
        var next = configuration
        change(&next)
        try Self.check(next)
        configuration = next
        appearance = next.appearance.over(general)
        grid = Self.grid(library, choice, next, AccessModel(permissions: permissions), thumbnails, clock)
        camera = makeCamera()
    }

    // MARK: What is shown

    /// The sections, in order. One that is off closes up.
    public var sections: [Section] {
        let actions = actionTiles
        return (actions.isEmpty ? [] : [.actions(actions)]) + (camera == nil ? [] : [.camera]) + [.assets]
    }

    /// The action tiles; the index of one is its place on the screen.
    public var actionTiles: [ActionTile] {
        let (layout, buttons) = (configuration.layout, choice.texts.buttons)
        return (layout.showsCameraAction ? [ActionTile(id: .camera, title: buttons.camera)] : [])
            + (layout.showsPhotosAction ? [ActionTile(id: .photos, title: buttons.photos)] : [])
    }

    /// Where the sections lie in a view of that size.
    /// - Parameter isWide: whether the device, or the window around the view, is wider than high; nil lets the view say it.
    public func geometry(in view: CGSize, isWide: Bool? = nil) -> ImagePickerGeometry {
        var layout = configuration.layout
        layout.showsCamera = camera != nil
        return ImagePickerGeometry(layout, view: view, isWide: isWide)
    }

    /// Without permission: the status for which an overlay lies over the tiles, the app's or ours; nil where none does.
    public var overlayStatus: PermissionStatus? {
        if case .notAllowed(let status) = grid.page { return status }
        return nil
    }

    /// What our overlay says, with its button; nil where none lies there.
    public var overlay: LibraryPage.Content? {
        overlayStatus.map { LibraryPage.notAllowed($0).content(choice.texts) } ?? nil
    }

    // MARK: Opening

    /// The picker shows: the library's permission is asked if nobody was, and the pictures come. The camera is opened by its tile, when
    /// that is seen (`camera.appear()`).
    public func open() async {
        isOpen = true
        tell()
        await grid.access?.ask()
        await applyQuery()
        followQuery()
        await grid.open()
    }

    /// The picker has the size of that view.
    public func resize(to view: CGSize) { grid.resize(to: view) }

    /// The whole is scrolled that far.
    public func scroll(to offset: Double) {
        grid.scroll(to: geometry(in: grid.view).assetOffset(scrolledTo: offset))
    }

    // MARK: Actions

    /// An action tile was let go: where it leads, or nil where the app took the event or there is no such tile.
    @discardableResult
    public func chooseAction(at index: Int) -> ActionTile.Action? {
        guard actionTiles.indices.contains(index) else { return nil }
        hub.send(.action(index))
        return onAction?(index) == true ? nil : actionTiles[index].id
    }

    /// What happens from now on. Buffers all; ends with the picker.
    public func events() -> AsyncStream<Event> { hub.stream() }

    // MARK: Choosing in code

    /// The chosen, in tap order.
    public var selectedAssets: [Asset] { choice.selection.assets }

    /// The asset at a place; nil outside, and where the library cannot tell.
    public func asset(at index: Int) async -> Asset? { await assets(at: IndexSet(integersIn: index..<index + 1)).first }

    /// The assets at those places, in order; those outside are left out.
    public func assets(at indexes: IndexSet) async -> [Asset] {
        var found: [Asset] = []
        for range in indexes.rangeView {
            do throws(LibraryError) {
                found += try await grid.assets.assets(in: range)
            } catch {
                // What cannot be read is as if it were not there.
                continue
            }
        }
        return found
    }

    /// Chooses the asset at a place.
    /// - Parameters:
    ///   - scrolling: whether to scroll to it.
    ///   - animated: whether the way is shown.
    /// - Throws: `noSuchPlace`, or why it is refused.
    public func select(at index: Int, scrolling: Bool = false, animated: Bool = false) async throws(ImagePickerError) {
        let asset = try await existing(index)
        if scrolling { grid.reveal(index, animated: animated) }
        if let refusal = await choice.choose(asset) { throw .refused(refusal) }
    }

    /// Takes out the asset at a place; one that is not chosen stays so.
    /// - Throws: `noSuchPlace`.
    public func deselect(at index: Int) async throws(ImagePickerError) {
        choice.deselect(try await existing(index).id)
    }

    /// Takes all out.
    public func deselectAll() { choice.deselectAll() }

    /// Chooses these and no others, in this order: what an album browser answered, which had shown what was chosen before. What is not there,
    /// or is refused, is left out.
    public func choose(only ids: [AssetID]) async {
        for id in selectedAssets.map(\.id) where !ids.contains(id) { choice.deselect(id) }
        for id in ids where !choice.selection.contains(id) {
            do throws(LibraryError) {
                guard let asset = try await library.asset(id) else { continue }
                await choice.choose(asset)
            } catch {
                // What cannot be read is as if it were not there.
                continue
            }
        }
        for (place, id) in ids.filter(choice.selection.contains).enumerated() { choice.move(id, to: place) }
    }

    // MARK: Inside

    private func existing(_ index: Int) async throws(ImagePickerError) -> Asset {
        guard index >= 0, index < grid.count else { throw .noSuchPlace(index) }
        do throws(LibraryError) {
            guard let asset = try await grid.assets.assets(in: index..<index + 1).first else { throw .itemGone("") }
            return asset
        } catch {
            throw .library(error)
        }
    }

    private static func check(_ configuration: ImagePicker.Configuration) throws(ImagePickerError) {
        if configuration.layout.columns < 1 { throw .tooFewColumns(configuration.layout.columns) }
    }

    private static func grid(
        _ library: any PhotoLibrary, _ choice: ChoiceModel, _ configuration: ImagePicker.Configuration,
        _ access: AccessModel, _ thumbnails: ThumbnailLoader, _ clock: any Clock<Duration>
    ) -> AssetGridModel {
        let layout = configuration.layout
        return AssetGridModel(
            library, choice: choice,
            configuration: .init(
                groupsByDay: false, spacing: layout.spacing, axis: layout.scrollDirection, lanes: layout.columns,
                isRightToLeft: layout.isRightToLeft, limit: configuration.limit),
            access: access, thumbnails: thumbnails, clock: clock)
    }

    private func makeCamera() -> CameraTileModel? {
        guard let session, configuration.layout.showsCamera else { return nil }
        return CameraTileModel(
            session, permissions: permissions, mode: configuration.mode, photo: configuration.photo,
            recording: configuration.recording
        ) { [weak self] media in await self?.take(media) }
    }

    /// Hands over what was taken by whatever camera, as what the camera tile takes: saved if asked, and told.
    public func take(_ media: CapturedMedia) async {
        var saving = PickedMedia.Saving.notAsked
        if configuration.saving.kinds.contains(media.kind) {
            do throws(LibraryError) {
                let added = try await library.add(NewMedia(media), toAlbumTitled: configuration.saving.album)
                saving = .saved(added.id)
            } catch {
                saving = .failed(error)
                choice.say(.cannotSave(error, texts: choice.texts))
            }
        }
        hub.send(.taken(media, saving: saving))
    }

    private func tell() {
        let events = choice.events()
        let task = Task { [weak self] in
            for await event in events { self?.pass(event) }
        }
        tasks.keep(task, as: "events")
    }

    private func pass(_ event: ChoiceModel.Event) {
        switch event {
        case .selected(let asset): hub.send(.selected(asset))
        case .deselected(let id): hub.send(.deselected(id))
        case .lost(let ids): for id in ids { hub.send(.deselected(id)) }
        case .refused, .reordered: break
        }
    }

    /// The app's query, or the default where it has none.
    private func applyQuery() async {
        guard let query = configuration.query else { return }
        let wanted = await query() ?? AssetQuery(kinds: choice.request.rules.kinds)
        if grid.query != wanted { grid.query = wanted }
    }

    /// Asks the app's query after each change of the library.
    private func followQuery() {
        guard configuration.query != nil else { return }
        let changes = library.changes()
        let task = Task { [weak self] in
            for await _ in changes {
                guard let self else { return }
                let before = self.grid.query
                await self.applyQuery()
                if self.grid.query != before { await self.grid.reload() }
            }
        }
        tasks.keep(task, as: "query")
    }
}
