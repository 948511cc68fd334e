import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// `shooting visits`: leaves the screen in each of its states, and counts what is left.
extension ShootingProbe {
    /// Where a visit is left.
    private enum Leaving: CaseIterable {
        case opening, live, countdown, capturing, capturingLive, reviewing, reviewingLive, reviewingVideo, playing
        case recording, paused, looking, library, interrupted, lost, nothing, denied

        /// What the screen takes.
        var kind: MediaKind {
            switch self {
            case .capturingLive, .reviewingLive: .livePhoto
            case .reviewingVideo, .playing, .recording, .paused: .video
            default: .photo
            }
        }

        /// Faults that the pipelines do not have at will are those of the camera without one.
        @MainActor var place: Place {
            switch self {
            case .interrupted, .lost:
                Place(camera: SimulatedCamera(devices: [SimulatedScene().device], pace: .clock(ContinuousClock())))
            case .nothing: Place(camera: GStreamerCamera(GStreamerCamera.Configuration()))
            case .denied: Place(access: .denied)
            default: Place()
            }
        }
    }

    /// - Parameter times: how often a screen is left while it is counted; each state comes about as often as any other.
    func visit(times: Int) async throws {
        let states = Leaving.allCases.filter { words.count < 3 || words[2] == "\($0)" }
        // What is made once stays.
        for leaving in states { _ = try await leave(at: leaving) }
        let before = try Self.belongings()
        var slowest = Duration.zero
        for turn in 0..<max(1, times) {
            slowest = max(slowest, try await leave(at: states[turn % states.count]))
        }
        var after = try Self.belongings()
        for _ in 0..<100 where after.descriptors > before.descriptors || after.threads > before.threads {
            try await Task.sleep(for: .milliseconds(50))
            after = try Self.belongings()
        }
        let left = FileManager.default.subpaths(atPath: folder.string) ?? []
        WindowProbe.say(
            try Self.json([
                "slowest": slowest / .milliseconds(1), "descriptors": after.descriptors - before.descriptors,
                "threads": after.threads - before.threads, "files": left, "states": states.count,
            ]))
    }

    /// Leaves a screen in that state. Answers how long it took until the device was closed.
    private func leave(at leaving: Leaving) async throws -> Duration {
        weak var camera: AnyObject?
        weak var model: CameraScreenModel?
        weak var screen: CameraScreen?
        let clock = ContinuousClock()
        var left = clock.now
        _ = try await visit(Self.request(leaving.kind), at: leaving.place) { visit in
            (camera, model, screen) = (visit.camera as AnyObject, visit.model, visit.screen)
            do { try await bring(visit, to: leaving) } catch { throw ProbeError("\(leaving): \(error)") }
            left = clock.now
        }
        let taken = clock.now - left
        for _ in 0..<200 where camera != nil || model != nil || screen != nil {
            try await Task.sleep(for: .milliseconds(10))
        }
        guard camera == nil, model == nil, screen == nil else { throw ProbeError("\(leaving) leaves something alive") }
        return taken
    }

    private func bring(_ visit: Visit, to leaving: Leaving) async throws {
        let model = visit.model
        switch leaving {
        case .opening: return
        case .nothing: return try await visit.wait("no camera") { model.camera.page == .unavailable(.noCamera) }
        case .denied: return try await visit.wait("no permission") { model.camera.page == .notAllowed(.denied) }
        default: try await visit.waitUntilReady()
        }
        switch leaving {
        case .opening, .nothing, .denied, .live: break
        case .countdown:
            model.nextTimer()
            await model.press()
        case .capturing, .capturingLive: Task { await model.press() }
        case .reviewing, .reviewingLive: await model.press()
        case .recording: try await record(visit)
        case .paused:
            try await record(visit)
            await model.camera.togglePause()
            try await visit.wait("pause") { model.camera.isPaused }
        case .reviewingVideo, .playing:
            try await record(visit)
            await model.press()
            try await visit.wait("review") { model.controls.use == .enabled }
            if leaving == .playing { visit.screen.play() }
        case .looking:
            _ = try await visit.shoot()
            model.look(at: model.shots[0].id)
        case .library:
            Task { await model.openLibrary() }
            try await visit.wait("library") {
                visit.presenter.browser != nil && model.camera.page == .interrupted(.background)
            }
        case .interrupted:
            (visit.camera as? SimulatedCamera)?.interrupt()
            try await visit.wait("interruption") { model.camera.page == .interrupted(.noFrames) }
        case .lost:
            (visit.camera as? SimulatedCamera)?.disconnect("simulated-rear")
            try await visit.wait("loss") { model.camera.page == .unavailable(.cameraLost("simulated-rear")) }
        }
    }

    private func record(_ visit: Visit) async throws {
        await visit.model.press()
        // Only what was shown can be in the movie.
        try await visit.wait("recording") { visit.model.camera.state.isRolling }
        try await Task.sleep(for: .milliseconds(100))
    }

    private static func belongings() throws -> (descriptors: Int, threads: Int) {
        func count(_ folder: String) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder).count }
        return (try count("/proc/self/fd"), try count("/proc/self/task"))
    }
}

extension CameraSessionState {
    fileprivate var isRolling: Bool { if case .recording(_, .rolling) = self { true } else { false } }
}
