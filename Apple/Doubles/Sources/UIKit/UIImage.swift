open class UIImage: NSObject, @unchecked Sendable {
    // Reason: never changed after it was made.
    public init?(data: Data) {
        guard let size = EncodedPicture.size(of: data) else { return nil }
        cgImage = CGImage(width: Int(size.width), height: Int(size.height))
        encoded = data
        super.init()
    }
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }
    public init(cgImage: CGImage) {
        self.cgImage = cgImage
        encoded = nil
        super.init()
    }
    @available(iOS 13.0, *)
    public convenience init?(systemName name: String) {
        self.init(cgImage: CGImage(width: 24, height: 24))
    }

    open var size: CGSize { CGSize(width: cgImage?.width ?? 0, height: cgImage?.height ?? 0) }
    open var scale: CGFloat { 1 }
    public let cgImage: CGImage?
    open var imageOrientation: Orientation { .up }
    private let encoded: Data?

    open func jpegData(compressionQuality: CGFloat) -> Data? { EncodedPicture.jpeg(of: size) }
    open func pngData() -> Data? { EncodedPicture.png(of: size) }

    public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }
}

/// The few bytes of a picture file that tell its size.
package enum EncodedPicture {
    package static func png(of size: CGSize) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
        for value in [UInt32(size.width), UInt32(size.height)] {
            data += withUnsafeBytes(of: value.bigEndian) { Data($0) }
        }
        data += [8, 2, 0, 0, 0, 0, 0, 0, 0]
        return data
    }

    package static func jpeg(of size: CGSize) -> Data {
        let (width, height) = (UInt16(size.width), UInt16(size.height))
        return Data([
            0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8),
            UInt8(width & 255), 1, 1, 0x11, 0, 0xFF, 0xD9,
        ])
    }

    package static func size(of data: Data) -> CGSize? {
        let bytes = [UInt8](data)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            return CGSize(width: number(16), height: number(20))
        }
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while at + 9 < bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return CGSize(
                    width: Int(bytes[at + 7]) << 8 | Int(bytes[at + 8]),
                    height: Int(bytes[at + 5]) << 8 | Int(bytes[at + 6]))
            }
            at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
        }
        return nil
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
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    }
}
