import Filmstrip

/// A track of a movie, as far as a library needs it.
struct MovieTrack {
    let id: UInt32
    private(set) var isVideo = false
    private(set) var isSound = false
    /// Whether it is a picture sequence (`pict`), as HEIF and AVIF animations have.
    private(set) var isPictureSequence = false
    /// As stored; by the sample description, as the header's size may be scaled.
    private(set) var size = PixelSize.zero
    private(set) var turn = Orientation.up
    private(set) var timescale: UInt64 = 0
    private(set) var duration: UInt64 = 0
    private(set) var sampleCount = 0
    private(set) var isHDR = false
    private(set) var date: MediaDate?
    /// `avc1`, `hvc1`, `mp4a`…
    private(set) var codec: FourCC?
    var defaultSampleDuration: UInt64 = 0
    private(set) var fragmentDuration: UInt64 = 0

    init?(_ track: ISOBox) {
        guard let header = track.children().first("tkhd"), let media = track.children().first("mdia") else {
            return nil
        }
        let isLong = header.version == 1
        id = header.payload.u32(isLong ? 20 : 12) ?? 0
        turn = MovieTurn.read(header.payload, isLong ? 52 : 40)
        let width = header.payload.u32(isLong ? 88 : 76) ?? 0
        let height = header.payload.u32(isLong ? 92 : 80) ?? 0
        size = PixelSize(width: Int(width >> 16), height: Int(height >> 16))
        for box in media.children() {
            switch box.type {
            case "mdhd":
                let isLong = box.version == 1
                timescale = UInt64(box.payload.u32(isLong ? 20 : 12) ?? 0)
                duration = (isLong ? box.payload.u64(24) : box.payload.u32(16).map { UInt64($0) }) ?? 0
                if duration == UInt64(UInt32.max) || duration == UInt64.max { duration = 0 }
                date = MovieTime.date(isLong ? box.payload.u64(4) : box.payload.u32(4).map { UInt64($0) })
            case "hdlr":
                isVideo = box.payload.fourCC(8) == "vide"
                isSound = box.payload.fourCC(8) == "soun"
                isPictureSequence = box.payload.fourCC(8) == "pict"
            case "minf":
                if let table = box.children().first("stbl") { readSamples(table) }
            default: break
            }
        }
    }

    /// Frames of a second in playing.
    var framesPerSecond: Double? {
        duration > 0 && timescale > 0 && sampleCount > 1
            ? Double(sampleCount) * Double(timescale) / Double(duration) : nil
    }

    /// What it is, for people.
    var description: (name: String, human: String, raw: String)? {
        guard let codec else { return nil }
        let names: [FourCC: String] = [
            "avc1": "H.264", "avc3": "H.264", "hvc1": "HEVC", "hev1": "HEVC", "av01": "AV1", "vp09": "VP9",
            "mp4v": "MPEG-4",
            "mp4a": "AAC", "ac-3": "AC-3", "alac": "Apple Lossless", "Opus": "Opus", "mjpa": "Motion JPEG",
            "jpeg": "Motion JPEG", "lpcm": "PCM", "sowt": "PCM", "twos": "PCM",
        ]
        let format = names[codec] ?? codec.text
        guard isVideo else { return (isSound ? "Sound" : "Other", format, codec.text) }
        let rate = framesPerSecond.map { ", \(ExifValueText.rounded($0, 2)) frames a second" } ?? ""
        return ("Video", "\(format), \(size.width) × \(size.height)\(rate)", codec.text)
    }

    /// Adds the samples of a fragment's run.
    mutating func addRun(_ run: ByteRegion, _ usualDuration: UInt64) {
        guard let flags = run.u32(0), let count = run.u32(4) else { return }
        guard flags & 0x100 != 0 else {
            fragmentDuration &+= UInt64(count) &* usualDuration
            return
        }
        let start: UInt64 = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        let stride = UInt64([0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }) * 4
        for index in 0..<UInt64(count) {
            guard let length = run.u32(start + index * stride) else { return }
            fragmentDuration &+= UInt64(length)
        }
    }

    private mutating func readSamples(_ table: ISOBox) {
        for box in table.children() {
            switch box.type {
            case "stsd":
                guard let entry = box.children(after: 8).first(where: { _ in true }) else { continue }
                codec = entry.type
                guard isVideo || isPictureSequence else { continue }
                let width = Int(entry.payload.u16(24) ?? 0)
                let height = Int(entry.payload.u16(26) ?? 0)
                if width > 0, height > 0 { size = PixelSize(width: width, height: height) }
                if let colour = entry.children(after: 78).first("colr"), let curve = colour.payload.u16(6) {
                    isHDR = curve == 16 || curve == 18
                }
            case "stsz", "stz2": sampleCount = Int(box.payload.u32(8) ?? 0)
            default: break
            }
        }
    }
}
