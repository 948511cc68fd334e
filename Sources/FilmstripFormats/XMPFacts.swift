import Filmstrip
import Foundation

/// What a library needs of an XMP packet.
struct XMPFacts: Equatable {
    /// A part of a file that is made of several, in Google's container.
    struct Item: Equatable {
        var mime = ""
        var semantic = ""
        var length: UInt64 = 0
        var padding: UInt64 = 0
    }

    var date: MediaDate?
    var place: Place?
    var make: String?
    var model: String?
    var comment: String?
    /// Whether it says that a movie follows; that may be a lie, as editors keep XMP and drop the movie.
    var claimsMotion = false
    /// How far the movie begins before the end of the file (version 1 of the format).
    var microVideoOffset: UInt64?
    /// Seconds from the movie's start to the still.
    var stillTime: Double?
    /// The parts after the picture, in the order of the file.
    var items: [Item] = []
    var subtypes: AssetSubtypes = []

    init(_ bytes: [UInt8]) {
        var values: [String: String] = [:]
        var items: [Int: Item] = [:]
        for property in XMPReader.read(bytes) {
            if property.path.hasPrefix("Container:Directory[") {
                Self.take(property, into: &items)
            } else if values[property.path] == nil {
                values[property.path] = property.value
            }
        }
        self.items = items.sorted { $0.key < $1.key }.map(\.value)
        make = values["tiff:Make"]
        model = values["tiff:Model"]
        comment = values["exif:UserComment"] ?? values["exif:UserComment[0]"]
        claimsMotion = Self.isTrue(values["GCamera:MotionPhoto"]) || Self.isTrue(values["GCamera:MicroVideo"])
        microVideoOffset = values["GCamera:MicroVideoOffset"].flatMap { UInt64($0) }
        stillTime =
            (values["GCamera:MotionPhotoPresentationTimestampUs"]
            ?? values["GCamera:MicroVideoPresentationTimestampUs"])
            .flatMap { Int64($0) }.flatMap { $0 >= 0 ? Double($0) / 1_000_000 : nil }
        date = Self.date(values)
        place = Self.place(values)
        if values.keys.contains(where: { $0.hasPrefix("GPano:") }) { subtypes.insert(.panorama) }
        if values.keys.contains(where: { $0.hasPrefix("GDepth:") }) { subtypes.insert(.depth) }
        if values.keys.contains(where: { $0.hasPrefix("hdrgm:") || $0.hasPrefix("HDRGainMap:") }) {
            subtypes.insert(.hdr)
        }
        if values["GCamera:BurstID"] != nil { subtypes.insert(.burst) }
        for item in self.items where item.semantic == "GainMap" { subtypes.insert(.hdr) }
        for item in self.items where item.semantic == "Depth" { subtypes.insert(.depth) }
    }

    private static func take(_ property: XMPProperty, into items: inout [Int: Item]) {
        let rest = property.path.dropFirst("Container:Directory[".count)
        guard let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end]) else { return }
        var item = items[index] ?? Item()
        switch property.path.split(separator: "/").last {
        case "Item:Mime": item.mime = property.value
        case "Item:Semantic": item.semantic = property.value
        case "Item:Length": item.length = UInt64(property.value) ?? 0
        case "Item:Padding": item.padding = UInt64(property.value) ?? 0
        default: break
        }
        items[index] = item
    }

    private static func isTrue(_ value: String?) -> Bool {
        value.map { $0 != "0" && $0.lowercased() != "false" && !$0.isEmpty } ?? false
    }

    private static func date(_ values: [String: String]) -> MediaDate? {
        for key in ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "exif:DateTimeDigitized"] {
            if let text = values[key], let written = WrittenDate(text.utf8) { return written.date(.xmp) }
        }
        return nil
    }

    private static func place(_ values: [String: String]) -> Place? {
        guard let latitude = values["exif:GPSLatitude"].flatMap(degrees),
            let longitude = values["exif:GPSLongitude"].flatMap(degrees)
        else { return nil }
        var altitude: Double?
        if let text = values["exif:GPSAltitude"] {
            let parts = text.split(separator: "/").compactMap { Double($0) }
            if parts.count == 2, parts[1] != 0 { altitude = parts[0] / parts[1] } else { altitude = parts.first }
            if values["exif:GPSAltitudeRef"] == "1" { altitude = altitude.map { -$0 } }
        }
        return Place(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// Reads `23,33.5S` and `23,33,30S`: degrees, minutes, perhaps seconds, and the direction.
    static func degrees(_ text: String) -> Double? {
        guard let last = text.last, "NSEWnsew".contains(last) else { return Double(text) }
        let parts = text.dropLast().split(separator: ",").map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var value = 0.0
        for (index, part) in parts.enumerated() {
            guard let part, part.isFinite else { return nil }
            value += part / [1, 60, 3600][index]
        }
        return "SWsw".contains(last) ? -value : value
    }
}
