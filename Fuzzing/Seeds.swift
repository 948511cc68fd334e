import Filmstrip
import FilmstripFormats
import Foundation

/// What the fuzzer begins with: real files for the readers of whole files, their EXIF blocks and packets for those of parts.
enum Seeds {
    /// More of a file than this is no header, and makes the fuzzer slow.
    private static let limit = 60_000

    static func take(from photos: URL, into corpus: URL) {
        do { try keep(movie, "movie", corpus.appendingPathComponent("iso")) } catch { print(error) }
        guard let all = FileManager.default.enumerator(at: photos, includingPropertiesForKeys: nil) else { return }
        for case let file as URL in all {
            let name = file.path.replacingOccurrences(of: "/", with: "-")
            do {
                let bytes = try [UInt8](Data(contentsOf: file))
                switch file.pathExtension.lowercased() {
                case "jpg", "jpeg":
                    try keep(bytes.prefix(limit), name, corpus.appendingPathComponent("jpeg"))
                    for segment in try JPEGFile(MemoryByteSource(bytes)).segments where segment.marker == 0xE1 {
                        if segment.payload.starts(with: "Exif\0\0".utf8) {
                            try keep(segment.payload.dropFirst(6), name, corpus.appendingPathComponent("tiff"))
                        } else if segment.payload.starts(with: "http://ns.adobe.com/xap/1.0/\0".utf8) {
                            try keep(segment.payload.dropFirst(29), name, corpus.appendingPathComponent("xmp"))
                        }
                    }
                case "heic", "heif": try keep(bytes.prefix(limit), name, corpus.appendingPathComponent("iso"))
                case "tif", "tiff": try keep(bytes.prefix(limit), name, corpus.appendingPathComponent("tiff"))
                default: continue
                }
            } catch {
                // The collection has damaged files on purpose: what is no JPEG seeds nothing more.
                continue
            }
        }
    }

    /// A movie of two frames and as many chunks; real ones are too long to be a beginning.
    private static var movie: [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
            let body = parts.flatMap { $0 }
            return number(body.count + 8) + type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + body
        }
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        func table(_ type: String, _ numbers: Int...) -> [UInt8] { box(type, zeros(4), numbers.flatMap(number)) }
        let head = box("ftyp", Array("isom".utf8), zeros(4), Array("isom".utf8))
        let data = box("mdat", zeros(20))
        let entry = box("avc1", zeros(24), [1, 64, 0, 240], zeros(50))
        let samples = box(
            "stbl", box("stsd", zeros(4), number(1), entry), table("stts", 1, 2, 500), table("stsc", 1, 1, 1, 1),
            table("stsz", 0, 2, 10, 10), table("stco", 2, head.count + 8, head.count + 18), table("stss", 1, 1))
        let media = box(
            "mdia", table("mdhd", 0, 0, 1000, 1000, 0), box("hdlr", zeros(8), Array("vide".utf8), zeros(13)),
            box("minf", samples))
        let track = box(
            "trak", box("tkhd", zeros(12), number(1), zeros(68)), box("edts", table("elst", 1, 1000, 0, 65_536)), media)
        let place = Array("+12.3456+098.7654/".utf8)
        let user = box("udta", box("\u{A9}xyz", [0, UInt8(place.count), 0x15, 0xC7], place))
        return head + data + box("moov", box("mvhd", zeros(12), number(1000), number(1000), zeros(80)), track, user)
    }

    private static func keep(_ bytes: some Sequence<UInt8>, _ name: String, _ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
}
