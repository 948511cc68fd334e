#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import FilmstripApple
    public import UIKit

    extension PickedMedia {
        /// The picture of the file to use, upright and no larger than needed: the whole is never in memory.
        /// - Parameter maxPixels: how long the longer side may be, in pixels; at least 1.
        /// - Throws: `unsupportedFormat` for a video; `notFound` when the file has gone; `unreadable`.
        public func image(maxPixels: Int) async throws(LibraryError) -> UIImage {
            guard kind != .video else { throw .unsupportedFormat(path: file.path.string) }
            return try await ImageFile.preview(of: file, maxPixels: maxPixels)
        }
    }
#endif
