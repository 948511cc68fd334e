import Filmstrip

/// Reads PNG files (W3C PNG third edition): header, animation, EXIF and texts, and whether the end is there.
struct PNGReader {
    /// Two thousand million bytes in chunks of eight thousand.
    private static let chunkLimit = 262_144
    private static let textLimit = 1024

    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        guard region.fourCC(12) == "IHDR", let width = region.u32(16), let height = region.u32(20) else {
            throw .truncated
        }
        var facts = MediaFacts(.png)
        facts.storedSize = PixelSize(width: Int(width), height: Int(height))
        facts.componentCount = region.u8(25).flatMap { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][$0] }
        var isComplete = false
        var offset: UInt64 = 8
        var chunks = 0
        // Long strides over the picture's data, which often come in a thousand small chunks.
        while chunks < chunkLimit,
            let header = region.holds(offset, 8) ? region.reader.peek(at: region.start + offset, count: 8) : nil
        {
            let length = header[..<4].reduce(0) { $0 << 8 | UInt64($1) }
            let type = FourCC(rawValue: header[4...].reduce(0) { $0 << 8 | UInt32($1) })
            if type == "IEND" {
                isComplete = true
                break
            }
            guard let chunk = region.region(offset + 8, length) else { break }
            if type != "IDAT" { take(type, chunk, &facts) }
            offset += 12 + length
            chunks += 1
        }
        if !isComplete { facts.note(.truncated, "The picture ends too early; its lower part is missing.") }
        return facts
    }

    private static func take(_ type: FourCC, _ chunk: ByteRegion, _ facts: inout MediaFacts) {
        switch type {
        case "eXIf": facts.takeExif(chunk)
        case "acTL":
            facts.frameCount = chunk.u32(0).map { Int($0) }
            if let count = facts.frameCount, count > 1 { facts.subtypes.insert(.animated) }
        case "cICP": if let curve = chunk.u8(1), curve == 16 || curve == 18 { facts.subtypes.insert(.hdr) }
        case "iTXt", "tEXt":
            guard let text = text(type, chunk) else { return }
            take(text, &facts)
        default: break
        }
    }

    private static func take(_ text: (keyword: String, value: [UInt8]), _ facts: inout MediaFacts) {
        if text.keyword != "XML:com.adobe.xmp", text.value.count < 4096, facts.texts.count < textLimit {
            facts.texts.append((text.keyword, MetadataText.string(text.value)))
        }
        switch text.keyword {
        case "XML:com.adobe.xmp": facts.takeXMP(text.value)
        case "Creation Time", "Creation time", "create-date", "date:create":
            if facts.date == nil { facts.date = WrittenDate(text.value)?.date(.container) }
        case "Software", "Comment", "Title", "Description", "Source":
            if MetadataText.string(text.value).lowercased().contains("screenshot") {
                facts.subtypes.insert(.screenshot)
            }
        default: break
        }
    }

    /// The keyword and value of a text chunk; compressed ones are left alone.
    static func text(_ type: FourCC, _ chunk: ByteRegion) -> (keyword: String, value: [UInt8])? {
        guard let bytes = chunk.allBytes(atMost: 1 << 20), let end = bytes.firstIndex(of: 0) else { return nil }
        let keyword = MetadataText.string(bytes[..<end])
        if type == "tEXt" { return (keyword, Array(bytes[(end + 1)...])) }
        // Compression flag and method, then language and translated keyword, each ended by a NUL.
        guard bytes.count > end + 3, bytes[end + 1] == 0, let language = bytes[(end + 3)...].firstIndex(of: 0),
            let translated = bytes[(language + 1)...].firstIndex(of: 0)
        else { return nil }
        return (keyword, Array(bytes[(translated + 1)...]))
    }
}
