public import Foundation
public import Observation

/// One picture after the other, as large as the view: turned, enlarged, played, chosen. Main actor.
///
/// It shows the assets of a grid, or a list such as the chosen. When the one that is shown is removed from the library, the next one
/// takes its place; when none is left, the pager is over.
@MainActor @Observable public final class PagerModel {
    /// The assets that are turned through; a grid's, or a list.
    public let assets: AssetPages
    /// What is chosen; shared with the other screens of the visit.
    public let choice: ChoiceModel
    /// Whether things move by themselves; off under reduced motion.
    public let movesByItself: Bool
    /// The place that is shown.
    public private(set) var index: Int
    /// Whether the pager is over: closed, or nothing is left to show.
    public private(set) var isClosed = false
    /// Whether the bars are shown; a tap on the picture hides and shows them.
    public private(set) var showsBars = true
    /// How the picture is shown.
    public private(set) var zoom: ZoomGeometry.Zoom
    /// The arithmetic of the picture that is shown.
    public private(set) var geometry: ZoomGeometry
    /// What plays on the page.
    public private(set) var playback = Playback(.still)
    /// What the platform is to do with the movie; a new number for each wish.
    public private(set) var playbackWish = PlaybackWish(id: 0, action: .none)
    @ObservationIgnored private var shownID: AssetID?
    /// The one behind it.
    @ObservationIgnored private var nextID: AssetID?
    /// The parts of a notch that a touchpad has turned, and whether they have turned the page.
    @ObservationIgnored private var turned = 0.0
    @ObservationIgnored private var hasTurned = false

    /// A wish to whoever plays movies.
    public struct PlaybackWish: Sendable, Hashable, Identifiable {
        /// Counts the wishes.
        public let id: Int
        /// What is to be done.
        public let action: Playback.Action
    }

    /// A pager that shows a place first; the nearest one where there is none.
    /// - Parameters:
    ///   - assets: those of a grid, or `AssetPages(list)`.
    ///   - movesByItself: false under reduced motion.
    public init(_ assets: AssetPages, choice: ChoiceModel, startingAt index: Int, movesByItself: Bool = true) {
        self.assets = assets
        self.choice = choice
        self.movesByItself = movesByItself
        self.index = max(0, min(index, assets.count - 1))
        let nothing = ZoomGeometry(view: .zero, picture: .zero)
        (geometry, zoom) = (nothing, nothing.fitted)
        isClosed = assets.count == 0
        arrive()
        follow()
    }

    // MARK: What is shown

    /// The asset that is shown; nil while it is not loaded.
    public var asset: Asset? { isClosed ? nil : assets.asset(at: index) }

    /// Where one is: "3 of 120".
    public var title: String {
        choice.texts.place((index, assets.count))
    }

    /// What a screen reader says of the picture.
    public var name: String {
        choice.texts.name(of: asset, mark: asset.map(choice.mark) ?? .none, place: (index, assets.count))
    }

    /// How the picture is marked.
    public var mark: TileMark { asset.map(choice.mark) ?? .none }

    /// Whether there is one before.
    public var hasPrevious: Bool { !isClosed && index > 0 }

    /// Whether there is one behind.
    public var hasNext: Bool { !isClosed && index < assets.count - 1 }

    // MARK: Turning

    /// Turns to the next.
    public func next() { go(to: index + 1) }

    /// Turns to the one before.
    public func previous() { go(to: index - 1) }

    /// Turns by a wheel, in notches: a whole one turns a page. A touchpad turns in many small parts, and swipes as far as it likes: that
    /// is one page, until `endTurn`.
    public func turn(by notches: Double) {
        guard notches.isFinite, notches != 0 else { return }
        if notches == notches.rounded() {
            endTurn()
            return notches > 0 ? next() : previous()
        }
        guard !hasTurned else { return }
        turned += notches
        guard abs(turned) >= 1 else { return }
        hasTurned = true
        turned > 0 ? next() : previous()
    }

    /// The wheel or the touchpad rests.
    public func endTurn() { (turned, hasTurned) = (0, false) }

    /// Turns to a place; does nothing where there is none.
    public func go(to index: Int) {
        guard !isClosed, index >= 0, index < assets.count, index != self.index else { return }
        leave()
        self.index = index
        arrive()
    }

    /// The pager goes.
    public func close() {
        guard !isClosed else { return }
        leave()
        isClosed = true
    }

