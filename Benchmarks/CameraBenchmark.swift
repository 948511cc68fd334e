import Filmstrip
import FilmstripTesting
import Foundation

/// A camera at 720p30: how soon it shows, how soon it takes a photo, and whether a recording keeps every frame.
struct CameraBenchmark {
    let workshop: Workshop
    let backend: any CameraBackend
    /// The same camera, with photos that show nothing older than the call.
    let strict: any CameraBackend
    let camera: CameraDevice.ID

    private static let lead = "a frame up to 1/60 s old counts"

    private var configuration: CameraConfiguration {
        CameraConfiguration(camera: camera, preferredSize: PixelSize(width: 1280, height: 720), framesPerSecond: 30)
    }

    func figures() async throws -> [Figure] {
        var figures = [try await firstFrame()]
        try await backend.start(configuration)
        do {
            figures += try await shots(20)
            figures += try await recording(seconds: 20)
            figures += try await liveMode(seconds: 5)
        } catch {
            await backend.stop()
            throw error
        }
        await backend.stop()
        figures.insert(contentsOf: try await strictShots(20), at: 3)
        return figures
    }

    /// Shots that take no frame from before the call: what the lead of the other figures is worth.
    private func strictShots(_ count: Int) async throws -> [Figure] {
        try await strict.start(configuration)
        var toFrame: [Duration] = []
        do {
            try await Task.sleep(for: .seconds(1))
            for number in 0..<count {
                try await Task.sleep(for: .milliseconds(150 + number * 7 % 33))
                toFrame.append(.seconds(try await strict.capturePhoto(PhotoSettings()).shutterLatency))
            }
        } catch {
            await strict.stop()
            throw error
        }
        await strict.stop()
        guard let worst = toFrame.max() else { return [] }
        return [
            .told("frames after the call alone, median of \(count)", toFrame.median),
            .told("frames after the call alone, worst of \(count)", worst),
        ]
    }

    /// From the start, when permission is there, to the first preview frame; the median of five.
    private func firstFrame() async throws -> Figure {
        var durations: [Duration] = []
        for _ in 0..<5 {
            let previews = backend.previews()
            let clock = ContinuousClock()
            let begin = clock.now
            // The preview is looked at from the beginning, as a screen does, and not only when all is ready to shoot.
            let first = Task {
                for await _ in previews { break }
                return clock.now - begin
            }
            try await backend.start(configuration)
            durations.append(await first.value)
            await backend.stop()
        }
        return .within(.milliseconds(100), "first preview frame, median of 5", durations.median)
    }

    private func shots(_ count: Int) async throws -> [Figure] {
        try await Task.sleep(for: .seconds(1))
        var toFrame: [Duration] = []
        var toFile: [Duration] = []
        var last: CapturedPhoto?
        for number in 0..<count {
            // Anywhere between two frames, as fingers do, and the same places in each run.
            try await Task.sleep(for: .milliseconds(150 + number * 7 % 33))
            toFile.append(try await workshop.time { last = try await backend.capturePhoto(PhotoSettings()) })
            toFrame.append(.seconds(last?.shutterLatency ?? 0))
        }
        guard let last, let worst = toFrame.max() else { return [] }
        let bare = toFrame.median + (try bareStill(of: last.file.path.url))
        return [
            // What the user saw when they pressed counts: such a frame is in hand at once.
            .within(.milliseconds(15), "shutter to frame, median of \(count)", toFrame.median, note: Self.lead),
            .within(.milliseconds(40), "shutter to frame, worst of \(count)", worst, note: Self.lead),
            .atMost(1.3, "shutter to durable file, median", toFile.median, bare, against: "bare pipeline"),
        ]
    }

    /// What a bare pipeline needs to turn a frame in hand into a durable JPEG: the same picture encoded again and again by
    /// gst-launch-1.0, without the time of its start, and the time that the disk takes for a file of that size.
    private func bareStill(of photo: URL) throws -> Duration {
        func encode(_ count: Int) throws -> Duration {
            var best = Duration.seconds(1000)
            for _ in 0..<3 {
                let pattern = workshop.folder.appending(path: "bare-%03d.jpg").path
                best = min(
                    best,
                    try workshop.run([
                        "gst-launch-1.0", "-q", "filesrc", "location=\(photo.path)", "!", "jpegdec", "!",
                        "videoconvert",
                        "!", "video/x-raw,format=BGRx", "!", "imagefreeze", "num-buffers=\(count)", "!", "videoconvert",
                        "!", "jpegenc", "quality=92", "!", "multifilesink", "location=\(pattern)",
                    ]))
            }
            return best
        }
        let perFrame = (try encode(120) - encode(20)) / 100
        let bytes = try Data(contentsOf: photo)
        var syncs: [Duration] = []
        for number in 0..<10 {
            let url = workshop.folder.appending(path: "sync-\(number)")
            try Data().write(to: url)
            let handle = try FileHandle(forWritingTo: url)
            let clock = ContinuousClock()
            let start = clock.now
            try handle.write(contentsOf: bytes)
            try handle.synchronize()
            syncs.append(clock.now - start)
            try handle.close()
        }
        return perFrame + syncs.median
    }

