import Filmstrip
import Foundation

/// The files of the in-memory library, made when they are asked for and gone with their owners.
enum InMemoryFiles {
    /// A small photo of the scene whose strip has that number.
    static func photo(_ number: Int32, width: Int = 160, as type: ContentType) throws(LibraryError) -> MediaFile {
        let data: Data
        do throws(CameraError) {
            data = try StillEncoder.encode(frame(number, width: width), as: type, quality: 80)
        } catch {
            throw .internal(error.message)
        }
        return try write(data, as: type)
    }

    /// A short movie whose first frame has that number.
    static func movie(_ number: Int32) throws(LibraryError) -> MediaFile {
        var movie = SimulatedMovie(size: PixelSize(width: 80, height: 60), framesPerSecond: 5)
        for offset in 0..<5 as Range<Int32> { movie.append(frame(number + offset, width: 80)) }
        return try write(movie.encoded(), as: .quickTime)
    }

    static func copy(_ file: MediaFile) throws(LibraryError) -> MediaFile {
        let data: Data
        do { data = try Data(contentsOf: file.url) } catch { throw .notFound(path: file.path.string) }
        return try write(data, as: file.contentType)
    }

    /// A name that nobody has yet.
    static func freeName(_ name: String, _ type: ContentType, _ taken: Set<String>) -> String {
        var (candidate, number) = ("\(name).\(type.fileExtension)", 0)
        while taken.contains(candidate) {
            number += 1
            candidate = "\(name)-\(number).\(type.fileExtension)"
        }
        return candidate
    }

    static func byteCount(of file: MediaFile) -> Int64 { Int64(bytes(of: file).count) }

    /// The size that a PNG or JPEG says it has; none for other files.
    static func size(of file: MediaFile) -> PixelSize {
        let bytes = bytes(of: file)
        func two(_ place: Int) -> Int { place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0 }
        switch file.contentType {
        case .png: return PixelSize(width: two(18), height: two(22))
        case .jpeg:
            var place = 2
            while place + 9 < bytes.count {
                if (0xC0...0xC2).contains(bytes[place + 1]) {
                    return PixelSize(width: two(place + 7), height: two(place + 5))
                }
                place += 2 + max(2, two(place + 2))
            }
            return .zero
        default: return .zero
        }
    }

    private static func bytes(of file: MediaFile) -> [UInt8] {
        // A file that cannot be read has no bytes: it was written or copied a moment ago.
        (FileManager.default.contents(atPath: file.path.string)).map { [UInt8]($0) } ?? []
    }

    private static func frame(_ number: Int32, width: Int) -> PixelFrame {
        SimulatedScene().frame(
            SimulatedFrame(
                number: Int(number), milliseconds: Int64(number) * 1000,
                size: PixelSize(width: width, height: width * 3 / 4)))
    }

    private static func write(_ data: Data, as type: ContentType) throws(LibraryError) -> MediaFile {
        let folder = MediaPath(FileManager.default.temporaryDirectory.path)
        let path = folder.appending("memory-\(UUID().uuidString).\(type.fileExtension)")
        do { try data.write(to: path.url) } catch { throw .readOnly(folder: folder.string) }
        return MediaFile(path: path, contentType: type, isTemporary: true)
    }
}

extension PixelFrame {
    /// A picture of one colour.
    init(_ size: PixelSize, color: UInt32) {
        let row = withUnsafeBytes(of: color.littleEndian) { Data($0) }
        var bytes = Data(capacity: size.pixelCount * 4)
        var line = Data(capacity: size.width * 4)
        for _ in 0..<size.width { line.append(row) }
        for _ in 0..<size.height { bytes.append(line) }
        self.init(size: size, bytesPerRow: size.width * 4, bytes: bytes)
    }
}
