import Filmstrip
import FilmstripFormats
import Foundation
import Glibc

/// What a recording is made for.
struct RecordingPlan: Sendable {
    var camera: CameraDevice
    var settings: RecordingSettings
    var encoder: VideoEncoder
    /// The encoder of sound, as a part of a pipeline; nil where there is none.
    var soundEncoder: String?
    var frameCaps: GStreamerCaps
    /// The movie's size: the camera's, or a smaller one that the encoder keeps the pace with.
    var size: PixelSize
    var rate: Double
    /// Bits a second for its pictures: the quality's for the camera's size, so that a machine that must make them smaller makes each better
    /// instead, and more quality is never fewer bytes.
    var bitRate: Int
    /// How its pictures are turned to be upright.
    var turn = Orientation.up
    /// Whether left and right are exchanged then.
    var mirrored: Bool
    var folder: CaptureFolder
    var zone: TimeZone
    var now: @Sendable () -> Date
    /// Why there is no sound, where there is none.
    var silence: CapturedVideo.Sound?

    /// Seconds after which a movie without a limit ends all the same: its table has no room for more.
    static let longest = 4.0 * 3600

    /// What is done to the pixels themselves: players turn MP4 by its header, but few mirror, and WebM has no such field.
    var pixelTurn: Orientation {
        encoder.contentType == .mp4 ? Orientation.up.mirrored(mirrored) : turn.mirrored(mirrored)
    }
    /// What is left for the header to say.
    var headerTurn: Orientation { encoder.contentType == .mp4 ? turn.after(mirroring: mirrored) : .up }

    /// Seconds that the movie may take.
    var limit: Double { min(Self.longest, settings.maximumDuration ?? Self.longest) }
    /// Seconds for which its table has room. The room that is not used goes at the end.
    var reserve: Double { (limit + 10) * max(1, rate / 30) }
}

/// A movie under way: a pipeline of its own that is fed from the camera's tap, so that it ends well whatever happens to the
/// camera, and the camera goes on whatever happens to it.
final class GStreamerRecording: CameraRecording {
    private struct State {
        var isEnding = false
        /// Whether the user's stop was what ended it.
        var isStopped = false
        var interruption: InterruptionReason?
        var fault: GStreamerFault?
        var timeline: MovieTimeline
        var lastSound: UInt64 = 0
        /// Pieces of sound on their way into the file.
        var soundsEncoded = 0
        var isSoundOver = false
        var framesTaken = 0
        var framesDropped = 0
        var framesEncoded = 0
        var byteCount: Int64 = 0
        var largest: Int64 = 0
        /// Whether the limit of bytes is reached.
        var isFull = false
        var result: Result<CapturedVideo, CameraError>?
        var waiting: [CheckedContinuation<Result<CapturedVideo, CameraError>, Never>] = []
        /// Those who wait for the first frame.
        var watching: [CheckedContinuation<Bool, Never>] = []
    }

    private let plan: RecordingPlan
    private let date: Date
    private let hidden: MediaPath
    /// Holds the lock that tells others that the file is being written.
    private let descriptor: OwnedDescriptor
    private let pipeline: GStreamerPipeline
    private let video: GStreamerAppSource
    private let sound: (source: SoundSource, into: GStreamerAppSource)?
    private let state: Locked<State>
    private let ended = DispatchSemaphore(value: 0)
    private let frameInterval: UInt64