    /// A recording beside a preview that somebody looks at. The strip in each frame tells which ones are missing.
    private func recording(seconds: Int) async throws -> [Figure] {
        let previews = backend.previews()
        let watching = Task {
            var seen = 0
            for await _ in previews { seen += 1 }
            return seen
        }
        let recording = try await backend.startRecording(RecordingSettings(wantsSound: false))
        try await Task.sleep(for: .seconds(seconds))
        recording.stop()
        let movie = try await recording.result()
        watching.cancel()
        let seen = await watching.value
        let readings = try frames(of: movie)
        let missing = SceneStrip.framesMissing(in: readings)
        return [
            Figure(
                name: "\(seconds) s of recording beside a preview", ours: "\(readings.count) frames",
                other: "\(seen) previews", result: "\(missing) lost", target: "0 lost",
                isMet: missing == 0 && readings.count >= seconds * 30 - 15)
        ]
    }

    /// What live mode costs beside the preview, held against a recording of the same frames: both encode each once.
    private func liveMode(seconds: Int) async throws -> [Figure] {
        guard let live = backend as? any LiveCameraBackend else { return [] }
        let preview = try await processorTime(seconds)
        let recording = try await backend.startRecording(RecordingSettings(wantsSound: false))
        let recorded = try await processorTime(seconds)
        recording.stop()
        _ = try await recording.result()
        _ = try await live.setLiveMode(LiveSettings(wantsSound: false))
        let lived = try await processorTime(seconds)
        let clock = ContinuousClock()
        let begin = clock.now
        let capture = try await live.captureLivePhoto(PhotoSettings())
        let toFrame = clock.now - begin
        let taken = try await capture.result()
        let afterwards = clock.now - begin - .seconds(LiveSettings.secondsAfter)
        _ = try await live.setLiveMode(nil)
        let missing = SceneStrip.framesMissing(in: try frames(of: try taken.movie.get()))
        return [
            .atMost(
                1.2, "processor of live mode, \(seconds) s", lived - preview, recorded - preview, against: "recording"),
            .told("shutter of a live photo", toFrame),
            .told("its files, after the last moment", afterwards),
            Figure(
                name: "frames around a live photo", ours: "\(try taken.movie.get().duration.text) s", other: "",
                result: "\(missing) lost", target: "0 lost", isMet: missing == 0),
        ]
    }

    /// Processor time that this process takes in so many seconds.
    private func processorTime(_ seconds: Int) async throws -> Duration {
        // What begins costs more than what goes on.
        try await Task.sleep(for: .seconds(1))
        let before = Self.processorTime
        try await Task.sleep(for: .seconds(seconds))
        return Self.processorTime - before
    }

    private static var processorTime: Duration {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
            $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec))
        }
    }

    /// What the strips of a movie's frames say, decoded by a program that is not ours.
    private func frames(of movie: CapturedVideo) throws -> [SceneStrip.Reading] {
        let size = PixelSize(width: movie.size.width / 2, height: movie.size.height / 2)
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "gst-launch-1.0", "-q", "filesrc", "location=\(movie.file.path.url.path)", "!", "decodebin", "!",
            "videoconvert", "!", "videoscale", "!",
            "video/x-raw,format=BGRx,width=\(size.width),height=\(size.height)", "!", "fdsink", "fd=1",
        ]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let frameBytes = size.width * size.height * 4
        var readings: [SceneStrip.Reading] = []
        var pending = Data()
        while let chunk = try pipe.fileHandleForReading.read(upToCount: 1 << 20), !chunk.isEmpty {
            pending.append(chunk)
            while pending.count >= frameBytes {
                let frame = PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: Data(pending.prefix(frameBytes)))
                if let reading = SceneStrip.read(frame) { readings.append(reading) }
                pending = Data(pending.dropFirst(frameBytes))
            }
        }
        process.waitUntilExit()
        return readings
    }
}
