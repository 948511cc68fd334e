import CoreGraphics
import Foundation
import FoundationAdditions

/// Between EXIF's tags and ImageIO's keys.
extension EncodedMetadata {
    private static let mainKeys: [(key: String, tag: Int)] = [
        ("Make", 0x010F), ("Model", 0x0110), ("Software", 0x0131), ("DateTime", 0x0132),
    ]
    private static let detailKeys: [(key: String, tag: Int)] = [
        ("DateTimeOriginal", 0x9003), ("DateTimeDigitized", 0x9004), ("OffsetTimeOriginal", 0x9011),
        ("LensModel", 0xA434),
    ]
    private static let sizeKeys: [(key: String, tag: Int)] = [("PixelXDimension", 0xA002), ("PixelYDimension", 0xA003)]

    /// By ImageIO's keys. What is not known here is left out.
    init(_ properties: CFDictionary) {
        self.init()
        func part(_ key: String) -> [String: Any] { properties[key] as? [String: Any] ?? [:] }
        func number(_ value: Any?) -> Double? {
            (value as? NSNumber)?.doubleValue ?? value as? Double ?? (value as? Int).map(Double.init)
        }
        orientation = number(properties["Orientation"]).map { Int($0) } ?? 1
        for (key, tag) in Self.mainKeys { main[tag] = part("{TIFF}")[key] as? String }
        for (key, tag) in Self.detailKeys { details[tag] = part("{Exif}")[key] as? String }
        for (key, tag) in Self.sizeKeys { size[tag] = number(part("{Exif}")[key]).map { Int($0) } }
        let gps = part("{GPS}")
        if let latitude = number(gps["Latitude"]), let longitude = number(gps["Longitude"]) {
            place = (
                gps["LatitudeRef"] as? String == "S" ? -latitude : latitude,
                gps["LongitudeRef"] as? String == "W" ? -longitude : longitude
            )
        }
    }

    var properties: CFDictionary {
        var tiff: [String: Any] = ["Orientation": NSNumber(value: orientation)]
        for (key, tag) in Self.mainKeys { tiff[key] = main[tag] }
        var exif: [String: Any] = [:]
        for (key, tag) in Self.detailKeys { exif[key] = details[tag] }
        for (key, tag) in Self.sizeKeys { exif[key] = size[tag].map { NSNumber(value: $0) } }
        var all: CFDictionary = ["Orientation": NSNumber(value: orientation), "{TIFF}": tiff]
        if !exif.isEmpty { all["{Exif}"] = exif }
        if let place {
            all["{GPS}"] = [
                "Latitude": NSNumber(value: abs(place.latitude)), "LatitudeRef": place.latitude < 0 ? "S" : "N",
                "Longitude": NSNumber(value: abs(place.longitude)), "LongitudeRef": place.longitude < 0 ? "W" : "E",
            ]
        }
        return all
    }
}
