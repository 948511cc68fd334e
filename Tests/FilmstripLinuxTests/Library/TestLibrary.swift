import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

/// A library in a folder of a test's own: pictures in `Pictures`, cache and data beside it.
final class TestLibrary: Sendable {
    let folder: TestFolder
    let library: FolderLibrary
    /// The files that were opened.
    let opened = Locked<[String]>([])

    /// - Parameter busyTimeout: long enough for any machine; tests of its end want a short one.
    init(
        in folder: TestFolder? = nil, busyTimeout: Double = 20,
        _ change: (inout FolderLibrary.Configuration) -> Void = { _ in }
    ) throws {
        self.folder = try folder ?? TestFolder()
        try self.folder.makeFolder("Pictures")
        var configuration = FolderLibrary.Configuration(
            roots: [self.folder.path("Pictures")], cacheFolder: self.folder.path("cache"),
            dataFolder: self.folder.path("data"))
        configuration.busyTimeout = busyTimeout
        let opened = opened
        configuration.didOpen = { path in opened.withLock { $0.append(path.name.string) } }
        change(&configuration)
        library = FolderLibrary(configuration)
    }

    var pictures: MediaPath { folder.path("Pictures") }

    @discardableResult
    func write(_ bytes: [UInt8], _ name: String, modified: Date? = nil) throws -> MediaPath {
        let path = MediaPath("Pictures/" + name)
        try folder.makeFolder(path.parent.string)
        return try folder.write(bytes, to: path, modified: modified)
    }

    /// All assets, newest first.
    func assets(_ query: AssetQuery = AssetQuery()) async throws -> [Asset] {
        let fetch = try await library.fetch(query)
        return try await fetch.assets(in: 0..<fetch.count)
    }

    func names(_ query: AssetQuery = AssetQuery()) async throws -> [String] {
        try await assets(query).map(\.fileName)
    }

    /// The path of the index.
    var indexPath: MediaPath { library.core.indexFolder.appending("index.db") }
}

/// Waits until a condition holds, for as long as the busiest machine may need.
func eventually(
    within seconds: Double = 30, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = Date() + seconds
    while Date() < end {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("it did not happen within \(seconds) s", sourceLocation: sourceLocation)
}

extension IndexReport {
    /// Added, changed, removed, unchanged.
    var counts: [Int] { [added, changed, removed, unchanged] }
}
