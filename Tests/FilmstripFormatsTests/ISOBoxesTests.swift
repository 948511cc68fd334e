import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

/// The one walker over boxes: whoever reads a file of boxes leans on it.
struct ISOBoxesTests {
    private let nests: Set<FourCC> = ["moov", "trak", "mdia", "minf", "stbl"]

    private func boxes(_ bytes: [UInt8]) -> [ISOBox] { Array(ISOBoxes(in: MemoryByteSource(bytes))) }

    /// A box that tells its size in 64 bits, whatever that is.
    private func wide(_ type: String, size: Int, _ body: [UInt8] = []) -> [UInt8] {
        big(1, 4) + Array(type.utf8) + big(size, 8) + body
    }

    private func walk(_ bytes: [UInt8]) -> (types: [String], isWhole: Bool) {
        var types: [String] = []
        let isWhole = ISOBoxes(in: MemoryByteSource(bytes)).walk(into: nests) { types.append($0.type.text) }
        return (types, isWhole)
    }

    @Test func `A box tells its own place, and that of what is in it`() throws {
        let bytes = box("ftyp", big(7, 4)) + wide("mdat", size: 19, [1, 2, 3]) + box("free")
        let found = boxes(bytes)
        #expect(found.map(\.type.text) == ["ftyp", "mdat", "free"])
        #expect(found.map(\.range) == [0..<12, 12..<31, 31..<39])
        #expect(found.map(\.payloadRange) == [8..<12, 28..<31, 39..<39])
        #expect(found[0].number(at: 0) == 7 && found[0].number(at: 1) == nil)
        #expect(found.allSatisfy { !$0.isCut })
    }

    @Test func `A size of 64 bits is taken as it is, and ends with what holds it`() {
        #expect(boxes(wide("mdat", size: 18, [1, 2]) + box("free")).map(\.payload.count) == [2, 0])
        // All bits, the largest signed number, and one byte too many.
        for size in [-1, Int.max, Int.min, 19] {
            let found = boxes(wide("mdat", size: size, [1, 2]))
            #expect(found.map(\.isCut) == [true] && found.map(\.payload.count) == [2], "\(size)")
            #expect(!walk(wide("mdat", size: size, [1, 2])).isWhole, "\(size)")
        }
        // Below its own header, and a header that is not all there.
        for size in [0, 8, 15] { #expect(boxes(wide("mdat", size: size, [1, 2])).isEmpty, "\(size)") }
        #expect(boxes(Array(wide("mdat", size: 16).dropLast())).isEmpty)
    }

    @Test func `A size of 0 goes to the end of what holds it`() {
        let open = big(0, 4) + Array("mdat".utf8) + [1, 2, 3]
        #expect(boxes(open).map(\.payload.count) == [3])
        #expect(walk(open).isWhole)
        let (types, isWhole) = walk(box("moov", box("mvhd"), open) + box("free"))
        #expect(types == ["moov", "mvhd", "mdat", "free"] && isWhole)
    }

    @Test func `A box that is longer than its file, or shorter than its header, is the last`() {
        for size in [20, 0x7FFF_FFFF, -1] {
            let long = big(size, 4) + Array("trak".utf8) + [1, 2, 3]
            #expect(boxes(long).map(\.isCut) == [true], "\(size)")
            let (types, isWhole) = walk(box("moov", long) + box("free"))
            #expect(types == ["moov", "free"] && !isWhole, "\(size)")
        }
        for size in 2...7 {
            let short = big(size, 4) + Array("trak".utf8)
            var list = ISOBoxes(in: MemoryByteSource(box("free") + short + box("skip")))
            #expect(list.next()?.type == "free")
            #expect(list.next() == nil && list.rest == 16, "\(size)")
            let (types, isWhole) = walk(box("moov", short, box("skip")) + box("free"))
            #expect(types == ["moov", "free"] && !isWhole, "\(size)")
        }
    }

    @Test func `What is too short for a header is filling`() {
        for count in 0..<8 {
            let filling = [UInt8](repeating: 0, count: count)
            var list = ISOBoxes(in: MemoryByteSource(box("free") + filling))
            #expect(list.next() != nil && list.next() == nil && list.rest == count)
            #expect(walk(box("moov", box("mvhd"), filling)).isWhole)
        }
        #expect(!walk(box("free") + [UInt8](repeating: 0, count: 7) + [1]).types.isEmpty)
    }

    @Test func `Only the boxes that were named are gone into`() {
        let inner = box("stsz", big(0, 12))
        let (types, isWhole) = walk(box("moov", box("trak", inner), box("udta", inner)) + box("moof", inner))
        #expect(types == ["moov", "trak", "stsz", "udta", "moof"] && isWhole)
    }

    @Test func `Boxes in each other beyond any real file are left, and the walk goes on behind them`() {
        func nest(_ depth: Int) -> [UInt8] { (1..<depth).reduce(box("stsz")) { inner, _ in box("trak", inner) } }
        let deepest = walk(nest(ISOBoxes.depthLimit))
        #expect(deepest.isWhole && deepest.types.count == ISOBoxes.depthLimit && deepest.types.last == "stsz")
        let deeper = walk(nest(ISOBoxes.depthLimit + 1) + box("free"))
        #expect(!deeper.isWhole && deeper.types.last == "free" && !deeper.types.contains("stsz"))
        // As deep as bytes allow: each level would be one of the stack's.
        let abyss = (0..<20_000).reduce(into: [UInt8]()) { bytes, level in
            bytes += big((20_000 - level) * 8, 4) + Array("trak".utf8)
        }
        #expect(walk(abyss).types.count == ISOBoxes.depthLimit)
    }

    @Test func `More boxes side by side than any real file has are left`() {
        let many = [[UInt8]](repeating: box("free"), count: ISOBoxes.limit + 3).flatMap { $0 }
        #expect(boxes(many).count == ISOBoxes.limit)
        #expect(!walk(many).isWhole)
        #expect(walk(Array(many.prefix(ISOBoxes.limit * 8))).isWhole)
    }

    @Test func `A walk reads headers, not what lies in between`() {
        let large = box("mdat", [UInt8](repeating: 7, count: 2_000_000))
        let source = CountingSource(large + box("moov", box("trak", box("stsz", big(0, 8), big(5, 4)))))
        var count: UInt32?
        let isWhole = ISOBoxes(in: source).walk(into: nests) { if $0.type == "stsz" { count = $0.number(at: 8) } }
        #expect(isWhole && count == 5)
        #expect(source.readBytes < 200_000)
    }

    @Test func `A file that cannot be read ends the boxes`() {
        struct Failing: ByteSource {
            let bytes: [UInt8]
            let byteCount: UInt64
            func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
                guard offset == 0 else { throw .unreadable(path: "file", reason: "the disk is broken") }
                return bytes
            }
        }
        let bytes = big(100_000, 4) + Array("mdat".utf8)
        var list = ISOBoxes(in: Failing(bytes: bytes, byteCount: 200_000))
        #expect(list.next()?.range == 0..<100_000)
        #expect(list.next() == nil && list.rest == 100_000)
    }
}
