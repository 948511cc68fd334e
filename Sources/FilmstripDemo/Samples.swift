import Filmstrip
import FilmstripLinux
import Foundation

/// Fills an empty library with pictures made of code, by the command `filmstrip` that is installed beside this program.
struct Samples: Sendable {
    let folder: MediaPath
    private let program: String
    private let count: Int

    /// Nil where the command is not there.
    init?(folder: MediaPath, count: Int, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let beside = Bundle.main.executableURL?.deletingLastPathComponent().path
        let folders = [beside].compactMap { $0 } + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let found = folders.map { "\($0)/filmstrip" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { return nil }
        program = found
        self.folder = folder
        self.count = count
    }

    /// Makes them, and says whether they are there now.
    func make() async -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["samples", folder.string, "--count", "\(count)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
            do { try process.run() } catch { continuation.resume(returning: false) }
        }
    }
}
