/// What a movie tells about itself in words: QuickTime's keys, and user data.
enum MovieKeys {
    private static let valueLimit: UInt64 = 4096

    /// Reads a `meta` box that has a list of keys, with values as text.
    static func read(_ meta: ISOBox) -> [String: String] {
        let children = boxes(of: meta)
        guard let list = children.first("ilst") else { return [:] }
        var names: [String] = []
        if let keys = children.first("keys") {
            for key in keys.children(after: 8) { names.append(string(key.payload)) }
        }
        var values: [String: String] = [:]
        for item in list.children() {
            guard let data = item.children().first("data"), let value = value(data.payload) else { continue }
            let index = Int(item.type.rawValue)
            let name = names.isEmpty || index < 1 || index > names.count ? item.type.text : names[index - 1]
            if values[name] == nil { values[name] = value }
        }
        return values
    }

    /// Reads `udta`: `©xyz` and its like with a length and a language, 3GPP's place, and a `meta` box in it.
    static func readUserData(_ box: ISOBox) -> [String: String] {
        var values: [String: String] = [:]
        for item in box.children() {
            switch item.type {
            case "meta": values.merge(read(item)) { first, _ in first }
            case "loci": values["©xyz"] = values["©xyz"] ?? place(item.payload)
            default:
                guard item.type.rawValue >> 24 == 0xA9, let length = item.payload.u16(0) else { continue }
                if let text = item.payload.region(4, UInt64(length)) { values[item.type.text] = string(text) }
            }
        }
        return values
    }

    /// QuickTime's `meta` holds boxes at once, ISO's has four bytes of version and flags before them.
    static func boxes(of meta: ISOBox) -> ISOBoxes {
        meta.children(after: meta.payload.fourCC(4) == "hdlr" ? 0 : 4)
    }

    private static func value(_ data: ByteRegion) -> String? {
        guard let type = data.u32(0), let body = data.region(from: 8), body.count <= valueLimit else { return nil }
        switch type {
        case 0, 1: return string(body)
        case 2: return body.allBytes(atMost: valueLimit).map { MetadataText.utf16($0, bigEndian: true) }
        case 21 where (1...8).contains(body.count):
            guard let raw = body.number(0, Int(body.count)) else { return nil }
            let shift = 64 - UInt64(body.count) * 8
            return String(Int64(bitPattern: raw << shift) >> Int64(shift))
        case 22 where (1...8).contains(body.count): return body.number(0, Int(body.count)).map { String($0) }
        case 23: return body.u32(0).map { Float(bitPattern: $0) }.flatMap { $0.isFinite ? String($0) : nil }
        case 24: return body.u64(0).map { Double(bitPattern: $0) }.flatMap { $0.isFinite ? String($0) : nil }
        default: return nil
        }
    }

    private static func string(_ region: ByteRegion) -> String {
        MetadataText.string(region.bytes(0, min(region.count, valueLimit)) ?? [])
    }

    /// 3GPP TS 26.244 section 8.10: language, name, role, then longitude, latitude and altitude in 16.16.
    private static func place(_ payload: ByteRegion) -> String? {
        guard let bytes = payload.allBytes(atMost: valueLimit), bytes.count > 6,
            let end = bytes[6...].firstIndex(of: 0)
        else { return nil }
        let start = UInt64(end) + 2
        let numbers = (0..<3).compactMap { payload.u32(start + UInt64($0) * 4) }
            .map { Double(Int32(bitPattern: $0)) / 65536 }
        guard numbers.count == 3 else { return nil }
        return [numbers[1], numbers[0], numbers[2]].map { ($0 < 0 ? "" : "+") + String($0) }.joined() + "/"
    }
}
