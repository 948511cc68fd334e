import Foundation
import PrivateDesktop

/// The camera screen under a screen that nobody sees, without a graphics processor: how long people wait, and what a live picture costs.
struct CameraScreenBenchmark {
    let workshop: Workshop

    private static let visits = 7
    private static let seconds = 8
    private static let width = 640
    private static let camera = "bench-rear"
    private static let configuration = PrivateDesktop.Configuration(
        cameras: [
            VirtualCamera(name: camera, position: .rear), VirtualCamera(name: "bench-front", position: .front),
        ], portal: .grant, hasDisplay: true)

    /// How long people wait.
    func waits() async throws -> [Figure] {
        try await onDesktop { desktop in try await waiting(desktop) + (try await leaving(desktop)) }
    }

    /// What a live picture costs.
    func costs() async throws -> [Figure] { try await onDesktop { try await processor($0) } }

    private func onDesktop(_ measure: (PrivateDesktop) async throws -> [Figure]) async throws -> [Figure] {
        let desktop = try await PrivateDesktop.start(Self.configuration)
        defer { desktop.end() }
        try await desktop.store("yes", for: "camera")
        return try await measure(desktop)
    }

    private var probe: [String] { [workshop.own("WindowProbe"), "shooting"] }

    // MARK: Waiting

    private func waiting(_ desktop: PrivateDesktop) async throws -> [Figure] {
        var figures: [Figure] = []
        for (name, options, first) in [
            ("simulated camera", [], 150), ("portal and PipeWire", ["--machine"], 250),
        ] as [(String, [String], Int)] {
            let fields = try await measure(desktop, ["pace", "\(Self.visits)"] + options)
            func figure(_ what: String, _ key: String, _ limit: Int) -> Figure {
                .within(.milliseconds(limit), "\(name): \(what)", .milliseconds(fields[key] ?? .infinity))
            }
            figures += [figure("screen to first frame", "first", first), figure("flip", "flip", 300)]
            for (moment, key) in [("at the first frame", "early"), ("warm", "warm")] {
                figures += [
                    figure("shutter to review of the frozen frame, \(moment)", "\(key)Frozen", 50),
                    figure("shutter to shutter ready again, \(moment)", "\(key)Ready", 150),
                ]
            }
            let distance = Int(fields["distance"] ?? 99)
            figures.append(
                Figure(
                    name: "\(name): from the frame seen at the press to the photo's, worst", ours: "\(distance) frames",
                    other: "", result: "\(distance)", target: "≤ 1", isMet: distance <= 1))
        }
        return figures
    }

    private func leaving(_ desktop: PrivateDesktop) async throws -> [Figure] {
        let fields = try await measure(desktop, ["visits", "49"])
        let left = (fields["descriptors"] ?? 99) + (fields["threads"] ?? 99)
        return [
            .within(
                .seconds(1), "leaving in any state, until the camera is closed, worst of 49",
                .milliseconds(fields["slowest"] ?? .infinity)),
            Figure(
                name: "descriptors and threads after 49 visits", ours: "\(Int(left)) more", other: "",
                result: "\(Int(left))", target: "0", isMet: left <= 0),
        ]
    }

    private func measure(_ desktop: PrivateDesktop, _ words: [String]) async throws -> [String: Double] {
        let output = try await desktop.run(path: probe[0], Array(probe.dropFirst()) + words, seconds: 180)
        return try Self.fields(output)
    }

