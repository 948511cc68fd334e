/// Writes TIFF blocks, big endian.
enum TIFFWriter {
    struct Tag {
        let tag: UInt16
        let type: TIFFType
        let count: Int
        let value: [UInt8]

        /// Text with its NUL. EXIF asks for ASCII; what everybody writes, and reads, is UTF-8.
        static func text(_ tag: UInt16, _ text: String) -> Tag {
            let bytes = text.utf8.filter { $0 != 0 } + [0]
            return Tag(tag: tag, type: .ascii, count: bytes.count, value: bytes)
        }

        static func bytes(_ tag: UInt16, _ bytes: [UInt8]) -> Tag {
            Tag(tag: tag, type: .undefined, count: bytes.count, value: bytes)
        }

        static func short(_ tag: UInt16, _ value: Int) -> Tag {
            Tag(tag: tag, type: .short, count: 1, value: bigEndian(value, 2))
        }

        static func long(_ tag: UInt16, _ value: Int) -> Tag {
            Tag(tag: tag, type: .long, count: 1, value: bigEndian(value, 4))
        }

        static func rationals(_ tag: UInt16, _ values: [(Int, Int)]) -> Tag {
            Tag(
                tag: tag, type: .rational, count: values.count,
                value: values.flatMap { bigEndian($0.0, 4) + bigEndian($0.1, 4) })
        }
    }

    /// A whole block: header, first directory, and those that it points to where they hold anything.
    /// - Parameter thumbnail: a JPEG, for which a second directory (IFD1 of EXIF 2.32) is written.
    static func block(first: [Tag], exif: [Tag], gps: [Tag], thumbnail: [UInt8]? = nil) -> [UInt8] {
        var first = first
        // The length of a directory does not depend on the values of pointers.
        let pointers = (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
        let exifStart = 8 + directory(first, at: 8, next: 0).count + pointers * 12
        let exifBytes = exif.isEmpty ? [] : directory(exif, at: exifStart, next: 0)
        if !exif.isEmpty { first.append(.long(0x8769, exifStart)) }
        if !gps.isEmpty { first.append(.long(0x8825, exifStart + exifBytes.count)) }
        let gpsBytes = gps.isEmpty ? [] : directory(gps, at: exifStart + exifBytes.count, next: 0)
        let thumbnailStart = exifStart + exifBytes.count + gpsBytes.count
        let next = thumbnail == nil ? 0 : thumbnailStart
        return [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + directory(first, at: 8, next: next) + exifBytes + gpsBytes
            + (thumbnail.map { thumbnailDirectory($0, at: thumbnailStart) } ?? [])
    }

    /// The directory of a thumbnail with the JPEG behind it.
    private static func thumbnailDirectory(_ jpeg: [UInt8], at start: Int) -> [UInt8] {
        func whole(_ place: Int) -> [UInt8] {
            directory(
                [
                    .short(0x0103, 6), .rationals(0x011A, [(72, 1)]), .rationals(0x011B, [(72, 1)]), .short(0x0128, 2),
                    .long(0x0201, place), .long(0x0202, jpeg.count),
                ], at: start, next: 0)
        }
        return whole(start + whole(0).count) + jpeg
    }

    /// A directory that will stand at `start`, its entries in order of their tags, with the values behind them.
    static func directory(_ tags: [Tag], at start: Int, next: Int) -> [UInt8] {
        let tags = tags.sorted { $0.tag < $1.tag }
        let valuesStart = start + 2 + tags.count * 12 + 4
        var entries = bigEndian(tags.count, 2)
        var values: [UInt8] = []
        for tag in tags {
            entries += bigEndian(Int(tag.tag), 2) + bigEndian(Int(tag.type.rawValue), 2) + bigEndian(tag.count, 4)
            if tag.value.count <= 4 {
                entries += tag.value + [UInt8](repeating: 0, count: 4 - tag.value.count)
            } else {
                entries += bigEndian(valuesStart + values.count, 4)
                values += tag.value
                // Values begin at even places.
                if values.count % 2 == 1 { values.append(0) }
            }
        }
        return entries + bigEndian(next, 4) + values
    }
}

/// The lowest bytes of a number, the highest of them first.
func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
}

/// The lowest bytes of a number, the lowest first.
func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
