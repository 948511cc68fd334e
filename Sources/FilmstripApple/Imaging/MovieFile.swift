#if os(iOS) || FILMSTRIP_DOUBLES
    import AVFoundation
    import CoreGraphics
    import CoreMedia
    package import Filmstrip
    import Foundation
    package import UIKit

    /// Pictures out of movies.
    package enum MovieFile {
        /// A frame of a movie's beginning, upright and no larger than needed.
        /// - Parameter maxPixels: how long the longer side may be, in pixels; at least 1.
        /// - Throws: `notFound`, `unreadable`.
        @concurrent package static func preview(
            of file: MediaFile, maxPixels: Int
        ) async throws(LibraryError) -> UIImage {
            guard FileManager.default.fileExists(atPath: file.url.path) else { throw .notFound(path: file.path.string) }
            let generator = AVAssetImageGenerator(asset: AVURLAsset(url: file.url))
            generator.appliesPreferredTrackTransform = true
            let side = CGFloat(max(1, maxPixels))
            generator.maximumSize = CGSize(width: side, height: side)
            do {
                return UIImage(cgImage: try await generator.image(at: .zero).image)
            } catch {
                throw .unreadable(path: file.path.string, reason: error.localizedDescription)
            }
        }
    }
#endif
