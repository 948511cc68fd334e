import Filmstrip
import Foundation
import Testing

@Suite struct ContentTypeSignatureTests {
    static let heads: [(ContentType, [UInt8])] = [
        (.jpeg, Heads.jpeg), (.png, Heads.png), (.gif, Array("GIF89a".utf8)), (.gif, Array("GIF87a".utf8)),
        (.webP, Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8)), (.jpegXL, [0xFF, 0x0A, 1, 2]),
        (.jpegXL, [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        (.tiff, [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]), (.tiff, [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]),
        (.raw, [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + Array("CR\u{2}\u{0}".utf8)), (.raw, Array("IIRO".utf8)),
        (.raw, Array("FUJIFILMCCD-RAW 0201".utf8)), (.raw, Heads.isoMedia("crx ", "crx ", "isom")),
        (.bmp, Array("BM".utf8) + [54, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]),
        (.heic, Heads.isoMedia("heic", "mif1", "heic")), (.heic, Heads.isoMedia("mif1", "mif1", "heic")),
        (.heif, Heads.isoMedia("mif1", "mif1", "jpeg")), (.avif, Heads.isoMedia("avif", "mif1", "miaf")),
        (.avif, Heads.isoMedia("mif1", "avif")), (.mp4, Heads.isoMedia("isom", "iso2", "mp41")),
        (.mp4, Heads.isoMedia("mp42")), (.quickTime, Heads.isoMedia("qt  ", "qt  ")),
        (.quickTime, [0, 0, 0, 8] + Array("free".utf8)), (.quickTime, [0, 0, 0x10, 0] + Array("skip".utf8)),
        (.bmp, Array("BM".utf8) + [54, 0, 0, 0, 1, 0, 2, 0, 54, 0, 0, 0, 124, 0, 0, 0]),
        (.quickTime, [0, 0, 0, 8] + Array("wide".utf8)), (.quickTime, [0, 0, 1, 0] + Array("moov".utf8)),
        (.webM, [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8)),
        (.matroska, [0x1A, 0x45, 0xDF, 0xA3, 0xA3, 0x42, 0x82, 0x88] + Array("matroska".utf8)),
    ]

    @Test(arguments: heads) func `a file is known by its first bytes`(_ type: ContentType, _ head: [UInt8]) {
        #expect(ContentType(signature: head) == type)
        #expect(ContentType(signature: Data(head + [UInt8](repeating: 0xAA, count: 100))) == type)
    }

    @Test(
        arguments: [
            [], [0xFF], [0xFF, 0xD8], Array("hello world".utf8), Array("BMW drivers' handbook, twentieth edition".utf8),
            Array("RIFF1234WAVEfmt ".utf8), Heads.isoMedia("M4A "), [0, 0, 0, 8] + Array("ftyp".utf8),
            Array("GIF88a".utf8), Heads.isoMedia("F4A "), Heads.isoMedia("mjp2"), Array("The free lunch is over.".utf8),
            Array("BM".utf8) + [UInt8](repeating: 0, count: 30), [0, 0, 0, 4] + Array("free".utf8),
            Array("%PDF-1.7".utf8), [0x7F, 0x45, 0x4C, 0x46],
        ] as [[UInt8]])
    func `what is neither photo nor video is nil`(_ head: [UInt8]) {
        #expect(ContentType(signature: head) == nil)
    }

    @Test(arguments: heads) func `no shortened head crashes or becomes another type`(
        _ type: ContentType, _ head: [UInt8]
    ) {
        for count in 0..<head.count {
            let found = ContentType(signature: head.prefix(count))
            // A codec or document type behind the cut is not known; the family is.
            let family: Set<ContentType?> = [
                nil, type, type == .avif || type == .heic ? .heif : nil, type == .webM ? .matroska : nil,
                type == .raw ? .tiff : nil,
            ]
            #expect(family.contains(found), "\(count) bytes")
        }
    }

    @Test func `real camera files are known, if they are at hand`() throws {
        let shared = ProcessInfo.processInfo.environment["FILMSTRIP_SHARED"] ?? "../shared"
        let photos = URL(filePath: shared).appending(path: "photos")
        guard let files = FileManager.default.enumerator(at: photos, includingPropertiesForKeys: [.isRegularFileKey])
        else {
            return
        }
        let endings: [String: Set<ContentType>] = [
            "jpg": [.jpeg], "jpeg": [.jpeg], "png": [.png], "heic": [.heic, .heif], "gif": [.gif], "webp": [.webP],
            "mov": [.quickTime], "mp4": [.mp4], "avif": [.avif],
        ]
        for case let url as URL in files {
            guard let expected = endings[url.pathExtension.lowercased()] else { continue }
            do throws(LibraryError) {
                let type = try ContentType(of: MediaPath(url))
                #expect(expected.contains(type), "\(url.lastPathComponent)")
            } catch {
                #expect(error.code == .unsupportedFormat, "\(url.lastPathComponent)")
            }
        }
    }
}
