import Filmstrip

/// How a file is built, and so who reads it: told by its first bytes and never by its name.
enum FileFormat: Equatable {
    case jpeg, png, gif, webP, tiff, bmp, jpegXLCodestream, jpegXLContainer, fujiRaw, matroska
    /// A picture in ISO boxes: HEIC, HEIF or AVIF.
    case heif(ContentType)
    /// A movie in ISO boxes: MP4 or QuickTime.
    case movie(ContentType)
    /// Canon's CR3: a raw picture in ISO boxes.
    case canonRaw

    /// What the core's table of signatures says, and how we read that. A movie without a brand must have a header, too.
    static func sniff(_ region: ByteRegion) -> FileFormat? {
        let head = region.bytes(0, min(region.count, UInt64(ContentType.signatureLength))) ?? []
        guard let type = ContentType(signature: head) else { return nil }
        let hasBrand = region.fourCC(4) == "ftyp"
        switch type {
        case .jpeg: return .jpeg
        case .png: return .png
        case .gif: return .gif
        case .webP: return .webP
        case .tiff: return .tiff
        case .bmp: return .bmp
        case .jpegXL: return region.u8(0) == 0xFF ? .jpegXLCodestream : .jpegXLContainer
        case .raw where hasBrand: return .canonRaw
        case .raw: return region.fourCC(0) == "FUJI" ? .fujiRaw : .tiff
        case .matroska, .webM: return .matroska
        case .heic, .heif, .avif: return .heif(type)
        case .mp4, .quickTime:
            guard hasBrand || ISOBoxes(region).prefix(16).contains(where: { $0.type == "moov" }) else { return nil }
            return .movie(type)
        }
    }
}
