extension MediaPicker {
    /// How many originals are loaded at once: enough to hide the network's latency, few enough to spare memory.
    private static let loadsAtOnce = 3

    /// Loads the originals of what was chosen; what was taken is there. The answers are in the order of `acquired`, each a value or an
    /// error.
    func loadAll(_ acquired: [AcquiredItem], rules: SelectionRules) async -> [PickedItem] {
        var loaded = await loadAll(acquired.compactMap(\.chosen), rules: rules).makeIterator()
        return acquired.compactMap { item in
            switch item {
            case .captured(let media): PickedItem(asset: nil, result: .success(PickedMedia(media)))
            case .chosen: loaded.next()
            }
        }
    }

    private func loadAll(_ chosen: [ChosenItem], rules: SelectionRules) async -> [PickedItem] {
        let loader = OriginalLoader(library: library, rules: rules)
        return await withTaskGroup(of: (Int, Result<PickedMedia, PickError>).self) { group in
            var results = [Result<PickedMedia, PickError>?](repeating: nil, count: chosen.count)
            var waiting = chosen.enumerated().makeIterator()
            func startNext() {
                guard let (index, item) = waiting.next() else { return }
                group.addTask { (index, await loader.result(of: item)) }
            }
            for _ in 0..<Self.loadsAtOnce { startNext() }
            while let (index, result) = await group.next() {
                results[index] = result
                startNext()
            }
            return zip(chosen, results).map { item, result in
                // Each index was answered once; there is nothing that could be missing.
                PickedItem(asset: item.id, result: result ?? .failure(.library(.cancelled)))
            }
        }
    }

    /// Shows the editor for each item that arrived, unless the camera's own screen let the user edit it. What is not edited
    /// stays as it is; what was removed from the library while its editor was open is an error then, and the user reads so.
    func edit(
        _ items: inout [PickedItem], of acquired: [AcquiredItem], as policy: EditPolicy, texts: Texts
    ) async {
        for index in items.indices {
            guard !Task.isCancelled, var media = items[index].media, !media.editingWasOffered,
                let style = policy.style(for: media.kind)
            else { continue }
            media.edited = await presenter.edit(media.original, as: style)
            items[index].result = .success(media)
            if media.edited == nil, let error = await loss(of: media, acquired[index]) {
                items[index].result = .failure(error)
                if case .library(.itemGone(let id)) = error {
                    presenter.notify(.refused(.gone(id), texts: texts))
                } else {
                    presenter.notify(.cannotUse(media.original.path.name.string, texts: texts))
                }
            }
        }
    }

    /// Why the original can be had no longer; nil where it can. A file of our own does not go.
    private func loss(of media: PickedMedia, _ acquired: AcquiredItem) async -> PickError? {
        guard !media.original.isTemporary, let chosen = acquired.chosen, !Task.isCancelled else { return nil }
        let loader = OriginalLoader(library: library, rules: SelectionRules(maximum: nil))
        guard case .failure(let error) = await loader.result(of: chosen) else { return nil }
        return error
    }

    /// Saves new captures, and nothing that is in the library. A failure is told to the user and kept with the item.
    func save(_ items: inout [PickedItem], as policy: SavePolicy, texts: Texts) async {
        var failure: LibraryError?
        for index in items.indices {
            guard !Task.isCancelled, var media = items[index].media, case .camera = media.origin,
                policy.kinds.contains(media.kind)
            else { continue }
            media.saving = await saving(of: media, album: policy.album)
            if case .failed(let error) = media.saving { failure = error }
            items[index].result = .success(media)
        }
        if let failure { presenter.notify(.cannotSave(failure, texts: texts)) }
    }

    /// Saves one capture, with the permission to add and never the one to read.
    func saving(of media: PickedMedia, album: String?) async -> PickedMedia.Saving {
        var status = await permissions.status(of: .photoLibraryAdding)
        if status == .notDetermined {
            do throws(PermissionError) {
                status = try await permissions.request(.photoLibraryAdding)
            } catch {
                return .failed(.internal(error.message))
            }
        }
        guard status.isAllowed else {
            return .failed(status == .restricted ? .permissionRestricted : .permissionDenied)
        }
        do {
            return .saved(try await library.add(media.newMedia, toAlbumTitled: album).id)
        } catch {
            return .failed(error)
        }
    }
}
