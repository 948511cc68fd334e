/// Reads the texts of IPTC's record 2 (IIM 4.2) out of Photoshop's resources in a JPEG.
enum IPTCReader {
    private static let limit = 256

    /// Names and values, in the order of the file.
    static func read(_ payload: ByteRegion) -> [(name: String, value: String)] {
        guard payload.matches(0, "Photoshop 3.0\0") else { return [] }
        var offset: UInt64 = 14
        while payload.matches(offset, "8BIM") {
            guard let id = payload.u16(offset + 4), let nameLength = payload.u8(offset + 6) else { return [] }
            let title = UInt64(nameLength) + 1
            let sizePlace = offset + 6 + title + title % 2
            guard let size = payload.u32(sizePlace) else { return [] }
            if id == 0x0404, let record = payload.region(sizePlace + 4, UInt64(size)) { return texts(record) }
            offset = sizePlace + 4 + UInt64(size) + UInt64(size & 1)
        }
        return []
    }

    private static func texts(_ record: ByteRegion) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        var offset: UInt64 = 0
        while found.count < limit, record.u8(offset) == 0x1C, let kind = record.u8(offset + 1),
            let number = record.u8(offset + 2), let length = record.u16(offset + 3), length < 0x8000
        {
            if kind == 2, let name = names[number],
                let bytes = record.bytes(offset + 5, UInt64(min(length, 4096)))
            {
                let text = MetadataText.string(bytes)
                if !text.isEmpty { found.append((name, text)) }
            }
            offset += 5 + UInt64(length)
        }
        return found
    }

    private static let names: [UInt8: String] = [
        5: "ObjectName", 10: "Urgency", 15: "Category", 25: "Keywords", 40: "SpecialInstructions", 55: "DateCreated",
        60: "TimeCreated", 80: "By-line", 85: "By-lineTitle", 90: "City", 92: "Sub-location", 95: "Province-State",
        100: "Country-PrimaryLocationCode", 101: "Country-PrimaryLocationName", 103: "OriginalTransmissionReference",
        105: "Headline", 110: "Credit", 115: "Source", 116: "CopyrightNotice", 120: "Caption-Abstract",
        122: "Writer-Editor",
    ]
}

/// Reads what a profile of colours (ICC.1:2022) calls itself.
enum ColorProfileReader {
    /// - Parameter profile: from its first byte; only its beginning need be there.
    static func name(_ profile: ByteRegion) -> String? {
        guard profile.matches(36, "acsp"), let count = profile.u32(128) else { return nil }
        for index in 0..<UInt64(min(count, 64)) {
            let entry = 132 + index * 12
            guard profile.matches(entry, "desc"), let start = profile.u32(entry + 4), let size = profile.u32(entry + 8),
                let tag = profile.region(UInt64(start), UInt64(size))
            else { continue }
            if tag.matches(0, "desc"), let length = tag.u32(8) {
                return tag.bytes(12, UInt64(min(length, 256))).map { MetadataText.string($0) }
            }
            // Several languages: the first is as good as any.
            if tag.matches(0, "mluc"), let length = tag.u32(20), let place = tag.u32(24) {
                return tag.bytes(UInt64(place), UInt64(min(length, 512))).map {
                    MetadataText.utf16($0, bigEndian: true)
                }
            }
        }
        return nil
    }
}
