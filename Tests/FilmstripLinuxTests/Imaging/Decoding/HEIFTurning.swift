/// Adds turning and mirroring to a HEIF file of one picture, as phones write it and encoders here do not.
enum HEIFTurning {
    /// - Parameters:
    ///   - quarters: quarter turns anticlockwise.
    ///   - mirror: 0 exchanges top and bottom, 1 left and right; nil for neither.
    ///   - all: whether pictures beside the main one are turned, too.
    static func add(quarters: Int, mirror: Int?, all: Bool = false, to file: [UInt8]) -> [UInt8] {
        var properties = big(9, 4) + Array("irot".utf8) + [UInt8(quarters)]
        if let mirror { properties += big(9, 4) + Array("imir".utf8) + [UInt8(mirror)] }
        let meta = find("meta", in: file, 0..<file.count)
        let list = find("iprp", in: file, meta.lowerBound + 12..<meta.upperBound)
        let boxes = find("ipco", in: file, list.lowerBound + 8..<list.upperBound)
        let links = find("ipma", in: file, list.lowerBound + 8..<list.upperBound)
        let primary = find("pitm", in: file, meta.lowerBound + 12..<meta.upperBound)
        let item = number(file, primary.lowerBound + 12, 2)
        let count = children(file, boxes.lowerBound + 8..<boxes.upperBound).count
        let added = mirror == nil ? 1 : 2

        var entries: [UInt8] = []
        var offset = links.lowerBound + 16
        for _ in 0..<number(file, links.lowerBound + 12, 4) {
            let length = number(file, offset + 2, 1)
            var body = Array(file[(offset + 3)..<(offset + 3 + length)])
            let isPrimary = number(file, offset, 2) == item
            if isPrimary || all { body += (1...added).map { UInt8(0x80 | (count + $0)) } }
            entries += file[offset..<(offset + 2)] + [UInt8(body.count)] + body
            offset += 3 + length
        }
        let newLinks = big(16 + entries.count, 4) + file[(links.lowerBound + 4)..<(links.lowerBound + 16)] + entries
        let growth = properties.count + newLinks.count - links.count
        var out = Array(file[..<meta.lowerBound]) + big(meta.count + growth, 4)
        out += file[(meta.lowerBound + 4)..<list.lowerBound] + big(list.count + growth, 4)
        out += file[(list.lowerBound + 4)..<boxes.lowerBound] + big(boxes.count + properties.count, 4)
        out += file[(boxes.lowerBound + 4)..<boxes.upperBound] + properties
        out += file[boxes.upperBound..<links.lowerBound] + newLinks + file[links.upperBound...]
        moveData(&out, by: growth)
        return out
    }

    /// What lies behind the grown box lies further on.
    private static func moveData(_ file: inout [UInt8], by growth: Int) {
        let meta = find("meta", in: file, 0..<file.count)
        let places = find("iloc", in: file, meta.lowerBound + 12..<meta.upperBound).lowerBound
        let version = file[places + 8]
        let sizes = (
            offset: Int(file[places + 12] >> 4), length: Int(file[places + 12] & 15), base: Int(file[places + 13] >> 4),
            index: version > 0 ? Int(file[places + 13] & 15) : 0
        )
        var at = places + 16
        for _ in 0..<number(file, places + 14, 2) {
            at += 2
            var method = 0
            if version > 0 {
                method = number(file, at, 2) & 15
                at += 2
            }
            at += 2 + sizes.base
            let extents = number(file, at, 2)
            at += 2
            for _ in 0..<extents {
                at += sizes.index
                if method == 0 {
                    file.replaceSubrange(
                        at..<(at + sizes.offset), with: big(number(file, at, sizes.offset) + growth, sizes.offset))
                }
                at += sizes.offset + sizes.length
            }
        }
    }

    private static func children(_ file: [UInt8], _ range: Range<Int>) -> [(type: String, range: Range<Int>)] {
        var found: [(type: String, range: Range<Int>)] = []
        var at = range.lowerBound
        while at + 8 <= range.upperBound {
            let size = max(8, number(file, at, 4))
            found.append(
                (String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self), at..<min(at + size, range.upperBound)))
            at += size
        }
        return found
    }

    private static func find(_ type: String, in file: [UInt8], _ range: Range<Int>) -> Range<Int> {
        children(file, range).first { $0.type == type }?.range ?? range.lowerBound..<range.lowerBound
    }

    private static func number(_ file: [UInt8], _ at: Int, _ count: Int) -> Int {
        file[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}
