import Filmstrip
import FilmstripFormats
import Foundation
import Testing

@testable import FilmstripLinux

/// What a new file lacks is said.
@Suite(.timeLimit(.minutes(2))) struct ExportLossTests {
    private let folder: TestFolder
    private let exporter = MediaExporter(jobs: 1)
    private let picture = LabelledPicture(size: PixelSize(width: 96, height: 64))

    init() throws { folder = try TestFolder() }

    private func export(_ path: MediaPath, _ recipe: ExportRecipe) async throws -> ExportedMedia {
        try await exporter.export([ExportItem(file: path)], to: folder.path("out"), as: recipe)[0].get()
    }

    /// A JPEG with a second one behind it, and the list that names both (CIPA DC-007).
    /// - Parameter place: put into the second picture, where it is wanted.
    private func pair(_ place: Place? = nil) throws -> [UInt8] {
        func big(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        }
        let first = try picture.jpeg(.up)
        var second = try PictureEncoder(LabelledPicture(size: PixelSize(width: 32, height: 32)).frame, hasAlpha: false)
            .encode(as: .jpeg, quality: 90)
        if let place { second = try ExifWriter.inserting(ExifFields(place: place), into: second, .jpeg) }
        func list(_ distance: Int, _ length: Int) -> [UInt8] {
            // Attributes, length, place and dependencies of each; the first is where the file is.
            var entries = big(0, 4) + big(length, 4) + big(0, 8)
            entries += big(0, 4) + big(second.count, 4) + big(distance, 4) + big(0, 4)
            var body = Array("MPF\0MM\0*".utf8) + big(8, 4) + big(3, 2)
            body += big(0xB000, 2) + big(7, 2) + big(4, 4) + Array("0100".utf8)
            body += big(0xB001, 2) + big(4, 2) + big(1, 4) + big(2, 4)
            body += big(0xB002, 2) + big(7, 2) + big(32, 4) + big(50, 4)
            body += big(0, 4) + entries
            return [0xFF, 0xE2] + big(body.count + 2, 2) + body
        }
        let size = list(0, 0).count
        // Places count from behind the list's mark, which lies behind the first marker.
        let all = list(first.count + size - 10, first.count + size)
        return Array(first[..<2]) + all + Array(first[2...]) + second
    }

    @Test func `5.6 pictures behind the first are told when they go, and stay where nothing is asked`() async throws {
        let bytes = try pair()
        #expect(try JPEGFile(MemoryByteSource(bytes)).furtherPictureCount == 1)
        let source = try folder.write(bytes, to: "pair.jpg")
        #expect(try await export(source, ExportRecipe()).losses.isEmpty)
        let quiet = try await export(source, ExportRecipe(metadata: .withoutLocation))
        #expect(quiet.losses.isEmpty && quiet.byteCount > 1000)
        for recipe in [
            ExportRecipe(edit: EditRecipe(turn: .right)), ExportRecipe(largestSize: PixelSize(width: 48, height: 48)),
            ExportRecipe(format: .png), ExportRecipe(metadata: .none),
        ] {
            let made = try await export(source, recipe)
            #expect(made.losses == [.furtherPictures], "\(recipe)")
            if made.contentType == .jpeg {
                #expect(try JPEGFile(FileByteSource(path: made.path)).furtherPictureCount == 0)
            }
        }
        // One that tells a place goes with it.
        let placed = try folder.write(pair(Place(latitude: 1, longitude: 2)), to: "placed.jpg")
        #expect(try await export(placed, ExportRecipe(metadata: .withoutLocation)).losses == [.furtherPictures])
    }

    @Test func `C11 what goes with a place is told, and a movie that was to go anyway is not`() async throws {
        let first = try picture.jpeg(.up)
        let placed = try ExifWriter.inserting(ExifFields(place: Place(latitude: 1, longitude: 2)), into: first, .jpeg)
        for metadata in [ExportRecipe.Metadata.withoutLocation, .none] {
            let movie = try folder.write(first + Sample.movie(), to: "movie.jpg")
            let made = try await export(movie, ExportRecipe(metadata: metadata))
            #expect(made.losses == [.movie] && made.isLossless && made.kind == .photo)
            #expect(try Data(contentsOf: made.path.url).range(of: Data("moov".utf8)) == nil)
            #expect(try await export(movie, ExportRecipe(metadata: metadata, stillOnly: true)).losses.isEmpty)
            // In no list of pictures.
            let two = try folder.write(first + placed + Sample.movie(), to: "two.jpg")
            #expect(try await export(two, ExportRecipe(metadata: metadata)).losses == [.movie, .furtherPictures])
            #expect(
                try await export(folder.write(first, to: "one.jpg"), ExportRecipe(metadata: metadata)).losses.isEmpty)
        }
    }

    @Test func `C11 an animation loses its comment and no frame`() async throws {
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        let comment = [0x21, 0xFE, 11] + Array("GPSLatitude".utf8) + [0]
        let source = try folder.write(head + frame + comment + frame + [0x3B], to: "a.gif")
        for metadata in [ExportRecipe.Metadata.withoutLocation, .none] {
            let made = try await export(source, ExportRecipe(metadata: metadata))
            #expect(made.isLossless && made.losses.isEmpty && made.contentType == .gif)
            #expect(try [UInt8](Data(contentsOf: made.path.url)) == head + frame + frame + [0x3B])
        }
    }

    @Test func `5.10 a straightened picture has no empty corner, and shows its middle upright`() async throws {
        let large = LabelledPicture(size: PixelSize(width: 320, height: 320))
        for orientation in [Orientation.up, .right] {
            let source = try folder.write(large.jpeg(orientation), to: "\(orientation).jpg")
            let recipe = EditRecipe(straightening: 10)
            let made = try await export(source, ExportRecipe(edit: recipe))
            #expect(!made.isLossless && made.size == recipe.resultSize(in: large.size))
            let frame = try await PictureDecoder().picture(made.path).frame
            // The cell in the middle stays where it was.
            let (x, y) = (made.size.width / 2 + 4, made.size.height / 2 + 4)
            let wanted = LabelledPicture.color(10, 10)
            let found = frame.pixel(x, y)
            #expect(zip(found, wanted).allSatisfy { abs($0 - Int($1)) <= 30 }, "\(found) \(wanted)")
            // Nothing but colours of cells in the corners: each has a channel above 20.
            for (x, y) in [(1, 1), (made.size.width - 2, 1), (1, made.size.height - 2)] {
                #expect(frame.pixel(x, y)[..<3].max() ?? 0 > 19)
            }
        }
    }

    @Test func `5.6 transparency that becomes white is told`() async throws {
        let clear = PixelFrame(
            size: PixelSize(width: 8, height: 8), bytesPerRow: 32,
            bytes: Data((0..<64).flatMap { _ in [0, 128, 0, 128] as [UInt8] }))
        let encoder = PictureEncoder(clear, hasAlpha: true)
        let source = try folder.write(encoder.encode(as: .png, quality: 90), to: "clear.png")
        #expect(try await export(source, ExportRecipe(format: .jpeg)).losses == [.transparency])
        #expect(try await export(source, ExportRecipe(format: .webP)).losses.isEmpty)
    }

    @Test func `5.6 texts of IPTC that only JPEG holds are told when they go`() async throws {
        let record: [UInt8] = [0x1C, 2, 120, 0, 4] + Array("Lake".utf8)
        let block =
            Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(record.count)] + record + [
                0
            ]
        let bytes = try picture.jpeg(.up)
        let segment: [UInt8] = [0xFF, 0xED, 0, UInt8(block.count + 2)] + block
        let source = try folder.write(Array(bytes[..<2]) + segment + Array(bytes[2...]), to: "iptc.jpg")
        #expect(try await export(source, ExportRecipe(format: .png)).losses == [.texts])
        #expect(try await export(source, ExportRecipe(format: .png, metadata: .none)).losses.isEmpty)
        #expect(try await export(source, ExportRecipe(quality: 60)).losses.isEmpty)
    }

    @Test func `C32 a still whose movie lies elsewhere than it says loses movie and claim`() async throws {
        // nextcloud/photos #365
        let still = try folder.write(picture.jpeg(.up), to: "still.jpg")
        let movie = try folder.write(Sample.movie(), to: "movie.mov")
        try await LivePhotoFiles.join(still: still, movie: movie, to: folder.path("live.jpg"))
        let whole = [UInt8](try Data(contentsOf: folder.path("live.jpg").url))
        // Places count from the end, which is no longer there.
        let source = try folder.write(whole + [UInt8](repeating: 7, count: 99), to: "moved.jpg")
        let made = try await export(source, ExportRecipe(stillOnly: true))
        let data = try Data(contentsOf: made.path.url)
        #expect(data.range(of: Data("MotionPhoto".utf8)) == nil && data.range(of: Data("ftyp".utf8)) == nil)
        #expect(data.suffix(2) == Data([0xFF, 0xD9]) && made.isLossless)
    }

    @Test func `C32 one name has room for the still of a pair alone, and says so`() async throws {
        let still = try folder.write(picture.jpeg(.up), to: "still.jpg")
        let movie = try folder.write(Sample.movie(), to: "movie.mov")
        try await LivePhotoFiles.join(still: still, movie: movie, to: folder.path("live.jpg"))
        let live = try #require(try LivePhotoFiles(folder.path("live.jpg")))
        let pair = try await live.convert(to: .apple, in: folder.path("pair"))
        let made = try await exporter.export(pair.still, exactlyTo: folder.path("one.jpg"), as: ExportRecipe())
        #expect(made.kind == .photo && made.losses == [.movie] && made.moviePath == nil)
    }
}
