public import Filmstrip
import FilmstripFormats

extension FolderLibrary: FileInspector {
    /// What a file is: the library's own asset where it lies in an indexed folder, else what its header tells.
    @concurrent
    public func asset(ofFile path: MediaPath) async throws(LibraryError) -> Asset {
        let uid = IndexItem.uid(of: path)
        if let known = try await asset(AssetID(IndexItem.text(uid))), known.path == path { return known }
        let header = try MediaHeaderReader.read(path)
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus.of(path) } catch { throw error.reading(path) }
        var item = IndexItem(uid: uid, folder: 0, name: path.name.bytes, status: status)
        item.take(header)
        return item.asset(in: path.parent)
    }

    /// From the cache, or made behind the wall, as thumbnails of assets are.
    public func thumbnail(ofFile path: MediaPath, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error>
    {
        let pictures = core.pictures
        return AsyncThrowingStream { continuation in
            let task = Task {
                do throws(LibraryError) {
                    try await pictures.make(path, fitting: size) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
