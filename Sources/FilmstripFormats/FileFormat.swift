import Filmstrip

/// How a file is built, told by its first bytes and never by its name.
enum FileFormat: Equatable {
    case jpeg, png, gif, webP, tiff, bmp, jpegXLCodestream, jpegXLContainer, fujiRaw, matroska
    /// A picture in ISO boxes: HEIC, HEIF or AVIF.
    case heif(ContentType)
    /// A movie in ISO boxes: MP4 or QuickTime.
    case movie(ContentType)
    /// Canon's CR3: a raw picture in ISO boxes.
    case canonRaw

    static func sniff(_ region: ByteRegion) -> FileFormat? {
        guard let first = region.u32(0) else { return nil }
        switch first {
        case 0xFFD8_FF00...0xFFD8_FFFF: return .jpeg
        case 0x8950_4E47: return region.matches(4, "\r\n\u{1A}\n") ? .png : nil
        case 0x4749_4638: return region.matches(4, "7a") || region.matches(4, "9a") ? .gif : nil
        case 0x5249_4646: return region.fourCC(8) == "WEBP" ? .webP : nil
        case 0x1A45_DFA3: return .matroska
        case 0x0000_000C: return region.matches(4, "JXL \r\n") ? .jpegXLContainer : nil
        case 0x4655_4A49: return region.matches(4, "FILMCCD-RAW") ? .fujiRaw : nil
        default: break
        }
        if first >> 16 == 0xFF0A { return .jpegXLCodestream }
        if first >> 16 == 0x424D { return isBitmap(region) ? .bmp : nil }
        if isTIFF(region) { return .tiff }
        return boxes(region)
    }

    /// TIFF's own magic number, and those of Olympus and Panasonic. BigTIFF is not read.
    private static func isTIFF(_ region: ByteRegion) -> Bool {
        guard let block = TIFFBlock(region) else { return false }
        return [42, 0x4F52, 0x5352, 0x55].contains(block.magic) && block.firstDirectory >= 8
    }

    /// "BM" begins many a text; the size of the second header tells bitmaps from them.
    private static func isBitmap(_ region: ByteRegion) -> Bool {
        guard let size = region.u32(14, bigEndian: false) else { return false }
        return [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
    }

    private static func boxes(_ region: ByteRegion) -> FileFormat? {
        switch region.fourCC(4) {
        case "ftyp": return brands(region)
        // QuickTime before it had brands; files taken off iPhones still come so.
        case "moov", "mdat", "wide", "free", "skip", "pnot":
            return ISOBoxes(region).prefix(16).contains { $0.type == "moov" } ? .movie(.quickTime) : nil
        default: return nil
        }
    }

    private static func brands(_ region: ByteRegion) -> FileFormat? {
        guard let box = ISOBoxes(region).first(where: { _ in true }), let major = box.payload.fourCC(0) else {
            return nil
        }
        var compatible: Set<FourCC> = []
        for offset in stride(from: 8, to: min(box.payload.count, 256), by: 4) {
            if let brand = box.payload.fourCC(offset) { compatible.insert(brand) }
        }
        switch major {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .heif(.heic)
        case "avif", "avis": return .heif(.avif)
        case "mif1", "msf1", "mif2", "miaf":
            if !compatible.isDisjoint(with: ["avif", "avis"]) { return .heif(.avif) }
            return compatible.isDisjoint(with: ["heic", "heix", "hevc", "hevx"]) ? .heif(.heif) : .heif(.heic)
        case "qt  ": return .movie(.quickTime)
        case "crx ": return .canonRaw
        case "jp2 ", "jpx ", "jpm ", "mjp2", "M4A ", "M4B ", "M4P ", "F4A ", "F4B ": return nil
        default: return .movie(.mp4)
        }
    }
}
