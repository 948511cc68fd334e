extension ContentType {
    /// How many bytes of a file's head are enough to tell what it holds.
    public static let signatureLength = 64

    /// What a file holds, judged by its first bytes; nil for what is neither photo nor video.
    ///
    /// Only signatures are looked at: a file may still be damaged behind them. Raw formats that are TIFF files without a mark of
    /// their own count as TIFF, and Matroska counts as WebM only where it says so within those bytes.
    /// - Parameter head: the first `signatureLength` bytes of the file, or all of a shorter one.
    public init?(signature head: some Collection<UInt8>) {
        let bytes = Array(head.prefix(Self.signatureLength))
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { bytes.count >= offset + $0.count && bytes[offset...].starts(with: $0) }
        }
        func has(_ values: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + values.count && bytes[offset...].starts(with: values)
        }

        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webP
        } else if has([0xFF, 0x0A]) || has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) {
            self = .jpegXL
        } else if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) {
            self = has("CR", at: 8) ? .raw : .tiff
        } else if has("IIRO") || has("IIRS") || has("MMOR") || has([0x49, 0x49, 0x55, 0]) || has("FUJIFILMCCD-RAW") {
            self = .raw
        } else if has([0x1A, 0x45, 0xDF, 0xA3]) {
            self = Self.contains(Array("webm".utf8), in: bytes) ? .webM : .matroska
        } else if has("ftyp", at: 4) {
            guard let type = Self(brandsOf: bytes) else { return nil }
            self = type
        } else if Self.beginsUnbrandedMovie(bytes) {
            self = .quickTime
        } else if has("BM"), Self.bitmapHeaderLengths.contains(where: { has([$0, 0, 0, 0], at: 14) }) {
            // Two letters are little: the length of the second header must be one of those there are, too.
            self = .bmp
        } else {
            return nil
        }
    }

    /// What the file at a path holds, by its first bytes.
    /// - Throws: `notFound`, `unreadable`; `unsupportedFormat` for what is neither photo nor video.
    public init(of path: MediaPath) throws(LibraryError) {
        let head = try InputFile(path).read(upTo: Self.signatureLength)
        guard let type = ContentType(signature: head) else { throw .unsupportedFormat(path: path.string) }
        self = type
    }

    private static let bitmapHeaderLengths: [UInt8] = [12, 16, 40, 52, 56, 64, 108, 124]

    /// QuickTime before it had brands; files taken off iPhones still come so.
    private static func beginsUnbrandedMovie(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 8 else { return false }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        switch String(decoding: bytes[4..<8], as: UTF8.self) {
        case "moov", "mdat", "wide", "pnot": return true
        // Words of English. In a text the length would be letters, which is 16 MB and more of empty room.
        case "free", "skip": return length >= 8 && length < 1 << 24
        default: return false
        }
    }

    /// The brands of an ISO base media file (ISO/IEC 14496-12): the major one decides where it can.
    private init?(brandsOf bytes: [UInt8]) {
        func brand(at offset: Int) -> String {
            guard bytes.count >= offset + 4 else { return "" }
            return String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
        }
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(length == 0 ? bytes.count : length, bytes.count)
        let compatible = stride(from: 16, to: end, by: 4).map(brand)
        switch brand(at: 8) {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": self = .heic
        case "avif", "avis": self = .avif
        case "mif1", "mif2", "msf1", "miaf":
            // The general brand says only that it is a picture; the codec is among the compatible ones.
            if compatible.contains(where: { $0.hasPrefix("avi") }) {
                self = .avif
            } else if compatible.contains(where: { $0.hasPrefix("hei") || $0.hasPrefix("hev") }) {
                self = .heic
            } else {
                self = .heif
            }
        case "qt  ": self = .quickTime
        case "crx ": self = .raw
        case "jxl ": self = .jpegXL
        // Sound, and JPEG 2000.
        case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ", "aax ", "jp2 ", "jpx ", "jpm ", "mjp2", "": return nil
        default: self = .mp4
        }
    }

    private static func contains(_ part: [UInt8], in bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
