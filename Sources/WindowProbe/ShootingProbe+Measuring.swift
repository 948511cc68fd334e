import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// What takes time, and how much.
extension ShootingProbe {
    // MARK: Pace

    /// Medians, in milliseconds. Each visit takes a photo as soon as there is a picture, and one when the camera has long been warm. How many
    /// frames a photo was from what the viewfinder showed at the press, at most, is told beside them.
    func pace(times: Int) async throws {
        let clock = ContinuousClock()
        var taken: [String: [Duration]] = [:]
        var farthest = 0
        for _ in 0..<times {
            let start = clock.now
            try await visit(Self.request(.photo)) { visit in
                let drawn = Drawn(visit.screen)
                try await visit.wait("first frame") { drawn.time != nil && visit.model.controls.shutter == .enabled }
                taken["first", default: []].append((drawn.time ?? clock.now) - start)
                for moment in ["early", "warm"] {
                    let shot = try await press(visit)
                    taken["\(moment)Frozen", default: []].append(shot.frozen)
                    taken["\(moment)Ready", default: []].append(shot.ready)
                    farthest = max(farthest, shot.distance)
                    // Longer than a camera takes to get used to the light.
                    try await Task.sleep(for: .milliseconds(500))
                    try await visit.waitUntilReady()
                }
                guard visit.model.controls.flip == .enabled else { return }
                let begin = clock.now
                let old = visit.model.camera.state.camera?.id
                await visit.model.flip()
                drawn.time = nil
                try await visit.wait("other camera") {
                    drawn.time != nil && visit.model.camera.state.camera?.id != old && visit.screen.isLive
                }
                taken["flip", default: []].append((drawn.time ?? clock.now) - begin)
            }
        }
        var fields: [String: Any] = taken.mapValues { times in times.sorted()[times.count / 2] / .milliseconds(1) }
        fields["distance"] = farthest
        WindowProbe.say(try Self.json(fields))
    }

    /// Takes a photo and keeps it: how long until its review is seen, and until the next can be taken; and how many frames it is from what
    /// was seen at the press.
    private func press(_ visit: Visit) async throws -> (frozen: Duration, ready: Duration, distance: Int) {
        let clock = ContinuousClock()
        let seen = visit.screen.drawnFrame.flatMap { SceneStrip.read($0) }
        let begin = clock.now
        let pressing = Task { [model = visit.model] in await model.press() }
        // The viewfinder stands still from the press on; what is seen of it is the review.
        try await visit.wait("review") { visit.model.controls.use == .enabled }
        let frozen = clock.now - begin
        await pressing.value
        guard case .review(let media) = visit.model.camera.phase else { throw ProbeError("nothing was taken") }
        await visit.model.use()
        try await visit.wait("shutter") { visit.model.controls.shutter == .enabled }
        let ready = clock.now - begin
        guard let seen, let strip = try Self.strips(of: media.file).first else { throw ProbeError("no strip") }
        return (frozen, ready, abs(strip.frameNumber - seen.frameNumber))
    }

    /// When the viewfinder was drawn first.
    @MainActor private final class Drawn {
        var time: ContinuousClock.Instant?

        init(_ screen: CameraScreen) {
            screen.onDraw { [weak self, weak screen] in
                guard screen?.drawnFrame != nil else { return }
                if self?.time == nil { self?.time = .now }
            }
        }
    }

    // MARK: Watching

    func watch(seconds: Int) async throws {
        // The same screen in both cases, so that they differ by the recording alone.
        try await visit(Self.request(.video)) { visit in
            try await show(visit)
            try await visit.waitUntilReady()
            if movie != nil { await visit.model.press() }
            // The window comes to rest, and what begins costs more than what goes on.
            try await Task.sleep(for: .seconds(1))
            let frames = Frames(visit.screen)
            let begin = Self.processorSeconds
            WindowProbe.say("watching")
            try await Task.sleep(for: .seconds(seconds))
            let used = Self.processorSeconds - begin
            let size = visit.screen.drawnFrame?.size ?? .zero
            var fields: [String: Any] = [
                "processor": used, "frames": frames.count, "width": size.width, "height": size.height,
            ]
            if let movie { fields.merge(try await end(visit, movie)) { $1 } }
            WindowProbe.say(try Self.json(fields))
        }
    }

    /// Gives the window the size at which the picture is as wide as wanted: it has an edge of its own.
    private func show(_ visit: Visit) async throws {
        try await visit.wait("frame") { visit.screen.drawnFrame != nil }
        var edge = 0
        func shown() -> Int { visit.screen.drawnFrame?.size.width ?? 0 }
        for most in [20, 2] {
            visit.screen.resize(width: width + edge, height: (width + edge) * 9 / 16 + 50)
            try await visit.wait("size") { abs(width - shown()) <= most }
            edge = width - shown()
        }
    }

    /// Ends the recording and puts its movie where it is wanted. The strip in its pictures says which of the camera's frames it lacks.
    private func end(_ visit: Visit, _ movie: String) async throws -> [String: Any] {
        await visit.model.press()
        try await visit.wait("movie") { visit.model.controls.use == .enabled }
        guard case .review(.video(let video)) = visit.model.camera.phase else { throw ProbeError("no movie") }
        let strips = try Self.strips(of: video.file)
        try FileManager.default.copyItem(atPath: video.file.path.string, toPath: movie)
        return [
            "dropped": video.framesDropped, "recorded": strips.count,
            "missing": SceneStrip.framesMissing(in: strips),
        ]
    }

    /// How many different frames were drawn.
    @MainActor private final class Frames {
        var count = 0
        private var last = 0.0

        init(_ screen: CameraScreen) {
            screen.onDraw { [weak self, weak screen] in
                guard let self, let time = screen?.drawnFrame?.time, time != last else { return }
                (last, count) = (time, count + 1)
            }
        }
    }

    private static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
