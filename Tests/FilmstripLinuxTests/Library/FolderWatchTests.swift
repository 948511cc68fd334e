import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5)), .serialized) struct FolderWatchTests {
    /// A library that is being watched; its changes arrive in `seen`.
    private final class Watched: Sendable {
        let test: TestLibrary
        let seen = Locked<[LibraryChange]>([])
        private let listening: Task<Void, Never>

        init(_ test: TestLibrary) async throws {
            self.test = test
            try await test.library.index()
            let stream = test.library.changes()
            let seen = seen
            listening = Task { for await change in stream { seen.withLock { $0.append(change) } } }
            try await eventually { (test.library.core.watch?.lookCount ?? 0) > 0 }
        }

        deinit { listening.cancel() }

        func paths() async throws -> Set<String> {
            let root = test.pictures.string + "/"
            return Set(try await test.assets().compactMap { $0.path?.string.replacingOccurrences(of: root, with: "") })
        }
    }

    @Test func `C47 files and folders that are moved in appear, and each is told once`() async throws {
        // fswatch #387; watcher #35; Damselfly #146; immich #15426
        let test = try TestLibrary()
        let watched = try await Watched(test)
        try test.folder.write(Sample.jpeg(), to: "x.jpg")
        rename(test.folder.path("x.jpg").string, test.pictures.appending("x.jpg").string)
        try test.folder.makeFolder("dir3/deep")
        for name in ["dir3/1.jpg", "dir3/2.jpg", "dir3/deep/3.jpg"] {
            try test.folder.write(Sample.jpeg(comment: name), to: name)
        }
        rename(test.folder.path("dir3").string, test.pictures.appending("dir3").string)
        try await eventually {
            try await watched.paths() == ["x.jpg", "dir3/1.jpg", "dir3/2.jpg", "dir3/deep/3.jpg"]
        }
        try await eventually { watched.seen.withLock { $0.flatMap(\.added).count } == 4 }
        rename(test.pictures.appending("dir3").string, test.folder.path("out").string)
        try await eventually { try await watched.paths() == ["x.jpg"] }
        try await eventually { watched.seen.withLock { $0.flatMap(\.removed).count } == 3 }
    }

    @Test func `C47 after a folder was renamed its files follow, and new ones in it are seen`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "1"), "a/1.jpg")
        let watched = try await Watched(test)
        let id = try #require(try await test.assets().first).id
        rename(test.pictures.appending("a").string, test.pictures.appending("b").string)
        try await eventually { try await watched.paths() == ["b/1.jpg"] }
        try test.write(Sample.jpeg(comment: "2"), "b/2.jpg")
        try await eventually { try await watched.paths() == ["b/1.jpg", "b/2.jpg"] }
        #expect(try await test.library.asset(id)?.path == test.pictures.appending("b/1.jpg"))
        #expect(watched.seen.withLock { $0.flatMap(\.removed) } == [])
    }

    @Test func `C47 an editor that writes a new file over the old one changes the asset, and does not replace it`()
        async throws
    {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(), "a.jpg")
        let watched = try await Watched(test)
        let id = try #require(try await test.assets().first).id
        try test.write(Sample.jpeg(Sample.blue, width: 64), "a.jpg.tmp")
        rename(test.pictures.appending("a.jpg.tmp").string, test.pictures.appending("a.jpg").string)
        try await eventually { try await test.library.asset(id)?.size.width == 64 }
        try await eventually { watched.seen.withLock { $0.flatMap(\.changed) } == [id] }
        #expect(try await test.assets().count == 1)
    }

    @Test func `C47 a file that is written in two halves ends as one whole asset`() async throws {
        let test = try TestLibrary()
        let watched = try await Watched(test)
        let bytes = Sample.jpeg(width: 640, height: 480)
        let path = test.pictures.appending("big.jpg")
        let file = try AtomicFile(in: test.pictures)
        #expect(try file.appear(as: MediaPath("big.jpg")))
        try file.append(bytes[..<200])
        try await Task.sleep(for: .seconds(1))
        try file.append(bytes[200...])
        try file.synchronize()
        utimes(path.string, nil)
        try await eventually { try await test.assets().first?.byteCount == Int64(bytes.count) }
        #expect(try await test.assets().count == 1)
        try await eventually { try await test.library.problems().isEmpty }
        withExtendedLifetime(watched) {}
    }

    @Test func `A change by another process is told`() async throws {
        let test = try TestLibrary()
        let watched = try await Watched(test)
        let other = try TestLibrary(in: test.folder)
        let file = MediaFile(
            path: try test.folder.write(Sample.jpeg(), to: "s"), contentType: .jpeg, isTemporary: false)
        let asset = try await other.library.add(NewMedia(file: file))
        try await eventually { watched.seen.withLock { $0.flatMap(\.added) } == [asset.id] }
    }

    @Test func `A root that comes to be is found`() async throws {
        let test = try TestLibrary { $0.roots.append($0.roots[0].parent.appending("Videos")) }
        let watched = try await Watched(test)
        try test.folder.makeFolder("Videos")
        try test.folder.write(Sample.movie(), to: "Videos/v.mp4")
        try await eventually { try await test.names() == ["v.mp4"] }
        withExtendedLifetime(watched) {}
    }

    @Test func `C47 without watches left the library is looked through, and the user is told once`() async throws {
        // immich #6826
        let source = LimitedSource(limit: 10)
        let test = try TestLibrary {
            $0.rescanInterval = 0.3
            $0.makeWatchSource = { source }
        }
        for number in 0..<30 { try test.write(Sample.jpeg(comment: "\(number)"), "f\(number)/p.jpg") }
        let watched = try await Watched(test)
        #expect(test.library.core.watch?.count == 10)
        try test.write(Sample.jpeg(comment: "late"), "f29/late.jpg")
        try await eventually { try await test.assets().count == 31 }
        #expect(test.library.core.notices.takeUnheard() == [.watchLimitReached])
        withExtendedLifetime(watched) {}
    }

    @Test func `C47 lost events have everything looked through, and folders are watched, not files`() async throws {
        let source = LimitedSource(limit: 100_000)
        let test = try TestLibrary { $0.makeWatchSource = { source } }
        for number in 0..<60 { try test.write(Sample.jpeg(comment: "\(number)"), "f\(number % 20)/\(number).jpg") }
        let watched = try await Watched(test)
        #expect(test.library.core.watch?.count == 21)
        try test.write(Sample.jpeg(comment: "unseen"), "f3/unseen.jpg")
        source.send(.overflow)
        try await eventually { try await test.assets().count == 61 }
        withExtendedLifetime(watched) {}
    }

    @Test func `When nobody listens any more, nothing is watched and no descriptor is left`() async throws {
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        let test = try TestLibrary()
        try await test.library.index()
        let before = try descriptors()
        for _ in 0..<5 {
            let watched = try await Watched(test)
            withExtendedLifetime(watched) {}
        }
        try await eventually { test.library.core.watch == nil }
        try await eventually { try descriptors() <= before + 2 }
    }
}

/// A source with few watches, whose events a test sends.
private final class LimitedSource: WatchSource {
    private let ends: (OwnedDescriptor, OwnedDescriptor)
    private let state = Locked<(paths: [MediaPath], events: [WatchEvent])>(([], []))
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        var raw: [Int32] = [0, 0]
        pipe(&raw)
        ends = (OwnedDescriptor(taking: raw[0]), OwnedDescriptor(taking: raw[1]))
    }

    var descriptor: Int32 { ends.0.rawValue }

    func add(_ path: MediaPath) -> WatchAnswer {
        state.withLock { state in
            if let known = state.paths.firstIndex(of: path) { return .watching(Int32(known)) }
            guard state.paths.count < limit else { return .limitReached }
            state.paths.append(path)
            return .watching(Int32(state.paths.count - 1))
        }
    }

    func remove(_ watch: Int32) {}

    func send(_ event: WatchEvent) {
        state.withLock { $0.events.append(event) }
        _ = write(ends.1.rawValue, [1], 1)
    }

    func read() -> [WatchEvent] {
        var byte: [UInt8] = [0]
        _ = Glibc.read(ends.0.rawValue, &byte, 1)
        return state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }
}
