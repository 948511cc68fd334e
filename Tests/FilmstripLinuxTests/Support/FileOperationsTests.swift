import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite struct FileOperationsTests {
    private typealias Call = (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32

    private func refusing(_ number: Int32) -> Call {
        { _, _ in
            errno = number
            return -1
        }
    }

    private func names(_ folder: TestFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.root.string).sorted()
    }

    @Test func `A name is taken exclusively, with and without exclusive renaming, and with and without links`() throws {
        let ways: [(Call?, Call?)] = [
            (nil, nil), (refusing(EINVAL), nil), (refusing(ENOSYS), refusing(EPERM)),
            (refusing(EINVAL), refusing(EMLINK)),
        ]
        for (rename, link) in ways {
            let folder = try TestFolder()
            let hidden = try folder.write([1, 2, 3], to: ".hidden")
            let taken = try folder.write([9], to: "taken")
            func place(at name: String) -> Int32 {
                FileOperations.placeExclusively(
                    hidden, at: folder.path(name),
                    rename: rename ?? FileOperations.rename,
                    link: link ?? { Glibc.link($0, $1) })
            }
            #expect(place(at: "taken") == EEXIST)
            #expect(FileManager.default.contents(atPath: taken.string) == Data([9]))
            #expect(place(at: "free") == 0)
            #expect(FileManager.default.contents(atPath: folder.path("free").string) == Data([1, 2, 3]))
            #expect(try names(folder) == ["free", "taken"])
        }
    }

    @Test func `A refusal leaves no name behind`() throws {
        let folder = try TestFolder()
        let number = FileOperations.placeExclusively(
            folder.path("missing"), at: folder.path("new"), rename: refusing(EINVAL), link: refusing(EPERM))
        #expect(number == ENOENT)
        #expect(try names(folder).isEmpty)
    }
}
