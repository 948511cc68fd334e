public import Foundation

/// A file with an owner. A temporary one vanishes when the last reference to it goes, unless it was kept or moved.
public final class MediaFile: Sendable {
    /// What the file holds.
    public let contentType: ContentType
    private let state: Locked<State>

    private struct State {
        var path: MediaPath
        var isTemporary: Bool
    }

    /// Takes a file as it is.
    /// - Parameters:
    ///   - path: where it lies.
    ///   - contentType: what it holds.
    ///   - isTemporary: whether it is removed with the last reference to this object.
    public init(path: MediaPath, contentType: ContentType, isTemporary: Bool) {
        self.contentType = contentType
        state = Locked(State(path: path, isTemporary: isTemporary))
    }

    deinit { discard() }

    /// Removes a temporary file now, whoever still holds this object. One that was kept or moved stays.
    package func discard() {
        state.withLock {
            guard $0.isTemporary else { return }
            $0.isTemporary = false
            $0.path.withCString { _ = unlink($0) }
        }
    }

    /// Where the file lies now.
    public var path: MediaPath { state.withLock { $0.path } }

    /// Where the file lies now, as a URL.
    public var url: URL { path.url }

    /// Whether the file vanishes with this object.
    public var isTemporary: Bool { state.withLock { $0.isTemporary } }

    /// Leaves the file where it is for good.
    @discardableResult
    public func keep() -> MediaPath {
        state.withLock {
            $0.isTemporary = false
            return $0.path
        }
    }

    /// Tells that the file now lies at `path` for good: for those who moved it.
    public func adopt(movedTo path: MediaPath) {
        state.withLock { $0 = State(path: path, isTemporary: false) }
    }
}
