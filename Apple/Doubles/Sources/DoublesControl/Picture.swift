import CoreGraphics
public import Foundation
public import UIKit

/// Pictures without pixels, for cameras and libraries that are none.
public enum Picture {
    /// What a written picture says about itself.
    public struct Facts: Sendable, Equatable {
        /// As stored.
        public var width: Int
        public var height: Int
        /// By EXIF, 1 to 8.
        public var orientation: Int
        /// The width that its EXIF says, which may be another one than it has.
        public var writtenWidth: Int?
        /// The file that it was cut out of, and where, in that file's stored pixels.
        public var source: String?
        public var region: CGRect?
        /// How well it was compressed, 0 to 1.
        public var quality: Double?
    }

    /// A picture as a camera gives it.
    public static func image(width: Int, height: Int, orientation: UIImage.Orientation = .up) -> UIImage {
        UIImage(cgImage: CGImage(width: width, height: height), scale: 1, orientation: orientation)
    }

    /// A JPEG file without pixels.
    public static func jpeg(width: Int, height: Int, orientation: Int = 1) -> Data {
        var facts = EncodedPicture.Facts(width: width, height: height)
        facts.orientation = orientation
        return EncodedPicture.jpeg(facts)
    }

    /// What a file says; nil for what is no picture.
    public static func facts(of data: Data) -> Facts? {
        guard let read = EncodedPicture.facts(of: data) else { return nil }
        var facts = Facts(width: read.width, height: read.height, orientation: read.orientation)
        facts.writtenWidth = read.metadata.size[0xA002]
        let parts = (read.note ?? "").components(separatedBy: "\t")
        guard parts.count == 6 else { return facts }
        let numbers = parts[1...4].compactMap { Double($0) }
        facts.source = parts[0]
        facts.quality = Double(parts[5])
        if numbers.count == 4 {
            facts.region = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        return facts
    }
}
