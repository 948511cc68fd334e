public import Foundation

/// Images as Base64 text, and back. Nothing is logged.
public enum Base64Image {
    /// An image that came out of a text.
    public struct Decoded: Sendable, Hashable {
        /// The image file's bytes.
        public var data: Data
        /// What they hold, judged by themselves and never by a prefix.
        public var contentType: ContentType
    }

    /// In which format an image is written.
    public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        /// JPEG at quality 1.0; what is JPEG already stays as it is, byte by byte.
        case jpeg
        /// PNG; what is PNG already stays as it is, byte by byte.
        case png
        /// The bytes as they are.
        case original

        /// The content type wanted; nil for any.
        var contentType: ContentType? {
            switch self {
            case .jpeg: .jpeg
            case .png: .png
            case .original: nil
            }
        }
    }

    /// Brings an image file into another format, at a quality from 0 to 1. Core knows no codecs: a platform lends one.
    public typealias Converter =
        @Sendable (_ file: MediaFile, _ type: ContentType, _ quality: Double) async throws ->
        MediaFile

    /// An image file's bytes as text.
    /// - Parameter lineLength: characters of a line, which CRLF ends; nil (the default) or 0 for one line.
    /// - Throws: `notAnImage`.
    public static func encode(_ image: Data, lineLength: Int? = nil) throws(Base64Error) -> String {
        _ = try imageType(of: image)
        return text(of: image, lineLength: lineLength)
    }

    /// An image file's bytes as a `data:` address (RFC 2397) that names what they truly are. One line.
    /// - Throws: `notAnImage`.
    public static func dataURI(_ image: Data) throws(Base64Error) -> String {
        "data:\(try imageType(of: image).mimeType);base64,\(text(of: image, lineLength: nil))"
    }

    /// An image file as text, in the format asked for.
    /// - Parameters:
    ///   - format: JPEG by default.
    ///   - converter: is called only when the file is not in that format.
    /// - Throws: `notAnImage`, `file`, `conversionFailed`.
    public static func encode(
        _ file: MediaFile, as format: Format = .jpeg, lineLength: Int? = nil, converter: Converter
    ) async throws(Base64Error) -> String {
        var file = file
        let held = try imageType(of: bytes(of: file))
        if let wanted = format.contentType, wanted != held {
            do {
                file = try await converter(file, wanted, 1)
            } catch {
                throw .conversionFailed((error as? any FilmstripError)?.message ?? "\(error)")
            }
        }
        return try encode(bytes(of: file), lineLength: lineLength)
    }

    /// The image in a text.
    /// - Parameter text: Base64 of either alphabet, perhaps in lines, with a `data:` prefix or characters that do not belong.
    /// - Throws: `notAnImage` for what yields none, `truncated`, `dataAfterEnd`, `notBase64`.
    public static func decode(_ text: String) throws(Base64Error) -> Decoded {
        let data = try Array(text.utf8).withUnsafeBufferPointer { characters throws(Base64Error) in
            try bytes(in: UnsafeRawBufferPointer(characters))
        }
        return Decoded(data: data, contentType: try imageType(of: data))
    }

    /// What an image file's bytes hold.
    private static func imageType(of bytes: Data) throws(Base64Error) -> ContentType {
        guard let type = ContentType(signature: bytes), !type.isVideo else { throw .notAnImage }
        return type
    }

    private static func text(of bytes: Data, lineLength: Int?) -> String {
        var encoder = Base64Encoder(lineLength: lineLength)
        return bytes.withUnsafeBytes { source in
            String(unsafeUninitializedCapacity: encoder.maximumCount(for: source.count)) { room in
                let count = encoder.encode(source, into: UnsafeMutableRawBufferPointer(room))
                let rest = encoder.finish()
                for (index, character) in rest.enumerated() { room[count + index] = character }
                return count + rest.count
            }
        }
    }

    private static func bytes(in characters: UnsafeRawBufferPointer) throws(Base64Error) -> Data {
        var decoder = Base64Decoder()
        var bytes = [UInt8](repeating: 0, count: decoder.maximumCount(for: characters.count))
        let count = try bytes.withUnsafeMutableBufferPointer { room throws(Base64Error) in
            try decoder.decode(characters, into: UnsafeMutableRawBufferPointer(room))
        }
        return Data(bytes[..<count]) + (try decoder.finish())
    }

    private static func bytes(of file: MediaFile) throws(Base64Error) -> Data {
        do throws(LibraryError) {
            return try InputFile(file.path).readAll()
        } catch {
            throw .file(error)
        }
    }
}
