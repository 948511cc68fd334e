public import Foundation
import Observation

/// Opening, and following the library and the permission.
extension AssetGridModel {
    /// Shows what there is, and follows the library and the permission from now on. Returns when the first pictures are known.
    public func open() async {
        watch()
        await reload()
    }

    /// Shows another album. What is chosen stays.
    public func show(_ album: Album) async {
        query.album = album.id
        query.nameContains = nil
        title = Self.smartTitle(album.id, texts) ?? album.title
        (focus, focusedID, goalLane) = (nil, nil, nil)
        setRangeAnchor(nil)
        (offset, visible) = (0, 0..<0)
        page = .loading
        assets.clear()
        await reload()
    }

    /// What the name of an asset has to contain; empty for all.
    public var searchText: String { query.nameContains ?? "" }

    /// Shows only what has such a name, after a pause of 0.2 s in which nobody typed.
    public func search(_ text: String) {
        let wanted = text.isEmpty ? nil : text
        guard query.nameContains != wanted else { return }
        query.nameContains = wanted
        let task = Task { [weak self, clock] in
            do { try await clock.sleep(for: .seconds(0.2)) } catch { return }
            await self?.reload()
        }
        tasks.keep(task, as: "search")
    }

    /// Opens everything anew: for "Try Again", and when a day has ended.
    public func reload() async {
        await reloading.run { [weak self] in await self?.openOnce() }
    }

    /// Where a date begins, and the wish to scroll there.
    public func jump(to date: Date) async {
        do throws(LibraryError) {
            let index = try await assets.fetch.index(at: date)
            guard count > 0 else { return }
            wish(toShow: min(index, count - 1), at: .top, animated: false)
        } catch {
            await fail(error)
        }
    }

    private func openOnce() async {
        let day = currentDay()
        if day != today { today = day }
        if let access {
            let status = await access.read()
            shownStatus = status
            guard status.isAllowed else { return forbid(status) }
        }
        // A fetch may be too old before its first page was read: then a newer one is there.
        for attempt in 1...3 {
            let wanted = query
            do throws(LibraryError) {
                if try await isGone(wanted.album) { return empty(.albumGone) }
                let fetch = try await limited(library.fetch(wanted))
                let anchor = await anchor(in: fetch)
                let prepared = try await assets.prepare(fetch, showing: anchor.visible)
                // Something else is wanted by now: whoever wants it opens it.
                guard wanted == query else { return }
                assets.take(prepared)
                return take(fetch, anchor)
            } catch {
                if case .itemGone = error, attempt < 3 { continue }
                return await fail(error)
            }
        }
    }

    private func limited(_ fetch: any AssetFetch) async throws(LibraryError) -> any AssetFetch {
        guard let limit = configuration.limit, fetch.count > limit else { return fetch }
        return FixedFetch(try await fetch.assets(in: 0..<max(0, limit)))
    }

    private func take(_ fetch: any AssetFetch, _ anchor: Anchor) {
        days = GridSections(of: fetch)
        sections = configuration.groupsByDay ? days : GridSections(count: fetch.count)
        countByKind = fetch.countByKind
        let before = geometry
        layOut()
        if fetch.count == 0 {
            page =
                if let text = query.nameContains { .nothingFound(text) } else if query.album == .smart(.recents) {
                    .empty
                } else { .emptyAlbum }
            visible = 0..<0
            focus = nil
            return
        }
        page = .assets
        if let focus = anchor.focus { setFocus(focus) } else { focus = nil }
        setRangeAnchor(anchor.rangeStart)
        followSlide()
        visible = anchor.visible.clamped(to: 0..<fetch.count)
        if let (old, new) = anchor.moved {
            let kept = geometry.offset(
                keeping: new, from: before, index: old, offset: offset, viewLength: viewLength)
            wish(toShow: new, at: .offset(kept), animated: false)
        } else if view != .zero {
            showScrolled()
        }
    }

    /// What stays put over a change: the first tile that is seen, the keyboard's mark, and where a range begins.
    private struct Anchor {
        var visible: Range<Int>
        var moved: (old: Int, new: Int)?
        var focus: Int?
        /// Nil where that tile is gone.
        var rangeStart: Int?
    }

    private func anchor(in fetch: any AssetFetch) async -> Anchor {
        var anchor = Anchor(visible: visible)
        do throws(LibraryError) {
            if let focus {
                let found: Int? = if let focusedID { try await fetch.index(of: focusedID) } else { nil }
                // A removed tile leaves the mark to the one that took its place.
                anchor.focus = found ?? min(focus, max(0, fetch.count - 1))
            }
            if let rangeAnchorID { anchor.rangeStart = try await fetch.index(of: rangeAnchorID) }
            // At the very top one wants to see what is new.
            guard visible.lowerBound > 0, let first = assets.asset(at: visible.lowerBound),
                let new = try await fetch.index(of: first.id), new != visible.lowerBound
            else { return anchor }
            anchor.moved = (visible.lowerBound, new)
            anchor.visible = new..<new + visible.count
        } catch {
            // The places are wishes; without them the grid shows what is at the old ones.
            return anchor
        }
        return anchor
    }

    private func isGone(_ album: Album.ID) async throws(LibraryError) -> Bool {
        if Self.smartTitle(album, texts) != nil { return false }
        guard let found = try await library.albums().first(where: { $0.id == album }) else { return true }
        if found.title != title { title = found.title }
        return false
    }

    private func forbid(_ status: PermissionStatus) {
        choice.deselectAll()
        empty(.notAllowed(status))
    }

    private func empty(_ page: LibraryPage) {
        assets.clear()
        (sections, days) = (GridSections(count: 0), GridSections(count: 0))
        countByKind = [:]
        visible = 0..<0
        focus = nil
        layOut()
        self.page = page
    }

    private func fail(_ error: LibraryError) async {
        switch error {
        case .permissionDenied: forbid(.denied)
        case .permissionRestricted: forbid(.restricted)
        case .cancelled: break
        default: empty(.failed(error))
        }
    }

    static func smartTitle(_ album: Album.ID, _ texts: Texts) -> String? {
        Album.Smart.allCases.first { .smart($0) == album }.map(texts.title)
    }

    // MARK: Following

    func watch() {
        guard !isWatching else { return }
        isWatching = true
        choice.follow(library)
        let changes = library.changes()
        let watching = Task { [weak self, thumbnails] in
            for await change in changes {
                thumbnails.forget(change)
                self?.staleCount = 0
                // Not waited for, so that many changes at once lead to one more look at the library.
                Task { await self?.reload() }
            }
        }
        tasks.keep(watching, as: "library")
        followAccess()
        followProblem()
    }

    /// Opens anew when the permission changes.
    private func followAccess() {
        guard access != nil else { return }
        withObservationTracking {
            _ = access?.status
        } onChange: { [weak self] in
            Task { @MainActor in
                guard let self else { return }
                self.followAccess()
                // What is shown may know it already: it reads the status by itself.
                if self.access?.status != self.shownStatus { await self.reload() }
            }
        }
    }

    /// Opens anew when the fetch turns out to be too old. Not for ever: the library tells of its changes, too.
    private func followProblem() {
        withObservationTracking {
            _ = assets.problem
        } onChange: { [weak self] in
            Task { @MainActor in
                guard let self else { return }
                self.followProblem()
                guard case .itemGone = self.assets.problem, self.staleCount < 3 else { return }
                self.staleCount += 1
                await self.reload()
            }
        }
    }
}
