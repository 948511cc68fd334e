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
            eventHub.send(.interrupted(.noFrames))
            await rebuild()
        case .retry: await rebuild()
        case .resumed: eventHub.send(.resumed)
        case .lost: await lose(.cameraLost)
        }
    }

    /// Opens the camera anew, over a new way to it. Without success the old one stays, and the watchdog asks again.
    private func rebuild() async {
        await turnstile.enter()
        defer { turnstile.leave() }
        guard let open = camera else { return }
        await open.pipeline.shutDown(timeout: 1)
        guard camera?.pipeline === open.pipeline else { return }
        do throws(CameraError) {
            let opened = try await self.open(open.configuration, adjustment: open.adjustment)
            guard camera?.pipeline === open.pipeline else { return await opened.pipeline.shutDown() }
            camera?.pipeline = opened.pipeline
            camera?.controls = opened.controls
        } catch {
            // Not yet: the watchdog's next look tries again, until it gives the camera up.
            return
        }
    }

    /// The camera is gone for good.
    func lose(_ reason: InterruptionReason) async {
        guard let id = camera?.device.id else { return }
        await turnstile.enter()
        defer { turnstile.leave() }
        guard camera?.device.id == id else { return }
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

    private func withdrawn(_ permission: Permission) async {
        switch permission {
        case .camera: await lose(.permissionLost)
        case .microphone: recording?.endSound()
        case .photoLibrary, .photoLibraryAdding: break
        }
    }
}
