import Foundation
import PrivateDesktop

/// Where the benchmarks work: a folder of their own, the real photos, and the programs that ours is compared with.
struct Workshop {
    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    /// For things that are made anew.
    let folder: URL
    /// For things that take long to make and stay the same.
    let store: URL
    /// Real camera files, where this machine has them.
    let photos: URL?

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        store = root.appending(path: ".build/bench")
        folder = store.appending(path: "run")
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shared =
            ProcessInfo.processInfo.environment["FILMSTRIP_SHARED"].map { URL(filePath: $0) }
            ?? root.deletingLastPathComponent().appending(path: "shared")
        let found = shared.appending(path: "photos")
        photos = FileManager.default.fileExists(atPath: found.path) ? found : nil
    }

    /// A program built beside this one.
    func own(_ name: String) -> String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name).path
    }

    /// Every regular file in `folder`, in the order of their paths.
    func files(in folder: URL) -> [String] {
        guard let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        else { return [] }
        return walk.compactMap { $0 as? URL }
            .filter { url in (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
            .map(\.path).sorted()
    }

    /// How long `body` takes.
    func time(_ body: () async throws -> Void) async rethrows -> Duration {
        try await ContinuousClock().measure { try await body() }
    }

    /// The quickest of some runs: what the machine can do when nothing disturbs it.
    func best(of runs: Int = 3, _ body: () async throws -> Void) async rethrows -> Duration {
        var best = try await time(body)
        for _ in 1..<runs { best = min(best, try await time(body)) }
        return best
    }

    /// Runs a program to its end without its output, and says how long it took.
    @discardableResult
    func run(_ arguments: [String], output: URL? = nil, mayFail: Bool = false) throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        let file = try output.map { url in
            try Data().write(to: url)
            return try FileHandle(forWritingTo: url)
        }
        let result = try RunningProgram(arguments, output: file).wait()
        let duration = clock.now - start
        guard mayFail || result.status == 0 else {
            throw Missing(description: "\(arguments[0]) ended with \(result.status): \(result.errors.suffix(200))")
        }
        return duration
    }

    /// Runs programs beside each other until the last has ended.
    func run(together calls: [[String]]) throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        let programs = try calls.map { try RunningProgram($0) }
        let results = programs.map { $0.wait() }
        let duration = clock.now - start
        for (call, result) in zip(calls, results) where result.status != 0 {
            throw Missing(description: "\(call[0]) ended with \(result.status): \(result.errors.suffix(200))")
        }
        return duration
    }

    /// The memory of this process that is its own, in bytes.
    var residentBytes: Int64 {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        return (Int64(line.split(whereSeparator: { !$0.isNumber }).first ?? "0") ?? 0) * 1024
    }
}
