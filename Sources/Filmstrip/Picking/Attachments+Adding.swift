extension Attachments {
    /// The + tile: asks for the source, lets the user take or choose, and attaches it. Chosen items are in place, loading, when
    /// this returns; captures are there and saved.
    /// - Parameter source: ask, camera or library; nil for the request's own.
    /// - Returns: whether anything was added. A cancel before that changes nothing; one after it takes nothing away.
    /// - Throws: as `MediaPicker.pick`; `refused(.limitReached)` when the grid is full.
    @discardableResult
    public func add(from source: PickRequest.Source? = nil) async throws(PickError) -> Bool {
        let request = requestForRoom(source)
        // Beside the answer of the call, which a cancel makes nil whatever has been done by then.
        let added = Locked<[Item.ID]>([])
        _ = try await picker.exclusively { () async throws(PickError) in
            guard let acquired = try await self.picker.acquire(request) else { return }
            let attached = self.attach(acquired)
            added.withLock { $0 = attached }
            let taken = self.items.filter { $0.chosen == nil }.map(\.id)
            await self.save(attached.filter(taken.contains))
        }
        return !added.withLock { $0.isEmpty }
    }

    /// The request with the room that the grid has left; the number that the user is told is the grid's own.
    private func requestForRoom(_ source: PickRequest.Source?) -> PickRequest {
        var request = request
        if let source { request.source = source }
        request.choice.rules.maximum = remaining
        request.choice.rules.announcedMaximum = maximum
        request.choice.rules.minimum = min(request.choice.rules.minimum, remaining ?? .max)
        if !allowsRepeats { request.choice.rules.excluded.formUnion(items.compactMap(\.asset)) }
        return request
    }

    /// Puts in place what was taken, and reserves room for what was chosen, in order, and starts to load that.
    private func attach(_ acquired: [AcquiredItem]) -> [Item.ID] {
        let fitting = acquired.prefix(remaining ?? .max)
        tellOfLack(fitting.count < acquired.count)
        return fitting.map { item in
            switch item {
            case .captured(let media): return appendItem(nil, state: .ready(PickedMedia(media)))
            case .chosen(let chosen):
                let id = appendItem(chosen, state: .loading(0))
                load(chosen, into: id)
                return id
            }
        }
    }

    /// The grid may have filled up by other means while the picker was open.
    private func tellOfLack(_ isLacking: Bool) {
        guard isLacking, let maximum else { return }
        picker.presenter.notify(.refused(.limitReached(maximum), texts: request.texts))
    }

    func load(_ chosen: ChosenItem, into id: Item.ID) {
        let loader = OriginalLoader(library: picker.library, rules: request.choice.rules)
        let task = Task { [weak self] in
            let result = await loader.result(of: chosen) { [weak self] fraction in
                await self?.setProgress(fraction, of: id)
            }
            guard !Task.isCancelled else { return }
            self?.loads.forget(id)
            switch result {
            case .success(let media): self?.setState(.ready(media), of: id)
            case .failure(let error): self?.setState(.failed(error), of: id)
            }
        }
        loads.keep(task, as: id)
    }

    private func setProgress(_ fraction: Double, of id: Item.ID) {
        guard let item = items.first(where: { $0.id == id }), case .loading = item.state else { return }
        setState(.loading(fraction), of: id)
    }

    /// Saves captures, after the camera has closed. What cannot be saved stays attached; where the permission is missing, an
    /// alert offers the settings.
    private func save(_ ids: [Item.ID]) async {
        let texts = request.texts
        var failure: LibraryError?
        var savedOne = false
        for id in ids {
            guard var media = items.first(where: { $0.id == id })?.media else { continue }
            guard request.saving.kinds.contains(media.kind) else { continue }
            media.saving = await picker.saving(of: media, album: request.saving.album)
            switch media.saving {
            case .saved: savedOne = true
            case .failed(let error): failure = error
            case .notAsked: break
            }
            // Deleted meanwhile: nothing to change.
            setState(.ready(media), of: id)
        }
        switch failure {
        case nil: if savedOne { picker.presenter.notify(.saved(texts: texts)) }
        case .permissionDenied: await offerSettings(texts)
        case .permissionRestricted:
            _ = await picker.presenter.show(.restricted(.photoLibraryAdding, texts: texts))
        case .some(let error): picker.presenter.notify(.cannotSave(error, texts: texts))
        }
    }

    private func offerSettings(_ texts: Texts) async {
        guard !Task.isCancelled, await picker.presenter.show(.cannotSave(texts: texts)) == .openSettings else { return }
        if !(await picker.presenter.openSettings(for: .photoLibraryAdding)) {
            _ = await picker.presenter.show(.howToTurnOn(.photoLibraryAdding, texts: texts))
        }
    }
}
