import CGStreamer
import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

/// Patches of known colours as cameras give them, and what the photo of them holds. The camera's numbers are computed here, by
/// ITU-R BT.601 and BT.709 themselves, and the photo is read by decoders that have nothing to do with the encoders.
@Suite(.timeLimit(.minutes(1)))
struct StillColorTests {
    /// How a camera writes colours as numbers.
    enum Coding: String, CaseIterable, Sendable {
        /// Nothing said: standard definition is BT.601 in studio range.
        case silent, standard, high, full

        var colorimetry: String {
            switch self {
            case .silent: ""
            case .standard: ",colorimetry=bt601"
            case .high: ",colorimetry=bt709"
            case .full: ",colorimetry=1:4:0:0"
            }
        }

        /// Luminance and colour differences, from 0 to 255.
        func numbers(_ color: [Double]) -> [UInt8] {
            let (red, green, blue) = (color[0] / 255, color[1] / 255, color[2] / 255)
            let (kr, kb) = self == .high ? (0.2126, 0.0722) : (0.299, 0.114)
            let luma = kr * red + (1 - kr - kb) * green + kb * blue
            let differences = [(blue - luma) / (2 - 2 * kb), (red - luma) / (2 - 2 * kr)]
            let isFull = self == .full
            return [isFull ? luma * 255 : 16 + luma * 219]
                .map { UInt8($0.rounded()) }
                + differences.map { UInt8(min(255, (128 + $0 * (isFull ? 255 : 224)).rounded())) }
        }
    }

    private static let patches: [[Double]] = [
        [0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128],
    ]
    private static let side = 32
    private static let size = PixelSize(width: side * patches.count, height: side)
    private let tags = StillTags(
        date: MediaDate(instant: Date(timeIntervalSince1970: 1_769_862_150), offsetFromUTC: 0, source: .exif),
        model: "Test")

    private static func still(_ bytes: [UInt8], _ caps: String) throws -> StillFrame {
        let memory = try #require(gst_buffer_new_allocate(nil, gsize(bytes.count), nil))
        bytes.withUnsafeBytes { _ = gst_buffer_fill(memory, 0, $0.baseAddress, gsize($0.count)) }
        let size = "width=\(size.width),height=\(size.height),framerate=30/1"
        return StillFrame(
            buffer: GStreamerBuffer(taking: memory), caps: try #require(GStreamerCaps("\(caps),\(size)")),
            isJPEG: caps.hasPrefix("image/jpeg"), size: Self.size)
    }

    private static func frame(_ format: String, _ coding: Coding) throws -> StillFrame {
        let codes = patches.map(coding.numbers)
        /// Rows of one plane: each patch's number, so often.
        func plane(_ channels: [Int], every columns: Int = 1, _ rows: Int) -> [UInt8] {
            let row = codes.flatMap { code in
                (0..<side / columns).flatMap { _ in channels.map { code[$0] } }
            }
            return (0..<side / rows).flatMap { _ in row }
        }
        let bytes =
            switch format {
            case "I420": plane([0], 1) + plane([1], every: 2, 2) + plane([2], every: 2, 2)
            case "YV12": plane([0], 1) + plane([2], every: 2, 2) + plane([1], every: 2, 2)
            case "NV12": plane([0], 1) + plane([1, 2], every: 2, 2)
            case "Y42B": plane([0], 1) + plane([1], every: 2, 1) + plane([2], every: 2, 1)
            case "YUY2": plane([0, 1, 0, 2], every: 2, 1)
            default: plane([1, 0, 2, 0], every: 2, 1)
            }
        return try still(bytes, "video/x-raw,format=\(format)\(coding.colorimetry)")
    }

    private func check(_ still: StillFrame, _ type: ContentType, mirrored: Bool, _ what: String) async throws {
        let bytes = try StillEncoder.encode(still, as: type, quality: 95, mirrored: mirrored, tags: tags)
        let bench = try DecodingBench()
        let name = "a.\(type.fileExtension)"
        try bench.folder.write([UInt8](bytes), to: name)
        let frame = try await bench.decode(name).frame
        for (index, patch) in Self.patches.enumerated() {
            // A photo that keeps the camera's own bytes says in its tags that it is mirrored, and is shown so.
            let place = mirrored ? Self.patches.count - 1 - index : index
            let found = frame.pixel(place * Self.side + Self.side / 2, Self.side / 2).prefix(3)
            for (value, wanted) in zip(found, patch) {
                #expect(
                    abs(Double(value) - wanted) <= 6,
                    "\(what) as \(type), mirrored: \(mirrored): \(found), not \(patch)")
            }
        }
    }

    @Test(arguments: ["I420", "YV12", "NV12", "Y42B", "YUY2", "UYVY"], Coding.allCases)
    func `Black is black and white is white in a JPEG, whatever range and matrix the camera uses`(
        _ format: String, _ coding: Coding
    ) async throws {
        for mirrored in [false, true] {
            try await check(Self.frame(format, coding), .jpeg, mirrored: mirrored, "\(format) \(coding)")
        }
    }

    @Test(arguments: [ContentType.png, .webP, .heic], [Coding.standard, .high, .full])
    func `Other formats have the same colours`(_ type: ContentType, _ coding: Coding) async throws {
        for format in ["I420", "YUY2", "NV12"] {
            try await check(Self.frame(format, coding), type, mirrored: format == "NV12", "\(format) \(coding)")
        }
    }

    @Test(arguments: [ContentType.jpeg, .png, .webP, .heic])
    func `A camera's own JPEG has the same colours`(_ type: ContentType) async throws {
        let rgb = (0..<Self.side).flatMap { _ in
            Self.patches.flatMap { patch in (0..<Self.side).flatMap { _ in patch.map { UInt8($0) } } }
        }
        let jpeg = try JPEGEncoder.encode(rgb: rgb, size: Self.size, quality: 95)
        try await check(Self.still([UInt8](jpeg), "image/jpeg"), type, mirrored: false, "MJPEG")
    }

    @Test(arguments: ["I420", "YUY2", "NV12"], Coding.allCases)
    func `A preview has the same colours`(_ format: String, _ coding: Coding) throws {
        let still = try Self.frame(format, coding)
        let made = try OneShotConversion.run(
            "videoconvertscale ! video/x-raw,format=BGRx,width=\(Self.size.width / 2),height=\(Self.side / 2)",
            still.buffer, still.caps)
        let bytes = try #require(made.buffer.mappedData())
        for (index, patch) in Self.patches.enumerated() {
            let at = bytes.startIndex + (index * Self.side / 2 + Self.side / 4) * 4
            for (channel, wanted) in zip([2, 1, 0], patch) {
                #expect(abs(Double(bytes[at + channel]) - wanted) <= 6, "\(format) \(coding): \(patch)")
            }
        }
    }
}