    private static func fields(_ output: String) throws -> [String: Double] {
        let line = output.split(separator: "\n").last { $0.hasPrefix("{") } ?? ""
        guard let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            throw Workshop.Missing(description: "the window says: \(output.suffix(200))")
        }
        return fields.compactMapValues { ($0 as? NSNumber)?.doubleValue }
    }

    // MARK: A whole minute

    /// A minute of recording through the portal and PipeWire, while the window shows what is recorded.
    func minute() async throws -> [Figure] {
        try await onDesktop { desktop in
            let movie = workshop.folder.appending(path: "minute.mp4")
            let fields = try await measure(
                desktop, ["watch", "60", "--machine", "--width", "\(Self.width)", "--record", movie.path])
            let frames = Int(fields["recorded"] ?? 0)
            let table = workshop.folder.appending(path: "minute.txt")
            // Another program opens it, and finds as many frames in its table.
            try workshop.run(
                [
                    "ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
                    "stream=nb_read_packets", "-of", "csv=p=0", movie.path,
                ], output: table)
            let told = String(decoding: try Data(contentsOf: table), as: UTF8.self).trimmingCharacters(
                in: .whitespacesAndNewlines)
            return Self.losses(fields) + [
                Figure(
                    name: "frames that ffprobe finds in it", ours: "\(frames)", other: "ffprobe \(told)", result: told,
                    target: "the same, ≥ 1800", isMet: told == "\(frames)" && frames >= 1800)
            ]
        }
    }

    /// Frames of the camera that are not in a movie, though they were taken between its first and its last.
    private static func losses(_ fields: [String: Double]) -> [Figure] {
        [
            ("frames that the strip misses in the movie", "missing"),
            ("frames that the movie says it lacks", "dropped"),
        ].map { name, key in
            let lost = fields[key].map { Int($0) }
            return Figure(
                name: name, ours: lost.map { "\($0)" } ?? "?", other: "", result: lost.map { "\($0)" } ?? "?",
                target: "0",
                isMet: lost == 0)
        }
    }

    // MARK: Processor

    /// What each of them costs, measured one after the other.
    private struct Round {
        var preview, bare, recording, encoding, idle: Duration
        var frames: Double
        var losses: [Figure]
        var sum: Duration { preview + bare + recording + encoding + idle }
    }

    /// The quieter one of two rounds: costs of different moments are not to be compared.
    private func processor(_ desktop: PrivateDesktop) async throws -> [Figure] {
        let rounds = try (0..<2).map { try round($0, desktop) }
        guard let quiet = rounds.min(by: { $0.sum < $1.sum }) else { return [] }
        let (frames, wanted) = (quiet.frames, Double(Self.seconds * 30))
        return [
            .atMost(
                2.2, "processor of a preview of 720p30 shown \(Self.width) wide, X server included, \(Self.seconds) s",
                quiet.preview, quiet.bare, against: "gst-launch-1.0"),
            Figure(
                name: "frames of it that were drawn", ours: "\(Int(frames))", other: "\(Int(wanted))",
                result: "\(Int(max(0, wanted - 2 - frames))) lost", target: "0 lost", isMet: frames >= wanted - 2),
            .atMost(
                1.1, "what a recording adds", quiet.recording - quiet.preview, quiet.encoding - quiet.idle,
                against: "the encoder alone"),
        ] + quiet.losses
    }

    private func round(_ number: Int, _ desktop: PrivateDesktop) throws -> Round {
        let scale = "videoconvertscale ! video/x-raw,width=\(Self.width),height=\(Self.width * 9 / 16)"
        let sinks = ["ximagesink", "ximagesink sync=false"]
        let movie = workshop.folder.appending(path: "bare.mp4").path
        // As ours encodes: the same encoder, size and bits.
        let encoder = "openh264enc rate-control=bitrate bitrate=5529600 complexity=low gop-size=30 ! h264parse ! mp4mux"
        let preview = try watch(desktop, [])
        let bare = try sinks.map { try run(desktop, launch("\(scale) ! \($0)")) }
        let recorded = try watch(desktop, ["--record", workshop.folder.appending(path: "ours-\(number).mp4").path])
        let encoding = try run(
            desktop, launch("videoconvert ! video/x-raw,format=I420 ! \(encoder) ! filesink location=\(movie)"))
        return Round(
            preview: preview.cost, bare: bare.min() ?? .zero, recording: recorded.cost, encoding: encoding,
            idle: try run(desktop, launch("fakesink")), frames: preview.fields["frames"] ?? 0,
            losses: Self.losses(recorded.fields))
    }

    private func launch(_ rest: String) -> [String] {
        let words = "gst-launch-1.0 -q pipewiresrc target-object=\(Self.camera) ! \(rest)"
        return words.split(separator: " ").map(String.init)
    }

    private func watch(
        _ desktop: PrivateDesktop, _ options: [String]
    ) throws -> (cost: Duration, fields: [String: Double]) {
        let program = try start(
            desktop, probe + ["watch", "\(Self.seconds)", "--machine", "--width", "\(Self.width)"] + options)
        // It says when it begins to count.
        let limit = ContinuousClock.now + .seconds(60)
        while !program.outputSoFar.contains("watching"), .now < limit { Thread.sleep(forTimeInterval: 0.01) }
        let cost = try orEnd(program) { try spent(by: program, desktop) }
        let result = program.wait()
        return (cost, try Self.fields(result.output + result.errors))
    }

    private func run(_ desktop: PrivateDesktop, _ words: [String]) throws -> Duration {
        let program = try start(desktop, words)
        // What begins costs more than what goes on.
        Thread.sleep(forTimeInterval: 2)
        let cost = try orEnd(program) { try spent(by: program, desktop) }
        kill(program.process, SIGINT)
        _ = program.wait()
        return cost
    }

    /// What `body` measures; a program of which it cannot be measured is ended, and says why.
    private func orEnd<Value>(_ program: RunningProgram, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            kill(program.process, SIGKILL)
            throw Workshop.Missing(description: "\(error): \(program.wait().errors.suffix(300))")
        }
    }

    private func start(_ desktop: PrivateDesktop, _ words: [String]) throws -> RunningProgram {
        try RunningProgram(["/usr/bin/env", "-i"] + desktop.environment.map { "\($0)=\($1)" } + words)
    }

    /// Processor time of a program and of the X server, in the seconds that are measured.
    private func spent(by program: RunningProgram, _ desktop: PrivateDesktop) throws -> Duration {
        guard let display = desktop.processes["display"] else { throw Workshop.Missing(description: "no X server") }
        let processes = [program.process, display]
        let before = try processes.map { try Self.ticks(of: $0) }.reduce(0, +)
        Thread.sleep(forTimeInterval: Double(Self.seconds) - 0.5)
        let after = try processes.map { try Self.ticks(of: $0) }.reduce(0, +)
        return .seconds(
            Double(after - before) / Double(sysconf(Int32(_SC_CLK_TCK))) * Double(Self.seconds)
                / (Double(Self.seconds) - 0.5))
    }

    /// Ticks of the processor that a process has used, its threads included.
    private static func ticks(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The name in parentheses may hold anything.
        let fields = (text.split(separator: ")").last ?? "").split(separator: " ")
        guard fields.first != "Z", fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
            throw Workshop.Missing(description: "a program has ended before it could be measured")
        }
        return user + system
    }
}
