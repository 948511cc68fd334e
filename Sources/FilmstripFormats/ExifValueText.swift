import Foundation

/// The values of EXIF tags as people and as programs read them.
enum ExifValueText {
    /// More values than these are told by their number.
    private static let limit: UInt32 = 16

    /// What a tag's value is, or nil when it says nothing: 0/0 is how cameras write "unknown".
    static func text(_ entry: TIFFEntry, of block: TIFFBlock, isGPS: Bool) -> (human: String, raw: String)? {
        guard let raw = raw(entry, of: block, isGPS: isGPS), !raw.isEmpty else { return nil }
        return (human(entry, of: block, isGPS: isGPS) ?? raw, raw)
    }

    private static func raw(_ entry: TIFFEntry, of block: TIFFBlock, isGPS: Bool) -> String? {
        switch entry.type {
        case .ascii, .utf8: return block.text(entry)
        case .undefined, .byte:
            if entry.tag == 0x9286 || (isGPS && (entry.tag == 0x1B || entry.tag == 0x1C)) {
                return MetadataText.comment(block.bytes(entry), bigEndian: block.isBigEndian)
            }
            if (0x9C9B...0x9C9F).contains(entry.tag) { return MetadataText.utf16(block.bytes(entry), bigEndian: false) }
            if ["ExifVersion", "FlashpixVersion", "InteroperabilityVersion"].contains(
                ExifTagNames.name(entry.tag, isGPS: isGPS))
            {
                return MetadataText.string(block.bytes(entry))
            }
            if entry.count > limit { return "\(entry.count) bytes" }
            return block.bytes(entry).map { String($0) }.joined(separator: " ")
        default:
            if entry.count > limit { return "\(entry.count) values" }
            var values: [String] = []
            for index in 0..<entry.count {
                guard let number = block.number(entry, index) else {
                    // Unknown seconds leave the degrees and minutes of a place, for `ExifGPS`, too.
                    if isGPS, isPlace(entry), index == 2 { break }
                    return nil
                }
                values.append(plain(number))
            }
            return values.joined(separator: " ")
        }
    }

    private static func human(_ entry: TIFFEntry, of block: TIFFBlock, isGPS: Bool) -> String? {
        if isGPS { return gps(entry, of: block) }
        guard let value = block.number(entry) else { return nil }
        switch entry.tag {
        case 0x829A: return value > 0 ? shutter(value) : nil
        case 0x829D: return value > 0 ? "f/" + rounded(value, 1) : nil
        case 0x9201: return abs(value) < 30 ? shutter(pow(2, -value)) : nil
        case 0x9202, 0x9205: return abs(value) < 30 ? "f/" + rounded(pow(2, value / 2), 1) : nil
        case 0x9204: return (value > 0 ? "+" : "") + rounded(value, 2) + " EV"
        case 0x9206: return rounded(value, 2) + " m"
        case 0x920A: return rounded(value, 1) + " mm"
        case 0xA405: return value > 0 ? rounded(value, 0) + " mm" : nil
        case 0x8827: return "ISO " + rounded(value, 0)
        case 0xA404: return value > 0 ? rounded(value, 2) + "×" : nil
        case 0x9400: return rounded(value, 1) + " °C"
        default: return Int(exactly: value).flatMap { choices[entry.tag]?[$0] }
        }
    }

    /// Whether a tag of the GPS directory is a latitude or longitude, of the camera or of what it looked at.
    private static func isPlace(_ entry: TIFFEntry) -> Bool { [2, 4, 0x14, 0x16].contains(entry.tag) }

    private static func gps(_ entry: TIFFEntry, of block: TIFFBlock) -> String? {
        guard let first = block.number(entry) else { return nil }
        switch entry.tag {
        case _ where isPlace(entry):
            guard entry.count <= 3, let minutes = block.number(entry, 1) else { return nil }
            let text = "\(rounded(first, 4))° \(rounded(minutes, 4))′"
            return block.number(entry, 2).map { "\(text) \(rounded($0, 2))″" } ?? text
        case 5: return first == 1 ? "below sea level" : "above sea level"
        case 6: return rounded(first, 1) + " m"
        case 7:
            guard let minute = block.number(entry, 1), let second = block.number(entry, 2) else { return nil }
            return [first, minute, second].map { $0 < 10 ? "0" + rounded($0, 0) : rounded($0, 0) }
                .joined(separator: ":") + " UTC"
        case 0x0F, 0x11, 0x18: return rounded(first, 1) + "°"
        case 0x1F: return "±" + rounded(first, 1) + " m"
        default: return nil
        }
    }

    private static func shutter(_ seconds: Double) -> String {
        let part = (1 / seconds).rounded()
        // What is shorter than any number can tell is as good as nothing.
        if !part.isFinite { return plain(seconds) + " s" }
        return seconds < 0.3 ? "1/\(plain(part)) s" : rounded(seconds, 1) + " s"
    }

    /// A number with at most so many decimals, none of them an idle zero.
    static func rounded(_ value: Double, _ decimals: Int) -> String {
        let scale = pow(10, Double(decimals))
        let scaled = (value * scale).rounded()
        // So large a number has no decimals.
        return plain(scaled.isFinite ? scaled / scale : value)
    }

    /// Never "NaN", never with an exponent for what is whole.
    static func plain(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        return Int(exactly: value).map { String($0) } ?? String(value)
    }

    private static let choices: [UInt16: [Int: String]] = [
        0x0112: [
            1: "upright", 2: "mirrored", 3: "turned by 180°", 4: "mirrored, turned by 180°",
            5: "mirrored, turned by 270°",
            6: "turned by 90°", 7: "mirrored, turned by 90°", 8: "turned by 270°",
        ],
        0x0128: [1: "none", 2: "inch", 3: "centimetre"],
        0x8822: [
            1: "manual", 2: "normal", 3: "aperture priority", 4: "shutter priority", 5: "creative", 6: "action",
            7: "portrait", 8: "landscape",
        ],
        0x9207: [
            1: "average", 2: "centre weighted", 3: "spot", 4: "several spots", 5: "pattern", 6: "partial", 255: "other",
        ],
        0x9208: [
            1: "daylight", 2: "fluorescent", 3: "tungsten", 4: "flash", 9: "fine weather", 10: "cloudy", 11: "shade",
        ],
        0x9209: [
            0x00: "did not fire", 0x01: "fired", 0x05: "fired, no return light", 0x07: "fired, return light",
            0x08: "on, did not fire", 0x09: "fired, forced", 0x0D: "fired, forced, no return light",
            0x0F: "fired, forced, return light", 0x10: "did not fire, off", 0x18: "did not fire, automatic",
            0x19: "fired, automatic", 0x1D: "fired, automatic, no return light", 0x1F: "fired, automatic, return light",
            0x20: "no flash", 0x41: "fired, red-eye reduction", 0x59: "fired, automatic, red-eye reduction",
        ],
        0xA001: [1: "sRGB", 2: "Adobe RGB", 65535: "uncalibrated"],
        0xA217: [2: "one-chip colour sensor", 3: "two-chip colour sensor", 4: "three-chip colour sensor"],
        0xA402: [0: "automatic", 1: "manual", 2: "automatic bracket"],
        0xA403: [0: "automatic", 1: "manual"],
        0xA406: [0: "standard", 1: "landscape", 2: "portrait", 3: "night"],
        0xA408: [0: "normal", 1: "soft", 2: "hard"],
        0xA409: [0: "normal", 1: "low", 2: "high"],
        0xA40A: [0: "normal", 1: "soft", 2: "hard"],
    ]
}
