open class UIImage: NSObject, @unchecked Sendable {
    // Reason: never changed after it was made.
    public init?(data: Data) {
        guard let facts = EncodedPicture.facts(of: data) else { return nil }
        cgImage = CGImage(width: facts.width, height: facts.height)
        imageOrientation = Orientation(exif: facts.orientation)
        scale = 1
        super.init()
    }
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        self.scale = scale
        imageOrientation = orientation
        super.init()
    }
    @available(iOS 13.0, *)
    public convenience init?(systemName name: String) {
        self.init(cgImage: CGImage(width: 24, height: 24))
    }

    public let cgImage: CGImage?
    public let imageOrientation: Orientation
    public let scale: CGFloat
    open var size: CGSize {
        let (width, height) = (CGFloat(cgImage?.width ?? 0) / scale, CGFloat(cgImage?.height ?? 0) / scale)
        return imageOrientation.isSideways ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    open func jpegData(compressionQuality: CGFloat) -> Data? {
        cgImage.map { image in
            var facts = EncodedPicture.Facts(width: image.width, height: image.height)
            facts.orientation = imageOrientation.exif
            return EncodedPicture.jpeg(facts)
        }
    }
    open func pngData() -> Data? { cgImage.map { EncodedPicture.png(width: $0.width, height: $0.height) } }

    public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored

        private static let byEXIF: [Orientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        init(exif: Int) { self = Self.byEXIF[max(1, min(8, exif)) - 1] }
        var exif: Int { (Self.byEXIF.firstIndex(of: self) ?? 0) + 1 }
        var isSideways: Bool { exif >= 5 }
    }
}

open class UIColor: NSObject, @unchecked Sendable {
    // Reason: never changed after it was made.
    private let components: [CGFloat]
    public init(white: CGFloat, alpha: CGFloat) {
        components = [white, white, white, alpha]
        super.init()
    }
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
        super.init()
    }
    public override convenience init() { self.init(white: 0, alpha: 0) }
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: components[0], green: components[1], blue: components[2], alpha: alpha)
    }
    open var cgColor: CGColor { CGColor(components: components) }
    public class var black: UIColor { UIColor(white: 0, alpha: 1) }
    public class var white: UIColor { UIColor(white: 1, alpha: 1) }
    public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}

open class UIFont: NSObject, @unchecked Sendable {
    // Reason: never changed after it was made.
    package override init() { super.init() }
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }

    public struct TextStyle: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    }
}
