import Filmstrip
import FilmstripTesting
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct FolderLibraryContractTests {
    @Test(arguments: LibraryContract.laws)
    func `5.2 the library of folders keeps the law`(_ law: LibraryContract.Law) async throws {
        let test = try TestLibrary()
        for day in 1...6 {
            try test.write(
                Sample.jpeg(date: "2024:0\(day):01 12:00:00", comment: "\(day)"), "Trip \(day % 2)/\(day).jpg")
        }
        try test.write(Sample.jpeg(date: "2024:03:01 12:00:00", comment: "twin"), "twin of 3.jpg")
        try test.write(Sample.movie(created: Date(timeIntervalSince1970: 1_719_828_030)), "v.mp4")
        try test.write(
            Sample.jpeg(date: "2024:05:02 09:00:00", identifier: "11111111-1111-4111-8111-111111111111"), "pair.jpg")
        try test.write(Sample.movie(identifier: "11111111-1111-4111-8111-111111111111"), "pair.mov")
        let number = Locked(0)
        let folder = test.folder
        let subject = LibraryContract.Subject(
            library: test.library,
            makePhoto: {
                let next = number.withLock { number in
                    number += 1
                    return number
                }
                let path = try folder.write(Sample.jpeg(comment: "new \(next)"), to: "new-\(next).jpg")
                return MediaFile(path: path, contentType: .jpeg, isTemporary: false)
            }, remove: { unlink(try #require($0.path).string) })
        try await law.check(subject)
        // A law that never asked has not filled the index.
        try await test.library.index()
        try test.checkCounts()
    }
}