    /// A tap on the picture hides and shows the bars.
    public func toggleBars() { showsBars.toggle() }

    // MARK: Choosing

    /// Chooses what is shown, or takes it out.
    /// - Returns: why it was refused; nil when it was not.
    @discardableResult
    public func toggleChosen() async -> SelectionRefusal? {
        guard let asset else { return nil }
        return await choice.tap(asset)
    }

    // MARK: Zooming

    /// The view has that size, and the screen so many pixels in a point.
    public func resize(to view: CGSize, pixelsPerPoint: Double = 1) {
        let next = ZoomGeometry(view: view, picture: geometry.picture, pixelsPerPoint: pixelsPerPoint)
        guard next != geometry else { return }
        zoom = next.resized(zoom, from: geometry)
        geometry = next
    }

    /// Between seen whole and larger, about a point of the view.
    public func toggleZoom(at point: CGPoint) { zoom = geometry.toggled(zoom, about: point) }

    /// Pixel for pixel, about the middle or a point.
    public func showActualSize(at point: CGPoint? = nil) { zoom = geometry.actualSize(zoom, about: point ?? middle) }

    /// Enlarged by a factor, about the middle or a point.
    public func zoom(by factor: Double, at point: CGPoint? = nil) {
        zoom = geometry.zoomed(zoom, by: factor, about: point ?? middle)
    }

    /// Moved by a finger or by keys.
    /// - Returns: whether the picture moved sideways, or is enlarged; false lets the platform turn the page.
    @discardableResult
    public func move(x: Double, y: Double) -> Bool {
        let canMove = geometry.canMove(zoom, x: x)
        zoom = geometry.moved(zoom, x: x, y: y)
        return canMove
    }

    // MARK: Playing

    /// Tells what happened to the movie, or on its controls.
    public func play(_ event: Playback.Event) {
        let action = playback.handle(event)
        if action != .none { wish(action) }
    }

    // MARK: Inside

    private var middle: CGPoint { CGPoint(x: geometry.view.width / 2, y: geometry.view.height / 2) }

    private func leave() {
        play(.left)
    }

    /// Shows the place anew: loads it and its neighbours, whole, and lets it move if it may.
    private func arrive() {
        guard !isClosed else { return }
        assets.show(max(0, index - 1)..<min(index + 2, assets.count))
        shownID = asset?.id
        take(asset)
    }

    private func take(_ asset: Asset?) {
        lie(asset?.size ?? .zero)
        playback = asset.map { Playback($0, movesByItself: movesByItself) } ?? Playback(.still)
        if asset != nil { play(.appeared) }
    }

    /// Shows a picture of that size whole.
    private func lie(_ picture: PixelSize) {
        geometry = ZoomGeometry(view: geometry.view, picture: picture, pixelsPerPoint: geometry.pixelsPerPoint)
        zoom = geometry.fitted
    }

    private func wish(_ action: Playback.Action) {
        playbackWish = PlaybackWish(id: playbackWish.id + 1, action: action)
    }

    /// Follows the fetch, and the page that is not there yet.
    private func follow() {
        if asset?.id == shownID { nextID = assets.asset(at: index + 1)?.id }
        withObservationTracking {
            _ = (assets.revision, asset, assets.asset(at: index + 1))
        } onChange: { [weak self] in
            Task { @MainActor in
                guard let self, !self.isClosed else { return }
                self.follow()
                await self.settle()
            }
        }
    }

    /// Finds the asset again after a change of the library; the one behind it where it has been removed.
    private func settle() async {
        guard assets.count > 0 else { return close() }
        if let shownID, asset?.id != shownID {
            let (place, next): (Int?, Int?)
            do throws(LibraryError) {
                place = try await assets.index(of: shownID)
                next = if place == nil, let nextID { try await assets.index(of: nextID) } else { nil }
            } catch { return }
            guard !isClosed else { return }
            if let place {
                index = place
                return assets.show(max(0, index - 1)..<min(index + 2, assets.count))
            }
            leave()
            index = next ?? min(index, assets.count - 1)
            return arrive()
        }
        if shownID == nil, let asset {
            shownID = asset.id
            take(asset)
        } else if let asset, asset.size != geometry.picture {
            // The same picture, turned or cut by another program.
            lie(asset.size)
        }
    }
}