    /// Begins: frames that are handed to `take` from now on are in the movie.
    init(_ plan: RecordingPlan, sound source: SoundSource?) throws(CameraError) {
        self.plan = plan
        date = plan.now()
        frameInterval = UInt64(1e9 / max(1, plan.rate))
        state = Locked(State(timeline: MovieTimeline(interval: frameInterval)))
        (hidden, descriptor) = try Self.createFile(plan, at: date)
        do throws(GStreamerFault) {
            pipeline = try GStreamerPipeline(Self.description(plan, withSound: source != nil))
        } catch {
            hidden.withCString { _ = unlink($0) }
            throw .recordingFailed(error.text)
        }
        plan.encoder.prepare(pipeline)
        video = GStreamerAppSource(pipeline["video"])
        if let source, let input = pipeline.element(named: "sound") {
            sound = (source, GStreamerAppSource(input))
        } else {
            sound = nil
        }
        pipeline["file"].set("location", path: hidden)
        video.setCaps(plan.frameCaps)
        if let sound { sound.into.setCaps(sound.source.caps) }
        observe()
        do throws(GStreamerFault) {
            try pipeline.play()
        } catch {
            pipeline.shutDownNow()
            hidden.withCString { _ = unlink($0) }
            throw .recordingFailed(error.text)
        }
        sound?.source.tap.feed { [weak self] in self?.takeSound($0) }
    }

    private static func createFile(_ plan: RecordingPlan, at date: Date) throws(CameraError)
        -> (MediaPath, OwnedDescriptor)
    {
        for _ in 0..<10 {
            let ending = plan.encoder.contentType.fileExtension + RecordingRecovery.ending
            let file = try plan.folder.createFile(.video, at: date, in: plan.zone, extension: ending, hidden: true)
            if RecordingRecovery.lock(file.descriptor) { return file }
        }
        throw .recordingFailed("another program takes the movie away")
    }

    private static func description(_ plan: RecordingPlan, withSound: Bool) -> String {
        let size = plan.pixelTurn.applied(to: plan.size)
        let waiting = "max-size-bytes=0 max-size-time=0 max-size-buffers"
        var text = """
            appsrc name=video format=time max-bytes=0 ! videoconvertscale ! \(plan.pixelTurn.videoFlip)\
            video/x-raw,format=I420,width=\(size.width),height=\(size.height) ! queue \(waiting)=45 ! \
            \(plan.encoder.video(bitRate: plan.bitRate, rate: plan.rate)) ! queue name=packets \(waiting)=300 ! mux. \
            \(plan.encoder.container(reserve: plan.reserve)) ! filesink name=file buffer-mode=unbuffered
            """
        if withSound, let encoder = plan.soundEncoder {
            text += """
                 appsrc name=sound format=time max-bytes=0 ! queue \(waiting)=300 ! audioconvert ! \(encoder) ! queue name=heard \
                \(waiting)=300 ! mux.
                """
        }
        return text
    }

    private func observe() {
        pipeline.onMessage { [weak self] message in
            guard let self else { return }
            if case .failed(let fault) = message {
                state.withLock { $0.fault = $0.fault ?? fault }
                end(because: fault.kind == .noSpace ? .noSpace : nil)
            }
            ended.signal()
        }
        pipeline["packets"].pad("sink")?.onBuffer { [weak self] buffer in
            self?.count(Int64(buffer.byteCount), isFrame: true)
        }
        pipeline.element(named: "heard")?.pad("sink")?.onBuffer { [weak self] buffer in
            self?.count(Int64(buffer.byteCount), isFrame: false)
        }
        guard plan.settings.maximumByteCount != nil else { return }
        pipeline["encoder"].pad("sink")?.filter { [weak self] in self?.state.withLock { !$0.isFull } ?? true }
    }

    /// Frames that are in the movie so far.
    var frameCount: Int { state.withLock { $0.framesEncoded } }

    /// Bytes on their way into the file. At the limit nothing more is encoded, and the movie ends.
    private func count(_ bytes: Int64, isFrame: Bool) {
        let isFull = state.withLock { state in
            // Beside its bytes a frame or a piece of sound costs its lines in the table.
            state.byteCount += bytes + 24
            state.largest = max(state.largest, bytes)
            if isFrame { state.framesEncoded += 1 } else { state.soundsEncoded += 1 }
            guard let limit = plan.settings.maximumByteCount, !state.isFull else { return false }
            // Room for the frame that is being encoded, the header, and what is said about the movie.
            state.isFull = state.byteCount + 2 * state.largest + 12_000 >= limit
            return state.isFull
        }
        if isFull { end(because: nil) }
    }

