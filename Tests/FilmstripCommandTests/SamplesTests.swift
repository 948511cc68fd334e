import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(3))) struct SamplesTests {
    @Test func `5.14 the plan depends on the seed alone and is in order of time`() {
        let plan = SamplePlan(count: 500, seed: 3).items
        let same = SamplePlan(count: 500, seed: 3).items
        #expect(plan.count == 500)
        #expect(plan.map(\.stem) == same.map(\.stem) && plan.map(\.seed) == same.map(\.seed))
        #expect(SamplePlan(count: 500, seed: 4).items.map(\.seed) != plan.map(\.seed))
        #expect(zip(plan, plan.dropFirst()).allSatisfy { $0.localTime <= $1.localTime })
        #expect(Set(plan.map { "\($0.folder)/\($0.stem)" }).count == 500)
        #expect(Set(plan.map(\.kind)) == Set(SampleItem.Kind.allCases))
        let years = Set(plan.map { CivilDay.date(days: $0.localTime / 86_400).year })
        #expect(years.count >= 7)
    }

    @Test(arguments: 1...6) func `a small library shows many things, and none of them all the time`(seed: UInt64) {
        let items = SamplePlan(count: 48, seed: seed).items.filter { $0.burst ?? 1 == 1 && $0.kind != .screenshot }
        let counts = Dictionary(items.map { ($0.scene, 1) }, uniquingKeysWith: +)
        #expect(counts.count >= 8)
        #expect((counts.values.max() ?? 0) * 4 <= items.count, "\(counts)")
    }

    @Test(arguments: [1, 2, 7, 40]) func `a small plan has exactly as many as asked for`(count: Int) {
        #expect(SamplePlan(count: count, seed: 1).items.count == count)
    }

    @Test func `same seed, same bytes; and nothing is overwritten`() async throws {
        let fixture = try CommandFixture()
        for name in ["a", "b"] {
            let folder = fixture.folder.appending(name).string
            #expect(await fixture.run("samples", folder, "--count", "45", "--tiny", "--seed", "9") == .done)
        }
        let first = try Self.files(in: fixture.folder.appending("a"))
        let second = try Self.files(in: fixture.folder.appending("b"))
        #expect(first.count >= 45)
        #expect(first.keys.sorted() == second.keys.sorted())
        let different = first.keys.filter { first[$0] != second[$0] }
        #expect(different.isEmpty)
        #expect(await fixture.run("samples", fixture.folder.appending("a").string, "--json") == .failed)
        #expect(fixture.errorCode == "exists")
        #expect(try Self.files(in: fixture.folder.appending("a")).count == first.count)
    }

    @Test(arguments: [false, true])
    func `5.14 samples that are interrupted leave nothing, and the next try begins anew`(isThere: Bool) async throws {
        let fixture = try CommandFixture()
        let folder = fixture.folder.appending("made/library")
        if isThere { try folder.makeFolders() }
        async let status = fixture.run("samples", folder.string, "--tiny", "--count", "3000")
        while (try? Self.files(in: folder))?.isEmpty != false { try await Task.sleep(for: .milliseconds(5)) }
        fixture.stop.yield(.interrupt)
        #expect(await status == .cancelled)
        #expect(fixture.output.bytes.isEmpty)
        #expect(fixture.names == (isThere ? ["made"] : []))
        #expect(folder.isFolder == isThere)
        if isThere { #expect(try folder.isEmptyFolder()) }
        #expect(await fixture.run("samples", folder.string, "--tiny", "--count", "3") == .done)
    }

    @Test func `what somebody else has put beside the samples stays`() throws {
        let fixture = try CommandFixture()
        let made = MadeFiles()
        try made.makeFolders(fixture.folder.appending("a/b/c"))
        for (name, isOurs) in [("a/b/c/ours", true), ("a/theirs", false)] {
            fixture.folder.appending(name).put("x")
            if isOurs { made.add(fixture.folder.appending(name)) }
        }
        made.remove()
        #expect(fixture.folder.appending("a/theirs").exists && !fixture.folder.appending("a/b").exists)
    }

    @Test func `each kind of sample is read as what it is`() async throws {
        let fixture = try CommandFixture()
        let folder = fixture.folder.appending("library")
        #expect(await fixture.run("samples", folder.string, "--count", "300", "--tiny", "--seed", "2") == .done)
        for item in SamplePlan(count: 300, seed: 2).items {
            let stem = folder.appending(item.folder).appending(item.stem)
            let endings = [".jpg", ".JPG", ".png", ".gif", ".mp4", ".MOV"]
            let candidates = endings.map { MediaPath(bytes: stem.bytes + Array($0.utf8)) }
            let path = try #require(candidates.first { $0.exists })
            let info = try FileInfo(path)
            #expect(info.header.problems.isEmpty, "\(path)")
            try Self.check(info, item)
        }
    }

    private static func check(_ info: FileInfo, _ item: SampleItem) throws {
        let (header, subtypes) = (info.header, info.header.subtypes)
        switch item.kind {
        case .photo, .portrait: #expect(info.kind == .photo)
        case .selfie: #expect(subtypes.contains(.selfie))
        case .panorama: #expect(subtypes.contains(.panorama))
        case .screenshot: #expect(subtypes.contains(.screenshot) && header.contentType == .png)
        case .burst: #expect(subtypes.contains(.burst))
        case .video: #expect(info.kind == .video && (header.duration ?? 0) >= 0.9)
        case .live: #expect(info.kind == .livePhoto && info.pairedMovie != nil)
        case .motionPhoto: #expect(info.kind == .livePhoto && header.motionPhotoRange != nil)
        case .animation: #expect(subtypes.contains(.animated) && header.frameCount == 8)
        }
        let isUpright = item.kind == .portrait || item.kind == .selfie
        #expect((header.size.height > header.size.width) == (isUpright || item.kind == .screenshot), "\(info.path)")
        if header.orientation == .right || header.orientation == .left {
            #expect(header.storedSize == PixelSize(width: header.size.height, height: header.size.width))
        }
        guard item.kind != .animation else { return }
        #expect(abs(info.date.instant.timeIntervalSince(item.date.instant)) < 1, "\(info.path)")
        if let place = item.place {
            #expect(abs((header.place?.latitude ?? 0) - place.latitude) < 0.001)
            #expect(abs((header.place?.longitude ?? 0) - place.longitude) < 0.001)
        } else {
            #expect(header.place == nil)
        }
    }

    // EXIF 2.32: the small picture is at most 160 pixels wide, and lies as the large one does.
    @Test(arguments: [true, false]) func `Each photo has a small one in it, which is the same picture`(
        isTiny: Bool
    ) async throws {
        let fixture = try CommandFixture()
        let plan = SamplePlan(count: 300, seed: 2)
        let maker = SampleMaker(seed: 2, isTiny: isTiny, scratch: fixture.folder)
        let kinds: Set<SampleItem.Kind> =
            isTiny ? [.photo, .portrait, .selfie, .panorama, .live, .motionPhoto, .burst] : [.selfie]
        for kind in kinds {
            let item = try #require(plan.items.first { $0.kind == kind })
            let still = try #require(try await maker.files(of: item).first)
            let header = try MediaHeaderReader.read(MemoryByteSource(still.bytes), name: "still")
            let range = try #require(header.previewRange)
            let preview = still.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
            let large = try Self.pixels(of: still.bytes, in: fixture.folder)
            let small = try Self.pixels(of: Array(preview), in: fixture.folder)
            let limit = isTiny ? 48 : 160
            #expect(large.size == header.storedSize && max(small.size.width, small.size.height) == limit)
            #expect(small.size == large.size.limited(to: PixelSize(width: limit, height: limit)))
            let near = Self.difference(large.scaled(to: small.size), small)
            // What would not be seen otherwise: the same colours the other way round.
            let turned = Self.difference(large.scaled(to: small.size), small.stored(for: .down))
            // Few pixels lose much as JPEG.
            #expect(near < 16 && near * 2 < turned, "\(kind): \(near), \(turned)")
        }
    }

    private static func pixels(of bytes: [UInt8], in folder: MediaPath) throws -> SamplePixels {
        let path = folder.appending(UUID().uuidString)
        try path.writeNew(bytes, durably: false)
        var pixels: SamplePixels?
        try FrameReader.read(path) { frame in
            let all = Array(frame.bytes)
            var bytes: [UInt8] = []
            for row in 0..<frame.size.height {
                for column in 0..<frame.size.width {
                    let place = row * frame.bytesPerRow + column * 4
                    bytes += [all[place + 2], all[place + 1], all[place]]
                }
            }
            pixels = SamplePixels(size: frame.size, bytes: bytes)
            return false
        }
        return try #require(pixels)
    }

    /// How far two pictures of the same size are from each other on average, 0 to 255.
    private static func difference(_ one: SamplePixels, _ other: SamplePixels) -> Double {
        zip(one.bytes, other.bytes).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(one.bytes.count)
    }

    @Test func `scaling down averages, and keeps what is small as it is`() {
        let pixels = SamplePixels(
            size: PixelSize(width: 4, height: 2), bytes: [10, 20, 30, 40, 50, 60, 70, 81].flatMap { [$0, 0, 255] })
        #expect(pixels.scaled(to: pixels.size).bytes == pixels.bytes)
        #expect(pixels.scaled(to: PixelSize(width: 2, height: 1)).bytes == [35, 0, 255, 55, 0, 255])
        #expect(pixels.scaled(to: PixelSize(width: 1, height: 1)).bytes == [45, 0, 255])
        // Not made for that, and harmless.
        #expect(pixels.scaled(to: PixelSize(width: 4, height: 3)).bytes.count == 36)
    }

    @Test func `favourites are a few photos of all years, and depend on the seed alone`() {
        for count in [1, 2, 7, 200, 1000] {
            let plan = SamplePlan(count: count, seed: 1)
            let favorites = plan.favorites
            #expect(favorites.map(\.number) == SamplePlan(count: count, seed: 1).favorites.map(\.number))
            #expect(Set(favorites.map(\.number)).count == favorites.count)
            #expect(favorites.count <= min(24, count / 12 + 1))
            #expect(favorites.allSatisfy { ![.video, .screenshot, .burst, .animation].contains($0.kind) })
        }
        let years = SamplePlan(count: 200, seed: 1).favorites.map { CivilDay.date(days: $0.localTime / 86_400).year }
        #expect(years.count == 17 && Set(years).count >= 5)
    }

    // EXIF 2.32: 6 is to be turned by 90° clockwise, 8 anticlockwise, 3 by half a circle.
    @Test func `pixels are stored as the orientation says`() {
        // 1 2
        // 3 4
        // 5 6
        let upright = SamplePixels(
            size: PixelSize(width: 2, height: 3), bytes: (1...6).flatMap { [UInt8($0), 0, 0] })
        func values(_ pixels: SamplePixels) -> [UInt8] {
            stride(from: 0, to: pixels.bytes.count, by: 3).map { pixels.bytes[$0] }
        }
        #expect(values(upright.stored(for: .up)) == [1, 2, 3, 4, 5, 6])
        #expect(values(upright.stored(for: .down)) == [6, 5, 4, 3, 2, 1])
        #expect(upright.stored(for: .right).size == PixelSize(width: 3, height: 2))
        #expect(values(upright.stored(for: .right)) == [2, 4, 6, 1, 3, 5])
        #expect(values(upright.stored(for: .left)) == [5, 3, 1, 6, 4, 2])
    }

    @Test func `random numbers are those of SplitMix64, and stay in their range`() {
        var random = SampleRandom(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
        for _ in 0..<1000 {
            #expect((3...5).contains(random.integer(in: 3...5)))
            #expect((-1.0...1.0).contains(random.number(in: -1...1)))
        }
    }

    private static func files(in folder: MediaPath) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) {
            let path = folder.appending(name)
            if !path.isFolder { files[name] = try path.readAll() }
        }
        return files
    }
}
