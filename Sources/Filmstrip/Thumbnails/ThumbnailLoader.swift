import Foundation
public import Observation

/// How soon a thumbnail is wanted.
public enum ThumbnailPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Some day: nobody waits.
    case idle
    /// Soon: a screen or two away from what is seen.
    case near
    /// Now: somebody looks at the place where it belongs.
    case visible

    /// What can wait comes before what cannot.
    public static func < (one: ThumbnailPriority, other: ThumbnailPriority) -> Bool { one.rawValue < other.rawValue }
}

/// Brings the thumbnails of a library to whoever shows them: the visible ones first, what was asked for last before the rest,
/// equal requests merged into one, and what nobody waits for any more cancelled. The last ones stay in memory, up to a number
/// of bytes.
///
/// One loader serves all grids of a library. Safe to use from anywhere.
public final class ThumbnailLoader: Sendable, Observable {
    /// How a loader loads. Every field has a default.
    public struct Configuration: Sendable {
        /// Bytes of thumbnails that are kept in memory; 40 MiB by default.
        public var memoryLimit: Int
        /// How many visible thumbnails the library is asked for at a time; 48 by default, about a screen of them. Of those
        /// that are near it is asked for a quarter of that, of idle ones for two, and only while no others wait.
        public var concurrentRequests: Int

        /// The defaults.
        public init(memoryLimit: Int = 40 << 20, concurrentRequests: Int = 48) {
            self.memoryLimit = memoryLimit
            self.concurrentRequests = max(1, concurrentRequests)
        }
    }

    /// Which thumbnail of which asset.
    struct Key: Hashable, Sendable {
        var id: AssetID
        var size: PixelSize
    }

    private let library: any PhotoLibrary
    private let configuration: Configuration
    private let desk: Locked<ThumbnailDesk>
    private let registrar = ObservationRegistrar()
    /// What is observed: how often something was let go of.
    private var changes: Int { desk.withLock { $0.changes } }

    /// A loader for that library.
    public init(_ library: any PhotoLibrary, configuration: Configuration = Configuration()) {
        self.library = library
        self.configuration = configuration
        desk = Locked(
            ThumbnailDesk(memoryLimit: configuration.memoryLimit, concurrentRequests: configuration.concurrentRequests))
    }

    /// The final thumbnail, if it is in memory: for whoever paints right now.
    public func cached(_ id: AssetID, fitting size: PixelSize) -> Thumbnail? {
        desk.withLock { $0.cached(Key(id: id, size: size)) }
    }

    /// A thumbnail: perhaps a degraded one first, the final one last, then the stream ends. Ends with a `LibraryError`. Ending
    /// the iteration takes the request back.
    /// - Parameters:
    ///   - size: the largest size as shown, in pixels.
    ///   - priority: how soon it is wanted; visible by default.
    public func thumbnail(
        _ id: AssetID, fitting size: PixelSize, priority: ThumbnailPriority = .visible
    ) -> AsyncThrowingStream<Thumbnail, any Error> {
        let key = Key(id: id, size: size)
        // Whoever is slow needs the last one only.
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(2)) { continuation in
            let number = desk.withLock { $0.add(continuation, key, priority) }
            if let number {
                continuation.onTermination = { [weak self] _ in self?.leave(key, number) }
            }
            pump()
        }
    }

    /// Lets go of what is known of changed and removed assets. Who waits for one gets the new one. Hand in each change of the
    /// library.
    public func forget(_ change: LibraryChange) {
        let stopped = registrar.withMutation(of: self, keyPath: \.changes) { desk.withLock { $0.forget(change) } }
        for task in stopped { task.cancel() }
        pump()
    }

    /// A number that is another one each time an asset has changed: whoever shows its thumbnail asks for it anew then, though the asset
    /// may look the same. Observed.
    public func version(of id: AssetID) -> Int {
        registrar.access(self, keyPath: \.changes)
        return desk.withLock { $0.version(of: id) }
    }

    /// Lets go of thumbnails in memory until no more than so many bytes are left, those first that were used longest ago: when
    /// nobody scrolls any more.
    public func trim(to byteCount: Int) { desk.withLock { $0.trim(to: byteCount) } }

    /// Bytes of thumbnails in memory.
    public var memoryUse: Int { desk.withLock { $0.memoryUse } }

    private func leave(_ key: Key, _ number: UInt64) {
        let task = desk.withLock { $0.leave(key, number) }
        task?.cancel()
        pump()
    }

    /// Starts what may run.
    private func pump() {
        while let (key, run) = desk.withLock({ $0.next() }) {
            let stream = library.thumbnail(key.id, fitting: key.size)
            let task = Task { [weak self] in
                do {
                    for try await thumbnail in stream {
                        let listeners = self?.desk.withLock { $0.take(thumbnail, key, run) } ?? []
                        for listener in listeners { listener.yield(thumbnail) }
                    }
                    self?.end(key, run, nil)
                } catch {
                    self?.end(key, run, error)
                }
            }
            let isWanted = desk.withLock { $0.note(task, key, run) }
            if !isWanted { task.cancel() }
        }
    }

    private func end(_ key: Key, _ run: UInt64, _ error: (any Error)?) {
        for listener in desk.withLock({ $0.end(key, run) }) { listener.finish(throwing: error) }
        pump()
    }
}