    /// A frame of the camera, on its streaming thread.
    func take(_ frame: TappedBuffer) {
        let waiting = video.waiting
        let (time, isLast): (UInt64?, Bool) = state.withLock { state in
            guard !state.isEnding, !state.timeline.leavesOut(frame.time) else { return (nil, false) }
            // More than a second of frames waits already: the encoder is too slow, and this one is not in the movie.
            guard waiting < 30 else {
                state.framesDropped += 1
                return (nil, false)
            }
            guard let time = state.timeline.place(frame: frame.time) else { return (nil, false) }
            state.framesTaken += 1
            let limit = GStreamer.nanoseconds(plan.limit)
            return (time, time + frameInterval + frameInterval / 2 >= limit)
        }
        guard let time else { return }
        video.push(frame.buffer.retimed(to: time, duration: frameInterval))
        tellBeginning()
        // Sound that stays out would hold up the picture in the file.
        let isSilent = state.withLock { time > $0.lastSound + 1_500_000_000 }
        if isSilent { endSound() }
        if isLast { end(because: nil) }
    }

    private func takeSound(_ heard: TappedBuffer) {
        let time: UInt64? = state.withLock { state in
            // What was heard before the first picture is not in the movie.
            guard !state.isEnding, !state.isSoundOver, let time = state.timeline.place(sound: heard.time) else {
                return nil
            }
            state.lastSound = time
            return time
        }
        guard let time, let sound else { return }
        sound.into.push(
            heard.buffer.retimed(to: time, duration: UInt64(heard.buffer.byteCount / 2) * 1_000_000 / 48))
    }

    var canPause: Bool { true }

    func pause() {
        let now = GStreamer.now
        state.withLock { $0.timeline.pause(at: now) }
    }

    func resume() {
        let now = GStreamer.now
        state.withLock { $0.timeline.resume(at: now) }
    }

    /// Nothing more is heard: the movie goes on without sound.
    func endSound() {
        guard let sound else { return }
        let isFirst = state.withLock { state in
            defer { state.isSoundOver = true }
            return !state.isSoundOver
        }
        if isFirst { sound.into.end() }
    }

    func stop() {
        end(because: nil, isStopped: true)
    }

    /// Ends for a reason that is not the user's.
    func interrupt(_ reason: InterruptionReason) {
        end(because: reason)
    }

    private func end(because reason: InterruptionReason?, isStopped: Bool = false) {
        let isFirst = state.withLock { state in
            guard !state.isEnding else { return false }
            state.isEnding = true
            state.isStopped = isStopped
            state.interruption = reason
            return true
        }
        guard isFirst else { return }
        // Held until the end, so that a movie that nobody waits for is finished all the same.
        GStreamerThread.start { self.finish() }
    }

    private func finish() {
        video.end()
        sound?.into.end()
        _ = ended.wait(timeout: .now() + 4)
        let isDown = DispatchSemaphore(value: 0)
        GStreamerThread.start {
            self.pipeline.shutDownNow()
            isDown.signal()
        }
        _ = isDown.wait(timeout: .now() + 2)
        if let sound { Task { await sound.source.shutDown() } }
        let result = publish()
        let waiting = state.withLock { state in
            state.result = result
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume(returning: result) }
        tellBeginning()
    }

    /// Tells those who wait for the first frame that it is there, or that there was none.
    private func tellBeginning() {
        let (watching, hasBegun) = state.withLock { state in
            defer { state.watching = [] }
            return (state.watching, state.framesTaken > 0)
        }
        for watcher in watching { watcher.resume(returning: hasBegun) }
    }

