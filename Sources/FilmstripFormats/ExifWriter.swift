package import Filmstrip

/// Puts an EXIF block into a finished file. All other bytes stay as they are: a camera's own JPEG is not coded again.
package enum ExifWriter {
    /// Puts the fields into a file of that format, in place of an EXIF block that is there.
    /// - Throws: `unsupportedFormat` when the bytes are not of that format, or the format has no place that we know;
    ///   `tooLarge` when the fields do not fit: a JPEG's segment holds 65,533 bytes.
    package static func inserting(
        _ fields: ExifFields, into bytes: [UInt8], _ contentType: ContentType, name: String = "picture"
    ) throws(LibraryError) -> [UInt8] {
        switch contentType {
        case .jpeg: try jpeg(fields, bytes, name)
        case .png:
            try ChunkWriter.png(exif: .replace(fields.tiffBlock), xmp: .keep, into: bytes, name: name)
        case .webP:
            try ChunkWriter.webP(exif: .replace(fields.tiffBlock), xmp: .keep, into: bytes, name: name)
        default: throw .unsupportedFormat(path: name)
        }
    }

    /// An APP1 segment behind the JFIF header where there is one, else first.
    private static func jpeg(_ fields: ExifFields, _ bytes: [UInt8], _ name: String) throws(LibraryError) -> [UInt8] {
        let region = ByteReader(MemoryByteSource(bytes)).region
        guard FileFormat.sniff(region) == .jpeg else { throw .unsupportedFormat(path: name) }
        var place = 2
        var dropped: [Range<Int>] = []
        var segments = JPEGSegments(region)
        while let segment = segments.next() {
            let range = Int(segment.start)..<Int(segment.payload.range.upperBound)
            if segment.marker == 0xE0, range.lowerBound == place, dropped.isEmpty { place = range.upperBound }
            if segment.exif != nil { dropped.append(range) }
        }
        let block = Array("Exif\0\0".utf8) + fields.tiffBlock
        guard block.count <= 65_533 else { throw .tooLarge(path: name) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + block.count + 4)
        result += bytes[..<place]
        result += [0xFF, 0xE1] + bigEndian(block.count + 2, 2) + block
        for range in dropped {
            result += bytes[place..<range.lowerBound]
            place = range.upperBound
        }
        result += bytes[place...]
        return result
    }
}

/// The check sum of PNG's chunks (ISO 3309).
enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }
}
