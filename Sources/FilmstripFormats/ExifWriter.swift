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
        case .png: try png(fields, bytes, name)
        case .webP: try webP(fields, bytes, name)
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

    /// An eXIf chunk right behind the header (PNG third edition, section 11.3.4.5).
    private static func png(_ fields: ExifFields, _ bytes: [UInt8], _ name: String) throws(LibraryError) -> [UInt8] {
        let region = ByteReader(MemoryByteSource(bytes)).region
        guard FileFormat.sniff(region) == .png, region.fourCC(12) == "IHDR", bytes.count >= 33 else {
            throw .unsupportedFormat(path: name)
        }
        var result = Array(bytes[..<33])
        let chunk = Array("eXIf".utf8) + fields.tiffBlock
        result += bigEndian(chunk.count - 4, 4) + chunk + bigEndian(Int(CRC32.of(chunk)), 4)
        var offset: UInt64 = 33
        while let length = region.u32(offset), let type = region.fourCC(offset + 4) {
            let end = min(offset + 12 + UInt64(length), region.count)
            if type != "eXIf" { result += bytes[Int(offset)..<Int(end)] }
            offset = end
        }
        return result
    }

    /// An EXIF chunk at the end, and the extended header that announces it.
    private static func webP(_ fields: ExifFields, _ bytes: [UInt8], _ name: String) throws(LibraryError) -> [UInt8] {
        let region = ByteReader(MemoryByteSource(bytes)).region
        guard FileFormat.sniff(region) == .webP else { throw .unsupportedFormat(path: name) }
        let size: PixelSize
        do {
            size = try WebPReader.read(region).storedSize
        } catch {
            throw error.error(name)
        }
        var flags: UInt8 = 0
        var body: [UInt8] = []
        var offset: UInt64 = 12
        while let type = region.fourCC(offset), let length = region.u32(offset + 4, bigEndian: false) {
            let end = min(offset + 8 + UInt64(length) + UInt64(length & 1), region.count)
            switch type {
            case "VP8X": flags |= region.u8(offset + 8) ?? 0
            case "EXIF": break
            case "VP8L":
                // Bit 28 of the header says whether there is alpha.
                if let bits = region.u32(offset + 9, bigEndian: false), bits >> 28 & 1 == 1 { flags |= 0x10 }
                fallthrough
            default: body += bytes[Int(offset)..<Int(end)]
            }
            offset = end
        }
        let header =
            Array("VP8X".utf8) + littleEndian(10, 4) + [flags | 0x08, 0, 0, 0] + littleEndian(size.width - 1, 3)
            + littleEndian(size.height - 1, 3)
        let block = fields.tiffBlock
        let chunk = Array("EXIF".utf8) + littleEndian(block.count, 4) + block + (block.count % 2 == 1 ? [0] : [])
        let content = Array("WEBP".utf8) + header + body + chunk
        return Array("RIFF".utf8) + littleEndian(content.count, 4) + content
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
