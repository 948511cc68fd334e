import Filmstrip

/// Puts metadata into the chunks of finished PNG and WebP files, in place of what is there.
enum ChunkWriter {
    /// What becomes of a block.
    enum Block {
        case keep, remove
        case replace([UInt8])

        /// A new block, or none.
        init(_ bytes: [UInt8]?) { self = bytes.map { .replace($0) } ?? .remove }

        var isKept: Bool { if case .keep = self { true } else { false } }
        var bytes: [UInt8]? { if case .replace(let bytes) = self { bytes } else { nil } }
    }

    /// Which texts of a PNG stay.
    enum Texts { case all, withoutPlaces, none }

    /// PNG (third edition): `eXIf`, and XMP as `iTXt`, right behind the header.
    /// - Parameter texts: which other texts stay; where none do, times go, too. Where not all do, nothing stays behind the end.
    static func png(
        exif: Block, xmp: Block, into bytes: [UInt8], name: String, texts: Texts = .all
    ) throws(LibraryError) -> [UInt8] {
        let region = ByteReader(MemoryByteSource(bytes)).region
        guard FileFormat.sniff(region) == .png, region.fourCC(12) == "IHDR", bytes.count >= 33 else {
            throw .unsupportedFormat(path: name)
        }
        var result = Array(bytes[..<33])
        func add(_ type: String, _ payload: [UInt8]) {
            let chunk = Array(type.utf8) + payload
            result += bigEndian(payload.count, 4) + chunk + bigEndian(Int(CRC32.of(chunk)), 4)
        }
        if let exif = exif.bytes { add("eXIf", exif) }
        // A keyword, no compression, no language, no translation.
        if let xmp = xmp.bytes { add("iTXt", Array(xmpKeyword.utf8) + [0, 0, 0, 0, 0] + xmp) }
        var offset: UInt64 = 33
        while let length = region.u32(offset), let type = region.fourCC(offset + 4) {
            let end = min(offset + 12 + UInt64(length), region.count)
            let stays =
                switch type {
                case "eXIf": exif.isKept
                case "zxIf": texts == .all
                case "tIME": texts != .none
                case "iTXt" where region.matches(offset + 8, "XML:com.adobe.xmp"): xmp.isKept
                // Old writers hide whole blocks in texts of such names.
                case "tEXt", "zTXt", "iTXt":
                    texts != .none && (xmp.isKept || !region.matches(offset + 8, "Raw profile type"))
                        && (texts == .all || !tellsPlace(bytes[min(Int(offset) + 8, Int(end))..<Int(end)]))
                default: true
                }
            if stays { result += bytes[Int(offset)..<Int(end)] }
            if type == "IEND", texts != .all { break }
            offset = end
        }
        return result
    }

    /// Whether a text chunk tells a place, in its keyword or, where that is not compressed, in its text.
    private static func tellsPlace(_ chunk: ArraySlice<UInt8>) -> Bool {
        PlaceMarks.isName(chunk.prefix { $0 != 0 }.prefix(79)) || PlaceMarks.areIn(Array(chunk))
    }

    private static let chunksOfWebP: Set<FourCC> = [
        "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ",
    ]

    private static let xmpKeyword = "XML:com.adobe.xmp"

    /// WebP: chunks at the end, and the extended header that announces them. Where XMP goes, so do chunks that no one knows:
    /// ImageMagick's packets have a name of their own.
    static func webP(
        exif: Block, xmp: Block, into bytes: [UInt8], name: String
    ) throws(LibraryError) -> [UInt8] {
        let region = ByteReader(MemoryByteSource(bytes)).region
        guard FileFormat.sniff(region) == .webP else { throw .unsupportedFormat(path: name) }
        let size: PixelSize
        do {
            size = try WebPReader.read(region).storedSize
        } catch {
            throw error.error(name)
        }
        var flags: UInt8 = 0
        var isExtended = false
        var body: [UInt8] = []
        var offset: UInt64 = 12
        while let type = region.fourCC(offset), let length = region.u32(offset + 4, bigEndian: false) {
            let end = min(offset + 8 + UInt64(length) + UInt64(length & 1), region.count)
            switch type {
            case "VP8X":
                flags |= region.u8(offset + 8) ?? 0
                isExtended = true
            case "EXIF" where !exif.isKept: break
            case "XMP " where !xmp.isKept: break
            case _ where !xmp.isKept && !chunksOfWebP.contains(type): break
            case "VP8L":
                // Bit 28 of the header says whether there is alpha.
                if let bits = region.u32(offset + 9, bigEndian: false), bits >> 28 & 1 == 1 { flags |= 0x10 }
                fallthrough
            default: body += bytes[Int(offset)..<Int(end)]
            }
            offset = end
        }
        if !exif.isKept { flags = flags & ~0x08 | (exif.bytes == nil ? 0 : 0x08) }
        if !xmp.isKept { flags = flags & ~0x04 | (xmp.bytes == nil ? 0 : 0x04) }
        var content = Array("WEBP".utf8)
        if isExtended || exif.bytes != nil || xmp.bytes != nil {
            content += Array("VP8X".utf8) + littleEndian(10, 4) + [flags, 0, 0, 0] + littleEndian(size.width - 1, 3)
            content += littleEndian(size.height - 1, 3)
        }
        content += body
        for (type, payload) in [("EXIF", exif.bytes), ("XMP ", xmp.bytes)] {
            guard let payload else { continue }
            content += Array(type.utf8) + littleEndian(payload.count, 4) + payload
            if payload.count % 2 == 1 { content.append(0) }
        }
        return Array("RIFF".utf8) + littleEndian(content.count, 4) + content
    }
}
