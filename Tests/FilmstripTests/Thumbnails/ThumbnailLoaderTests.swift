import FilmstripTesting
import Foundation
import Observation
import Testing

@testable import Filmstrip

@Suite(.timeLimit(.minutes(1))) struct ThumbnailLoaderTests {
    /// A library whose thumbnails come when the test says so.
    private final class SlowLibrary: PhotoLibrary {
        struct Request: Sendable {
            var id: AssetID
            var continuation: AsyncThrowingStream<Thumbnail, any Error>.Continuation
        }

        let requests = Locked<[Request]>([])
        let cancelled = Locked<[AssetID]>([])

        var asked: [AssetID] { requests.withLock { $0.map(\.id) } }

        func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
            AsyncThrowingStream { continuation in
                continuation.onTermination = { [cancelled] end in
                    if case .cancelled = end { cancelled.withLock { $0.append(id) } }
                }
                requests.withLock { $0.append(Request(id: id, continuation: continuation)) }
            }
        }

        /// Waits until an asset is asked for last: the run before may be the one that starts it, on a thread of its own.
        func isAsked(_ id: AssetID) async {
            while requests.withLock({ $0.last?.id }) != id { await Task.yield() }
        }

        /// Answers the last request for an asset.
        func answer(_ id: AssetID, value: UInt8, degraded: Bool = false, error: (any Error)? = nil) throws {
            let request = try #require(requests.withLock { $0.last { $0.id == id } })
            let frame = PixelFrame(
                size: PixelSize(width: 1, height: 1), bytesPerRow: 4, bytes: Data([value, value, value, 255]))
            if let error { return request.continuation.finish(throwing: error) }
            request.continuation.yield(Thumbnail(frame: frame, isDegraded: degraded))
            if !degraded { request.continuation.finish() }
        }

        func albums() async throws(LibraryError) -> [Album] { [] }
        func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch { throw .internal("not here") }
        func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { nil }
        func changes() -> AsyncStream<LibraryChange> { AsyncStream { $0.finish() } }
        func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
            AsyncThrowingStream { $0.finish() }
        }
        func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
            throw .internal("not here")
        }
    }

    private let size = PixelSize(width: 10, height: 10)

    @Test @MainActor func `an asset that has changed has another version, which those who show it hear of`() {
        let loader = ThumbnailLoader(SlowLibrary())
        let (first, other) = (loader.version(of: "a"), loader.version(of: "b"))
        let isTold = Locked(false)
        withObservationTracking {
            _ = loader.version(of: "a")
        } onChange: {
            isTold.withLock { $0 = true }
        }
        loader.forget(LibraryChange(changed: ["a"]))
        #expect(isTold.withLock { $0 })
        let second = loader.version(of: "a")
        #expect(second != first && loader.version(of: "b") == other)
        loader.forget(LibraryChange(added: ["c"]))
        #expect(loader.version(of: "a") == second)
        // Of what nobody knows, anything may have changed.
        loader.forget(LibraryChange(isCoarse: true))
        #expect(loader.version(of: "a") != second && loader.version(of: "b") != other)
        // Many are not told apart for ever.
        let before = loader.version(of: "b")
        loader.forget(LibraryChange(changed: (0...10_000).map { AssetID("\($0)") }))
        #expect(loader.version(of: "b") != before)
    }

    private func values(_ stream: AsyncThrowingStream<Thumbnail, any Error>) async throws -> [UInt8] {
        var values: [UInt8] = []
        for try await thumbnail in stream { values.append(thumbnail.frame.bytes[0]) }
        return values
    }

    @Test func `C59 a degraded thumbnail comes first, the final one last, and it is the one that is kept`() async throws
    {
        // DBAttachmentPickerController PR 24; ImagePicker #79; flutter_photo_manager #1118
        let library = SlowLibrary()
        let loader = ThumbnailLoader(library)
        var iterator = loader.thumbnail("a", fitting: size).makeAsyncIterator()
        #expect(loader.cached("a", fitting: size) == nil)
        try library.answer("a", value: 1, degraded: true)
        #expect(try await iterator.next()?.frame.bytes[0] == 1)
        #expect(loader.cached("a", fitting: size) == nil)
        try library.answer("a", value: 2)
        #expect(try await iterator.next()?.isDegraded == false)
        #expect(try await iterator.next() == nil)
        #expect(loader.cached("a", fitting: size)?.frame.bytes[0] == 2)
        #expect(try await values(loader.thumbnail("a", fitting: size)) == [2])
        #expect(library.asked == ["a"])
    }

    @Test func `Equal requests are one, and who comes late gets what there is`() async throws {
        let library = SlowLibrary()
        let loader = ThumbnailLoader(library)
        let first = loader.thumbnail("a", fitting: size)
        try library.answer("a", value: 1, degraded: true)
        var iterator = first.makeAsyncIterator()
        #expect(try await iterator.next()?.frame.bytes[0] == 1)
        let second = loader.thumbnail("a", fitting: size)
        #expect(library.asked == ["a"])
        try library.answer("a", value: 2)
        #expect(try await values(second).last == 2)
        #expect(try await iterator.next()?.frame.bytes[0] == 2)
    }

    @Test func `C77 visible ones go first, the newest before the rest, and others wait`() async throws {
        // Piwigo-Mobile #597; GMImagePicker #58; QBImagePicker #130
        let library = SlowLibrary()
        let loader = ThumbnailLoader(library, configuration: .init(concurrentRequests: 1))
        var streams = [loader.thumbnail("running", fitting: size)]
        for (id, priority) in [
            ("idle", ThumbnailPriority.idle), ("old", .visible), ("near", .near), ("new", .visible),
        ] {
            streams.append(loader.thumbnail(AssetID(rawValue: id), fitting: size, priority: priority))
        }
        for id in ["running", "new", "old", "near", "idle"] {
            while library.asked.last != AssetID(rawValue: id) { await Task.yield() }
            try library.answer(AssetID(rawValue: id), value: 1)
        }
        #expect(library.asked == ["running", "new", "old", "near", "idle"])
        for stream in streams { #expect(try await values(stream) == [1]) }
    }

    @Test func `C77 what goes out of sight is taken back, whether it waits or runs`() async throws {
        // DivingBoard #5
        let library = SlowLibrary()
        let loader = ThumbnailLoader(library, configuration: .init(concurrentRequests: 1))
        let running = Task { [size] in
            for try await _ in loader.thumbnail("running", fitting: size) {}
        }
        while library.asked.isEmpty { await Task.yield() }
        let waiting = Task { [size] in
            for try await _ in loader.thumbnail("waiting", fitting: size) {}
        }
        waiting.cancel()
        _ = await waiting.result
        running.cancel()
        _ = await running.result
        while library.cancelled.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(library.asked == ["running"])
        let after = loader.thumbnail("after", fitting: size)
        while library.asked.last != "after" { await Task.yield() }
        try library.answer("after", value: 3)
        #expect(try await values(after) == [3])
    }

    @Test func `C47 a changed asset is loaded anew, for those who wait and those who come`() async throws {
        // fswatch #387; immich #15426: an edited file kept its old thumbnail
        let library = SlowLibrary()
        let loader = ThumbnailLoader(library)
        let first = loader.thumbnail("a", fitting: size)
        try library.answer("a", value: 1)
        #expect(try await values(first) == [1])
        loader.forget(LibraryChange(changed: ["a"]))
        #expect(loader.cached("a", fitting: size) == nil)
        let second = loader.thumbnail("a", fitting: size)
        #expect(library.asked == ["a", "a"])
        // Changed again while it is made: what was begun is an old picture.
        loader.forget(LibraryChange(changed: ["a"]))
        while library.asked.count < 3 { await Task.yield() }
        try library.answer("a", value: 3)
        #expect(try await values(second).last == 3)
        #expect(loader.cached("a", fitting: size)?.frame.bytes[0] == 3)
    }

    @Test func `An error is told to everybody who waits, and is not kept`() async throws {
        let library = SlowLibrary()
        let loader = ThumbnailLoader(library)
        let streams = [loader.thumbnail("a", fitting: size), loader.thumbnail("a", fitting: size)]
        try library.answer("a", value: 0, error: LibraryError.truncated(path: "a"))
        for stream in streams {
            await #expect(throws: LibraryError.truncated(path: "a")) { try await values(stream) }
        }
        let again = loader.thumbnail("a", fitting: size)
        try library.answer("a", value: 5)
        #expect(try await values(again) == [5])
    }

    @Test func `C77 memory stays below its limit, there and back over ten thousand thumbnails`() async throws {
        let library = SlowLibrary()
        let loader = ThumbnailLoader(library, configuration: .init(memoryLimit: 400))
        for number in Array(0..<5000) + (0..<5000).reversed() {
            let id = AssetID(rawValue: "\(number)")
            if loader.cached(id, fitting: size) != nil { continue }
            let stream = loader.thumbnail(id, fitting: size)
            await library.isAsked(id)
            try library.answer(id, value: UInt8(number % 250))
            #expect(try await values(stream) == [UInt8(number % 250)])
            #expect(loader.memoryUse <= 400)
        }
        #expect(loader.memoryUse > 300)
    }

    @Test func `Tasks that are cancelled while their thumbnails arrive never wait for those who bring them`() async {
        // Whoever cancels holds the task and wants the loader; whoever brings must not hold the loader and want the task.
        let loader = ThumbnailLoader(InMemoryLibrary(count: 64))
        for round in 0..<40 {
            let tasks = (0..<64).map { number in
                Task.detached {
                    do {
                        let size = PixelSize(width: 8 + round, height: 8 + round)
                        for try await _ in loader.thumbnail(AssetID("memory-\(number)"), fitting: size) {}
                    } catch {
                        // Cancelled, or the library's own reason: all the same here.
                    }
                }
            }
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
        }
        #expect(loader.memoryUse >= 0)
    }
}
