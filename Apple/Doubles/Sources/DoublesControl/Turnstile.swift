import Foundation

/// Lets one test through at a time.
///
/// A test that hangs cannot be ended from outside, and a run waits for all of its tests. So the others are let through, and when
/// they are all over, the run is ended with the names of those that hang.
actor Turnstile {
    static let shared = Turnstile()

    /// How long a test may be inside. In seconds in the environment, for the test of this.
    static let patience = Duration.seconds(
        ProcessInfo.processInfo.environment["FILMSTRIP_TEST_PATIENCE"].flatMap(Double.init) ?? 60)
    /// How long nobody may come any more before the run is ended: tests without a device may still go on.
    private static let quiet = Duration.seconds(5)

    /// Who goes through. Each is somebody else.
    final class Pass: Sendable {
        let name: String
        init(name: String) { self.name = name }
    }

    private var inside: Pass?
    private var hanging: [Pass] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var count = 0

    func enter(_ name: String) async -> Pass {
        let pass = Pass(name: name)
        if inside == nil && waiting.isEmpty {
            inside = pass
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        inside = pass
        count += 1
        return pass
    }

    func isInside(_ pass: Pass) -> Bool { inside === pass }

    /// The test is over.
    func leave(_ pass: Pass) {
        hanging.removeAll { $0 === pass }
        guard inside === pass else { return }
        letNextIn()
    }

    /// The test does not end: the next one comes.
    /// - Returns: whether it was still inside.
    func giveUp(_ pass: Pass) -> Bool {
        guard inside === pass else { return false }
        hanging.append(pass)
        letNextIn()
        return true
    }

    private func letNextIn() {
        inside = nil
        if !waiting.isEmpty {
            // Taken until the next one is awake, so that nobody comes between.
            inside = Pass(name: "")
            waiting.removeFirst().resume()
        } else if !hanging.isEmpty {
            let seen = count
            Task {
                try await Task.sleep(for: Self.quiet)
                end(unlessCounted: seen)
            }
        }
    }

    private func end(unlessCounted seen: Int) {
        guard count == seen, inside == nil, !hanging.isEmpty else { return }
        let names = hanging.map { "  \($0.name)\n" }.joined()
        FileHandle.standardError.write(Data("These tests hang, so the run is ended:\n\(names)".utf8))
        exit(1)
    }
}
