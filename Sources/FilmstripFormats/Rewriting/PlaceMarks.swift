import Filmstrip

/// Finds places in bytes whose form is not ours to know: texts, and files behind files. Where nobody can tell, it says yes.
enum PlaceMarks {
    private static let packetMark = JPEGFile.Segment.xmpMark
    private static let marks: [[UInt8]] = [
        // An EXIF block, a movie's tags, what was too long for a packet, and IPTC's texts.
        Array("Exif\0\0".utf8), Array("com.apple.quicktime.location".utf8), [0xA9] + Array("xyz".utf8),
        Array("loci\0\0\0\0".utf8), Array("http://ns.adobe.com/xmp/extension/\0".utf8), Array("8BIM\u{4}\u{4}".utf8),
        Array("GPSLatitude".utf8), Array("GPSLongitude".utf8),
    ]
    private static let firstBytes = Set(marks.map { $0[0] })

    /// Whether there are coordinates, names of places, or blocks that may hold them.
    static func areIn(_ bytes: [UInt8]) -> Bool {
        let isFirst = (0...255).map { firstBytes.contains(UInt8($0)) || $0 == 0x3A || $0 == packetMark[0] }
        var index = 0
        while index < bytes.count {
            guard isFirst[Int(bytes[index])] else {
                index += 1
                continue
            }
            let rest = bytes[index...]
            if marks.contains(where: { rest.starts(with: $0) }) { return true }
            // XMP's names, whatever prefix their namespace has.
            if rest.starts(with: ":GPS".utf8), rest.count > 4, (0x41...0x5A).contains(bytes[index + 4]) { return true }
            if rest.starts(with: packetMark) {
                guard let end = endOfPacket(bytes, index) else { return true }
                index = end
            } else {
                index += 1
            }
        }
        return false
    }

    /// Behind the packet of a JPEG's segment; nil for one that speaks of places, or that nobody can read.
    private static func endOfPacket(_ bytes: [UInt8], _ mark: Int) -> Int? {
        let start = mark + packetMark.count
        guard mark >= 2 else { return nil }
        let end = mark - 2 + (Int(bytes[mark - 2]) << 8 | Int(bytes[mark - 1]))
        guard end >= start, end <= bytes.count else { return nil }
        let packet = Array(bytes[start..<end])
        guard var editor = XMPEditor(packet) else { return nil }
        editor.removeLocation()
        return editor.bytes == packet ? end : nil
    }

    /// Whether a text of that name tells a place, as ImageMagick names the fields of EXIF and XMP in PNG.
    static func isName(_ keyword: some Sequence<UInt8>) -> Bool {
        let name = String(decoding: Array(keyword), as: UTF8.self).lowercased()
        if ["gps", "latitude", "longitude"].contains(where: { name.contains($0) }) { return true }
        let names: Set = [
            "city", "state", "country", "countrycode", "location", "locationcreated", "locationshown", "sublocation",
            "coverage",
        ]
        return name.split(separator: ":").last.map { names.contains(String($0)) } ?? false
    }
}
