/// A TIFF structure (TIFF 6.0, and the block inside of EXIF): directories of tags in either byte order.
///
/// Nothing in it is trusted. Offsets that lead outside give nil, directories are visited a bounded number of times.
struct TIFFBlock {
    /// No real directory has more entries; TIFF lets it claim 65,535, and many directories share them.
    private static let entryLimit: UInt64 = 4096

    /// The block; offsets in it count from its first byte.
    let region: ByteRegion
    let isBigEndian: Bool
    /// 42 for TIFF itself; makers of raw formats have their own.
    let magic: UInt16
    let firstDirectory: UInt64

    init?(_ region: ByteRegion) {
        guard let mark = region.u16(0), mark == 0x4949 || mark == 0x4D4D else { return nil }
        let bigEndian = mark == 0x4D4D
        guard let magic = region.u16(2, bigEndian: bigEndian), let first = region.u32(4, bigEndian: bigEndian) else {
            return nil
        }
        self.init(region: region, isBigEndian: bigEndian, magic: magic, firstDirectory: UInt64(first))
    }

    /// A block without a header of its own, such as a maker note.
    init(region: ByteRegion, isBigEndian: Bool, magic: UInt16 = 42, firstDirectory: UInt64) {
        self.region = region
        self.isBigEndian = isBigEndian
        self.magic = magic
        self.firstDirectory = firstDirectory
    }

    /// Calls `body` with each entry of the directory at `offset` whose value lies inside of the block, up to a limit.
    /// - Returns: where the next directory of the chain is, 0 or nil when there is none.
    @discardableResult
    func forEachEntry(at offset: UInt64, _ body: (TIFFEntry) -> Void) -> UInt64? {
        guard let count = region.u16(offset, bigEndian: isBigEndian) else { return nil }
        for index in 0..<min(UInt64(count), Self.entryLimit) {
            let place = offset + 2 + index * 12
            guard region.holds(place, 12) else { return nil }
            if let entry = entry(at: place) { body(entry) }
        }
        return region.u32(offset + 2 + UInt64(count) * 12, bigEndian: isBigEndian).map { UInt64($0) }
    }

    private func entry(at place: UInt64) -> TIFFEntry? {
        guard let tag = region.u16(place, bigEndian: isBigEndian),
            let code = region.u16(place + 2, bigEndian: isBigEndian),
            let count = region.u32(place + 4, bigEndian: isBigEndian), let type = TIFFType(rawValue: code)
        else { return nil }
        let length = UInt64(type.byteCount) * UInt64(count)
        var offset = place + 8
        if length > 4 {
            guard let far = region.u32(place + 8, bigEndian: isBigEndian) else { return nil }
            offset = UInt64(far)
        }
        guard region.holds(offset, length) else { return nil }
        return TIFFEntry(tag: tag, type: type, count: count, offset: offset)
    }
}

/// The types of values (TIFF 6.0 page 15, EXIF 2.32 section 4.6.2).
enum TIFFType: UInt16 {
    case byte = 1
    case ascii, short, long, rational, signedByte, undefined, signedShort, signedLong, signedRational, float, double
    case directory = 13
    case utf8 = 129

    var byteCount: Int {
        switch self {
        case .byte, .ascii, .signedByte, .undefined, .utf8: 1
        case .short, .signedShort: 2
        case .long, .signedLong, .float, .directory: 4
        case .rational, .signedRational, .double: 8
        }
    }
}

/// A tag and where its value lies in the block, all of it inside.
struct TIFFEntry {
    let tag: UInt16
    let type: TIFFType
    let count: UInt32
    let offset: UInt64

    var byteCount: UInt64 { UInt64(type.byteCount) * UInt64(count) }
}

extension TIFFBlock {
    /// A whole number, nil when the value is none.
    func integer(_ entry: TIFFEntry, _ index: UInt32 = 0) -> Int? {
        guard index < entry.count else { return nil }
        let size = entry.type.byteCount
        guard size <= 4,
            let raw = region.number(entry.offset + UInt64(index) * UInt64(size), size, bigEndian: isBigEndian)
        else { return nil }
        switch entry.type {
        case .byte, .short, .long, .directory, .undefined: return Int(raw)
        case .signedByte: return Int(Int8(truncatingIfNeeded: raw))
        case .signedShort: return Int(Int16(truncatingIfNeeded: raw))
        case .signedLong: return Int(Int32(truncatingIfNeeded: raw))
        default: return nil
        }
    }

    /// The two halves of a rational, as written.
    func rational(_ entry: TIFFEntry, _ index: UInt32 = 0) -> (numerator: Int, denominator: Int)? {
        guard index < entry.count, entry.type == .rational || entry.type == .signedRational,
            let top = region.u32(entry.offset + UInt64(index) * 8, bigEndian: isBigEndian),
            let bottom = region.u32(entry.offset + UInt64(index) * 8 + 4, bigEndian: isBigEndian)
        else { return nil }
        return entry.type == .rational
            ? (Int(top), Int(bottom)) : (Int(Int32(bitPattern: top)), Int(Int32(bitPattern: bottom)))
    }

    /// A finite number, nil when the value is none: 0/0 is how cameras write "unknown".
    func number(_ entry: TIFFEntry, _ index: UInt32 = 0) -> Double? {
        if let value = integer(entry, index) { return Double(value) }
        if let (top, bottom) = rational(entry, index) { return bottom == 0 ? nil : Double(top) / Double(bottom) }
        guard index < entry.count else { return nil }
        let place = entry.offset + UInt64(index) * UInt64(entry.type.byteCount)
        switch entry.type {
        case .float:
            guard let raw = region.u32(place, bigEndian: isBigEndian) else { return nil }
            let value = Double(Float(bitPattern: raw))
            return value.isFinite ? value : nil
        case .double:
            guard let raw = region.u64(place, bigEndian: isBigEndian) else { return nil }
            let value = Double(bitPattern: raw)
            return value.isFinite ? value : nil
        default: return nil
        }
    }

    /// The value's bytes, at most `limit` of them.
    func bytes(_ entry: TIFFEntry, atMost limit: UInt64 = 4096) -> [UInt8] {
        region.bytes(entry.offset, min(entry.byteCount, limit)) ?? []
    }

    /// Text, nil when there is none in it.
    func text(_ entry: TIFFEntry) -> String? {
        guard entry.type.byteCount == 1 else { return nil }
        let text = MetadataText.string(bytes(entry))
        return text.isEmpty ? nil : text
    }
}
