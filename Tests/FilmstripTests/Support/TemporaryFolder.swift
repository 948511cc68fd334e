import Filmstrip
import Foundation

/// A folder of a test's own, removed with its last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "filmstrip-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // A test that removed it itself has left nothing to do.
            return
        }
    }

    func path(_ name: String) -> MediaPath { MediaPath(url.appending(path: name)) }

    func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> MediaPath {
        try Data(bytes).write(to: url.appending(path: name))
        return path(name)
    }
}

/// The heads of files, with nothing behind them.
enum Heads {
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0]
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

    static func isoMedia(_ major: String, _ compatible: String...) -> [UInt8] {
        let length = UInt8(16 + 4 * compatible.count)
        return [0, 0, 0, length] + Array("ftyp\(major)".utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) }
    }
}
