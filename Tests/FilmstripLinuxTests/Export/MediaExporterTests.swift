import Filmstrip
import FilmstripFormats
import FilmstripTesting
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(3))) struct MediaExporterTests {
    private let folder: TestFolder
    private let exporter = MediaExporter(jobs: 2)

    init() throws { folder = try TestFolder() }

    private func header(_ path: MediaPath) throws -> MediaHeader {
        try MediaHeaderReader.read(FileByteSource(path: path), name: path.string)
    }

    private func bytes(_ path: MediaPath) throws -> [UInt8] { [UInt8](try Data(contentsOf: path.url)) }

    private func export(_ path: MediaPath, _ recipe: ExportRecipe = ExportRecipe()) async throws -> ExportedMedia {
        try await exporter.export([ExportItem(file: path)], to: folder.path("out"), as: recipe)[0].get()
    }

    private let picture = LabelledPicture(size: PixelSize(width: 96, height: 64))

    // MARK: Crops

    @Test(arguments: Orientation.allCases)
    func `5.10 C01 any crop of any orientation shows the part that was framed`(orientation: Orientation) async throws {
        // imazen/imageflow #553; CanHub/Android-Image-Cropper #279
        let source = try folder.write(picture.jpeg(orientation), to: "source.jpg")
        #expect(try header(source).size == picture.size)
        var random = SeededGenerator(seed: UInt64(orientation.rawValue))
        var losslessCount = 0
        for round in 0..<24 {
            // Every other box begins and ends at borders of blocks.
            let step = round % 2 == 0 ? 8 : 1
            let width = Int.random(in: 24...picture.size.width, using: &random) / step * step
            let height = Int.random(in: 24...picture.size.height, using: &random) / step * step
            let x = Int.random(in: 0...(picture.size.width - width) / step, using: &random) * step
            let y = Int.random(in: 0...(picture.size.height - height) / step, using: &random) * step
            let (quarters, mirrored) = (round / 2 % 4, round / 8 % 2 == 1)
            var turn = Orientation(clockwiseDegrees: quarters * 90) ?? .up
            if mirrored { turn = turn.mirrored }
            let box = PixelRect(x: x, y: y, width: width, height: height)
            let crop = Crop(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
            let made = try await export(source, ExportRecipe(edit: EditRecipe(crop: crop, turn: turn)))
            if made.isLossless { losslessCount += 1 }
            #expect(made.size == turn.applied(to: box.size))
            #expect(try header(made.path).size == made.size)
            let decoded = try await PictureDecoder().picture(made.path)
            picture.check(
                decoded.frame, shows: box, turned: quarters, mirrored: mirrored,
                "\(orientation), \(box), \(quarters), \(mirrored), \(made.isLossless)")
        }
        #expect(losslessCount >= 12 && losslessCount < 24)
    }

    @Test(arguments: Orientation.allCases)
    func `C02 saved again, a picture is turned exactly once`(orientation: Orientation) async throws {
        // jdamcd/android-crop #46; FreeFeed/freefeed-server PR 628
        let source = try folder.write(picture.jpeg(orientation), to: "source.jpg")
        for recipe in [
            ExportRecipe(), ExportRecipe(largestSize: PixelSize(width: 48, height: 48)), ExportRecipe(format: .png),
            ExportRecipe(metadata: .none), ExportRecipe(metadata: .withoutLocation),
        ] {
            let once = try await export(source, recipe)
            let twice = try await export(once.path)
            for made in [once, twice] {
                let decoded = try await PictureDecoder().picture(made.path)
                let half = picture.size.limited(to: made.size)
                #expect(decoded.frame.size == made.size && made.size == half)
                if made.size == picture.size {
                    picture.check(
                        decoded.frame, shows: PixelRect(picture.size), turned: 0, mirrored: false, "\(recipe)")
                }
            }
        }
    }

    @Test func `5.10 C08 size tags, thumbnail and turning of a crop are the crop's`() async throws {
        // danmichaelo/croptool #230
        var tree = try #require(
            ExifTree(
                ExifFields(
                    make: "Maker",
                    date: MediaDate(instant: Date(timeIntervalSince1970: 1e9), offsetFromUTC: 0, source: .exif),
                    size: picture.size
                ).tiffBlock))
        tree.setThumbnail(try PictureEncoder(picture.frame, hasAlpha: false).thumbnail())
        var file = try JPEGFile(MemoryByteSource(picture.jpeg(.up)))
        try file.setExif(tree)
        let bytes = try file.pieces(trailer: []).assembled(from: MemoryByteSource(picture.jpeg(.up)))
        let source = try folder.write(bytes, to: "source.jpg")
        for (x, isLossless) in [(16, true), (13, false)] {
            let crop = Crop(x: Double(x), y: 16, width: 32, height: 16)
            let made = try await export(source, ExportRecipe(edit: EditRecipe(crop: crop)))
            #expect(made.isLossless == isLossless)
            let metadata = try PictureMetadata(of: FileByteSource(path: made.path))
            let entries = try MetadataReader.read(FileByteSource(path: made.path), name: "x")
            #expect(entries.contains { $0.name == "PixelXDimension" && $0.raw == "32" })
            #expect(entries.contains { $0.name == "PixelYDimension" && $0.raw == "16" })
            #expect(try metadata.hasThumbnail && (header(made.path).date) == (header(source).date))
            let range = try #require(try header(made.path).previewRange)
            let small = Array(try self.bytes(made.path)[Int(range.lowerBound)..<Int(range.upperBound)])
            let decoded = try JPEGDecoder(made.path).decode(small, covering: PixelSize(width: 32, height: 16))
            #expect(decoded.size == PixelSize(width: 32, height: 16))
            let frame = PixelFrame(size: decoded.size, bytesPerRow: 128, bytes: Data(decoded.pixels))
            if x == 16 {
                picture.check(
                    frame, shows: PixelRect(x: 16, y: 16, width: 32, height: 16), turned: 0, mirrored: false,
                    "thumbnail")
            }
        }
    }

    @Test func `5.10 C23 a crop keeps format and alpha`() async throws {
        // Mawi137/ngx-image-cropper #183
        let size = PixelSize(width: 100, height: 100)
        var pixels = [UInt8](repeating: 0, count: size.pixelCount * 4)
        for place in 0..<size.pixelCount where place % 100 < 50 {
            pixels.replaceSubrange((place * 4)..<(place * 4 + 4), with: [0, 0, 255, 255])
        }
        let frame = PixelFrame(size: size, bytesPerRow: 400, bytes: Data(pixels))
        let source = try folder.write(
            PictureEncoder(frame, hasAlpha: true).encode(as: .png, quality: 90), to: "alpha.png")
        let crop = EditRecipe(crop: Crop(x: 25, y: 0, width: 50, height: 100))
        let made = try await export(source, ExportRecipe(edit: crop))
        #expect(made.contentType == .png && made.size == PixelSize(width: 50, height: 100))
        let decoded = try await PictureDecoder().picture(made.path)
        #expect(decoded.frame.bytes[(50 * 50 + 40) * 4 + 3] == 0 && decoded.frame.bytes[(50 * 50 + 5) * 4 + 3] == 255)
        let flat = try await PictureDecoder().picture(try await export(source, ExportRecipe(format: .jpeg)).path)
        #expect((flat.frame.bytes[(50 * 100 + 90) * 4]) >= 252)
    }

    @Test func `5.10 a circle is transparent outside, and white where nothing can be`() async throws {
        let source = try folder.write(picture.jpeg(.up), to: "source.jpg")
        let circle = EditRecipe(crop: Crop(.circle, in: picture.size))
        let png = try await PictureDecoder().picture(
            try await export(source, ExportRecipe(edit: circle, format: .png)).path)
        #expect(png.frame.size == PixelSize(width: 64, height: 64) && png.hasAlpha && png.frame.bytes[3] == 0)
        let jpeg = try await PictureDecoder().picture(try await export(source, ExportRecipe(edit: circle)).path)
        #expect(jpeg.contentType == .jpeg && jpeg.frame.bytes[0] > 250)
    }

    // MARK: Recipes

    @Test func `5.6 where nothing is asked the bytes are the old ones, whatever the file is`() async throws {
        let files: [(String, [UInt8])] = [
            ("a.jpg", try picture.jpeg(.right)), ("b.mov", Sample.movie()),
            (
                "c.gif",
                Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
            ),
        ]
        for (name, content) in files {
            let made = try await export(try folder.write(content, to: name))
            #expect(try bytes(made.path) == content && made.isLossless && made.byteCount == Int64(content.count))
        }
    }

    @Test func `C20 names tell what the bytes are`() async throws {
        // haiwen/seafile-iOS #358; react-native-image-picker #2009
        let jpeg = try picture.jpeg(.up)
        let heic = try PictureEncoder(picture.frame, hasAlpha: false).encode(as: .heic, quality: 80)
        let files: [(String, [UInt8], String, String)] = [
            ("photo.jpg", heic, "photo.heic", "image/heic"), ("fake.heic", jpeg, "fake.jpg", "image/jpeg"),
            ("noext", jpeg, "noext.jpg", "image/jpeg"), ("UP.JPG", jpeg, "UP.jpg", "image/jpeg"),
            ("kept.jpeg", jpeg, "kept.jpeg", "image/jpeg"),
        ]
        for (name, content, expected, type) in files {
            let made = try await export(try folder.write(content, to: name))
            #expect(made.path.name.string == expected && made.contentType.mimeType == type)
        }
        let converted = try await export(folder.path("photo.jpg"), ExportRecipe(format: .jpeg))
        #expect(Array(try bytes(converted.path).prefix(3)) == [0xFF, 0xD8, 0xFF])
    }

    @Test func `5.6 C04 the largest size is that of the picture as shown, and nothing is enlarged`() async throws {
        // react-native-image-picker #1689; flutter/flutter #149961
        let tall = LabelledPicture(size: PixelSize(width: 64, height: 128))
        let source = try folder.write(tall.jpeg(.right), to: "o6.jpg")
        for (box, expected) in [
            (PixelSize(width: 32, height: 32), PixelSize(width: 16, height: 32)),
            (PixelSize(width: 128, height: 96), PixelSize(width: 48, height: 96)),
            (PixelSize(width: 500, height: 500), PixelSize(width: 64, height: 128)),
        ] {
            let made = try await export(source, ExportRecipe(largestSize: box))
            #expect(made.size == expected)
            #expect(try header(made.path).size == expected)
            #expect(try await PictureDecoder().picture(made.path).frame.size == expected)
        }
    }

    @Test(.enabled(if: hasTool("exiftool"), "needs exiftool"))
    func `5.6 C10 after a resize every tag is there`() async throws {
        // flutter/flutter #132827; ivpusic/react-native-image-crop-picker #1567
        let source = try folder.write(picture.jpeg(.up), to: "source.jpg")
        let tags = [
            "-Make=M", "-Model=K", "-LensModel=35mm", "-DateTimeOriginal=2024:05:06 07:08:09",
            "-OffsetTimeOriginal=+09:00", "-SubSecTimeOriginal=123", "-FNumber=2.8", "-ExposureTime=1/125", "-ISO=200",
            "-FocalLength=35", "-GPSLatitude=35.5", "-GPSLatitudeRef=N", "-GPSLongitude=139.7", "-GPSLongitudeRef=E",
            "-GPSAltitude=12", "-Artist=Ann", "-Copyright=C", "-UserComment=text", "-XMP:Rating=4",
            "-IPTC:Keywords=key",
            "-IPTC:City=Tokyo",
        ]
        _ = try told(["-overwrite_original"] + tags, source)
        let made = try await export(source, ExportRecipe(largestSize: PixelSize(width: 48, height: 48)))
        #expect(!made.isLossless)
        let names = [
            "Make", "Model", "LensModel", "DateTimeOriginal", "OffsetTimeOriginal", "SubSecTimeOriginal", "FNumber",
            "ExposureTime", "ISO", "FocalLength", "GPSLatitude", "GPSLongitude", "GPSAltitude", "Artist", "Copyright",
            "UserComment", "Rating", "Keywords", "City",
        ]
        let (before, after) = (try told(["-j"], source), try told(["-j"], made.path))
        for name in names { #expect(before[name] != nil && before[name] == after[name], "\(name)") }
        // C11 without places
        let quiet = try await export(source, ExportRecipe(metadata: .withoutLocation))
        let said = try told(["-j", "-a", "-G1"], quiet.path)
        #expect(quiet.isLossless && !said.keys.contains { $0.contains("GPS") || $0.hasSuffix("City") })
        #expect(said["ExifIFD:DateTimeOriginal"] == "2024:05:06 07:08:09" && said["IPTC:Keywords"] == "key")
        let nothing = try told(["-j", "-a", "-G1"], try await export(source, ExportRecipe(metadata: .none)).path)
        #expect(
            !nothing.keys.contains { ["IFD0", "ExifIFD", "XMP", "IPTC", "GPS"].contains($0.split(separator: ":")[0]) })
    }

    @Test func `5.6 a byte budget is kept with its metadata`() async throws {
        let large = LabelledPicture(size: PixelSize(width: 640, height: 480))
        let source = try folder.write(large.jpeg(.right), to: "source.jpg")
        let size = Int64(try bytes(source).count)
        let made = try await export(source, ExportRecipe(maximumBytes: size / 3))
        #expect(try made.byteCount <= size / 3 && made.byteCount == Int64(bytes(made.path).count))
        #expect(try await export(source, ExportRecipe(maximumBytes: size)).isLossless)
        let results = await exporter.export(
            [ExportItem(file: source)], to: folder.path("out"), as: ExportRecipe(maximumBytes: 40))
        #expect(throws: ExportError.self) { try results[0].get() }
    }

    // MARK: Several

    @Test func `5.6 each item has its result, in order, and the same name twice is two files`() async throws {
        try folder.makeFolder("other")
        let one = try folder.write(picture.jpeg(.up), to: "a.jpg")
        let other = try folder.write(picture.jpeg(.down), to: "other/a.jpg")
        let broken = try folder.write(Array("no picture".utf8), to: "b.jpg")
        let items = [one, broken, other, one, folder.path("missing.jpg")].map { ExportItem(file: $0) }
        let told = Locked<[Int]>([])
        let results = await exporter.export(items, to: folder.path("out"), as: ExportRecipe()) { progress in
            #expect(progress.total == 5)
            told.withLock { $0.append(progress.finished) }
        }
        #expect(told.withLock { $0 } == [1, 2, 3, 4, 5])
        let paths = Set([0, 2, 3].compactMap { index in try? results[index].get().path })
        #expect(paths.count == 3)
        #expect(try bytes(results[0].get().path) == bytes(one) && bytes(results[2].get().path) == bytes(other))
        #expect(throws: ExportError.library(.unsupportedFormat(path: broken.string))) { try results[1].get() }
        #expect(throws: ExportError.library(.notFound(path: folder.path("missing.jpg").string))) {
            try results[4].get()
        }
    }

    @Test func `5.6 a cancelled export ends each item that was not done, and leaves no part behind`() async throws {
        let source = try folder.write(picture.jpeg(.up), to: "a.jpg")
        let items = (0..<40).map { _ in ExportItem(file: source) }
        let (exporter, target) = (MediaExporter(jobs: 1), folder.path("out"))
        let (steps, step) = AsyncStream<Void>.makeStream()
        let work = Task {
            await exporter.export(items, to: target, as: ExportRecipe(format: .png)) { _ in step.yield() }
        }
        for await _ in steps { break }
        work.cancel()
        let results = await work.value
        let done = results.count { (try? $0.get()) != nil }
        #expect(results.count == 40 && done >= 1 && done < 40)
        let names = try FileManager.default.contentsOfDirectory(atPath: target.string)
        #expect(names.count == done && !names.contains { $0.hasPrefix(".") })
    }

    @Test func `A folder that cannot be made is told for each item`() async throws {
        let source = try folder.write(picture.jpeg(.up), to: "a.jpg")
        let results = await exporter.export([ExportItem(file: source)], to: source, as: ExportRecipe())
        #expect(throws: ExportError.self) { try results[0].get() }
    }

    // MARK: Live photos and videos

    private func motionPhoto() async throws -> MediaPath {
        let still = try folder.write(picture.jpeg(.up), to: "still.jpg")
        let movie = try folder.write(Sample.movie(), to: "movie.mov")
        try await LivePhotoFiles.join(still: still, movie: movie, to: folder.path("live.jpg"))
        return folder.path("live.jpg")
    }

    @Test func `C32 the still alone has no movie, and an edit says that it drops it`() async throws {
        // nextcloud/photos #365
        let live = try await motionPhoto()
        let still = try await export(live, ExportRecipe(stillOnly: true))
        #expect(try still.kind == .photo && still.isLossless && Array(bytes(still.path).suffix(2)) == [0xFF, 0xD9])
        #expect(Data(try bytes(still.path)).range(of: Data("MotionPhoto".utf8)) == nil)
        let cut = try await export(live, ExportRecipe(edit: EditRecipe(turn: .right)))
        #expect(cut.kind == .photo && cut.losses == [.movie])
        #expect(try header(cut.path).motionPhotoRange == nil && header(cut.path).problems.isEmpty)
    }

    @Test func `A motion photo stays one, smaller or silent about places`() async throws {
        let live = try await motionPhoto()
        let whole = try await export(live)
        #expect(try bytes(whole.path) == bytes(live) && whole.kind == .livePhoto)
        let small = try await export(live, ExportRecipe(largestSize: PixelSize(width: 48, height: 48)))
        #expect(small.kind == .livePhoto && small.size == PixelSize(width: 48, height: 32))
        let range = try #require(try header(small.path).motionPhotoRange)
        #expect(Array(try bytes(small.path)[Int(range.lowerBound)...]) == Sample.movie())
        let quiet = try await export(live, ExportRecipe(metadata: .none))
        #expect(try quiet.kind == .livePhoto && header(quiet.path).motionPhotoRange != nil)
    }

    @Test func `A pair stays bound, by a new identifier where nothing else may be said`() async throws {
        let identifier = "11111111-1111-4111-8111-111111111111"
        let still = try folder.write(Sample.jpeg(identifier: identifier), to: "IMG_1.JPG")
        let movie = Sample.movie(identifier: identifier)
        try folder.write(movie, to: "IMG_1.MOV")
        let whole = try await export(still)
        #expect(try whole.kind == .livePhoto && bytes(try #require(whole.moviePath)) == movie)
        let bare = try await export(still, ExportRecipe(metadata: .none))
        let moviePath = try #require(bare.moviePath)
        #expect(try header(bare.path).contentIdentifier == header(moviePath).contentIdentifier)
        #expect(try header(bare.path).contentIdentifier != identifier && header(bare.path).contentIdentifier != nil)
        let alone = try await export(still, ExportRecipe(stillOnly: true))
        #expect(try alone.moviePath == nil && header(alone.path).contentIdentifier == nil)
    }

    @Test func `C31 a still whose movie is damaged is exported as the photo that it is`() async throws {
        // photoprism/photoprism #1895
        let identifier = "22222222-2222-4222-8222-222222222222"
        let still = try folder.write(Sample.jpeg(identifier: identifier), to: "IMG_5.jpg")
        try folder.write(Sample.jpeg(identifier: identifier), to: "IMG_5.mov")
        let made = try await export(still)
        #expect(made.kind == .photo && made.moviePath == nil)
    }

    @Test func `A video is copied, loses its place on request, and is never made small`() async throws {
        let changes = MovieChanges(place: Place(latitude: 35.5, longitude: 139.7))
        let bytes = try ISOBoxEditor.applying(changes, to: Sample.movie())
        let source = try folder.write(bytes, to: "movie.mov")
        #expect(try header(source).place != nil)
        let quiet = try await export(
            source, ExportRecipe(largestSize: PixelSize(width: 8, height: 8), metadata: .withoutLocation))
        #expect(try header(quiet.path).place == nil && quiet.size == PixelSize(width: 320, height: 240))
        let results = await exporter.export(
            [ExportItem(file: source)], to: folder.path("out"), as: ExportRecipe(maximumBytes: 10))
        #expect(throws: ExportError.budgetTooSmall(path: source.string, smallest: Int64(bytes.count))) {
            try results[0].get()
        }
    }

    @Test(.enabled(if: hasTool("ffmpeg"), "needs ffmpeg"))
    func `5.10 a video is trimmed at key frames, without coding a frame again`() async throws {
        let frames = RawPixels(
            format: "rgb", size: PixelSize(width: 64, height: 48),
            frames: (0..<40).map { [UInt8](repeating: UInt8($0 * 6), count: 64 * 48 * 3) })
        let bytes = try PixelEncoder.encode(frames, as: .mp4, rate: 10, folder: folder.root)
        let source = try folder.write(bytes, to: "movie.mp4")
        let made = try await export(source, ExportRecipe(trim: 0...1.5, metadata: .withoutLocation))
        #expect(made.duration.map { abs($0 - 1.5) < 0.11 } == true && made.isLossless)
        #expect(try header(made.path).duration == made.duration && made.byteCount < Int64(bytes.count))
        let results = await exporter.export(
            [ExportItem(file: source)], to: folder.path("out"), as: ExportRecipe(trim: 50...60))
        #expect(throws: ExportError.self) { try results[0].get() }
    }

    @Test func `C26 colours of another profile are kept with it, or brought to sRGB`() async throws {
        // processwire/processwire-issues #2265
        let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 7, count: 200)
        let plain = try picture.jpeg(.up)
        let bytes = Array(plain[..<2]) + [0xFF, 0xE2, 0, UInt8(profile.count + 2)] + profile + Array(plain[2...])
        let source = try folder.write(bytes, to: "profile.jpg")
        let cut = try await export(source, ExportRecipe(edit: EditRecipe(turn: .right)))
        #expect(try cut.isLossless && Data(self.bytes(cut.path)).range(of: Data(profile)) != nil)
        let quiet = try await export(source, ExportRecipe(metadata: .none))
        #expect(try Data(self.bytes(quiet.path)).range(of: Data(profile)) != nil)
        let coded = try await export(source, ExportRecipe(largestSize: PixelSize(width: 40, height: 40)))
        #expect(try Data(self.bytes(coded.path)).range(of: Data("ICC_PROFILE".utf8)) == nil)
    }

    @Test func `C50 a file that is replaced keeps its mode, its attributes and the links to it`() async throws {
        // Exiv2/exiv2 #9482
        let source = try folder.write(picture.jpeg(.right), to: "a.jpg")
        #expect(source.withCString { chmod($0, 0o640) } == 0)
        let link = folder.path("link.jpg")
        #expect(symlink(source.string, link.string) == 0)
        let made = try await exporter.replace(link, as: ExportRecipe(edit: EditRecipe(turn: .right)))
        #expect(made.path == source && made.isLossless)
        let status = try FileManager.default.attributesOfItem(atPath: source.string)
        #expect((status[.posixPermissions] as? Int) == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.string) == source.string)
        let decoded = try await PictureDecoder().picture(source)
        picture.check(decoded.frame, shows: PixelRect(picture.size), turned: 1, mirrored: false, "replaced")
        let before = try bytes(source)
        await #expect(throws: ExportError.self) { try await exporter.replace(source, as: ExportRecipe(format: .png)) }
        #expect(try bytes(source) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.root.string).sorted() == ["a.jpg", "link.jpg"])
    }

    private func told(_ arguments: [String], _ path: MediaPath) throws -> [String: String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["exiftool"] + arguments + [path.string]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard arguments.contains("-j") else { return [:] }
        let values = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        return (values?.first ?? [:]).mapValues { "\($0)" }
    }
}

/// Whether a program is there that a test asks for a second opinion.
func hasTool(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
}