    func began() async -> Bool {
        await withCheckedContinuation { continuation in
            let known: Bool? = state.withLock { state in
                if state.framesTaken > 0 || state.result != nil { return state.framesTaken > 0 }
                state.watching.append(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// What the container's writer does not know: the date with its zone, the place and the camera, as players look for them.
    /// - Returns: what holds the lock of the file that took its place.
    private func complete() -> OwnedDescriptor? {
        guard plan.encoder.contentType == .mp4 else { return nil }
        let date = MediaDate(instant: date, offsetFromUTC: plan.zone.secondsFromGMT(for: date), source: .container)
        let changes = MovieChanges(
            date: date, place: plan.settings.place, model: plan.camera.name, software: "Filmstrip",
            turn: plan.headerTurn == .up ? nil : plan.headerTurn)
        // A movie without these plays all the same.
        do throws(LibraryError) { try ISOBoxEditor.apply(changes, to: hidden) } catch {}
        return MovieCompactor.compact(hidden)
    }

    private func publish() -> Result<CapturedVideo, CameraError> {
        let end = state.withLock { $0 }
        // A limit of bytes may leave room for sound alone.
        let frames = end.isFull ? end.framesEncoded : end.framesTaken
        guard frames > 0, RecordingRecovery.isPlayable(hidden, plan.encoder.contentType) else {
            hidden.withCString { _ = unlink($0) }
            if frames == 0, end.isStopped, end.fault == nil { return .failure(.cancelled) }
            if end.fault?.kind == .noSpace { return .failure(.noSpace(folder: plan.folder.path.string)) }
            let reason = end.isFull ? "the limit leaves no room for a picture" : "the camera gave no picture"
            return .failure(.recordingFailed(end.fault?.text ?? reason))
        }
        let copy = complete()
        defer { withExtendedLifetime(copy) {} }
        do throws(CameraError) {
            let path = try plan.folder.publish(
                hidden, .video, at: date, in: plan.zone, type: plan.encoder.contentType)
            // Frames that a limit of bytes cut off are no lost ones.
            let taken = Double(end.isFull ? UInt64(frames) * frameInterval : end.timeline.last + frameInterval) / 1e9
            // Where writing failed, the last samples are in no table: what plays is shorter than what was taken.
            let duration = end.fault == nil ? taken : min(taken, Self.duration(of: path) ?? taken)
            return .success(
                CapturedVideo(
                    file: MediaFile(path: path, contentType: plan.encoder.contentType, isTemporary: true),
                    size: plan.turn.applied(to: plan.size),
                    date: MediaDate(
                        instant: date, offsetFromUTC: plan.zone.secondsFromGMT(for: date), source: .container),
                    camera: plan.camera.id, duration: duration, framesPerSecond: Double(frames) / taken,
                    framesDropped: end.framesDropped + max(0, frames - end.framesEncoded),
                    sound: account(of: end), interruption: end.interruption))
        } catch {
            return .failure(error)
        }
    }

    /// What became of the sound: recorded only where some came.
    private func account(of end: State) -> CapturedVideo.Sound {
        guard sound != nil else { return plan.silence ?? .notWanted }
        return end.soundsEncoded > 0 ? .recorded : .missing(.noMicrophone)
    }

    /// What the file itself says.
    private static func duration(of movie: MediaPath) -> Double? {
        do throws(LibraryError) {
            return try MediaHeaderReader.read(FileByteSource(path: movie), name: movie.name.string).duration
        } catch {
            return nil
        }
    }

    /// Whether the file is finished.
    var isOver: Bool { state.withLock { $0.result != nil } }

    /// Waits until the file is finished, well or not.
    func waitForEnd() async {
        _ = await outcome()
    }

    func result() async throws(CameraError) -> CapturedVideo {
        try await outcome().get()
    }

    private func outcome() async -> Result<CapturedVideo, CameraError> {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.result == nil { state.waiting.append(continuation) }
                return state.result
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
