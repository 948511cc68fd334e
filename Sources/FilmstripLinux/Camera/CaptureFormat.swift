import Filmstrip
import Foundation

/// Frames a second as a fraction, as caps have it.
struct FrameRate: Sendable, Hashable {
    var numerator: Int
    var denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = max(1, denominator)
    }

    /// The nearest fraction that cameras use: whole numbers, and the thousand-and-first parts of television. What is no rate
    /// becomes one: at least a hundredth, at most a million.
    init(_ perSecond: Double) {
        let perSecond = perSecond > 0.01 ? min(perSecond, 1_000_000) : 0.01
        let whole = perSecond.rounded()
        if abs(perSecond - whole) < 0.005 {
            self.init(Int(whole), 1)
        } else if abs(perSecond * 1001 - (perSecond * 1.001).rounded() * 1000) < 2 {
            self.init(Int((perSecond * 1.001).rounded()) * 1000, 1001)
        } else {
            self.init(Int((perSecond * 1000).rounded()), 1000)
        }
    }

    var perSecond: Double { Double(numerator) / Double(denominator) }
}

/// A number that caps leave open.
enum FormatChoice<Value: Sendable & Hashable & Comparable>: Sendable, Hashable {
    case values([Value])
    case range(ClosedRange<Value>)

    func contains(_ value: Value) -> Bool {
        switch self {
        case .values(let values): values.contains(value)
        case .range(let range): range.contains(value)
        }
    }
}

/// One line of what a camera offers: a structure of its caps.
struct FormatOffer: Sendable, Hashable {
    /// `video/x-raw` or `image/jpeg`.
    var media: String
    /// The pixel formats of raw frames; empty when it does not say.
    var pixelFormats: [String]
    var width: FormatChoice<Int>
    var height: FormatChoice<Int>
    var rates: FormatChoice<Double>

    var isJPEG: Bool { media == "image/jpeg" }
}

/// The one format in which a camera is opened. Everything is fixed: pipelines that may choose for themselves choose anew at bad
/// moments.
struct CaptureFormat: Sendable, Hashable {
    var media: String
    var pixelFormat: String?
    var size: PixelSize
    var rate: FrameRate

    var isJPEG: Bool { media == "image/jpeg" }

    /// As caps.
    var caps: String {
        let format = pixelFormat.map { ",format=\($0)" } ?? ""
        return
            "\(media)\(format),width=\(size.width),height=\(size.height),framerate=\(rate.numerator)/\(rate.denominator)"
    }

    /// As devices tell it.
    var described: CameraFormat {
        CameraFormat(size: size, framesPerSecond: rate.perSecond, media: isJPEG ? media : "raw")
    }
}

/// The choice among what a camera offers: size and rate first, the encoding only then, since cameras have their good rates at
/// large sizes only where they compress.
enum FormatChooser {
    /// The sizes that are tried where a camera offers a whole range.
    static let usualSizes = [
        PixelSize(width: 3840, height: 2160), PixelSize(width: 2560, height: 1440),
        PixelSize(width: 1920, height: 1080),
        PixelSize(width: 1280, height: 720), PixelSize(width: 960, height: 540), PixelSize(width: 640, height: 480),
        PixelSize(width: 640, height: 360), PixelSize(width: 320, height: 240),
    ]
    static let usualRates = [60.0, 30, 25, 24, 15, 10, 5]
    /// Pixel formats, the cheapest to encode and show first. Grey alone is an infrared camera's.
    static let pixelFormats = [
        "I420", "NV12", "YV12", "BGRx", "RGBx", "BGRA", "RGBA", "Y42B", "YUY2", "UYVY", "YVYU", "xRGB", "xBGR", "BGR",
        "RGB",
        "NV21", "NV16", "GRAY8",
    ]

    /// All fixed formats on offer, best first: largest, then fastest, then by encoding.
    static func list(_ offers: [FormatOffer]) -> [CaptureFormat] {
        var found: Set<CaptureFormat> = []
        for offer in offers where offer.isJPEG || offer.media == "video/x-raw" {
            let formats = usable(offer)
            guard !formats.isEmpty else { continue }
            for size in sizes(of: offer) {
                for rate in rates(of: offer, wanted: nil) {
                    for format in formats {
                        found.insert(CaptureFormat(media: offer.media, pixelFormat: format, size: size, rate: rate))
                    }
                }
            }
        }
        return found.sorted(by: isBetter)
    }

    /// The format for a wish.
    /// - Parameters:
    ///   - size: the largest frame wanted; nil for 1920x1080. A camera that has only larger ones gives its smallest.
    ///   - rate: frames a second wanted. A smaller size that reaches it wins over a larger one that does not.
    static func choose(_ offers: [FormatOffer], size: PixelSize?, rate: Double) -> CaptureFormat? {
        var candidates = list(offers)
        for offer in offers {
            // The exact wish, where a range allows it and the usual values miss it.
            guard let size, offer.width.contains(size.width), offer.height.contains(size.height) else { continue }
            for exact in rates(of: offer, wanted: rate) {
                for format in usable(offer) {
                    candidates.append(CaptureFormat(media: offer.media, pixelFormat: format, size: size, rate: exact))
                }
            }
        }
        return choose(among: candidates, size: size, rate: rate)
    }

