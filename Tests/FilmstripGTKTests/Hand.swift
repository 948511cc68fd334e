import Foundation
import PrivateDesktop
import Testing

/// A screen that nobody sees, and somebody in front of it: programs are started there, and driven through what screen readers, keyboards
/// and mice can do (hand.py).
struct Screen {
    let desktop: PrivateDesktop

    static let python = "/usr/bin/python3"
    static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "hand.py").path
    private static let configuration = PrivateDesktop.Configuration(
        cameras: [], hasDisplay: true, hasPipeWire: false)

    /// What is missing here for such a screen; nil when all is there.
    static var missing: String? {
        if let program = configuration.missingProgram?.message { return program }
        let tools = [
            python, "/usr/share/dbus-1/services/org.a11y.Bus.service", "/usr/lib/python3/dist-packages/pyatspi",
        ]
        return tools.first { !FileManager.default.fileExists(atPath: $0) }
    }

    /// What is missing here for a touch screen; nil when all is there.
    static var missingTouch: String? {
        ["/usr/bin/Xorg", "/usr/lib/xorg/modules/drivers/dummy_drv.so", "/usr/lib/xorg/modules/input/inputtest_drv.so"]
            .first { !FileManager.default.fileExists(atPath: $0) }
    }

    /// A program that was built with these tests.
    static func program(_ name: String) -> String {
        Bundle.main.executableURL!.deletingLastPathComponent().appending(path: name).path
    }

    init() async throws { desktop = try await PrivateDesktop.start(Self.configuration) }

    /// A screen on another desktop, such as one with cameras.
    init(_ configuration: PrivateDesktop.Configuration) async throws {
        desktop = try await PrivateDesktop.start(configuration)
    }

    /// Walks through steps; see hand.py. Answers with what each found.
    @discardableResult
    func walk(_ steps: [[Any]], seconds: Double = 180) async throws -> [Any] {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: steps), as: UTF8.self)
        let output = try await desktop.run(path: Self.python, [Self.script, text], seconds: seconds)
        return try #require(Self.json(output) as? [Any], "\(output)")
    }

    /// Several walks by one person, one after the other; each starts a program of its own, and ends it.
    func walks(_ walks: [[[Any]]], seconds: Double = 240) async throws -> [[Any]] {
        var found = try await walk(walks.flatMap { $0 }, seconds: seconds)[...]
        return walks.map { steps in
            defer { found = found.dropFirst(steps.count) }
            return Array(found.prefix(steps.count))
        }
    }

    /// Runs a program to its end, and reads the JSON that it printed.
    func measure(_ words: [String], seconds: Double = 180) async throws -> [String: Any] {
        let output = try await desktop.run(path: words[0], Array(words.dropFirst()), seconds: seconds)
        return try #require(Self.json(output) as? [String: Any], "\(output)")
    }

    /// The line of JSON that a program ended with; what libraries grumbled before it is left out.
    private static func json(_ output: String) -> Any? {
        guard let line = output.split(separator: "\n").last(where: { $0.hasPrefix("[") || $0.hasPrefix("{") }) else {
            return nil
        }
        do { return try JSONSerialization.jsonObject(with: Data(line.utf8)) } catch { return nil }
    }

    /// The first step of a walk through the album browser of a library in memory.
    static func browse(_ options: String...) -> [Any] {
        ["start", program("WindowProbe"), "browse"] + options
    }
}

extension Any? {
    /// What a program said and how it ended, as the step `end` tells.
    var ending: (status: Int, output: String)? {
        guard let fields = self as? [String: Any], let status = fields["status"] as? Int else { return nil }
        return (status, (fields["output"] as? String ?? "").trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
