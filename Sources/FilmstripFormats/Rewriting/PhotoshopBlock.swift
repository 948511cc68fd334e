/// Photoshop's resources as JPEG's APP13 holds them, with IPTC's record of texts among them (IIM 4.2).
enum PhotoshopBlock {
    static let mark = Array("Photoshop 3.0\0".utf8)
    private static let iptc = 0x0404
    /// Small pictures of the whole, in two forms.
    private static let thumbnails: Set = [0x0409, 0x040C]
    /// Datasets of record 2 that name a place: sub-location, city, state, country, and where the content is.
    private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// The payload of an APP13 segment without small pictures, or without the names of places; nil when nothing is left.
    ///
    /// A block that cannot be read to its end is given up as a whole: nobody could tell what is in it.
    static func without(thumbnails noThumbnails: Bool, places noPlaces: Bool, _ payload: [UInt8]) -> [UInt8]? {
        guard payload.starts(with: mark) else { return nil }
        var result = mark
        var offset = mark.count
        while offset + 12 <= payload.count {
            guard payload[offset..<(offset + 4)].elementsEqual("8BIM".utf8) else { return nil }
            let id = Int(payload[offset + 4]) << 8 | Int(payload[offset + 5])
            // The name is padded to an even length, with the byte that tells it.
            let nameLength = Int(payload[offset + 6]) + 1
            let sizePlace = offset + 6 + nameLength + nameLength % 2
            guard sizePlace + 4 <= payload.count else { return nil }
            let size = payload[sizePlace..<(sizePlace + 4)].reduce(0) { $0 << 8 | Int($1) }
            let start = sizePlace + 4
            guard size <= payload.count - start else { return nil }
            let end = min(start + size + size % 2, payload.count)
            defer { offset = end }
            if noThumbnails, thumbnails.contains(id) { continue }
            guard noPlaces, id == iptc else {
                result += payload[offset..<end]
                continue
            }
            guard let record = withoutPlaces(Array(payload[start..<(start + size)])) else { return nil }
            result += payload[offset..<sizePlace] + bigEndian(record.count, 4) + record
            if record.count % 2 == 1 { result.append(0) }
        }
        return result.count > mark.count ? result : nil
    }

    /// Whether IPTC's record is in the payload of an APP13 segment.
    static func hasTexts(_ payload: [UInt8]) -> Bool {
        let region = ByteReader(MemoryByteSource(payload)).region
        var offset = UInt64(mark.count)
        while region.matches(offset, "8BIM"), let id = region.u16(offset + 4), let name = region.u8(offset + 6) {
            let nameLength = UInt64(name) + 1
            let place = offset + 6 + nameLength + nameLength % 2
            guard let size = region.u32(place) else { return false }
            if Int(id) == iptc { return size > 0 }
            offset = place + 4 + UInt64(size) + UInt64(size % 2)
        }
        return false
    }

    private static func withoutPlaces(_ record: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var offset = 0
        while offset + 5 <= record.count, record[offset] == 0x1C {
            let length = Int(record[offset + 3]) << 8 | Int(record[offset + 4])
            // Lengths of more than 15 bits are extended ones, which nobody writes.
            guard length < 0x8000, offset + 5 + length <= record.count else { return nil }
            let end = offset + 5 + length
            if record[offset + 1] != 2 || !places.contains(record[offset + 2]) { result += record[offset..<end] }
            offset = end
        }
        return result
    }
}
