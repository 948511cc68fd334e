public import Filmstrip

extension GTKPresenter {
    /// Shows what was taken or picked in full, in a window of its own: one after the other, enlarged, played where it moves. Returns
    /// when the user has closed it. What has gone meanwhile is left out; where nothing is left, a notice says so. What changes or goes
    /// while it is looked at is seen.
    /// - Parameters:
    ///   - media: what is shown, in order; it stays the caller's.
    ///   - index: which comes first; the first by default.
    public func look(at media: [PickedMedia], startingAt index: Int = 0) async {
        let (guests, dismissals) = (GuestLibrary(library), dismissals)
        var (assets, first) = ([Asset](), 0)
        for (place, media) in media.enumerated() {
            if place == index { first = assets.count }
            do throws(LibraryError) {
                assets.append(try await guests.admit(media))
            } catch {
                // The others are shown.
                continue
            }
        }
        guard dismissals == self.dismissals, !Task.isCancelled else { return }
        guard !assets.isEmpty else { return notify(.cannotPlay(texts: configuration.texts)) }
        viewer?.close()
        let choice = ChoiceModel(texts: configuration.texts, clock: configuration.clock)
        defer { choice.cancel() }
        let (pages, thumbnails, changes) = (AssetPages(assets), ThumbnailLoader(guests), guests.changes())
        let following = Task {
            for await change in changes {
                thumbnails.forget(change)
                await pages.reread(from: guests)
            }
        }
        defer { following.cancel() }
        let pager = PagerModel(
            pages, choice: choice, startingAt: first, movesByItself: Toolkit.movesByItself)
        let screen = ViewerWindow(pager, thumbnails: thumbnails, library: guests, isForChoosing: false)
        if let parent { screen.window.setParent(parent) }
        if let handle = configuration.parentHandle { _ = screen.window.setParent(handle: handle) }
        viewer = screen
        defer { if viewer === screen { viewer = nil } }
        screen.present()
        await screen.closed()
    }
}
