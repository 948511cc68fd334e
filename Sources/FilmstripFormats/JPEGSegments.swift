/// The marker segments of a JPEG file (ITU-T T.81, annex B) up to its first scan.
struct JPEGSegments {
    struct Segment {
        /// The second byte of the marker, such as 0xE1 for APP1.
        let marker: UInt8
        /// What follows the marker and the length.
        let payload: ByteRegion
        /// Where the marker's 0xFF stands.
        let start: UInt64
    }

    let region: ByteRegion
    /// Where the entropy-coded data of the first scan begin; nil before it was reached.
    private(set) var scanStart: UInt64?
    /// Where the marker of the first scan stands; nil before it was reached.
    private(set) var scanHeader: UInt64?
    /// Whether a segment reached past the end, or no marker stood where one should.
    private(set) var isBroken = false
    private var offset: UInt64 = 2
    private var isFinished = false
    /// A file with more segments than a header can have is not walked to its end.
    private var budget = 16_384

    init(_ region: ByteRegion) { self.region = region }

    mutating func next() -> Segment? {
        while !isFinished {
            budget -= 1
            guard budget > 0, let marker = nextMarker() else { break }
            switch marker.code {
            case 0x01, 0xD0...0xD8: continue
            case 0xD9:
                isFinished = true
                return nil
            default: break
            }
            guard let length = region.u16(offset), length >= 2 else { break }
            guard let payload = region.region(offset + 2, UInt64(length) - 2) else { break }
            offset += UInt64(length)
            if marker.code == 0xDA {
                scanStart = offset
                scanHeader = marker.start
                isFinished = true
                return nil
            }
            return Segment(marker: marker.code, payload: payload, start: marker.start)
        }
        isBroken = !isFinished
        isFinished = true
        return nil
    }

    /// Goes behind the next marker. Some writers leave a few bytes between segments, which decoders skip.
    private mutating func nextMarker() -> (code: UInt8, start: UInt64)? {
        var skipped = 0
        while let byte = region.u8(offset), skipped < 65_536 {
            if byte == 0xFF, let code = region.u8(offset + 1), code != 0xFF, code != 0 {
                offset += 2
                return (code, offset - 2)
            }
            offset += 1
            skipped += 1
        }
        return nil
    }
}

extension JPEGSegments.Segment {
    /// Whether it is a frame header: SOF0 to SOF15 without DHT, JPG and DAC.
    var isFrameHeader: Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// The TIFF block of an EXIF segment.
    var exif: ByteRegion? {
        marker == 0xE1 && payload.matches(0, "Exif\0") ? payload.region(from: 6) : nil
    }

    /// The packet of an XMP segment. Extended XMP, which holds what is too long for a segment, is not read.
    var xmp: ByteRegion? {
        marker == 0xE1 && payload.matches(0, "http://ns.adobe.com/xap/1.0/\0") ? payload.region(from: 29) : nil
    }
}
