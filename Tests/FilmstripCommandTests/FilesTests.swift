import Filmstrip
import Foundation
import Testing

@testable import FilmstripCommand

@Suite struct FilesTests {
    /// Another file system than that of temporary files, where there is one.
    private static let elsewhere: MediaPath? = {
        let path = MediaPath("/dev/shm")
        var (here, there) = (stat(), stat())
        guard stat(FileManager.default.temporaryDirectory.path, &here) == 0, stat(path.string, &there) == 0,
            here.st_dev != there.st_dev, access(path.string, W_OK | X_OK) == 0
        else { return nil }
        return path
    }()

    @Test(.enabled(if: elsewhere != nil, "there is one file system only"))
    func `5.7 a file moves to another file system whole, and never over another`() throws {
        let fixture = try CommandFixture()
        let elsewhere = try #require(Self.elsewhere).appending("filmstrip-\(UUID().uuidString)")
        try elsewhere.makeFolders()
        defer { _ = try? FileManager.default.removeItem(at: elsewhere.url) }
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let source = fixture.folder.appending("a")
        try source.writeNew(content)
        let target = elsewhere.appending("b")
        try source.moveExclusively(to: target)
        #expect(try target.readAll() == content && !source.exists)
        source.put("second")
        let error = #expect(throws: CommandError.self) { try source.moveExclusively(to: target) }
        #expect(error?.code == .exists && error?.path == target)
        #expect(try target.readAll() == content && source.exists)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.string) == ["b"])
    }

    @Test func `5.7 what fails while it is written leaves nothing, and a name that is taken stays`() throws {
        let fixture = try CommandFixture()
        let path = fixture.folder.appending(MediaPath(bytes: [0x62, 0xFF]))
        #expect(throws: CommandError.cancelled) {
            try path.writeNew { write in
                try [UInt8(1)].withUnsafeBytes { try write($0) }
                throw CommandError.cancelled
            }
        }
        #expect(fixture.names.isEmpty)
        try path.writeNew([1, 2])
        let error = #expect(throws: CommandError.self) { try path.writeNew([3]) }
        #expect(error?.code == .exists && error?.path == path)
        #expect(try path.readAll() == [1, 2] && fixture.names.count == 1)
        let missing = #expect(throws: CommandError.self) { try path.parent.appending("no/a").writeNew([3]) }
        #expect(missing?.code == .notFound)
    }
}
