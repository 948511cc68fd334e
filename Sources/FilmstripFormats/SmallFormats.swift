import Filmstrip

/// Reads GIF files (GIF89a): the canvas, and by a walk over all blocks the number of frames.
enum GIFReader {
    /// An animation of more bytes is counted no further.
    private static let walkLimit: UInt64 = 256 << 20

    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        guard let width = region.u16(6, bigEndian: false), let height = region.u16(8, bigEndian: false),
            let flags = region.u8(10)
        else { throw .truncated }
        var facts = MediaFacts(.gif)
        facts.storedSize = PixelSize(width: Int(width), height: Int(height))
        var offset = 13 + colourTable(flags)
        var frames = 0
        walk: while offset < walkLimit {
            switch region.u8(offset) {
            case 0x2C:
                guard let flags = region.u8(offset + 9) else { break walk }
                frames += 1
                offset = skipBlocks(region, offset + 11 + colourTable(flags))
            case 0x21: offset = skipBlocks(region, offset + 2)
            case 0x3B: break walk
            default:
                facts.note(.truncated, "The picture ends too early; its last part is missing.")
                break walk
            }
        }
        facts.frameCount = max(1, frames)
        if frames > 1 { facts.subtypes.insert(.animated) }
        return facts
    }

    private static func colourTable(_ flags: UInt8) -> UInt64 {
        flags & 0x80 == 0 ? 0 : 3 << (UInt64(flags & 7) + 1)
    }

    /// Goes past blocks of up to 255 bytes each, the last of which is empty.
    private static func skipBlocks(_ region: ByteRegion, _ start: UInt64) -> UInt64 {
        var offset = start
        while offset < walkLimit, let length = region.u8(offset) {
            offset += 1 + UInt64(length)
            if length == 0 { break }
        }
        return offset
    }
}

/// Reads WebP files (RIFF): the canvas of all three kinds, frames, EXIF and XMP.
enum WebPReader {
    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        var facts = MediaFacts(.webP)
        var offset: UInt64 = 12
        var frames = 0
        var isCut = false
        var chunks = 0
        while chunks < 65_536, let type = region.fourCC(offset), let length = region.u32(offset + 4, bigEndian: false) {
            guard let chunk = region.region(offset + 8, UInt64(length)) else {
                isCut = true
                if let rest = region.region(from: offset + 8) { take(type, rest, &facts) }
                break
            }
            if type == "ANMF" { frames += 1 } else { take(type, chunk, &facts) }
            offset += 8 + UInt64(length) + UInt64(length & 1)
            chunks += 1
        }
        guard facts.storedSize.width > 0 else { throw .truncated }
        if isCut { facts.note(.truncated, "The picture ends too early; its last part is missing.") }
        facts.frameCount = max(1, frames)
        if frames > 1 { facts.subtypes.insert(.animated) }
        return facts
    }

    private static func take(_ type: FourCC, _ chunk: ByteRegion, _ facts: inout MediaFacts) {
        switch type {
        case "VP8X":
            if let width = chunk.number(4, 3, bigEndian: false), let height = chunk.number(7, 3, bigEndian: false) {
                facts.storedSize = PixelSize(width: Int(width) + 1, height: Int(height) + 1)
            }
        case "VP8 " where facts.storedSize == .zero:
            if chunk.number(3, 3) == 0x9D012A, let width = chunk.u16(6, bigEndian: false),
                let height = chunk.u16(8, bigEndian: false)
            {
                facts.storedSize = PixelSize(width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
            }
        case "VP8L" where facts.storedSize == .zero:
            if chunk.u8(0) == 0x2F, let bits = chunk.u32(1, bigEndian: false) {
                facts.storedSize = PixelSize(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
            }
        case "EXIF":
            // Some writers keep JPEG's prefix.
            facts.takeExif(chunk.matches(0, "Exif\0\0") ? chunk.region(from: 6) : chunk)
        // ImageMagick 6 ends the name with a zero.
        case "XMP ", "XMP\0": facts.takeXMP(chunk.allBytes(atMost: 1 << 20))
        default: break
        }
    }
}

/// Reads the header of a Windows bitmap.
enum BMPReader {
    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        var facts = MediaFacts(.bmp)
        if region.u32(14, bigEndian: false) == 12 {
            guard let width = region.u16(18, bigEndian: false), let height = region.u16(20, bigEndian: false) else {
                throw .truncated
            }
            facts.storedSize = PixelSize(width: Int(width), height: Int(height))
        } else {
            guard let width = region.u32(18, bigEndian: false), let height = region.u32(22, bigEndian: false) else {
                throw .truncated
            }
            // A negative height says that the top row comes first.
            facts.storedSize = PixelSize(
                width: Int(Int32(bitPattern: width)), height: abs(Int(Int32(bitPattern: height))))
        }
        return facts
    }
}
