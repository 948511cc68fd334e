import CGStreamer
import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats
@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)))
struct StillEncoderTests {
    private let size = PixelSize(width: 64, height: 48)
    private let tags = StillTags(
        date: MediaDate(instant: Date(timeIntervalSince1970: 1_769_862_150), offsetFromUTC: 7200, source: .exif),
        model: "Test")

    private func frame(_ format: String) throws -> StillFrame {
        let pipeline = try GStreamerPipeline(
            """
            videotestsrc num-buffers=1 ! video/x-raw,format=\(format),width=64,height=48,framerate=30/1 ! \
            appsink name=out sync=false
            """)
        defer { pipeline.shutDownNow() }
        try pipeline.play()
        let sink = GStreamerAppSink(pipeline["out"])
        let buffer = try #require(sink.pull(timeout: 5))
        return StillFrame(buffer: buffer, caps: try #require(sink.caps), isJPEG: false, size: size)
    }

    /// How many pixels share a colour, across and down.
    private func sampling(_ jpeg: Data) -> (Int, Int)? {
        guard let start = jpeg.firstRange(of: Data([0xFF, 0xC0, 0x00])) else { return nil }
        let factors = jpeg[start.lowerBound + 11]
        return (Int(factors >> 4), Int(factors & 15))
    }

    @Test(arguments: [
        ("YV12", 2), ("I420", 2), ("NV12", 2), ("BGRx", 2), ("YUY2", 1), ("UYVY", 1), ("YVYU", 1), ("Y42B", 1),
        ("NV16", 1),
    ])
    func `Colours are kept as densely as the camera gives them`(_ format: String, _ down: Int) throws {
        let frame = try frame(format)
        for mirrored in [false, true] {
            let jpeg = try StillEncoder.encode(frame, as: .jpeg, quality: 92, mirrored: mirrored, tags: tags)
            let found = try #require(sampling(jpeg))
            #expect(found == (2, down), "\(format), mirrored: \(mirrored)")
        }
    }

    @Test(arguments: [false, true])
    func `The camera's own JPEG keeps each byte of its picture, mirrored or not`(_ mirrored: Bool) throws {
        let raw = try frame("BGRx")
        let own = try JPEGEncoder.encode(raw.buffer, raw.caps, quality: 60)
        let memory = try #require(gst_buffer_new_allocate(nil, gsize(own.count), nil))
        own.withUnsafeBytes { _ = gst_buffer_fill(memory, 0, $0.baseAddress, gsize($0.count)) }
        let caps = try #require(GStreamerCaps("image/jpeg,width=64,height=48,framerate=30/1"))
        let still = StillFrame(buffer: GStreamerBuffer(taking: memory), caps: caps, isJPEG: true, size: size)
        let photo = try StillEncoder.encode(still, as: .jpeg, quality: 1, mirrored: mirrored, tags: tags)
        #expect(try #require(ScanBytes.of(photo)) == #require(ScanBytes.of(own)))
        let header = try MediaHeaderReader.read(MemoryByteSource([UInt8](photo)), name: "photo.jpg")
        #expect(header.orientation == (mirrored ? .upMirrored : .up))
        #expect(header.date == tags.date)
    }
}

/// The picture of a JPEG: its tables and its scan, from the first quantization table on.
enum ScanBytes {
    static func of(_ jpeg: Data) -> Data? {
        let jpeg = Data(jpeg)
        var at = 2
        while at + 4 <= jpeg.count, jpeg[at] == 0xFF {
            // Application segments and comments are about the picture, not in it.
            let marker = jpeg[at + 1]
            guard (0xE0...0xEF).contains(marker) || marker == 0xFE else { return jpeg[at...] }
            at += 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
        }
        return nil
    }
}
