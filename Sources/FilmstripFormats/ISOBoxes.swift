/// A box of the ISO base media format (ISO 14496-12), as in MP4, MOV, HEIC and AVIF.
package struct ISOBox {
    package let type: FourCC
    /// What follows the box's header.
    let payload: ByteRegion
    /// Where the header begins, in the source.
    let start: UInt64
    /// Whether the box claims to be longer than what holds it.
    package let isCut: Bool

    var end: UInt64 { payload.start + payload.count }

    /// Its place in the source, with its header.
    package var range: Range<UInt64> { start..<end }
    /// The place of what follows its header, in the source.
    package var payloadRange: Range<UInt64> { payload.range }

    /// Four bytes of what follows the header, as a number; nil where there are none.
    package func number(at offset: UInt64) -> UInt32? { payload.u32(offset) }

    /// The boxes in it, after `offset` bytes of its own fields.
    func children(after offset: UInt64 = 0) -> ISOBoxes {
        ISOBoxes(payload.region(from: offset) ?? ByteRegion(reader: payload.reader, start: payload.start, count: 0))
    }

    /// Version of a box that has one.
    var version: UInt8? { payload.u8(0) }
}

/// The boxes that lie in a region one behind the other. A box that says it is too long ends with the region.
package struct ISOBoxes: Sequence, IteratorProtocol {
    /// No real file has more boxes side by side.
    static let limit = 65_536
    /// How deep boxes may lie in each other: a table of samples lies at the sixth place.
    static let depthLimit = 8

    let region: ByteRegion
    private var offset: UInt64 = 0
    private var count = 0

    init(_ region: ByteRegion) { self.region = region }

    /// The boxes of a whole file.
    package init(in source: some ByteSource) { self.init(ByteReader(source).region) }

    /// How many bytes lie behind the last box that was given. In the end those are no box, or could not be read.
    package var rest: UInt64 { region.count - offset }

    package mutating func next() -> ISOBox? {
        guard count < Self.limit, let short = region.u32(offset), let type = region.fourCC(offset + 4) else {
            return nil
        }
        count += 1
        var header: UInt64 = 8
        var size = UInt64(short)
        let rest = rest
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

    /// Visits the boxes, each before those that lie in it.
    /// - Parameter containers: the types of boxes that are gone into.
    /// - Returns: whether all of them were whole. Where a box is cut, is none, or holds others deeper than any real file, the
    ///   walk goes on behind what holds it.
    @discardableResult
    package func walk(into containers: Set<FourCC>, _ visit: (ISOBox) -> Void) -> Bool {
        walk(into: containers, depth: 1, visit)
    }

    private func walk(into containers: Set<FourCC>, depth: Int, _ visit: (ISOBox) -> Void) -> Bool {
        var boxes = self
        var areWhole = true
        while let box = boxes.next() {
            guard !box.isCut else { return false }
            visit(box)
            guard containers.contains(box.type) else { continue }
            guard depth < Self.depthLimit else { return false }
            if !box.children().walk(into: containers, depth: depth + 1, visit) { areWhole = false }
        }
        // Less than a header is filling.
        return areWhole && boxes.rest < 8
    }
}
