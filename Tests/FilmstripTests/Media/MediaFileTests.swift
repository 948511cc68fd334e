import Foundation
import Testing

@testable import Filmstrip

@Suite struct MediaFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "filmstrip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(isTemporary: Bool = true) throws -> MediaFile {
        let url = folder.appending(path: UUID().uuidString)
        try Data([1]).write(to: url)
        return MediaFile(path: MediaPath(url.path), contentType: .jpeg, isTemporary: isTemporary)
    }

    private func isThere(_ path: MediaPath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

    @Test func `a temporary file vanishes with its last owner, or at once when it is discarded`() throws {
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        var first: MediaFile? = try file()
        let path = try #require(first?.path)
        #expect(isThere(path))
        first = nil
        #expect(!isThere(path))
        let second = try file()
        second.discard()
        #expect(!isThere(second.path) && !second.isTemporary)
        // What has the name afterwards is somebody else's.
        try Data([2]).write(to: second.url)
        second.discard()
        #expect(isThere(second.path))
    }

    @Test func `what was kept, moved, or never temporary is not discarded`() throws {
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let kept = try file()
        kept.keep()
        let moved = try file()
        moved.adopt(movedTo: moved.path)
        for file in [kept, moved, try file(isTemporary: false)] {
            file.discard()
            #expect(isThere(file.path))
        }
    }
}
