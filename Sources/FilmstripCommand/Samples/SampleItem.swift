import Filmstrip
import Foundation

/// One thing to be written: all that is decided about it before a pixel is painted.
struct SampleItem: Sendable {
    enum Kind: Sendable, Hashable, CaseIterable {
        case photo, portrait, selfie, panorama, screenshot, burst, video, live, motionPhoto, animation
    }

    var kind: Kind
    var scene: SampleScene
    /// What its pixels depend on; photos of a burst share it.
    var seed: Int
    /// Counted from 0 in order of time.
    var number = 0
    /// Seconds since 1970 on the clock at the place, as if that were UTC.
    var localTime: Int
    var milliseconds: Int
    var offset: Int
    var place: Place?
    var device: SampleDevice
    /// The folder inside of the library.
    var folder: String
    /// The file name without its ending.
    var stem = ""
    /// The number within a burst.
    var burst: Int?

    var date: MediaDate {
        MediaDate(
            instant: Date(timeIntervalSince1970: Double(localTime - offset) + Double(milliseconds) / 1000),
            offsetFromUTC: offset, source: .exif)
    }

    /// `20240701_120000`.
    var stamp: String {
        let digits = MomentFormat.text(Date(timeIntervalSince1970: Double(localTime)), offset: nil).filter(\.isNumber)
        return "\(digits.prefix(8))_\(digits.dropFirst(8).prefix(6))"
    }

    /// Such as Apple's `ContentIdentifier`: binds a live photo's halves.
    func identifier(seed: UInt64) -> String {
        var random = SampleRandom(seed: seed, purpose: number + 1_000_000_007)
        let hex = (0..<2).map { _ in String(random.next() | 1 << 63, radix: 16, uppercase: true) }.joined()
        let cuts = [0, 8, 12, 16, 20, 32]
        return zip(cuts, cuts.dropFirst()).map { start, end in
            String(hex.dropFirst(start).prefix(end - start))
        }.joined(separator: "-")
    }
}

/// What takes the pictures.
struct SampleDevice: Sendable, Hashable {
    var make: String
    var model: String
    var lens: String
    /// How it names files: by a counter, or by date.
    var prefix: String
    var countsFiles: Bool
    var hasGPS: Bool
    /// The aperture's number, as the lens has it.
    var aperture: Double
    /// Millimetres.
    var focalLength: Double
    /// Wide and high, held level.
    var size: PixelSize

    static let phones = [
        SampleDevice(
            make: "Google", model: "Pixel 4a", lens: "Pixel 4a back camera 4.38mm f/1.73", prefix: "PXL_",
            countsFiles: false, hasGPS: true, aperture: 1.73, focalLength: 4.38,
            size: PixelSize(width: 1600, height: 1200)),
        SampleDevice(
            make: "Apple", model: "iPhone 13", lens: "iPhone 13 back dual wide camera 5.1mm f/1.6", prefix: "IMG_",
            countsFiles: true, hasGPS: true, aperture: 1.6, focalLength: 5.1, size: PixelSize(width: 1600, height: 1200)
        ),
        SampleDevice(
            make: "Google", model: "Pixel 8", lens: "Pixel 8 back camera 6.9mm f/1.68", prefix: "PXL_",
            countsFiles: false, hasGPS: true, aperture: 1.68, focalLength: 6.9,
            size: PixelSize(width: 1632, height: 1224)),
    ]

    static let cameras = [
        SampleDevice(
            make: "FUJIFILM", model: "X-T30", lens: "XF18-55mmF2.8-4 R LM OIS", prefix: "DSCF", countsFiles: true,
            hasGPS: false, aperture: 4, focalLength: 35, size: PixelSize(width: 1800, height: 1200)),
        SampleDevice(
            make: "SONY", model: "ILCE-6400", lens: "E 16-50mm F3.5-5.6 OSS", prefix: "DSC0", countsFiles: true,
            hasGPS: false, aperture: 5.6, focalLength: 28, size: PixelSize(width: 1800, height: 1200)),
    ]
}

/// Where people go.
struct SampleCity: Sendable {
    var name: String
    var latitude: Double
    var longitude: Double
    var altitude: Double
    /// Hours east of UTC in winter, and whether there is summer time.
    var hours: Double
    var hasSummerTime: Bool
    var scenes: [SampleScene]

    static let home = SampleCity(
        name: "Utrecht", latitude: 52.0907, longitude: 5.1214, altitude: 5, hours: 1, hasSummerTime: true,
        scenes: [.city, .flowers, .food, .forest, .portrait, .lake, .sea, .dunes])

    static let all = [
        SampleCity(
            name: "Lisbon", latitude: 38.7223, longitude: -9.1393, altitude: 60, hours: 0, hasSummerTime: true,
            scenes: [.city, .sea, .food, .portrait]),
        SampleCity(
            name: "Reykjavík", latitude: 64.1466, longitude: -21.9426, altitude: 25, hours: 0, hasSummerTime: false,
            scenes: [.mountains, .sea, .night, .lake]),
        SampleCity(
            name: "Kyoto", latitude: 35.0116, longitude: 135.7681, altitude: 50, hours: 9, hasSummerTime: false,
            scenes: [.flowers, .forest, .city, .food]),
        SampleCity(
            name: "Marrakesh", latitude: 31.6295, longitude: -7.9811, altitude: 466, hours: 1, hasSummerTime: false,
            scenes: [.dunes, .food, .city, .night]),
        SampleCity(
            name: "Interlaken", latitude: 46.6863, longitude: 7.8632, altitude: 568, hours: 1, hasSummerTime: true,
            scenes: [.mountains, .lake, .forest, .flowers]),
        SampleCity(
            name: "Bergen", latitude: 60.3913, longitude: 5.3221, altitude: 12, hours: 1, hasSummerTime: true,
            scenes: [.lake, .mountains, .forest, .city]),
        SampleCity(
            name: "Tallinn", latitude: 59.437, longitude: 24.7536, altitude: 9, hours: 2, hasSummerTime: true,
            scenes: [.city, .forest, .food, .sea]),
        SampleCity(
            name: "Vancouver", latitude: 49.2827, longitude: -123.1207, altitude: 70, hours: -8, hasSummerTime: true,
            scenes: [.city, .mountains, .sea, .forest]),
        SampleCity(
            name: "Cusco", latitude: -13.532, longitude: -71.9675, altitude: 3399, hours: -5, hasSummerTime: false,
            scenes: [.mountains, .night, .food, .portrait]),
        SampleCity(
            name: "Taipei", latitude: 25.033, longitude: 121.5654, altitude: 9, hours: 8, hasSummerTime: false,
            scenes: [.city, .food, .forest, .night]),
        SampleCity(
            name: "Cape Town", latitude: -33.9249, longitude: 18.4241, altitude: 25, hours: 2, hasSummerTime: false,
            scenes: [.sea, .mountains, .flowers, .dunes]),
        SampleCity(
            name: "Pune", latitude: 18.5204, longitude: 73.8567, altitude: 560, hours: 5.5, hasSummerTime: false,
            scenes: [.food, .flowers, .portrait, .city]),
    ]

    /// Seconds east of UTC on a day.
    func offset(month: Int) -> Int {
        Int(hours * 3600) + (hasSummerTime && (4...10).contains(month) ? 3600 : 0)
    }
}
