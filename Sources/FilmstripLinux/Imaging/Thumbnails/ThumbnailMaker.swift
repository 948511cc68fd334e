public import Filmstrip
import FilmstripFormats
import Foundation

/// Makes thumbnails of files: what lies on the disk already, else the file's own preview at once and a sharp picture after it.
public final class ThumbnailMaker: Sendable {
    /// What decodes.
    public let decoder: PictureDecoder
    /// Where thumbnails are kept; nil for nowhere.
    public let store: ThumbnailStore?
    /// What could not be decoded, so that a grid which comes by again does not try again. Bounded.
    private let failures = Locked(ByteBoundedCache<FileStatus, LibraryError>(limit: 4096))

    /// A maker.
    public init(decoder: PictureDecoder, store: ThumbnailStore? = nil) {
        self.decoder = decoder
        self.store = store
    }

    /// How the first look at a file ended.
    private enum Look: Sendable {
        case stored(PixelFrame)
        case open(OpenPicture, preview: DecodedPicture?)
    }

    /// The thumbnails of a file: perhaps a degraded one, and the final one last.
    /// - Parameters:
    ///   - size: the largest size as shown.
    ///   - deliver: is given each.
    /// - Throws: as `PictureDecoder.picture`. A file that failed once fails again at once, until it changes.
    @concurrent
    public func make(
        _ path: MediaPath, fitting size: PixelSize, deliver: @Sendable (Thumbnail) -> Void
    ) async throws(LibraryError) {
        guard !size.isEmpty else { throw .notDecodable(path: path.string, reason: "a thumbnail without any size") }
        let side = ThumbnailStore.side(for: size)
        let maker = self
        let look = try await decoder.queue.run(.look) { () throws(LibraryError) in
            try maker.look(at: path, fitting: size, side: side)
        }
        let file: OpenPicture
        switch look {
        case .stored(let frame): return deliver(Thumbnail(frame: frame, isDegraded: false))
        case .open(let open, let preview):
            file = open
            if let preview {
                let isFinal = file.previewIsTrusted && preview.frame.size == file.header.size.limited(to: size)
                deliver(Thumbnail(frame: preview.frame, isDegraded: !isFinal))
                if isFinal { return }
            }
        }
        do throws(LibraryError) {
            let box = side.map { PixelSize(width: $0, height: $0) } ?? size
            let picture = try await decoder.picture(file, fitting: box)
            // Half a picture is shown, and not kept: a download may still go on.
            if let side, !picture.isPartial {
                store?.keep(picture.frame, hasAlpha: picture.hasAlpha, file.status, side: side)
            }
            let small = ThumbnailBytes.shrink(picture.frame, fitting: file.header.size.limited(to: size))
            deliver(Thumbnail(frame: small, isDegraded: false))
        } catch {
            if error != .cancelled { failures.withLock { $0.keep(error, byteCount: 1, for: file.status) } }
            throw error
        }
    }

    private func look(at path: MediaPath, fitting size: PixelSize, side: Int?) throws(LibraryError) -> Look {
        let file = try OpenFile(path)
        if let failure = failures.withLock({ $0.value(for: file.status) }) { throw failure }
        if let side, let frame = store?.find(file.status, side: side) {
            return .stored(ThumbnailBytes.shrink(frame, fitting: size))
        }
        let picture = try OpenPicture(file)
        try picture.checkSize(against: decoder.configuration.pixelLimit)
        return .open(picture, preview: try decoder.preview(picture, fitting: size))
    }
}
