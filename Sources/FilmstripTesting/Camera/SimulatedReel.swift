import Filmstrip

/// Live mode of the simulated camera: the frames of the last second and a half, and shots that wait for the next ones.
struct SimulatedReel {
    var settings: LiveSettings
    /// Frames before a still, and after it.
    private let reach: Int
    private var frames: [PixelFrame] = []
    private(set) var shots: [SimulatedLiveShot] = []

    init(_ settings: LiveSettings, framesPerSecond: Double) {
        self.settings = settings
        reach = max(1, Int((LiveSettings.secondsBefore * framesPerSecond).rounded()))
    }

    /// How many frames are kept.
    var frameCount: Int { frames.count }

    /// Takes a frame as files show it. Shots that are complete are handed over, and forgotten.
    mutating func append(_ frame: PixelFrame) -> [SimulatedLiveShot] {
        frames.append(frame)
        if frames.count > reach + 1 { frames.removeFirst() }
        for index in shots.indices { shots[index].frames.append(frame) }
        let complete = shots.filter { $0.frames.count > $0.place + reach }
        shots.removeAll { $0.frames.count > $0.place + reach }
        return complete
    }

    /// Keeps nothing any longer.
    /// - Returns: the shots under way, which get no more.
    mutating func cut() -> [SimulatedLiveShot] {
        defer { (frames, shots) = ([], []) }
        return shots
    }

    /// Begins a shot whose still is the last frame.
    mutating func shoot(_ finish: @escaping @Sendable (SimulatedLiveShot, InterruptionReason?) -> Void) {
        shots.append(SimulatedLiveShot(frames: frames, place: frames.count - 1, finish: finish))
    }
}

/// A live photo of the simulated camera, until its frames are complete.
struct SimulatedLiveShot: Sendable {
    var frames: [PixelFrame]
    /// Which frame is the still.
    let place: Int
    let finish: @Sendable (SimulatedLiveShot, InterruptionReason?) -> Void
}
