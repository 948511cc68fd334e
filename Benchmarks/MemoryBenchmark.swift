import Filmstrip
import FilmstripLinux
import Foundation

/// What thumbnails of very large pictures take while they are made, and what many of them leave behind.
struct MemoryBenchmark {
    let workshop: Workshop

    private static let copies = 8
    private static let count = 10_000
    private static let limit = 1.0 * 1_073_741_824
    private let box = PixelSize(width: 256, height: 256)

    // MARK: Very large pictures

    /// Eight copies each of a JPEG and a progressive JPEG of 108 megapixels and a HEIC panorama of 62, two at a time.
    func largePictures() async throws -> [Figure] {
        let files = try pictures()
        var configuration = PictureDecoder.Configuration()
        configuration.workerCount = 2
        let decoder = PictureDecoder(configuration)
        let idle = try await decoder.protection().idleMemory ?? 0
        let watch = PoolWatch()
        let box = box
        let time = try await workshop.time {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for file in files {
                    group.addTask { _ = try await decoder.picture(MediaPath(file), fitting: box) }
                }
                try await group.waitForAll()
            }
        }
        let peak = watch.end()
        return [
            Figure(
                name: "\(files.count) pictures of 62 and 108 MP, pool and program", ours: time.text, other: "",
                result: "\(Self.megabytes(peak)) at most", target: "≤ 1 GiB", isMet: peak <= Self.limit),
            .told("a worker that waits", Self.megabytes(Double(idle))),
            .told("a worker at most", Self.megabytes(Double(decoder.peakWorkerMemory))),
        ]
    }

    /// As of the public reports: libheif #665, stash #3471. Made once.
    private func pictures() throws -> [String] {
        let folder = workshop.store.appending(path: "large-\(Self.copies)")
        let kinds = ["baseline.jpg", "progressive.jpg", "panorama.heic"]
        let names = (0..<Self.copies).flatMap { copy in kinds.map { folder.appending(path: "\(copy)-\($0)").path } }
        guard !FileManager.default.fileExists(atPath: folder.path) else { return names }
        let part = workshop.store.appending(path: "large-part")
        if FileManager.default.fileExists(atPath: part.path) { try FileManager.default.removeItem(at: part) }
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        func made(_ name: String) -> String { part.appending(path: name).path }
        for (name, width, height) in [("large", "12000", "9000"), ("wide", "16382", "3794")] {
            try workshop.run(["vips", "grey", made("g.v"), width, height, "--uchar"])
            try workshop.run([
                "vips", "bandjoin", [String](repeating: made("g.v"), count: 3).joined(separator: " "), made("p.v"),
            ])
            try workshop.run(["vips", "copy", made("p.v"), made("\(name).v"), "--interpretation", "srgb"])
        }
        try workshop.run(["vips", "jpegsave", made("large.v"), made("0-baseline.jpg"), "--Q", "80"])
        try workshop.run(["vips", "jpegsave", made("large.v"), made("0-progressive.jpg"), "--Q", "80", "--interlace"])
        try workshop.run(["vips", "heifsave", made("wide.v"), made("0-panorama.heic"), "--Q", "30", "--effort", "0"])
        for name in ["g.v", "p.v", "large.v", "wide.v"] { try FileManager.default.removeItem(atPath: made(name)) }
        for copy in 1..<Self.copies {
            for kind in kinds {
                try FileManager.default.copyItem(atPath: made("0-\(kind)"), toPath: made("\(copy)-\(kind)"))
            }
        }
        try FileManager.default.moveItem(at: part, to: folder)
        return names
    }

    // MARK: Many pictures

    /// A grid that goes over all pictures of a library and back, a screen at a time.
    func scrolling() async throws -> [Figure] {
        let folder = try smallPictures()
        let cache = workshop.folder.appending(path: "scrolling")
        let library = FolderLibrary(
            FolderLibrary.Configuration(
                roots: [MediaPath(folder.path)], cacheFolder: MediaPath(cache.path),
                dataFolder: MediaPath(cache.path).appending("data")))
        _ = try await library.index()
        let loader = ThumbnailLoader(library)
        let fetch = try await library.fetch(AssetQuery())
        try await show(0..<40, of: fetch, by: loader)
        let before = workshop.residentBytes
        let screens = stride(from: 0, to: Self.count, by: 40).map { $0..<min(Self.count, $0 + 40) }
        let there = try await workshop.time { for screen in screens { try await show(screen, of: fetch, by: loader) } }
        let back = try await workshop.time {
            for screen in screens.reversed() { try await show(screen, of: fetch, by: loader) }
        }
        let growth = Double(workshop.residentBytes - before)
        return [
            .told("\(Self.count) thumbnails made", there), .told("the same back, from the disk", back),
            Figure(
                name: "memory of this program after both", ours: "\(Self.megabytes(growth)) more", other: "",
                result: Self.megabytes(growth), target: "≤ 64 MB", isMet: growth <= 64e6),
        ]
    }

    private func show(_ screen: Range<Int>, of fetch: any AssetFetch, by loader: ThumbnailLoader) async throws {
        let assets = try await fetch.assets(in: screen)
        let box = box
        try await withThrowingTaskGroup(of: Void.self) { group in
            for asset in assets {
                group.addTask {
                    var last: Thumbnail?
                    for try await thumbnail in loader.thumbnail(asset.id, fitting: box) { last = thumbnail }
                    guard last?.isDegraded == false else { throw Workshop.Missing(description: "a sharp thumbnail") }
                }
            }
            try await group.waitForAll()
        }
    }

    private func smallPictures() throws -> URL {
        let folder = workshop.store.appending(path: "small-\(Self.count)")
        guard !FileManager.default.fileExists(atPath: folder.path) else { return folder }
        let part = workshop.store.appending(path: "small-part")
        if FileManager.default.fileExists(atPath: part.path) { try FileManager.default.removeItem(at: part) }
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        let first = workshop.folder.appending(path: "small-first.jpg")
        try workshop.run(["vips", "perlin", first.path, "320", "240", "--uchar"])
        let bytes = try Data(contentsOf: first)
        for number in 0..<Self.count {
            // An own comment each: a library may know equal files as one.
            let comment = [UInt8]("\(number)".utf8)
            let segment = [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment
            try (bytes.prefix(2) + Data(segment) + bytes.dropFirst(2))
                .write(to: part.appending(path: "\(number).jpg"))
        }
        try FileManager.default.moveItem(at: part, to: folder)
        return folder
    }

    private static func megabytes(_ bytes: Double) -> String { "\((bytes / 1_048_576).text) MiB" }
}

/// Adds up what this program and its workers hold in memory, again and again, and remembers the most.
private final class PoolWatch: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards what changes.
    private let lock = NSLock()
    private var peak = 0.0
    private var isOver = false

    init() {
        let thread = Thread { [self] in
            while !lock.withLock({ isOver }) {
                let now = Self.all()
                lock.withLock { peak = max(peak, now) }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        thread.start()
    }

    /// The most bytes there were.
    func end() -> Double {
        lock.withLock {
            isOver = true
            return peak
        }
    }

    private static func all() -> Double {
        let own = ProcessInfo.processInfo.processIdentifier
        var total = resident(Int(own))
        // Those of all threads: whoever starts a process is its parent. One may end between being named and being read.
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(own)/task")) ?? []
        for thread in threads {
            let text = (try? String(contentsOfFile: "/proc/\(own)/task/\(thread)/children", encoding: .utf8)) ?? ""
            for child in text.split(separator: " ").compactMap({ Int($0) }) { total += resident(child) }
        }
        return total
    }

    /// Without what a process shares with all others, such as its program.
    private static func resident(_ process: Int) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }
            .compactMap { Double($0.split(whereSeparator: { !$0.isNumber }).first ?? "0") }.reduce(0, +) * 1024
    }
}
