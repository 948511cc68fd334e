import Filmstrip
import FilmstripLinux
import Foundation

/// A library of 1,000,000 beside one of 1,000: opening a fetch and jumping about in it.
struct MillionBenchmark {
    let workshop: Workshop
    private let repetitions = 31

    /// A way of getting a hundred assets, by the number of all.
    private struct Jump {
        var name: String
        var read: @Sendable (any AssetFetch, Int) async throws -> [Asset]
    }

    private let jumps = [
        Jump(name: "open, first 100") { fetch, _ in try await fetch.assets(in: 0..<100) },
        Jump(name: "open, 100 in the middle") { fetch, count in try await fetch.assets(in: count / 2..<count / 2 + 100)
        },
        Jump(name: "open, 100 at a date") { fetch, count in
            let place = try await fetch.index(at: Date(timeIntervalSince1970: 1_500_000_000))
            return try await fetch.assets(in: place..<min(count, place + 100))
        },
        Jump(name: "open, 100 at row 990,000") { fetch, count in
            // The same hundred of assets from both: the smaller one ends at row 1,000.
            let place = min(count / 100 * 99, count - 100)
            return try await fetch.assets(in: place..<place + 100)
        },
    ]

    func figures() async throws -> [Figure] {
        let small = try await library(1000)
        let large = try await library(1_000_000)
        // Whatever a library sets up once is not what opening costs.
        for library in [small, large] { _ = try await library.fetch(AssetQuery()).assets(in: 0..<1) }
        let before = workshop.residentBytes
        var figures: [Figure] = []
        for jump in jumps {
            let few = try await measure(jump, small, 1000)
            let many = try await measure(jump, large, 1_000_000)
            figures.append(.atMost(1.5, jump.name, many, few, against: "1,000 rows"))
            figures.append(.within(.milliseconds(20), jump.name, many))
        }
        let growth = Double(workshop.residentBytes - before) / 1_000_000
        figures.append(
            Figure(
                name: "memory after all of these", ours: "\(growth.text) MB more", other: "",
                result: "\(growth.text) MB", target: "< 20 MB", isMet: growth < 20))
        return figures
    }

    private func measure(_ jump: Jump, _ library: FolderLibrary, _ count: Int) async throws -> Duration {
        var durations: [Duration] = []
        for _ in 0..<repetitions {
            durations.append(
                try await workshop.time {
                    let assets = try await jump.read(library.fetch(AssetQuery()), count)
                    guard !assets.isEmpty else { throw Workshop.Missing(description: "\(jump.name) found nothing") }
                })
        }
        return durations.median
    }

    /// A library whose index has that many rows; made once.
    private func library(_ count: Int) async throws -> FolderLibrary {
        let place = workshop.store.appending(path: "rows-\(count)")
        let pictures = place.appending(path: "Pictures")
        let made = place.appending(path: "made")
        let isMade = FileManager.default.fileExists(atPath: made.path)
        if !isMade, FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let library = FolderLibrary(
            FolderLibrary.Configuration(
                roots: [MediaPath(pictures.path)], cacheFolder: MediaPath(place.appending(path: "cache").path),
                dataFolder: MediaPath(place.appending(path: "data").path)))
        if !isMade {
            try await library.fillSynthetic(count: count)
            try Data().write(to: made)
        }
        return library
    }
}
