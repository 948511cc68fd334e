import Filmstrip
import FilmstripLinux
import Foundation

/// Pictures of four coloured quarters, which tell where each pixel has come from.
enum QuadPictures {
    /// Red, green, blue and white: upper left, upper right, lower left, lower right as stored.
    static let colors: [[UInt8]] = [[0, 0, 255, 255], [0, 255, 0, 255], [255, 0, 0, 255], [255, 255, 255, 255]]

    /// A JPEG of 400 × 200 pixels as stored, which its tag turns.
    static func jpeg(_ orientation: Orientation) throws -> Data {
        let size = PixelSize(width: 400, height: 200)
        var bytes = Data(capacity: size.pixelCount * 4)
        for y in 0..<size.height {
            for x in 0..<size.width {
                bytes.append(contentsOf: colors[(y < size.height / 2 ? 0 : 2) + (x < size.width / 2 ? 0 : 1)])
            }
        }
        let frame = PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: bytes)
        let plain = try PictureEncoder(frame, hasAlpha: false).encode(as: .jpeg, quality: 95, keepsColors: true)
        let tags: [UInt8] =
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
            + [0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
        return Data(plain[..<2] + [0xFF, 0xE1, 0, UInt8(tags.count + 2)] + tags + plain[2...])
    }

    /// Makes a folder with pictures of these names, the first one the newest.
    static func shelf(_ names: String..., in folder: URL) throws {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        for (age, name) in names.enumerated() {
            let (path, date) = (folder.appending(path: name).path, Date(timeIntervalSince1970: 1.7e9 - Double(age)))
            try jpeg(.up).write(to: URL(filePath: path))
            try files.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
    }

    /// What is seen of a file: its size upright, and the letters of the colours at some places, parts of the whole.
    static func look(_ path: String, at places: [(Double, Double)]) async throws -> (size: PixelSize, colors: String) {
        let picture = try await PictureDecoder().picture(MediaPath(path))
        let frame = picture.frame
        let letters = places.map { x, y -> Character in
            let column = min(frame.size.width - 1, Int(Double(frame.size.width) * x))
            let row = min(frame.size.height - 1, Int(Double(frame.size.height) * y))
            let at = frame.bytes.startIndex + row * frame.bytesPerRow + column * 4
            let (blue, green, red) = (frame.bytes[at] > 127, frame.bytes[at + 1] > 127, frame.bytes[at + 2] > 127)
            if frame.bytes[at + 3] < 128 { return "-" }
            switch (red, green, blue) {
            case (true, true, true): return "W"
            case (true, false, false): return "R"
            case (false, true, false): return "G"
            case (false, false, true): return "B"
            default: return "?"
            }
        }
        return (picture.fullSize, String(letters))
    }

    static let corners = [(0.05, 0.05), (0.95, 0.05), (0.05, 0.95), (0.95, 0.95)]
}
