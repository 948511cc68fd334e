#if os(iOS) || FILMSTRIP_DOUBLES
    package import CoreGraphics
    package import Filmstrip
    import FilmstripFormats
    import Foundation
    import ImageIO
    package import UIKit
    import UniformTypeIdentifiers

    /// Pictures through ImageIO. The only file that casts between Core Foundation's types and Swift's.
    package enum ImageFile {
        /// What a picture says about itself, by ImageIO's keys.
        package struct Metadata: @unchecked Sendable {
            // Unchecked because the values are a property list, which nobody changes.
            package var properties: [String: Any]

            /// - Parameter properties: by ImageIO's keys, as the system's camera and picture files give them.
            package init(_ properties: [String: Any] = [:]) { self.properties = properties }
        }

        /// A picture as it is stored, and what its file says about it.
        package struct Still: Sendable {
            package var image: CGImage
            package var orientation: Orientation
            package var metadata: Metadata

            package init(image: CGImage, orientation: Orientation, metadata: Metadata) {
                self.image = image
                self.orientation = orientation
                self.metadata = metadata
            }

            /// Upright.
            package var size: PixelSize {
                orientation.applied(to: PixelSize(width: image.width, height: image.height))
            }
        }

        /// How large a picture is, upright. Only its header is read.
        /// - Throws: as `MediaHeaderReader.read`.
        @concurrent package static func size(of file: MediaFile) async throws(LibraryError) -> PixelSize {
            try FileFacts(of: file.path, name: "").header.size
        }

        /// Decodes a picture as it is stored.
        /// - Throws: `notFound`, `unreadable`.
        @concurrent package static func read(_ file: MediaFile) async throws(LibraryError) -> Still {
            let source = try source(of: file)
            guard let image = CGImageSourceCreateImageAtIndex(source, 0, nil) else {
                throw .unreadable(path: file.path.string, reason: "its picture cannot be decoded")
            }
            let properties = dictionary(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
            let number = (properties[kCGImagePropertyOrientation as String] as? NSNumber)?.intValue
            return Still(
                image: image, orientation: number.flatMap(Orientation.init(rawValue:)) ?? .up,
                metadata: Metadata(properties))
        }

        /// Decodes a picture upright and no larger than needed, without taking the memory of the whole.
        /// - Parameter maxPixels: how long the longer side may be, in pixels; at least 1.
        /// - Throws: `notFound`, `unreadable`.
        @concurrent package static func preview(
            of file: MediaFile, maxPixels: Int
        ) async throws(LibraryError) -> UIImage {
            let source = try source(of: file)
            let options: [String: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways as String: true,
                kCGImageSourceCreateThumbnailWithTransform as String: true,
                kCGImageSourceShouldCacheImmediately as String: true,
                kCGImageSourceThumbnailMaxPixelSize as String: max(1, maxPixels),
            ]
            guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary) else {
                throw .unreadable(path: file.path.string, reason: "its picture cannot be decoded")
            }
            return UIImage(cgImage: image)
        }

        /// Writes a picture as JPEG, with what was said about it; its orientation is written, and no pixel turned.
        /// - Parameter quality: 0 to 1.
        /// - Throws: `noSpace`, `unreadable` when it cannot be encoded.
        @concurrent package static func write(
            _ still: Still, quality: Double, into inbox: Inbox
        ) async throws(LibraryError) -> MediaFile {
            let address = inbox.newAddress(ending: ContentType.jpeg.fileExtension)
            var properties = still.metadata.properties
            properties[kCGImagePropertyOrientation as String] = still.orientation.rawValue
            if var tiff = properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any] {
                tiff[kCGImagePropertyTIFFOrientation as String] = still.orientation.rawValue
                properties[kCGImagePropertyTIFFDictionary as String] = tiff
            }
            // What was true of another size would be false of this one; ImageIO writes the right ones.
            for key in [kCGImagePropertyPixelWidth, kCGImagePropertyPixelHeight] {
                properties[key as String] = nil
            }
            if var exif = properties[kCGImagePropertyExifDictionary as String] as? [String: Any] {
                for key in [kCGImagePropertyExifPixelXDimension, kCGImagePropertyExifPixelYDimension] {
                    exif[key as String] = nil
                }
                properties[kCGImagePropertyExifDictionary as String] = exif
            }
            properties[kCGImageDestinationLossyCompressionQuality as String] = quality
            let type = UTType.jpeg.identifier as CFString
            guard let destination = CGImageDestinationCreateWithURL(address as CFURL, type, 1, nil) else {
                throw .unreadable(path: address.path, reason: "it cannot be written")
            }
            CGImageDestinationAddImage(destination, still.image, properties as CFDictionary)
            guard CGImageDestinationFinalize(destination) else {
                throw .unreadable(path: address.path, reason: "the picture cannot be encoded")
            }
            return MediaFile(path: MediaPath(address), contentType: .jpeg, isTemporary: true)
        }

        /// Cuts a box out of a picture and writes it, with what the file said about it.
        /// - Parameter crop: of the picture as it is shown.
        /// - Throws: as `read` and `write`.
        package static func crop(
            _ file: MediaFile, to crop: Crop, into inbox: Inbox
        ) async throws(LibraryError) -> MediaFile {
            var still = try await read(file)
            let stored = PixelSize(width: still.image.width, height: still.image.height)
            let box = crop.storedPixels(in: stored, shownAs: still.orientation)
            let rectangle = CGRect(x: box.x, y: box.y, width: box.width, height: box.height)
            guard let cut = still.image.cropping(to: rectangle) else {
                throw .unreadable(path: file.path.string, reason: "the box lies outside of the picture")
            }
            still.image = cut
            return try await write(still, quality: 0.92, into: inbox)
        }

        private static func source(of file: MediaFile) throws(LibraryError) -> CGImageSource {
            guard let source = CGImageSourceCreateWithURL(file.url as CFURL, nil) else {
                throw .notFound(path: file.path.string)
            }
            return source
        }

        private static func dictionary(_ properties: Any?) -> [String: Any] {
            properties as? [String: Any] ?? [:]
        }
    }
#endif
