import Filmstrip

extension PickVerb {
    /// Where from, as asked for; ask by default.
    static func source(_ invocation: Invocation) throws(CommandError) -> PickRequest.Source {
        try invocation.choice("--source", as: PickRequest.Source.self) ?? .ask
    }

    /// The camera window of this visit.
    func cameraWindow(_ desk: Desk) -> CameraWindowNeed {
        CameraWindowNeed(desk.environment, isSimulated: camera.isSimulated)
    }

    /// What is asked of the camera: what may be chosen may be taken.
    func wishCamera(_ window: CameraWindowNeed, in request: inout PickRequest) async {
        request.source = await source(with: window)
        let kinds = rules.kinds
        request.capture.allowedKinds = kinds
        request.capture.kind = kinds.contains(.photo) ? .photo : kinds.contains(.video) ? .video : .livePhoto
        request.capture.maximumCount = rules.maximum ?? Self.mostShots
        // Who is asked for the source may change their mind on the way.
        request.capture.offersLibrary = request.source == .ask
        camera.wish(in: &request.capture)
    }

    /// Shots of one visit where nobody limits them.
    private static let mostShots = 100

    /// Nobody is asked for a source where there is but one.
    private func source(with window: CameraWindowNeed) async -> PickRequest.Source {
        guard source == .ask else { return source }
        do throws(CameraError) {
            return try await window.cameras().devices().isEmpty ? .library : .ask
        } catch {
            return CameraChoice.meansNone(error.code) ? .library : .ask
        }
    }
}
