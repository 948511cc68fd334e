import Filmstrip
import FilmstripLinux
import Foundation
import PrivateDesktop

/// The album browser under a screen that nobody sees, without a graphics processor: its first screen, scrolling, and rest.
struct PickerBenchmark {
    let workshop: Workshop

    private static let repetitions = 7
    private static let sizes = [100_000, 1_000_000]
    /// So many of the newest have files, and thumbnails on the disk: more than a screen of them.
    private static let realCount = 160
    private static let scrolled = 10_000

    func figures() async throws -> [Figure] {
        let desktop = try await PrivateDesktop.start(
            PrivateDesktop.Configuration(cameras: [], hasDisplay: true, hasPipeWire: false))
        defer { desktop.end() }
        return try await firstScreens(desktop) + (try await scrolling(desktop))
    }

    private func measure(_ desktop: PrivateDesktop, _ words: [String]) async throws -> [String: Double] {
        let output = try await desktop.run(path: workshop.own("WindowProbe"), words, seconds: 120)
        let line = output.split(separator: "\n").last { $0.hasPrefix("{") } ?? ""
        guard let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: NSNumber] else {
            throw Workshop.Missing(description: "the window says: \(output.suffix(200))")
        }
        return fields.mapValues(\.doubleValue)
    }

    // MARK: First screen

    private func firstScreens(_ desktop: PrivateDesktop) async throws -> [Figure] {
        var times: [Int: [Duration]] = [:]
        for size in Self.sizes {
            let folder = try await library(size)
            // The first one makes the thumbnails.
            _ = try await measure(desktop, ["screen", folder.path])
            times[size] = []
        }
        for _ in 0..<Self.repetitions {
            for size in Self.sizes {
                let fields = try await measure(desktop, ["screen", try await library(size).path])
                times[size]?.append(.milliseconds(fields["milliseconds"] ?? .infinity))
            }
        }
        let (few, many) = (times[Self.sizes[0]]!.median, times[Self.sizes[1]]!.median)
        return [
            .within(.milliseconds(300), "from window to a full screen, 100,000 assets", few),
            .atMost(1.2, "the same, 1,000,000 assets", many, few, against: "100,000"),
        ]
    }

    /// An index with that many rows, the newest of them with files.
    private func library(_ count: Int) async throws -> URL {
        let folder = workshop.store.appending(path: "screen-\(count)")
        let made = folder.appending(path: "made")
        if FileManager.default.fileExists(atPath: made.path) { return folder }
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        let album = folder.appending(path: "Pictures/Album 200")
        try FileManager.default.createDirectory(at: album, withIntermediateDirectories: true)
        for number in count - Self.realCount..<count {
            try Self.picture(number).write(to: album.appending(path: "IMG_\(number).jpg"))
        }
        try await Self.open(folder).fillSynthetic(count: count)
        try Data().write(to: made)
        return folder
    }

    // MARK: Scrolling

    private func scrolling(_ desktop: PrivateDesktop) async throws -> [Figure] {
        let fields = try await measure(desktop, ["scroll", try await colouredPictures().path, "5"])
        func figure(_ name: String, _ key: String, atMost limit: Double, _ unit: String, _ scale: Double = 1) -> Figure
        {
            let value = (fields[key] ?? .infinity) / scale
            return Figure(
                name: name, ours: "\(value.text) \(unit)", other: "", result: "\(value.text) \(unit)",
                target: "≤ \(limit.text) \(unit)", isMet: value <= limit)
        }
        let (seen, wrong) = (fields["seen"] ?? 0, fields["wrong"] ?? .infinity)
        return [
            figure("10,000 assets in 5 s, longest stall of the main loop", "stall", atMost: 50, "ms"),
            figure("the same, until what is seen is sharp", "sharp", atMost: 200, "ms"),
            Figure(
                name: "the same, wrong pictures", ours: "\(wrong.text) of \(seen.text)", other: "", result: wrong.text,
                target: "0", isMet: wrong == 0 && seen > 0),
            figure("the same, memory more than before", "growth", atMost: 20, "MB", 1e6),
            figure("tiles alive", "tiles", atMost: 32 * (fields["columns"] ?? 0), ""),
            figure("processor while nobody does anything", "idle", atMost: 1, "%"),
        ]
    }

    /// 10,000 pictures, each in a colour of its own, with thumbnails on the disk. Made once.
    private func colouredPictures() async throws -> URL {
        let folder = workshop.store.appending(path: "coloured-\(Self.scrolled)")
        let made = folder.appending(path: "made")
        if FileManager.default.fileExists(atPath: made.path) { return folder }
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        let pictures = folder.appending(path: "Pictures/All")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        for number in 0..<Self.scrolled {
            let file = pictures.appending(path: "\(number).jpg")
            try Self.picture(number).write(to: file)
            // Half an hour from one to the next, so that there are some hundred days of them.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 1800)],
                ofItemAtPath: file.path)
        }
        let library = Self.open(folder)
        _ = try await library.index()
        let loader = ThumbnailLoader(library)
        let fetch = try await library.fetch(AssetQuery())
        for start in stride(from: 0, to: fetch.count, by: 40) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for asset in try await fetch.assets(in: start..<min(start + 40, fetch.count)) {
                    group.addTask {
                        for try await _ in loader.thumbnail(asset.id, fitting: PixelSize(width: 200, height: 200)) {}
                    }
                }
                try await group.waitForAll()
            }
        }
        try Data().write(to: made)
        return folder
    }

    private static func open(_ folder: URL) -> FolderLibrary {
        FolderLibrary(
            FolderLibrary.Configuration(
                roots: [MediaPath(folder.appending(path: "Pictures").path)],
                cacheFolder: MediaPath(folder.appending(path: "cache").path),
                dataFolder: MediaPath(folder.appending(path: "data").path)))
    }

    /// A JPEG in the colour of a number: five bits of it in each of blue, green and red.
    private static func picture(_ number: Int) throws -> Data {
        let size = PixelSize(width: 320, height: 240)
        let parts = [number & 31, number >> 5 & 31, number >> 10 & 31]
        let pixel: [UInt8] = parts.map { UInt8($0 * 8 + 4) } + [255]
        var bytes = Data(capacity: size.pixelCount * 4)
        for _ in 0..<size.pixelCount { bytes.append(contentsOf: pixel) }
        let frame = PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: bytes)
        return Data(try ThumbnailBytes.encode(frame, hasAlpha: false, quality: 96).bytes)
    }
}
