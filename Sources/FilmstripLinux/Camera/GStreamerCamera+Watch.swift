import Filmstrip
import Foundation

extension GStreamerCamera {
    /// Looks whether frames still come. Called five times a second while a camera is open.
    func lookAfter() async {
        guard var open = camera else { return }
        if let time = open.pipeline.frames.progress.lastTime {
            open.lastFrame = max(open.lastFrame, Double(time) / 1e9)
        }
        let verdict = open.watchdog.check(now: Double(GStreamer.now) / 1e9, lastFrame: open.lastFrame)
        camera = open
        if let verdict { await follow(verdict) }
    }

    /// A pipeline said something.
    func heard(_ message: GStreamerPipeline.Message, from pipeline: ObjectIdentifier) async {
        guard var open = camera, ObjectIdentifier(open.pipeline) == pipeline else { return }
        let verdict = open.watchdog.fail(now: Double(GStreamer.now) / 1e9)
        camera = open
        if let verdict { await follow(verdict) }
    }

    private func follow(_ verdict: FrameWatchdog.Verdict) async {
        switch verdict {
        case .interrupted:
            recording?.interrupt(.noFrames)
            live?.interrupt(.noFrames)
            eventHub.send(.interrupted(.noFrames))
            rebuild()
        case .retry: rebuild()
        case .resumed: eventHub.send(.resumed)
        case .lost: await lose(.cameraLost)
        }
    }

    /// Opens the camera anew, over a new way to it, beside the watch: where that hangs, the camera is lost in its time all the same.
    /// Without success the old one stays, and the watchdog asks again.
    private func rebuild() {
        guard !isRebuilding else { return }
        isRebuilding = true
        Task { [weak self] in
            do throws(CameraError) {
                try await self?.inTurn(isRebuilding: true) { camera, era throws(CameraError) in
                    try await camera.openAnew(era)
                }
            } catch {
                // Not yet: the watchdog's next look tries again, until it gives the camera up.
            }
            await self?.endRebuilding()
        }
    }

    private func endRebuilding() { isRebuilding = false }

    private func openAnew(_ era: Int) async throws(CameraError) {
        guard let old = camera else { return }
        // One that began while this waited for its turn would wait for the old camera's frames for ever.
        recording?.interrupt(.noFrames)
        await old.pipeline.shutDown(timeout: 1)
        guard camera?.number == old.number else { return }
        let opened = try await open(old.configuration, adjustment: old.adjustment, era)
        guard camera?.number == old.number else { return await opened.pipeline.shutDown() }
        camera?.pipeline = opened.pipeline
        camera?.controls = opened.controls
        followPreview()
        feedLive()
    }

    /// The camera is gone for good. Told at once, even while it is being opened anew.
    func lose(_ reason: InterruptionReason) async {
        guard let lost = camera else { return }
        if let turn, turn.isRebuilding { turn.giveUp() }
        await turnstile.enter()
        defer { turnstile.leave() }
        // Another may be open by now, or the same one once more.
        guard camera?.number == lost.number else { return }
        let id = lost.device.id
        await close(
            because: reason, telling: .failed(reason == .permissionLost ? .permissionLost : .cameraLost(id)))
    }

    /// Sees to it that a withdrawn permission ends the use: the media service goes on to send frames.
    func watchPermissions() {
        guard watchingPermissions == nil, let permissions = configuration.permissions else { return }
        let changes = permissions.changes()
        watchingPermissions = Task { [weak self] in
            for await permission in changes {
                guard !(await permissions.status(of: permission)).isAllowed else { continue }
                await self?.withdrawn(permission)
            }
        }
    }

    /// Follows how the device is held.
    func watchOrientation() {
        guard watchingOrientation == nil, let orientations = configuration.orientation?.orientations() else { return }
        watchingOrientation = Task { [weak self] in
            for await held in orientations { await self?.hold(held) }
        }
    }

    private func hold(_ held: DeviceOrientation) {
        self.held = held
        followPreview()
    }

    private func withdrawn(_ permission: Permission) async {
        switch permission {
        case .camera: await lose(.permissionLost)
        case .microphone:
            recording?.endSound()
            let isRestricted = await configuration.permissions?.status(of: .microphone) == .restricted
            live?.endSound(because: isRestricted ? .permissionRestricted : .permissionDenied)
        case .photoLibrary, .photoLibraryAdding: break
        }
    }
}
