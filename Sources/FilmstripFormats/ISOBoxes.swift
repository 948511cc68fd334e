/// A box of the ISO base media format (ISO 14496-12), as in MP4, MOV, HEIC and AVIF.
struct ISOBox {
    let type: FourCC
    /// What follows the box's header.
    let payload: ByteRegion
    /// Where the header begins, in the source.
    let start: UInt64
    /// Whether the box claims to be longer than what holds it.
    let isCut: Bool

    var end: UInt64 { payload.start + payload.count }

    /// The boxes in it, after `offset` bytes of its own fields.
    func children(after offset: UInt64 = 0) -> ISOBoxes {
        ISOBoxes(payload.region(from: offset) ?? ByteRegion(reader: payload.reader, start: payload.start, count: 0))
    }

    /// Version of a box that has one.
    var version: UInt8? { payload.u8(0) }
}

/// The boxes that lie in a region one behind the other. A box that says it is too long ends with the region.
struct ISOBoxes: Sequence, IteratorProtocol {
    /// No real file has more boxes side by side.
    private static let limit = 65_536

    let region: ByteRegion
    private var offset: UInt64 = 0
    private var count = 0

    init(_ region: ByteRegion) { self.region = region }

    mutating func next() -> ISOBox? {
        guard count < Self.limit, let short = region.u32(offset), let type = region.fourCC(offset + 4) else {
            return nil
        }
        count += 1
        var header: UInt64 = 8
        var size = UInt64(short)
        let rest = region.count - offset
        if short == 1 {
            guard let long = region.u64(offset + 8) else { return nil }
            header = 16
            size = long
        } else if short == 0 {
            // "To the end of the file"; inside of others it ends a list.
            size = rest
        }
        guard size >= header else { return nil }
        let isCut = size > rest
        let kept = Swift.min(size, rest)
        guard let payload = region.region(offset + header, kept - header) else { return nil }
        defer { offset += kept }
        return ISOBox(type: type, payload: payload, start: region.start + offset, isCut: isCut)
    }

    func first(_ type: FourCC) -> ISOBox? {
        first { $0.type == type }
    }
}
