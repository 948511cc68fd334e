#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import FilmstripApple
    public import UIKit

    extension PickedMedia {
        /// The picture of the file to use, upright and no larger than needed: the whole is never in memory. Of a video, a frame
        /// of its beginning.
        /// - Parameter maxPixels: how long the longer side may be, in pixels; at least 1.
        /// - Throws: `notFound` when the file has gone; `unreadable`.
        public func image(maxPixels: Int) async throws(LibraryError) -> UIImage {
            kind == .video
                ? try await MovieFile.preview(of: file, maxPixels: maxPixels)
                : try await ImageFile.preview(of: file, maxPixels: maxPixels)
        }
    }
#endif
