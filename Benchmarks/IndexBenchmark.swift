import Filmstrip
import FilmstripLinux
import Foundation

/// The first look through a folder, beside two programs that read dates and orientations of the same files; and the next one.
struct IndexBenchmark {
    let workshop: Workshop

    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        if let photos = workshop.photos {
            figures += try await compare("real files", in: photos)
        } else {
            print("  no real photos here: set FILMSTRIP_SHARED to the folder that holds photos/")
        }
        let samples = workshop.store.appending(path: "samples-10000")
        if !FileManager.default.fileExists(atPath: samples.path) {
            try workshop.run([
                workshop.own("filmstrip"), "--quiet", "samples", samples.path, "--count", "10000", "--tiny",
            ])
        }
        return figures + (try await compare("generated files", in: samples))
    }

    private func compare(_ name: String, in folder: URL) async throws -> [Figure] {
        let files = workshop.files(in: folder)
        let pictures = files.filter { !$0.hasSuffix(".mp4") && !$0.hasSuffix(".mov") }
        // Everybody finds the files in memory.
        for file in files { _ = try Data(contentsOf: URL(filePath: file)) }

        var first = Duration.seconds(1000)
        var next = first
        var filesRead = 0
        for run in 0..<5 {
            let cache = workshop.folder.appending(path: "\(name)-\(run)")
            first = min(first, try await workshop.time { _ = try await library(folder, cache: cache).index() })
            next = min(
                next,
                try await workshop.time { filesRead += try await library(folder, cache: cache).index().filesRead })
        }
        let exiv2 = try (0..<3).map { _ in
            try workshop.run(
                ["exiv2", "-q", "-K", "Exif.Photo.DateTimeOriginal", "-K", "Exif.Image.Orientation", "pr"] + pictures,
                mayFail: true)
        }
        let exiftool = try workshop.run(
            ["exiftool", "-fast2", "-r", "-q", "-q", "-m", "-json", "-DateTimeOriginal", "-Orientation", folder.path],
            mayFail: true)
        let title = "\(files.count) \(name)"
        return [
            .fasterThan("\(title), first look", first, exiftool, against: "exiftool -fast2", atLeast: 20),
            .fasterThan("\(title), first look", first, exiv2.min() ?? .zero, against: "exiv2", atLeast: 1),
            .atMost(0.1, "\(title), unchanged", next, first, against: "first look"),
            Figure(
                name: "\(title), unchanged", ours: "\(filesRead) files read", other: "", result: "\(filesRead)",
                target: "0", isMet: filesRead == 0),
        ]
    }

    private func library(_ folder: URL, cache: URL) -> FolderLibrary {
        FolderLibrary(
            FolderLibrary.Configuration(
                roots: [MediaPath(folder.path)], cacheFolder: MediaPath(cache.path),
                dataFolder: MediaPath(cache.path).appending("data")))
    }
}
