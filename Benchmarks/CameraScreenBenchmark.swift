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
            figures += [
                figure("screen to first frame", "first", first), figure("flip", "flip", 300),
                figure("shutter to review of the frozen frame", "frozen", 50),
                figure("shutter to shutter ready again", "ready", 150),
            ]
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

    // MARK: Processor

    private func processor(_ desktop: PrivateDesktop) async throws -> [Figure] {
        let ours = try watch(desktop, [])
        let sinks = ["ximagesink", "ximagesink sync=false"]
        let bare = try sinks.map { sink in
            try run(
                desktop,
                launch("videoconvertscale ! video/x-raw,width=\(Self.width),height=\(Self.width * 9 / 16) ! \(sink)"))
        }
        let best = bare.min() ?? .zero
        let recorded = try watch(desktop, ["--record"])
        let movie = workshop.folder.appending(path: "bare.mp4").path
        // As ours encodes: the same encoder, size and bits.
        let encoder = "openh264enc rate-control=bitrate bitrate=5529600 complexity=low gop-size=30 ! h264parse ! mp4mux"
        let encoded = try run(
            desktop, launch("videoconvert ! video/x-raw,format=I420 ! \(encoder) ! filesink location=\(movie)"))
        let idle = try run(desktop, launch("fakesink"))
        let (frames, wanted) = (ours.fields["frames"] ?? 0, Double(Self.seconds * 30))
        return [
            .atMost(
                2.2, "processor of a preview of 720p30 shown \(Self.width) wide, X server included, \(Self.seconds) s",
                ours.cost, best, against: "gst-launch-1.0"),
            Figure(
                name: "frames of it that were drawn", ours: "\(Int(frames))", other: "\(Int(wanted))",
                result: "\(Int(max(0, wanted - 2 - frames))) lost", target: "0 lost", isMet: frames >= wanted - 2),
            .atMost(
                1.1, "what a recording adds", recorded.cost - ours.cost, encoded - idle, against: "the encoder alone"),
            Figure(
                name: "frames that the movie lacks", ours: "\(Int(recorded.fields["dropped"] ?? -1))", other: "",
                result: "\(Int(recorded.fields["dropped"] ?? -1))", target: "0",
                isMet: recorded.fields["dropped"] == 0),
        ]
    }

    private func launch(_ rest: String) -> [String] {
        let words = "gst-launch-1.0 -q pipewiresrc target-object=\(Self.camera) ! \(rest)"
        return ["/usr/bin/env"] + words.split(separator: " ").map(String.init)
    }

    private func watch(
        _ desktop: PrivateDesktop, _ options: [String]
    ) throws -> (cost: Duration, fields: [String: Double]) {
        let program = try start(
            desktop, probe + ["watch", "\(Self.seconds)", "--machine", "--width", "\(Self.width)"] + options)
        defer { program.process.terminate() }
        // It says when it begins to count.
        var said = Data()
        while !String(decoding: said, as: UTF8.self).contains("watching") {
            let more = program.output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Workshop.Missing(description: "the window has ended") }
            said += more
        }
        let cost = try spent(by: program.process, desktop)
        while case let more = program.output.fileHandleForReading.availableData, !more.isEmpty { said += more }
        program.process.waitUntilExit()
        return (cost, try Self.fields(String(decoding: said, as: UTF8.self)))
    }

    private func run(_ desktop: PrivateDesktop, _ words: [String]) throws -> Duration {
        let program = try start(desktop, words)
        // What begins costs more than what goes on.
        Thread.sleep(forTimeInterval: 2)
        defer {
            program.process.interrupt()
            program.process.waitUntilExit()
        }
        return try spent(by: program.process, desktop)
    }

    private func start(
        _ desktop: PrivateDesktop, _ words: [String]
    ) throws -> (process: Process, output: Pipe) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = desktop.environment
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output)
    }

    /// The X server of the desktop: one that chooses its own number writes no lock file, but there is no other of that name.
    private static func displayServer() throws -> Int32 {
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let number = Int32(entry), let name = FileManager.default.contents(atPath: "/proc/\(number)/comm")
            else { continue }
            if String(decoding: name, as: UTF8.self) == "Xvfb\n" { return number }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// Processor time of a program and of the X server, in the seconds that are measured.
    private func spent(by process: Process, _ desktop: PrivateDesktop) throws -> Duration {
        let processes = [process.processIdentifier, try Self.displayServer()]
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
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return 0 }
        return user + system
    }
}
