import Filmstrip
import Foundation
import Testing

@testable import FilmstripCommand

/// The built command as a process of its own, the way scripts call it.
struct BuiltCommand: Sendable {
    /// How a run ended.
    struct Outcome: Sendable {
        var status: Int32
        var output: [UInt8]
        var errors: [UInt8]

        var outputText: String { String(decoding: output, as: UTF8.self) }
        var errorText: String { String(decoding: errors, as: UTF8.self) }
        /// The objects that standard output has, one a line.
        var objects: [[String: Any]] {
            outputText.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
        var errorCode: String? {
            let object = try? JSONSerialization.jsonObject(with: Data(errors)) as? [String: [String: Any]]
            return object?["error"]?["code"] as? String
        }
    }

    /// The program beside the test bundle.
    static let path = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "filmstrip").path

    let folder: MediaPath
    var variables: [String: String]

    /// - Parameter folder: where the command runs, and where its home is: nothing of the machine's user is touched.
    init(in folder: MediaPath) {
        self.folder = folder
        variables = ProcessInfo.processInfo.environment
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR"] {
            variables[name] = nil
        }
        variables["HOME"] = folder.string
        for (name, place) in [("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config")] {
            variables[name] = folder.appending(place).string
        }
        variables["TMPDIR"] = folder.string
    }

    func run(_ words: String..., input: [UInt8] = []) async throws -> Outcome {
        try await run(words.map { MediaPath($0) }, input: input)
    }

    /// Runs to the end.
    @concurrent
    func run(_ words: [MediaPath], input: [UInt8] = []) async throws -> Outcome {
        let running = try start(words, input: input)
        return running.wait()
    }

    /// Starts, with words that need not be text.
    func start(_ words: [MediaPath], input: [UInt8] = [], before: [String] = []) throws -> RunningCommand {
        let name = UUID().uuidString
        let files = (0..<3).map { folder.appending(".\(name).\($0)") }
        try files[0].writeNew(input, durably: false)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        files[0].withCString { _ = posix_spawn_file_actions_addopen(&actions, 0, $0, O_RDONLY, 0) }
        files[1].withCString { _ = posix_spawn_file_actions_addopen(&actions, 1, $0, O_WRONLY | O_CREAT, 0o600) }
        files[2].withCString { _ = posix_spawn_file_actions_addopen(&actions, 2, $0, O_WRONLY | O_CREAT, 0o600) }
        let all =
            [MediaPath("env"), MediaPath("-C"), folder] + before.map { MediaPath($0) } + [MediaPath(Self.path)] + words
        var arguments: [UnsafeMutablePointer<CChar>?] = all.map { $0.withCString { strdup($0) } } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        var process: pid_t = 0
        let number = posix_spawnp(&process, arguments[0]!, &actions, nil, &arguments, &environment)
        try #require(number == 0)
        return RunningCommand(process: process, files: files)
    }
}

/// A command under way.
final class RunningCommand: Sendable {
    let process: pid_t
    private let files: [MediaPath]
    private let isDone = Locked(false)

    init(process: pid_t, files: [MediaPath]) {
        self.process = process
        self.files = files
    }

    deinit {
        if !isDone.withLock({ $0 }) {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
    }

    func signal(_ number: Int32) { kill(process, number) }

    /// What it has written to standard output so far.
    var outputSoFar: [UInt8] { (try? files[1].readAll()) ?? [] }

    /// Waits for the end. The status is negative for a signal.
    func wait() -> BuiltCommand.Outcome {
        var status: Int32 = 0
        waitpid(process, &status, 0)
        isDone.withLock { $0 = true }
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        let contents = files.map { (try? $0.readAll()) ?? [] }
        for file in files { file.withCString { _ = unlink($0) } }
        return BuiltCommand.Outcome(status: code, output: contents[1], errors: contents[2])
    }
}
