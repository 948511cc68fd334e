import Filmstrip

/// Reads JPEG XL (ISO 18181): size and orientation from the codestream, EXIF and XMP from the container.
enum JPEGXLReader {
    static func readContainer(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        var facts = MediaFacts(.jpegXL)
        for box in ISOBoxes(region) {
            switch box.type {
            case "jxlc" where facts.storedSize == .zero: try readCodestream(box.payload, &facts)
            case "jxlp" where facts.storedSize == .zero:
                // The part's number comes first; only the first part has a header.
                if let part = box.payload.region(from: 4), box.payload.u32(0).map({ $0 & 0x7FFF_FFFF }) == 0 {
                    try readCodestream(part, &facts)
                }
            case "Exif":
                let skip = UInt64(box.payload.u32(0) ?? 0)
                facts.takeExif(box.payload.region(from: 4 + skip))
            case "xml ": facts.takeXMP(box.payload.allBytes(atMost: 1 << 20))
            default: break
            }
            if box.isCut { facts.note(.truncated, "The picture ends too early; a part of it is missing.") }
        }
        guard facts.storedSize.width > 0 else { throw .truncated }
        return facts
    }

    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        var facts = MediaFacts(.jpegXL)
        try readCodestream(region, &facts)
        return facts
    }

    private static func readCodestream(_ region: ByteRegion, _ facts: inout MediaFacts) throws(HeaderFault) {
        guard region.u16(0) == 0xFF0A else { throw .unreadable("it has no picture in it") }
        var bits = BitReader(region: region, offset: 2)
        guard let isSmall = bits.take(1) else { throw .truncated }
        guard let height = isSmall == 1 ? bits.take(5).map({ ($0 + 1) * 8 }) : bits.size(), let ratio = bits.take(3)
        else {
            throw .truncated
        }
        let ratios: [(UInt64, UInt64)] = [(0, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        var width = height * ratios[Int(ratio)].0 / ratios[Int(ratio)].1
        if ratio == 0 {
            guard let own = isSmall == 1 ? bits.take(5).map({ ($0 + 1) * 8 }) : bits.size() else { throw .truncated }
            width = own
        }
        facts.storedSize = PixelSize(width: Int(width), height: Int(height))
        facts.turn = .up
        // ImageMetadata: all default? Extra fields? Then the orientation, less one.
        guard bits.take(1) == 0, bits.take(1) == 1, let value = bits.take(3) else { return }
        facts.turn = Orientation(rawValue: Int(value) + 1) ?? .up
    }
}

/// Bits, the lowest of each byte first.
private struct BitReader {
    let region: ByteRegion
    var offset: UInt64
    var bit: UInt64 = 0

    mutating func take(_ count: Int) -> UInt64? {
        var value: UInt64 = 0
        for index in 0..<count {
            guard let byte = region.u8(offset + bit / 8) else { return nil }
            value |= UInt64(byte >> UInt8(bit % 8) & 1) << UInt64(index)
            bit += 1
        }
        return value
    }

    /// A length of 9, 13, 18 or 30 bits, less one.
    mutating func size() -> UInt64? {
        guard let choice = take(2) else { return nil }
        return take([9, 13, 18, 30][Int(choice)]).map { $0 + 1 }
    }
}
