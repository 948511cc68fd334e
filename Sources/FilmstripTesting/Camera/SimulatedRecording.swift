import Filmstrip
import Foundation

/// A recording of the simulated camera: frames in memory until it ends, a file then.
final class SimulatedRecording: CameraRecording {
    private struct State {
        var movie: SimulatedMovie
        var first: PixelFrame?
        var isFinished = false
        var isPaused = false
        var result: Result<CapturedVideo, CameraError>?
        var waiting: [CheckedContinuation<Result<CapturedVideo, CameraError>, Never>] = []
    }

    private let settings: RecordingSettings
    private let device: CameraDevice.ID
    private let state: Locked<State>
    private let camera: SimulatedCamera

    init(open: SimulatedCamera.Open, settings: RecordingSettings, camera: SimulatedCamera) {
        self.settings = settings
        self.camera = camera
        device = open.device.device.id
        state = Locked(
            State(movie: SimulatedMovie(size: open.size, framesPerSecond: open.configuration.framesPerSecond)))
    }

    func stop() { finish(nil) }

    var canPause: Bool { camera.canPause }

    func pause() { if canPause { state.withLock { $0.isPaused = true } } }

    func resume() { state.withLock { $0.isPaused = false } }

    func result() async throws(CameraError) -> CapturedVideo {
        let result = await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.result == nil { state.waiting.append(continuation) }
                return state.result
            }
            if let known { continuation.resume(returning: known) }
        }
        return try result.get()
    }

    /// Takes a frame in, and ends where a limit is reached.
    func append(_ frame: PixelFrame) {
        let isFull = state.withLock { state in
            guard !state.isFinished, !state.isPaused else { return false }
            if state.first == nil { state.first = frame }
            state.movie.append(frame)
            return state.movie.duration >= settings.maximumDuration ?? .infinity
                || Int64(state.movie.byteCount) >= settings.maximumByteCount ?? .max
        }
        if isFull { finish(nil) }
    }

    /// Ends it, once; the reason is why nobody asked for it.
    func finish(_ reason: InterruptionReason?) {
        let ended = state.withLock { state -> (SimulatedMovie, PixelFrame?)? in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            return (state.movie, state.first)
        }
        guard let (movie, first) = ended else { return }
        let result = Result { () throws(CameraError) in try video(movie, first, reason) }
        camera.ended(self)
        let waiting = state.withLock { state in
            state.result = result
            defer { state.waiting = [] }
            return state.waiting
        }
        for asker in waiting { asker.resume(returning: result) }
    }

    private func video(
        _ movie: SimulatedMovie, _ first: PixelFrame?, _ reason: InterruptionReason?
    ) throws(CameraError) -> CapturedVideo {
        guard let first else { throw reason == nil ? .cancelled : .recordingFailed("no frame came") }
        let file = try camera.write(movie.encoded(), as: .quickTime)
        return CapturedVideo(
            file: file, size: movie.size, date: camera.date(of: first), camera: device, duration: movie.duration,
            framesPerSecond: movie.framesPerSecond, framesDropped: 0,
            sound: settings.wantsSound ? .missing(.noMicrophone) : .notWanted, interruption: reason)
    }
}
