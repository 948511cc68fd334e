import Filmstrip
import FilmstripFormats
import Foundation
import Testing

@testable import FilmstripLinux

struct LivePhotoFilesTests {
    private let identifier = "11111111-1111-4111-8111-111111111111"

    private func header(_ path: MediaPath) throws -> MediaHeader {
        try MediaHeaderReader.read(FileByteSource(path: path), name: path.string)
    }

    private func bytes(_ path: MediaPath) throws -> [UInt8] { [UInt8](try Data(contentsOf: path.url)) }

    private func pair(_ folder: TestFolder) throws -> (still: MediaPath, movie: MediaPath) {
        (
            try folder.write(Sample.jpeg(date: "2024:05:06 07:08:09", identifier: identifier), to: "IMG_1.JPG"),
            try folder.write(Sample.movie(identifier: identifier), to: "IMG_1.MOV")
        )
    }

    @Test func `A pair is found from either half`() throws {
        let folder = try TestFolder()
        let (still, movie) = try pair(folder)
        for path in [still, movie] {
            let live = try #require(try LivePhotoFiles(path))
            #expect(live.form == .apple && live.still == still && live.movie == movie)
            #expect(live.movieByteCount == Int64(Sample.movie(identifier: identifier).count))
        }
    }

    @Test func `Neighbours of another identifier, without one, or damaged, are no pair`() throws {
        let folder = try TestFolder()
        let still = try folder.write(Sample.jpeg(identifier: identifier), to: "a.jpg")
        try folder.write(Sample.movie(identifier: "other"), to: "a.MOV")
        #expect(try LivePhotoFiles(still) == nil)
        let second = try folder.write(Sample.jpeg(identifier: identifier), to: "b.jpg")
        try folder.write(Array("no movie".utf8), to: "b.MOV")
        #expect(try LivePhotoFiles(second) == nil)
        #expect(try LivePhotoFiles(try folder.write(Sample.jpeg(), to: "plain.jpg")) == nil)
    }

    @Test func `A folder that holds both is one`() throws {
        let folder = try TestFolder()
        try folder.makeFolder("IMG_7.pvt")
        let still = try folder.write(Sample.jpeg(identifier: identifier), to: "IMG_7.pvt/IMG_7.JPG")
        let movie = try folder.write(Sample.movie(identifier: identifier), to: "IMG_7.pvt/IMG_7.MOV")
        try folder.write(Array("<plist/>".utf8), to: "IMG_7.pvt/metadata.plist")
        let live = try #require(try LivePhotoFiles(folder.path("IMG_7.pvt")))
        #expect(live.still == still && live.movie == movie)
    }

    @Test func `A pair becomes a motion photo and a pair again, and the movie keeps its bytes on the way`() async throws
    {
        let folder = try TestFolder()
        let (still, movie) = try pair(folder)
        let live = try #require(try LivePhotoFiles(still))
        let single = try await live.convert(to: .motionPhoto, in: folder.path("out"))
        #expect(single.movie == nil && single.still == folder.path("out/IMG_1.MP.jpg"))
        let motion = try #require(try LivePhotoFiles(single.still))
        #expect(motion.form == .motionPhoto)
        #expect(Array(try bytes(single.still).suffix(Int(motion.movieByteCount))) == (try bytes(movie)))
        #expect(try header(single.still).date?.source == .exif)
        let again = try await motion.convert(to: .apple, in: folder.path("back"))
        let (one, other) = (try header(again.still), try header(try #require(again.movie)))
        #expect(one.contentIdentifier == identifier && other.contentIdentifier == identifier)
        #expect(other.contentType == .quickTime && one.motionPhotoRange == nil && one.problems.isEmpty)
        #expect(other.stillTime.map { abs($0 - 1) < 0.01 } == true)
        #expect(again.still.name.string == "IMG_1.jpg" && again.movie?.name.string == "IMG_1.mov")
        #expect(try LivePhotoFiles(again.still)?.form == .apple)
    }

    @Test func `A motion photo without an identifier gets one for both halves`() async throws {
        let folder = try TestFolder()
        let still = try folder.write(Sample.jpeg(), to: "still.jpg")
        let movie = try folder.write(Sample.movie(), to: "movie.mov")
        try await LivePhotoFiles.join(still: still, movie: movie, stillTime: 0.5, to: folder.path("live.jpg"))
        let live = try #require(try LivePhotoFiles(folder.path("live.jpg")))
        #expect(live.stillTime == 0.5)
        let result = try await live.convert(to: .apple, in: folder.root)
        let halves = [try header(result.still), try header(try #require(result.movie))]
        #expect(halves[0].contentIdentifier != nil && halves[0].contentIdentifier == halves[1].contentIdentifier)
        #expect(halves[1].stillTime.map { abs($0 - 0.5) < 0.01 } == true)
        // The name is taken by the motion photo itself: both halves have a number.
        #expect(result.still.name.string == "live_2.jpg" && result.movie?.name.string == "live_2.mov")
    }

    @Test func `C32 the movie comes out of a motion photo as it went in, and the still alone`() async throws {
        // nextcloud/photos #365
        let folder = try TestFolder()
        let (picture, movie) = (Sample.jpeg(date: "2024:05:06 07:08:09"), Sample.movie())
        try await LivePhotoFiles.join(
            still: try folder.write(picture, to: "a.jpg"), movie: try folder.write(movie, to: "a.mov"),
            to: folder.path("live.jpg"))
        let live = try #require(try LivePhotoFiles(folder.path("live.jpg")))
        let parts = try await live.split(to: folder.path("parts"))
        #expect(try bytes(parts.still) == picture)
        #expect(try bytes(try #require(parts.movie)) == movie)
    }

    @Test func `A pair that is split is bound no more, and its own files stay as they are`() async throws {
        let folder = try TestFolder()
        let (still, movie) = try pair(folder)
        let before = [try bytes(still), try bytes(movie)]
        let parts = try await #require(try LivePhotoFiles(movie)).split(to: folder.path("parts"))
        #expect(try header(parts.still).contentIdentifier == nil)
        #expect(try header(try #require(parts.movie)).contentIdentifier == nil)
        #expect(try LivePhotoFiles(parts.still) == nil)
        #expect([try bytes(still), try bytes(movie)] == before)
    }

    @Test func `A name that is taken is refused, and nothing is left behind`() async throws {
        let folder = try TestFolder()
        let (still, movie) = try pair(folder)
        let error = await #expect(throws: ExportError.self) {
            try await LivePhotoFiles.join(still: still, movie: movie, to: movie)
        }
        #expect(error == .exists(path: movie.string))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.string).count == 2)
    }

    @Test func `C31 what is no movie is not put behind a still`() async throws {
        // photoprism/photoprism #1895: the movie was a copy of the still.
        let folder = try TestFolder()
        let still = try folder.write(Sample.jpeg(), to: "a.jpg")
        for (name, content) in [("copy.mov", Sample.jpeg()), ("empty.mov", [])] {
            let movie = try folder.write(content, to: name)
            await #expect(throws: ExportError.self) {
                try await LivePhotoFiles.join(still: still, movie: movie, to: folder.path("out.jpg"))
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.string).count == 3)
    }
}
