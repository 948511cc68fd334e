import Filmstrip

extension ShootVerb {
    /// Lets the user take the photos, in a window; what is kept there goes where it would go without one.
    func runWindow(_ desk: Desk) async throws {
        let settings = PhotoSettings(
            format: try target.type(among: formats, desk.environment), quality: settings.quality)
        let folder = try target.prepare(desk.environment, count: count, isLive: isLive)
        let library = try await desk.openLibrary()
        var need = PickerNeed(library: library, place: desk.place, texts: desk.texts)
        var camera = CameraWindowNeed(desk.environment, isSimulated: self.camera.isSimulated, folder: folder)
        (camera.photo, camera.mirrors) = (settings, mirrors)
        need.camera = camera
        let picker = try await desk.environment.picker(need)
        var request = PickRequest(source: .camera, editing: .none, texts: desk.texts)
        let kind: MediaKind = isLive ? .livePhoto : .photo
        request.capture = CaptureRequest(
            kind: kind, allowedKinds: [kind], flash: self.settings.flash, maximumCount: count)
        self.camera.wish(in: &request.capture)
        request.choice.rules.maximum = count
        guard case .picked(let items) = try await picker.pick(request) else { throw CommandError.cancelled }
        var firstFailure: (any Error)?
        for (number, item) in items.enumerated() {
            guard case .camera(let media)? = item.media?.origin, let taken = Shot(media) else { continue }
            do {
                let place = try await target.place(
                    media, date: taken.photo.date.instant, number: number, count: items.count, at: desk,
                    library: target.saves ? library : nil)
                try desk.print(.shot(taken, at: place), path: place.path)
                if let movie = place.movie, !desk.usesJSON { try desk.print(.null, path: movie) }
            } catch {
                // The others are photos, too. Each failure is told: it says where its photo is kept.
                if firstFailure == nil { firstFailure = error } else { desk.report(error) }
            }
        }
        if let firstFailure { throw firstFailure }
    }
}

extension Shot {
    /// Nil for a video.
    fileprivate init?(_ media: CapturedMedia) {
        switch media {
        case .photo(let photo): self.init(photo: photo)
        case .livePhoto(let photo, let movie): self.init(photo: photo, movie: movie)
        case .video: return nil
        }
    }
}

extension CameraChoice {
    /// The same as a wish to a camera window.
    func wish(in request: inout CaptureRequest) {
        switch self {
        case .position(let position): request.position = position
        case .id(let id), .simulatedID(let id): request.camera = id
        case .simulated: break
        }
    }
}
