package import Foundation

/// The few bytes of a picture file that tell what it is: written and read without a codec.
package enum EncodedPicture {
    /// What a picture says about itself.
    package struct Facts: Sendable, Equatable {
        package var width: Int
        package var height: Int
        /// Orientation, maker, moment, place.
        package var metadata = EncodedMetadata()
        /// By EXIF, 1 to 8.
        package var orientation: Int {
            get { metadata.orientation }
            set { metadata.orientation = newValue }
        }
        /// What our own writer has left in a comment.
        package var note: String?
        package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    package static func png(width: Int, height: Int) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
        for value in [UInt32(width), UInt32(height)] { data += withUnsafeBytes(of: value.bigEndian) { Data($0) } }
        return data + [8, 2, 0, 0, 0, 0, 0, 0, 0]
    }

    package static func jpeg(_ facts: Facts) -> Data {
        func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        var bytes: [UInt8] = [0xFF, 0xD8]
        let tiff = facts.metadata.bytes
        bytes += [0xFF, 0xE1] + word(8 + tiff.count) + Array("Exif\0\0".utf8) + tiff
        if let note = facts.note { bytes += [0xFF, 0xFE] + word(2 + note.utf8.count) + Array(note.utf8) }
        bytes += [0xFF, 0xC0, 0, 17, 8] + word(facts.height) + word(facts.width) + [3]
        bytes += [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        bytes += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 0, 0xFF, 0xD9]
        return Data(bytes)
    }

    /// Nil for what is no picture that this reads: JPEG, PNG and HEIC.
    package static func facts(of data: Data) -> Facts? {
        let bytes = [UInt8](data.prefix(1 << 20))
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            return Facts(width: number(bytes, 16, 4), height: number(bytes, 20, 4))
        }
        if bytes.starts(with: [0xFF, 0xD8]) { return jpegFacts(bytes) }
        return bytes.count > 12 && bytes[4..<8].elementsEqual("ftyp".utf8) ? heicFacts(bytes) : nil
    }

    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
        guard at >= 0, at + count <= bytes.count else { return 0 }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func jpegFacts(_ bytes: [UInt8]) -> Facts? {
        var (metadata, note, at) = (EncodedMetadata(), String?.none, 2)
        while at + 9 < bytes.count, bytes[at] == 0xFF {
            let (marker, length) = (bytes[at + 1], number(bytes, at + 2, 2))
            switch marker {
            case 0xE1 where bytes[at + 4..<min(at + 8, bytes.count)].elementsEqual("Exif".utf8):
                metadata = EncodedMetadata(
                    reading: bytes[min(at + 10, bytes.count)..<min(at + 2 + length, bytes.count)])
            case 0xFE:
                note = String(decoding: bytes[at + 4..<min(at + 2 + length, bytes.count)], as: UTF8.self)
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                var facts = Facts(width: number(bytes, at + 7, 2), height: number(bytes, at + 5, 2))
                (facts.metadata, facts.note) = (metadata, note)
                return facts
            default: break
            }
            at += 2 + length
        }
        return nil
    }

    private static func heicFacts(_ bytes: [UInt8]) -> Facts? {
        let name = Array("ispe".utf8)
        var largest: Facts?
        var at = 0
        while at + 16 < bytes.count {
            if bytes[at..<at + 4].elementsEqual(name) {
                let found = Facts(width: number(bytes, at + 8, 4), height: number(bytes, at + 12, 4))
                if found.width * found.height > (largest.map { $0.width * $0.height } ?? 0) { largest = found }
            }
            at += 1
        }
        return largest
    }
}
