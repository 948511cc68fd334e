import Filmstrip
import Foundation

/// The least library that a picking test needs: assets by identity, originals by script, and a record of what was added.
final class StubLibrary: PhotoLibrary, Sendable {
    /// A step of an original's delivery.
    enum Step: Sendable {
        case give(OriginalDelivery)
        /// Waits until `release` names the asset.
        case hold
        case fail(any Error)
    }

    private struct State {
        var assets: [AssetID: Asset] = [:]
        var scripts: [AssetID: [Step]] = [:]
        var held: [AssetID: [CheckedContinuation<Void, Never>]] = [:]
        var released: Set<AssetID> = []
        var started: [AssetID] = []
        var ended: [AssetID] = []
        var added: [(media: NewMedia, album: String?)] = []
        var addError: LibraryError?
    }

    private let state = Locked(State())
    private let startedHub = StreamHub<AssetID>()

    init(_ assets: [Asset] = []) {
        state.withLock { state in
            for asset in assets { state.assets[asset.id] = asset }
        }
    }

    convenience init(ids: AssetID...) {
        self.init(ids.map { Asset.sample($0) })
    }

    func script(_ id: AssetID, _ steps: Step...) { state.withLock { $0.scripts[id] = steps } }
    func put(_ asset: Asset) { state.withLock { $0.assets[asset.id] = asset } }
    func remove(_ id: AssetID) { state.withLock { $0.assets[id] = nil } }
    func failAdding(_ error: LibraryError?) { state.withLock { $0.addError = error } }

    var added: [(media: NewMedia, album: String?)] { state.withLock { $0.added } }
    /// The originals that were asked for, in order.
    var started: [AssetID] { state.withLock { $0.started } }
    /// The originals whose streams have ended or were left.
    var ended: [AssetID] { state.withLock { $0.ended } }

    /// Lets a held delivery go on.
    func release(_ id: AssetID) {
        let waiting = state.withLock { state in
            state.released.insert(id)
            return state.held.removeValue(forKey: id) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    func albums() async throws(LibraryError) -> [Album] { [] }
    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch { throw .internal("not in the stub") }
    func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { state.withLock { $0.assets[id] } }
    func changes() -> AsyncStream<LibraryChange> { AsyncStream { $0.finish() } }

    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        AsyncThrowingStream { $0.finish(throwing: LibraryError.itemGone(id)) }
    }

    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        let steps = state.withLock { state in
            state.started.append(id)
            return state.scripts[id] ?? [.give(.original(.sample("\(id).jpg"), movie: nil))]
        }
        return AsyncThrowingStream { continuation in
            let task = Task { [weak self] in
                for step in steps {
                    switch step {
                    case .give(let delivery): continuation.yield(delivery)
                    case .hold: await self?.hold(id)
                    case .fail(let error): return continuation.finish(throwing: error)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { [weak self] _ in
                task.cancel()
                self?.state.withLock { $0.ended.append(id) }
                self?.release(id)
            }
        }
    }

    private func hold(_ id: AssetID) async {
        await withCheckedContinuation { continuation in
            let mayGo = state.withLock { state in
                if state.released.contains(id) { return true }
                state.held[id, default: []].append(continuation)
                return false
            }
            if mayGo { continuation.resume() }
        }
    }

    func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
        let result: Result<Asset, LibraryError> = state.withLock { state in
            if let error = state.addError { return .failure(error) }
            state.added.append((media, album))
            return .success(Asset.sample(AssetID("added-\(state.added.count)")))
        }
        return try result.get()
    }
}

extension Asset {
    static func sample(
        _ id: AssetID, _ kind: MediaKind = .photo, size: PixelSize = PixelSize(width: 400, height: 200),
        duration: Double? = nil, byteCount: Int64 = 1000, isRemote: Bool = false
    ) -> Asset {
        Asset(
            id: id, kind: kind, size: size, duration: duration,
            date: MediaDate(instant: Date(timeIntervalSince1970: 0), offsetFromUTC: 0, source: .exif),
            fileName: "IMG_0001.JPG", byteCount: byteCount, isRemote: isRemote)
    }
}

extension MediaFile {
    /// A file object for tests that never open it.
    static func sample(_ name: String = "photo.jpg", _ type: ContentType = .jpeg) -> MediaFile {
        MediaFile(path: MediaPath("/nowhere/\(name)"), contentType: type, isTemporary: false)
    }
}

extension CapturedMedia {
    private static let date = MediaDate(instant: Date(timeIntervalSince1970: 0), offsetFromUTC: 0, source: .exif)

    static func photo(_ name: String) -> CapturedMedia {
        .photo(
            CapturedPhoto(
                file: .sample(name), size: PixelSize(width: 640, height: 480), date: date, camera: "rear",
                shutterLatency: 0.01))
    }

    static func video(_ name: String) -> CapturedMedia {
        .video(
            CapturedVideo(
                file: .sample(name, .mp4), size: PixelSize(width: 640, height: 480), date: date, camera: "rear",
                duration: 3, framesPerSecond: 30, framesDropped: 0, sound: .recorded))
    }

    static func live(_ name: String) -> CapturedMedia {
        guard case .photo(let still) = photo("\(name).jpg"), case .video(let movie) = video("\(name).mp4") else {
            preconditionFailure("a photo is a photo, and a video a video")
        }
        return .livePhoto(still, movie: movie)
    }
}

extension CameraDevice {
    static let rear = CameraDevice(id: "rear", name: "Rear", position: .rear, kind: .simulated)
    static let front = CameraDevice(id: "front", name: "Front", position: .front, kind: .simulated)
}