    static func choose(among candidates: [CaptureFormat], size: PixelSize?, rate: Double) -> CaptureFormat? {
        let limit = size ?? PixelSize(width: 1920, height: 1080)
        let fitting = candidates.filter { $0.size.width <= limit.width && $0.size.height <= limit.height }
        guard !fitting.isEmpty else {
            let smallest = candidates.map(\.size.pixelCount).min()
            return candidates.filter { $0.size.pixelCount == smallest }.min { score($0, rate) > score($1, rate) }
        }
        return fitting.min { score($0, rate) > score($1, rate) }
    }

    /// Greater is better, read from left to right.
    private static func score(_ format: CaptureFormat, _ wanted: Double) -> (Int, Int, Double, Int) {
        let perSecond = format.rate.perSecond
        // Up to a tenth less than wanted counts as reached: 29.97 is 30, and 27 looks the same.
        let reaches = perSecond >= min(wanted, 24) * 0.9 ? 1 : 0
        return (reaches, format.size.pixelCount, -abs(perSecond - wanted), -rank(format))
    }

    /// Raw frames before compressed ones of the same size and rate, and those cheapest to use first.
    private static func rank(_ format: CaptureFormat) -> Int {
        guard let pixels = format.pixelFormat else { return format.isJPEG ? 50 : 60 }
        return pixelFormats.firstIndex(of: pixels) ?? 40
    }

    private static func isBetter(_ a: CaptureFormat, _ b: CaptureFormat) -> Bool {
        (a.size.pixelCount, a.size.width, a.rate.perSecond, -rank(a))
            > (b.size.pixelCount, b.size.width, b.rate.perSecond, -rank(b))
    }

    private static func usable(_ offer: FormatOffer) -> [String?] {
        if offer.isJPEG || offer.pixelFormats.isEmpty { return [nil] }
        return offer.pixelFormats.filter(pixelFormats.contains)
    }

    private static func sizes(of offer: FormatOffer) -> [PixelSize] {
        if case .values(let widths) = offer.width, case .values(let heights) = offer.height {
            // Two lists belong together pair by pair where they are equally long: that is how cameras' sizes come.
            if widths.count == heights.count { return zip(widths, heights).map { PixelSize(width: $0, height: $1) } }
            return widths.flatMap { width in heights.map { PixelSize(width: width, height: $0) } }
        }
        return usualSizes.filter { offer.width.contains($0.width) && offer.height.contains($0.height) }
    }

    private static func rates(of offer: FormatOffer, wanted: Double?) -> [FrameRate] {
        switch offer.rates {
        case .values(let values): return values.filter { $0 > 0 && $0.isFinite }.map { FrameRate($0) }
        case .range(let range):
            if let wanted { return [FrameRate(min(range.upperBound, max(range.lowerBound, wanted)))] }
            let usual = usualRates.filter(range.contains)
            return usual.isEmpty ? [FrameRate(range.upperBound)] : usual.map { FrameRate($0) }
        }
    }

    /// The size in which frames are shown: fits `limit`, keeps the shape, never larger than the frame, even numbers.
    static func previewSize(of frame: PixelSize, within limit: PixelSize?) -> PixelSize {
        let limit = limit ?? PixelSize(width: 1280, height: 720)
        guard frame.width > 0, frame.height > 0, limit.width > 0, limit.height > 0 else { return frame }
        let scale = min(
            1, Double(limit.width) / Double(frame.width), Double(limit.height) / Double(frame.height))
        guard scale < 1 else { return frame }
        func even(_ length: Int) -> Int { max(2, Int(Double(length) * scale) & ~1) }
        return PixelSize(width: even(frame.width), height: even(frame.height))
    }

    /// The size in which frames just cover `room`: keeps the shape, never larger than the frame, nor than 1920x1080. One of its sides is
    /// the room's, so that nothing is scaled when it is drawn.
    static func previewSize(of frame: PixelSize, covering room: PixelSize) -> PixelSize {
        guard !frame.isEmpty, !room.isEmpty else { return frame }
        let (across, down) = (
            Double(room.width) / Double(frame.width), Double(room.height) / Double(frame.height)
        )
        let most = min(1, 1920.0 / Double(frame.width), 1080.0 / Double(frame.height))
        let scale = min(most, max(across, down))
        func scaled(_ length: Int) -> Int { max(2, Int((Double(length) * scale).rounded())) }
        return PixelSize(width: scaled(frame.width), height: scaled(frame.height))
    }
}
