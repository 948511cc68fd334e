import Filmstrip
import FilmstripLinux
import Foundation

/// Thumbnails of camera pictures behind the wall, beside `vipsthumbnail`, which has none.
struct ThumbnailBenchmark {
    let workshop: Workshop

    private static let side = 256
    private var box: PixelSize { PixelSize(width: Self.side, height: Self.side) }

    func figures() async throws -> [Figure] {
        let files = try pictures(count: 40).map { MediaPath($0) }
        let decoder = PictureDecoder()
        // Workers are started before anybody measures, as they are in a program that shows pictures.
        _ = try await decoder.protection()
        for file in files { _ = try Data(contentsOf: file.url) }
        let vips = try vipsThumbnail(files)
        let previews = try await workshop.best {
            try await all(files) { _ = try await decoder.preview($0, fitting: box) }
        }
        let sharp = try await workshop.best { try await all(files) { _ = try await decoder.picture($0, fitting: box) } }

        let store = ThumbnailStore(folder: MediaPath(workshop.folder.appending(path: "thumbnails").path))
        let maker = ThumbnailMaker(decoder: decoder, store: store)
        try await all(files) { try await maker.make($0, fitting: box) { _ in } }
        let kept = try await workshop.best {
            for _ in 0..<25 { try await all(files) { try await maker.make($0, fitting: box) { _ in } } }
        }
        let perSecond = 1000 / (kept / .seconds(1))
        return [
            .atMost(0.125, "first sight of 40 camera JPEGs of 12 MP", previews, vips, against: "vipsthumbnail"),
            .fasterThan("the same 40, sharp, behind the wall", sharp, vips, against: "vipsthumbnail", atLeast: 1),
            try await firstSightOfHEIC(decoder),
            Figure(
                name: "from the disk", ours: (kept / 1000).text, other: "", result: "\(perSecond.text) a second",
                target: "≥ 1000 a second", isMet: perSecond >= 1000),
            .within(
                .milliseconds(2), "what the wall adds to a picture of 256 px", try await costOfWall(decoder),
                note: "in this process"),
        ]
    }

    /// A HEIC of 12 megapixels with a preview in it, beside the whole of it.
    private func firstSightOfHEIC(_ decoder: PictureDecoder) async throws -> Figure {
        let heic = workshop.store.appending(path: "camera-12.heic")
        if !FileManager.default.fileExists(atPath: heic.path) {
            let part = workshop.folder.appending(path: "part.heic").path
            try workshop.run([
                "heif-enc", "-q", "60", "-t", "320", "-p", "preset=ultrafast",
                workshop.store.appending(path: "camera-40/0.jpg").path, "-o", part,
            ])
            try FileManager.default.moveItem(atPath: part, toPath: heic.path)
        }
        let path = MediaPath(heic.path)
        let preview = try await workshop.best(of: 5) {
            guard try await decoder.preview(path, fitting: box) != nil else {
                throw Workshop.Missing(description: "a HEIC with a preview")
            }
        }
        let whole = try await workshop.best(of: 2) { _ = try await decoder.picture(path) }
        return .atMost(0.05, "first sight of a HEIC of 12 MP", preview, whole, against: "its full decode")
    }

    /// JPEGs of 12 megapixels with an embedded preview of 160x120, as cameras write them. Made once.
    private func pictures(count: Int) throws -> [String] {
        let folder = workshop.store.appending(path: "camera-\(count)")
        let names = (0..<count).map { folder.appending(path: "\($0).jpg").path }
        guard !FileManager.default.fileExists(atPath: folder.path) else { return names }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let first = names[0]
        let (noise, small) = (folder.appending(path: "noise.v").path, folder.appending(path: "preview.jpg").path)
        try workshop.run(["vips", "perlin", noise, "4000", "3000", "--cell-size", "64", "--uchar"])
        try workshop.run(["vips", "jpegsave", noise, first, "--Q", "92"])
        try workshop.run(["vipsthumbnail", first, "--size", "160x120", "-o", small])
        try workshop.run([
            "exiftool", "-q", "-overwrite_original", "-ThumbnailImage<=\(small)", "-Make=Camera", "-Orientation#=1",
            first,
        ])
        for name in names.dropFirst() { try FileManager.default.copyItem(atPath: first, toPath: name) }
        for made in [noise, small] { try FileManager.default.removeItem(atPath: made) }
        return names
    }

    /// As many processes as there are processors, each with its part of the files.
    private func vipsThumbnail(_ files: [MediaPath]) throws -> Duration {
        let parts = ProcessInfo.processInfo.activeProcessorCount
        let out = workshop.folder.appending(path: "vips-%s.jpg").path
        let calls = (0..<parts).map { part in
            ["env", "VIPS_CONCURRENCY=1", "vipsthumbnail"]
                + files.indices.filter { $0 % parts == part }.map { files[$0].string }
                + ["--size", "\(Self.side)", "-o", out]
        }
        return try (0..<3).map { _ in try workshop.run(together: calls) }.min() ?? .zero
    }

    private func all(_ files: [MediaPath], _ work: @escaping @Sendable (MediaPath) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for file in files { group.addTask { try await work(file) } }
            try await group.waitForAll()
        }
    }

    /// The time of a small picture behind the wall, less its time in this process.
    private func costOfWall(_ decoder: PictureDecoder) async throws -> Duration {
        let small = workshop.folder.appending(path: "small.jpg").path
        try workshop.run(["vips", "perlin", small, "\(Self.side)", "\(Self.side)", "--uchar"])
        var bare = PictureDecoder.Configuration()
        bare.helperFolder = MediaPath("/nowhere")
        let path = MediaPath(small)
        var times: [Duration] = []
        for decoder in [decoder, PictureDecoder(bare)] {
            times.append(
                try await workshop.best {
                    for _ in 0..<100 { _ = try await decoder.picture(path, fitting: box) }
                } / 100)
        }
        return max(.zero, times[0] - times[1])
    }
}
