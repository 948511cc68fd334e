import Filmstrip

/// Reads what a JPEG file says before its first scan, and how it ends.
struct JPEGReader {
    /// More than this is not searched for the end of the picture.
    private static let scanLimit: UInt64 = 64 << 20

    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        var facts = MediaFacts(.jpeg)
        var segments = JPEGSegments(region)
        var hasFrame = false
        while let segment = segments.next() {
            let payload = segment.payload
            if segment.isFrameHeader, !hasFrame, let height = payload.u16(1), let width = payload.u16(3) {
                facts.storedSize = PixelSize(width: Int(width), height: Int(height))
                facts.componentCount = payload.u8(5).map { Int($0) }
                hasFrame = true
            } else if facts.exif == nil, let exif = segment.exif {
                facts.takeExif(exif)
            } else if facts.xmp == nil, let xmp = segment.xmp {
                facts.takeXMP(xmp.allBytes(atMost: 1 << 20))
            }
        }
        guard hasFrame else { throw segments.isBroken ? .truncated : .unreadable("it has no picture in it") }
        MotionPhoto.find(in: region, &facts)
        if let start = segments.scanStart, start < region.count {
            if facts.motionPhotoRange == nil, !hasEnd(region, from: start) {
                facts.note(.truncated, "The picture ends too early; its lower part is missing.")
            }
        } else {
            facts.note(.truncated, "The file ends before the picture begins.")
        }
        return facts
    }

    /// Whether an end-of-image marker follows. It stands at the very end, or near it; only where it does not is the
    /// whole picture searched.
    private static func hasEnd(_ region: ByteRegion, from start: UInt64) -> Bool {
        let tail = min(64, region.count - start)
        if let bytes = region.bytes(region.count - tail, tail), position(ofEndIn: bytes) != nil { return true }
        var offset = start
        while offset < region.count, offset - start < scanLimit {
            let length = min(262_144, region.count - offset)
            guard let bytes = region.bytes(offset, length) else { return false }
            if position(ofEndIn: bytes) != nil { return true }
            // The marker's two bytes may lie on both sides of the border.
            offset += length < 2 || offset + length == region.count ? length : length - 1
        }
        return offset < region.count
    }

    private static func position(ofEndIn bytes: [UInt8]) -> Int? {
        var index = bytes.count - 1
        while index > 0 {
            if bytes[index] == 0xD9, bytes[index - 1] == 0xFF { return index - 1 }
            index -= 1
        }
        return nil
    }
}
