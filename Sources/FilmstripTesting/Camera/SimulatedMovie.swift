import Filmstrip
import Foundation

/// A QuickTime movie of PNG frames (QuickTime File Format, 2016): one video track, no sound, the index behind the frames.
struct SimulatedMovie {
    let size: PixelSize
    let framesPerSecond: Double
    private(set) var byteCount = 0
    private var frames: [Data] = []
    private static let header = box("ftyp", Array("qt  ".utf8) + [0, 0, 2, 0] + Array("qt  ".utf8))
    private static let unity: [UInt8] = [0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000].flatMap(four)

    init(size: PixelSize, framesPerSecond: Double) {
        self.size = size
        self.framesPerSecond = framesPerSecond
    }

    var frameCount: Int { frames.count }
    /// Seconds.
    var duration: Double { Double(frames.count) / framesPerSecond }

    mutating func append(_ frame: PixelFrame) {
        let png = PNGEncoder.encode(frame)
        frames.append(png)
        byteCount += png.count
    }

    /// The whole file.
    func encoded() -> Data {
        var file = Data(Self.header)
        file.append(contentsOf: Self.four(byteCount + 8) + Array("mdat".utf8))
        for frame in frames { file.append(frame) }
        file.append(contentsOf: Self.box("moov", movieHeader + track))
        return file
    }

    // MARK: Boxes

    private static func four(_ value: Int) -> [UInt8] { PNGEncoder.bigEndian(value) }
    private static func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        four(payload.count + 8) + Array(type.utf8) + payload
    }

    /// Ticks a second; a frame lasts a thousand of them.
    private var timeScale: Int { Int(framesPerSecond * 1000) }
    private var ticks: Int { frames.count * 1000 }

    private var movieHeader: [UInt8] {
        let times = Self.zeros(12) + Self.four(timeScale) + Self.four(ticks)
        return Self.box(
            "mvhd", times + Self.four(0x10000) + [1, 0] + Self.zeros(10) + Self.unity + Self.zeros(24) + Self.four(2))
    }

    private var track: [UInt8] {
        let times = [0, 0, 0, 15] + Self.zeros(8) + Self.four(1) + Self.zeros(4) + Self.four(ticks)
        let header = Self.box(
            "tkhd",
            times + Self.zeros(16) + Self.unity + Self.four(size.width << 16) + Self.four(size.height << 16))
        let mediaHeader = Self.box("mdhd", Self.zeros(12) + Self.four(timeScale) + Self.four(ticks) + Self.zeros(4))
        let handler = Self.box("hdlr", Self.zeros(4) + Array("mhlrvide".utf8) + Self.zeros(13))
        let data = Self.box("dinf", Self.box("dref", Self.zeros(4) + Self.four(1) + Self.box("url ", [0, 0, 0, 1])))
        let information = Self.box("minf", Self.box("vmhd", [0, 0, 0, 1] + Self.zeros(8)) + data + samples)
        return Self.box("trak", header + Self.box("mdia", mediaHeader + handler + information))
    }

    private var samples: [UInt8] {
        let entry =
            Self.zeros(6) + Self.two(1) + Self.zeros(16) + Self.two(size.width) + Self.two(size.height)
            + Self.four(0x480000) + Self.four(0x480000) + Self.zeros(4) + Self.two(1) + Self.zeros(32) + Self.two(24)
            + [0xFF, 0xFF]
        let description = Self.box("stsd", Self.zeros(4) + Self.four(1) + Self.box("png ", entry))
        let times = Self.box("stts", Self.zeros(4) + Self.four(1) + Self.four(frames.count) + Self.four(1000))
        let chunk = Self.box("stsc", Self.zeros(4) + [1, 1, frames.count, 1].flatMap(Self.four))
        let sizes = Self.box(
            "stsz", Self.zeros(8) + Self.four(frames.count) + frames.flatMap { Self.four($0.count) })
        let offset = Self.box("stco", Self.zeros(4) + Self.four(1) + Self.four(Self.header.count + 8))
        return Self.box("stbl", description + times + chunk + sizes + offset)
    }
}
