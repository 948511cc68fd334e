import Filmstrip
import Foundation

/// Reads Matroska and WebM (RFC 9559): kind, duration, size, date.
struct MatroskaReader {
    private static let elementLimit = 4096

    private struct Element {
        let id: UInt64
        let payload: ByteRegion
        /// Live recordings do not know how long their segment and clusters are.
        let isUnbounded: Bool
        let isCut: Bool
        let end: UInt64
    }

    private var facts = MediaFacts(.matroska)
    private var scale: UInt64 = 1_000_000
    private var isCut = false
    private var hasVideo = false
    private var hasInfo = false
    private var elements = 0

    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        var reader = MatroskaReader()
        guard let header = reader.element(region, 0), header.id == 0x1A45_DFA3 else { throw .truncated }
        var offset: UInt64 = 0
        while let child = reader.element(header.payload, offset) {
            if child.id == 0x4282 {
                switch reader.text(child.payload) {
                case "webm": reader.facts.contentType = .webM
                case "matroska": reader.facts.contentType = .matroska
                default: throw .unsupported
                }
            }
            offset = child.end
        }
        guard let segment = reader.element(region, header.end), segment.id == 0x1853_8067 else { throw .truncated }
        reader.isCut = segment.isCut
        reader.readSegment(segment.payload)
        guard reader.hasVideo else { throw reader.hasInfo && !reader.isCut ? .unsupported : .truncated }
        if reader.isCut { reader.facts.note(.truncated, "The movie ends too early; its last part is missing.") }
        reader.facts.turn = .up
        return reader.facts
    }

    private mutating func readSegment(_ segment: ByteRegion) {
        var offset: UInt64 = 0
        var hasTracks = false
        while let child = element(segment, offset), !(hasInfo && hasTracks) {
            switch child.id {
            case 0x1549_A966:
                readInfo(child.payload)
                hasInfo = true
            case 0x1654_AE6B:
                readTracks(child.payload)
                hasTracks = true
            default: break
            }
            // Nothing can be found behind an element without an end.
            if child.isUnbounded { return }
            offset = child.end
        }
    }

    private mutating func readInfo(_ info: ByteRegion) {
        var ticks: Double?
        var offset: UInt64 = 0
        while let child = element(info, offset) {
            switch child.id {
            case 0x2AD7B1: scale = unsigned(child.payload) ?? scale
            case 0x4489: ticks = float(child.payload)
            case 0x4461:
                // Nanoseconds since the first second of 2001, in UTC.
                if let raw = child.payload.u64(0), raw != 0 {
                    let seconds = Double(Int64(bitPattern: raw)) / 1_000_000_000
                    facts.date = MediaDate(
                        instant: Date(timeIntervalSince1970: 978_307_200 + seconds), offsetFromUTC: 0,
                        source: .container)
                }
            default: break
            }
            offset = child.end
        }
        if let ticks, ticks > 0 {
            let seconds = ticks * Double(scale) / 1_000_000_000
            facts.duration = seconds.isFinite ? seconds : nil
        }
    }

    private mutating func readTracks(_ tracks: ByteRegion) {
        var offset: UInt64 = 0
        while let entry = element(tracks, offset) {
            offset = entry.end
            guard entry.id == 0xAE else { continue }
            var isVideo = false
            var size = PixelSize.zero
            var inner: UInt64 = 0
            while let child = element(entry.payload, inner) {
                if child.id == 0x83 { isVideo = unsigned(child.payload) == 1 }
                if child.id == 0xE0 { size = videoSize(child.payload) }
                inner = child.end
            }
            if isVideo, size.pixelCount > 0 {
                hasVideo = true
                if size.pixelCount > facts.storedSize.pixelCount { facts.storedSize = size }
            }
        }
    }

    private mutating func videoSize(_ video: ByteRegion) -> PixelSize {
        var size = PixelSize.zero
        var offset: UInt64 = 0
        while let child = element(video, offset) {
            if child.id == 0xB0 { size.width = Int(min(unsigned(child.payload) ?? 0, 1 << 20)) }
            if child.id == 0xBA { size.height = Int(min(unsigned(child.payload) ?? 0, 1 << 20)) }
            offset = child.end
        }
        return size
    }

    /// The element at a place: an identifier and a size of one to eight bytes each, then its content.
    private mutating func element(_ region: ByteRegion, _ offset: UInt64) -> Element? {
        elements += 1
        guard elements < Self.elementLimit, let (id, idLength) = variable(region, offset, keepsMark: true),
            idLength <= 4, let (size, sizeLength) = variable(region, offset + idLength, keepsMark: false)
        else { return nil }
        let start = offset + idLength + sizeLength
        guard start <= region.count else { return nil }
        let rest = region.count - start
        let isUnbounded = size == (1 << (7 * sizeLength)) - 1
        let length = isUnbounded ? rest : min(size, rest)
        guard let payload = region.region(start, length) else { return nil }
        return Element(
            id: id, payload: payload, isUnbounded: isUnbounded, isCut: !isUnbounded && size > rest, end: start + length)
    }

    /// A number whose first byte's leading zeros tell its length.
    private func variable(_ region: ByteRegion, _ offset: UInt64, keepsMark: Bool) -> (value: UInt64, length: UInt64)? {
        guard let first = region.u8(offset), first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard let raw = region.number(offset, length) else { return nil }
        return (keepsMark ? raw : raw & ((1 << UInt64(7 * length)) - 1), UInt64(length))
    }

    private func unsigned(_ payload: ByteRegion) -> UInt64? {
        (1...8).contains(payload.count) ? payload.number(0, Int(payload.count)) : nil
    }

    private func float(_ payload: ByteRegion) -> Double? {
        switch payload.count {
        case 4: payload.u32(0).map { Double(Float(bitPattern: $0)) }
        case 8: payload.u64(0).map { Double(bitPattern: $0) }
        default: nil
        }
    }

    private func text(_ payload: ByteRegion) -> String {
        payload.allBytes(atMost: 64).map { MetadataText.string($0) } ?? ""
    }
}
