import Filmstrip

/// `record`: records a video until the time is up or somebody asks for the end.
struct RecordVerb: Verb {
    static let syntax = VerbSyntax(
        "record", "Record a video until the time is up, SIGINT, SIGTERM or SIGHUP.",
        options: CaptureTarget.options + [
            CameraChoice.option,
            .value("--for", "SECONDS", "End after so many seconds."),
            .flag("--no-audio", "Record no sound."),
            .choice("--quality", ["low", "medium", "high"], "Default: high."),
            .value("--max-bytes", "N", "End before the file is larger."),
        ],
        details: "Without a microphone, or without permission to use it, the video is silent and says why.\n"
            + "The simulated camera has a simulated microphone, which ticks: nobody is asked, and nothing is overheard."
    )

    let target: CaptureTarget
    let camera: CameraChoice
    let settings: RecordingSettings

    init(_ invocation: Invocation) throws(CommandError) {
        target = try CaptureTarget(invocation)
        camera = try CameraChoice(invocation)
        settings = RecordingSettings(
            quality: try invocation.choice("--quality", as: RecordingSettings.Quality.self) ?? .high,
            wantsSound: !invocation.has("--no-audio"),
            maximumDuration: try invocation.number("--for", in: 0.1...86_400),
            maximumByteCount: try invocation.integer("--max-bytes", in: 1...Int.max).map(Int64.init))
    }

    func run(_ desk: Desk) async throws {
        _ = try target.type(among: [desk.environment.movieType()], desk.environment)
        let folder = try target.prepare(desk.environment, count: 1)
        let library = target.saves ? try await desk.openLibrary() : nil
        // A movie that is put elsewhere, too, is made there.
        let workshop = target.output == nil ? library.flatMap { Workshop(of: $0) } : nil
        defer { workshop?.end() }
        await workshop?.recover(at: desk)
        let video = try await OpenCamera.with(
            camera, folder: workshop?.folder ?? folder, mirrors: false, at: desk
        ) { open in
            var settings = settings
            let silence = settings.wantsSound ? await Self.reasonForSilence(desk, camera) : nil
            if silence != nil { settings.wantsSound = false }
            var video = try await Self.record(settings, open, desk)
            if let silence { video.sound = .missing(silence) }
            return video
        }
        if let limit = settings.maximumByteCount, let size = video.file.path.byteCount, Int64(size) > limit {
            throw CommandError.usage("--max-bytes \(limit) is less than this movie has: \(size)")
                .keeping([video.file], "what was recorded")
        }
        // A recording that somebody cancelled is a recording all the same: it is put in its place.
        let path = try await target.place(
            .video(video), date: video.date.instant, number: 0, count: 1, at: desk, library: library
        ).path
        try desk.print(.video(video, path: path), path: path)
        if !desk.usesJSON, let interruption = video.interruption { desk.note(interruption, of: path) }
    }

    private static func record(_ settings: RecordingSettings, _ open: OpenCamera, _ desk: Desk) async throws
        -> CapturedVideo
    {
        let stop = RecordingSwitch()
        try Task.checkCancellation()
        var video = try await desk.withStop({ stop.stop($0) }) {
            let recording = try await open.backend.startRecording(settings)
            stop.attach(recording)
            return try await desk.withProgress("recording") {
                try await withTaskCancellationHandler {
                    if await recording.began() { desk.progress.say("Recording. Ctrl-C ends it.") }
                    return try await recording.result()
                } onCancel: {
                    recording.stop()
                }
            }
        }
        // Ctrl-C is how users end a recording; to be terminated is not their doing.
        if stop.request == .terminate { video.interruption = video.interruption ?? .terminated }
        return video
    }

    /// Why there can be no sound; nil when there can. The simulated camera's microphone is made of code too.
    static func reasonForSilence(_ desk: Desk, _ camera: CameraChoice) async -> ErrorCode? {
        guard !camera.isSimulated else { return nil }
        do {
            try await desk.environment.permissions().require(.microphone)
            return nil
        } catch {
            return error.code
        }
    }
}

extension Desk {
    /// Says that a movie ended too early, and why; with `--json` the movie's object says it.
    fileprivate func note(_ interruption: InterruptionReason, of movie: MediaPath) {
        guard let (code, reason) = interruption.account else { return }
        progress.finish()
        errors.note(Notice(code, "\(movie) was cut short: \(reason).", path: movie))
    }
}

extension InterruptionReason {
    /// What is said of it; nil where whoever ended the movie knows.
    fileprivate var account: (code: ErrorCode, reason: String)? {
        switch self {
        case .terminated: nil
        case .noFrames: (.cameraLost, "the camera gave no pictures any more")
        case .cameraLost: (.cameraLost, "the camera was disconnected")
        case .cameraInUse: (.cameraInUse, "another program took the camera")
        case .permissionLost: (.permissionLost, "the permission to use the camera was withdrawn")
        case .serviceLost: (.pipeWireMissing, "the system's camera service ended")
        case .background: (.cancelled, "the program went to the background")
        case .noSpace: (.noSpace, "there is no space left on the disk")
        }
    }
}

/// Ends a recording, or sees to it that it ends as soon as it has begun.
private final class RecordingSwitch: Sendable {
    private let state = Locked<(recording: (any CameraRecording)?, request: StopRequest?)>((nil, nil))

    /// Who asked first for the end; nil while nobody has.
    var request: StopRequest? { state.withLock { $0.request } }

    func attach(_ recording: any CameraRecording) {
        let isOff = state.withLock { state in
            state.recording = recording
            return state.request != nil
        }
        if isOff { recording.stop() }
    }

    func stop(_ request: StopRequest) {
        let recording = state.withLock { state in
            state.request = state.request ?? request
            return state.recording
        }
        recording?.stop()
    }
}
