import CFileSystem
import Dispatch
import Filmstrip
import FilmstripFormats
import Foundation

/// A live photo's movie, put together in memory: it is small, and nothing of it lies about when it fails.
struct LiveMovie: Sendable {
    var bytes: [UInt8]
    /// Seconds.
    var duration: Double
    /// Seconds from its start to the still.
    var stillTime: Double
    var frameCount: Int
    var hasSound: Bool

    /// What is said in its header.
    struct Tags: Sendable {
        var date: MediaDate
        var model: String
        var place: Place?
        /// How its pictures are turned to be upright.
        var turn: Orientation
        /// Binds it to its still.
        var identifier: String
    }

    /// Puts the moments into QuickTime, and marks when the still was taken. No frame is coded again; the sound is coded now.
    /// - Parameters:
    ///   - time: when the still was taken, in nanoseconds on the common clock.
    ///   - interval: nanoseconds from one frame to the next.
    ///   - soundEncoder: a part of a pipeline; nil for none.
    init(
        _ moments: LiveMoments, stillAt time: UInt64, interval: UInt64, soundEncoder: String?, tags: Tags
    ) throws(CameraError) {
        guard let caps = moments.frameCaps, let first = moments.frames.first?.time, let last = moments.frames.last?.time
        else { throw .recordingFailed("the camera gave no picture around the shot") }
        let end = last + interval
        let sounds = moments.sounds.filter { $0.time >= first && $0.time < end }
        let encoder = sounds.isEmpty || moments.soundCaps == nil ? nil : soundEncoder
        hasSound = encoder != nil
        frameCount = moments.frames.count
        duration = Double(end - first) / 1e9
        // A frame that the encoder had no time for leaves its place to the one before it.
        stillTime = Double(min(max(time, first), last) - first) / 1e9
        do throws(GStreamerFault) {
            let file = try Self.multiplex(
                moments.frames, caps, until: end, sounds, moments.soundCaps, soundEncoder: encoder)
            do throws(LibraryError) {
                let source = try FileByteSource(descriptor: file.rawValue, name: "movie")
                // A thousandth later, so that no rounding makes it the frame before.
                let changes = MovieChanges(
                    date: tags.date, place: tags.place, model: tags.model, software: "Filmstrip",
                    contentIdentifier: tags.identifier, stillTime: stillTime + 0.001,
                    turn: tags.turn == .up ? nil : tags.turn, isQuickTime: true)
                bytes = try ISOBoxEditor.rewriting(changes, source).assembled(from: source)
            } catch { throw GStreamerFault(kind: .other, source: "movie", text: error.message) }
        } catch { throw .recordingFailed(error.text) }
    }

    /// Writes frames and sound as MP4 into a file in memory.
    private static func multiplex(
        _ frames: [Moment<GStreamerBuffer>], _ caps: GStreamerCaps, until end: UInt64,
        _ sounds: [Moment<GStreamerBuffer>], _ soundCaps: GStreamerCaps?, soundEncoder: String?
    ) throws(GStreamerFault) -> OwnedDescriptor {
        let raw = fs_memory_file("filmstrip-live")
        guard raw >= 0 else { throw GStreamerFault(kind: .other, source: "movie", text: "there is no memory for it") }
        let file = OwnedDescriptor(taking: raw)
        let waiting = "queue max-size-bytes=0 max-size-time=0 max-size-buffers=0"
        var text = """
            appsrc name=video format=time max-bytes=0 ! \(waiting) ! mux.video_0 mp4mux name=mux ! fdsink name=file sync=false
            """
        if let soundEncoder {
            text += """
                 appsrc name=sound format=time max-bytes=0 ! \(waiting) ! audioconvert ! \(soundEncoder) ! \(waiting) ! mux.audio_0
                """
        }
        let pipeline = try GStreamerPipeline(text, keeping: file)
        defer { pipeline.shutDownNow() }
        let (fault, ended) = (Locked<GStreamerFault?>(nil), DispatchSemaphore(value: 0))
        pipeline.onMessage { message in
            if case .failed(let found) = message { fault.withLock { $0 = $0 ?? found } }
            ended.signal()
        }
        pipeline["file"].set("fd", file.rawValue)
        let video = GStreamerAppSource(pipeline["video"])
        video.setCaps(caps)
        let sound = pipeline.element(named: "sound").map { GStreamerAppSource($0) }
        if let sound, let soundCaps { sound.setCaps(soundCaps) }
        try pipeline.play()
        let first = frames[0].time
        for (frame, next) in zip(frames, frames.dropFirst().map(\.time) + [end]) {
            video.push(frame.payload.retimed(to: frame.time - first, duration: next - frame.time))
        }
        video.end()
        for heard in sounds {
            // 48,000 samples a second of two bytes each.
            let duration = UInt64(heard.byteCount / 2) * 1_000_000 / 48
            sound?.push(heard.payload.retimed(to: heard.time - first, duration: duration))
        }
        sound?.end()
        let isInTime = ended.wait(timeout: .now() + 8) == .success
        if let fault = fault.withLock({ $0 }) { throw fault }
        guard isInTime else { throw GStreamerFault(kind: .other, source: "movie", text: "it takes too long") }
        return file
    }
}
