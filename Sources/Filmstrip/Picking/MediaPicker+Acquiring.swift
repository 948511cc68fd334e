extension MediaPicker {
    /// Source, permission, screen. Nil when the user wants nothing. All screens are closed when it returns.
    func acquire(_ request: PickRequest) async throws(PickError) -> [AcquiredItem]? {
        let rules = request.choice.rules
        if rules.maximum.map({ $0 <= 0 }) == true {
            let refusal = SelectionRefusal.limitReached(rules.announcedMaximum ?? 0)
            presenter.notify(.refused(refusal, texts: request.texts))
            throw .refused(refusal)
        }
        guard let place = await presenter.waitUntilVisible(), !Task.isCancelled else { return nil }
        switch request.source {
        case .camera: return try await takeFromCamera(request, kind: request.capture.kind, place: place)
        case .library: return try await chooseFromLibrary(request, place: place)
        case .ask:
            let prompt = Prompt.sources(
                order: request.sheet.order, hasCamera: await camera(for: request.capture).isThere,
                anchor: request.sheet.anchor, place: place, texts: request.texts)
            guard !Task.isCancelled, let chosen = await presenter.show(prompt), !Task.isCancelled else { return nil }
            switch chosen {
            case .takePhoto:
                let kind = request.capture.kind == .video ? .photo : request.capture.kind
                return try await takeFromCamera(request, kind: kind, place: place)
            case .recordVideo: return try await takeFromCamera(request, kind: .video, place: place)
            case .chooseFromLibrary: return try await chooseFromLibrary(request, place: place)
            case .openSettings, .chooseMore, .retry, .delete, .ok, .cancel: return nil
            }
        }
    }

    private func takeFromCamera(
        _ request: PickRequest, kind: MediaKind, place: PresentationPlace
    ) async throws(PickError) -> [AcquiredItem]? {
        var capture = request.captureUnderRules(of: kind)
        if capture.placement == .fullScreen { capture.editing = request.editing }
        if case .unusable(let error) = await camera(for: capture) { throw tell(error, request.texts) }
        guard try await isAllowed(.camera, texts: request.texts) != nil else { return nil }
        // Asked again: before the permission, a system may hide its cameras, and one may have been unplugged meanwhile.
        switch await camera(for: capture) {
        case .unusable(let error), .hidden(let error): throw tell(error, request.texts)
        case .usable(let position): capture.position = position
        }
        guard !Task.isCancelled else { return nil }
        do {
            let taken: [AcquiredItem]?
            if capture.offersLibrary, capture.placement == .fullScreen,
                let presenter = presenter as? any MixingPresenter
            {
                taken = try await presenter.capture(capture, beside: door(of: request, for: capture, place: place))
            } else {
                taken = try await presenter.capture(capture)?.map(AcquiredItem.captured)
            }
            guard let taken, !taken.isEmpty else { return nil }
            return Array(taken.withoutRepeats.prefix(max(1, capture.maximumCount)))
        } catch .cancelled {
            return nil
        } catch {
            throw tell(error, request.texts)
        }
    }

    private func chooseFromLibrary(
        _ request: PickRequest, place: PresentationPlace
    ) async throws(PickError) -> [AcquiredItem]? {
        var choice = request.choice
        choice.isLimited = false
        if !place.choosesWithoutPermission {
            guard let outcome = try await isAllowed(.photoLibrary, texts: request.texts) else { return nil }
            choice.isLimited = outcome == .allowedInPart
        }
        guard !Task.isCancelled else { return nil }
        do {
            guard let chosen = try await presenter.choose(choice) else { return nil }
            var seen: Set<AssetID> = []
            let unique = chosen.filter { seen.insert($0.id).inserted }.prefix(choice.rules.maximum ?? .max)
            return unique.isEmpty ? nil : unique.map(AcquiredItem.chosen)
        } catch .cancelled {
            return nil
        } catch {
            presenter.notify(.libraryUnavailable(texts: request.texts))
            throw .library(error)
        }
    }

    /// The way to the library from a camera screen. An error leaves the user there, and has been told.
    private func door(
        of request: PickRequest, for capture: CaptureRequest, place: PresentationPlace
    ) -> LibraryDoor {
        var rules = request.choice.rules
        rules.maximum = max(1, capture.maximumCount)
        return LibraryDoor(rules: rules, store: library) { [weak self] rules, preselected in
            guard let self else { return nil }
            var request = request
            (request.choice.rules, request.choice.preselected) = (rules, preselected)
            do throws(PickError) {
                return try await chooseFromLibrary(request, place: place)?.compactMap(\.chosen)
            } catch {
                return nil
            }
        }
    }

    /// Takes the user through the gate: how it was allowed, or nil for a quiet end.
    private func isAllowed(
        _ permission: Permission, texts: Texts
    ) async throws(PickError) -> PermissionGate.Outcome? {
        let outcome: PermissionGate.Outcome
        do throws(PermissionError) {
            outcome = try await PermissionDesk(permissions: permissions, presenter: presenter).pass(
                permission, texts: texts)
        } catch {
            throw .permission(error)
        }
        switch outcome {
        case .allowed, .allowedInPart: return outcome
        case .refused, .cancelled: return nil
        case .denied: throw .permissionDenied(permission)
        case .restricted: throw .permissionRestricted(permission)
        }
    }

    private func tell(_ error: CameraError, _ texts: Texts) -> PickError {
        presenter.notify(.cameraUnavailable(error, texts: texts))
        return .camera(error)
    }

    private enum CameraState {
        /// There is one; if none looks where it was wished, another.
        case usable(CameraDevice.Position)
        /// Nobody may see the cameras before the user allows it.
        case hidden(CameraError)
        case unusable(CameraError)

        /// Whether a row for it makes sense.
        var isThere: Bool {
            if case .unusable(let error) = self { return error.code == .cameraInUse || error.code == .busy }
            return true
        }
    }

    private func camera(for request: CaptureRequest) async -> CameraState {
        do {
            let devices = try await cameras()
            guard let best = devices.first else { return .unusable(.noCamera) }
            let isThere = devices.contains { $0.position == request.position }
            return .usable(isThere ? request.position : best.position)
        } catch {
            switch error {
            case .permissionDenied, .permissionRestricted, .permissionLost: return .hidden(error)
            default: return .unusable(error)
            }
        }
    }
}

extension [AcquiredItem] {
    /// Each photo, video and asset once: a screen may hand over one of them twice.
    fileprivate var withoutRepeats: [AcquiredItem] {
        var files: Set<ObjectIdentifier> = []
        var assets: Set<AssetID> = []
        return filter { item in
            switch item {
            case .captured(let media): files.insert(ObjectIdentifier(media.file)).inserted
            case .chosen(let item): assets.insert(item.id).inserted
            }
        }
    }
}
