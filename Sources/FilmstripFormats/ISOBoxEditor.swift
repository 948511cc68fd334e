package import Filmstrip
import Foundation

/// Changes a movie's header without touching its samples.
///
/// The new header takes the old one's place where it fits (there is often free room behind it). Where it does not, a
/// movie in memory is put together anew, and the tables of offsets follow samples that move. In a file nothing moves:
/// the new header is appended and the old one renamed to `free`, in this order, so that a file whose writing was cut
/// off in between still plays, and a long movie is not copied.
package enum ISOBoxEditor {
    private static let headerLimit: UInt64 = 64 << 20

    /// Bytes that go to a place of the file.
    struct Patch: Equatable {
        var offset: UInt64
        var bytes: [UInt8]
    }

    /// Changes a movie in memory.
    /// - Throws: `unsupportedFormat`, `truncated`, or `unreadable` for movies in fragments whose header has no room.
    package static func applying(
        _ changes: MovieChanges, to bytes: [UInt8], name: String = "movie"
    ) throws(LibraryError) -> [UInt8] {
        let layout = try Layout(MemoryByteSource(bytes), name)
        let patches = try layout.patches(changes, name)
        let writer = MovieHeaderWriter(changes)
        let old = layout.header
        let growth = writer.movie(old).count - Int(old.end - old.start)
        // Offsets of four bytes must still reach the end.
        if patches.count > 1, bytes.count + growth < 1 << 32 {
            let moving = MovieHeaderWriter(changes, moving: growth, from: old.end)
            return bytes[..<Int(old.start)] + moving.movie(old) + bytes[Int(old.end)...]
        }
        var result = bytes
        for patch in patches {
            let start = Int(patch.offset)
            let end = min(start + patch.bytes.count, result.count)
            result.replaceSubrange(start..<end, with: patch.bytes)
        }
        return result
    }

    /// Changes a movie in its file, which should be nobody else's yet.
    /// - Throws: as `applying`, `notFound`, and `unreadable` when it cannot be written.
    package static func apply(_ changes: MovieChanges, to path: MediaPath) throws(LibraryError) {
        let patches = try Layout(FileByteSource(path: path), path.string).patches(changes, path.string)
        let descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw .unreadable(path: path.string, reason: SystemText.reason(errno))
        }
        defer { close(descriptor) }
        for patch in patches {
            var done = 0
            while done < patch.bytes.count {
                let count = patch.bytes.withUnsafeBytes { buffer in
                    pwrite(
                        descriptor, buffer.baseAddress! + done, patch.bytes.count - done,
                        off_t(patch.offset) + off_t(done))
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let reason = SystemText.reason(errno)
                    if errno == ENOSPC { throw .noSpace(folder: path.parent.string) }
                    throw .unreadable(path: path.string, reason: reason)
                }
                done += count
            }
        }
    }

    /// Where the boxes of a movie lie.
    struct Layout {
        private let reader: ByteReader
        private let boxes: [ISOBox]
        private let index: Int

        init(_ source: some ByteSource, _ name: String) throws(LibraryError) {
            reader = ByteReader(source)
            guard case .movie? = FileFormat.sniff(reader.region) else {
                throw reader.failure ?? .unsupportedFormat(path: name)
            }
            boxes = Array(ISOBoxes(reader.region))
            guard let index = boxes.firstIndex(where: { $0.type == "moov" }), !boxes[index].isCut else {
                throw reader.failure ?? .truncated(path: name)
            }
            self.index = index
            guard header.payload.count <= headerLimit else {
                throw .unreadable(path: name, reason: "its header is too long")
            }
        }

        var header: ISOBox { boxes[index] }

        /// What has to be written where, in this order, so that no sample moves.
        func patches(_ changes: MovieChanges, _ name: String) throws(LibraryError) -> [Patch] {
            let old = header
            let new = MovieHeaderWriter(changes).movie(old)
            if let failure = reader.failure { throw failure }
            if UInt64(new.count) == old.end - old.start { return [Patch(offset: old.start, bytes: new)] }
            if index + 1 < boxes.count, ["free", "skip"].contains(boxes[index + 1].type), !boxes[index + 1].isCut,
                (UInt64(new.count) + 8..<1 << 32).contains(boxes[index + 1].end - old.start)
            {
                let rest = Int(boxes[index + 1].end - old.start) - new.count
                // Only the header of the free room: it may be as large as anything, and nobody reads what is in it.
                return [Patch(offset: old.start, bytes: new + bigEndian(rest, 4) + Array("free".utf8))]
            }
            if boxes.contains(where: { $0.type == "moof" }) {
                throw .unreadable(path: name, reason: "a movie in fragments has no room for more in its header")
            }
            let appended = Patch(offset: reader.byteCount, bytes: new)
            let renamed = Patch(offset: old.start + 4, bytes: Array("free".utf8))
            guard let last = boxes.last, reader.region.u32(last.start) == 0 else { return [appended, renamed] }
            // The last box says "to the end of the file", and now has to say where it ends.
            let length = last.end - last.start
            guard !last.isCut, length < 1 << 32 else {
                throw .unreadable(path: name, reason: "nothing can be put behind its last part")
            }
            return [Patch(offset: last.start, bytes: bigEndian(Int(length), 4)), appended, renamed]
        }
    }
}

/// Writes a movie's header anew, box for box.
struct MovieHeaderWriter {
    private let changes: MovieChanges
    private let distance: Int
    private let movingStart: UInt64

    /// - Parameters:
    ///   - distance: how far the samples move that lie behind `movingStart`.
    init(_ changes: MovieChanges, moving distance: Int = 0, from movingStart: UInt64 = 0) {
        self.changes = changes
        self.distance = distance
        self.movingStart = movingStart
    }

    func movie(_ movie: ISOBox) -> [UInt8] {
        var body: [UInt8] = []
        var hasKeys = changes.keys.isEmpty
        var hasUserData = changes.place == nil
        for box in movie.children() {
            switch box.type {
            // Metadata of another kind stand in no list of keys. They stay, and ours get a box of their own.
            case "meta" where !hasKeys && MovieKeys.boxes(of: box).first("keys") != nil:
                body += metadata(box)
                hasKeys = true
            case "udta" where !hasUserData:
                body += userData(box)
                hasUserData = true
            default: body += rewritten(box)
            }
        }
        if !hasKeys { body += metadata(nil) }
        if !hasUserData { body += userData(nil) }
        return Self.box("moov", body)
    }

    private func rewritten(_ box: ISOBox) -> [UInt8] {
        switch box.type {
        case "trak", "mdia", "minf", "stbl": return Self.box(box.type, box.children().flatMap { rewritten($0) })
        case "mvhd", "tkhd", "mdhd":
            guard let date = changes.date, let bytes = timed(box, date.instant) else { return raw(box) }
            return Self.box(box.type, bytes)
        case "stco" where distance != 0: return Self.box(box.type, moved(box, width: 4))
        case "co64" where distance != 0: return Self.box(box.type, moved(box, width: 8))
        default: return raw(box)
        }
    }

    /// A table of the places of samples: version and flags, a count, then offsets in the file.
    private func moved(_ box: ISOBox, width: Int) -> [UInt8] {
        guard var bytes = box.payload.bytes(0, box.payload.count) else { return [] }
        for index in stride(from: 8, to: bytes.count - width + 1, by: width) {
            let place = bytes[index..<(index + width)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard place >= movingStart, place < 1 << 62 else { continue }
            bytes.replaceSubrange(index..<(index + width), with: bigEndian(Int(place) + distance, width))
        }
        return bytes
    }

    /// Creation and modification time come first in all three headers.
    private func timed(_ box: ISOBox, _ date: Date) -> [UInt8]? {
        guard var bytes = box.payload.bytes(0, box.payload.count) else { return nil }
        let width = bytes.first == 1 ? 8 : 4
        guard bytes.count >= 4 + 2 * width else { return nil }
        let field = bigEndian(Int(MovieTime.field(date)), width)
        bytes.replaceSubrange(4..<(4 + 2 * width), with: field + field)
        return bytes
    }

    /// Keys and values, those that are there and not changed first.
    private func metadata(_ old: ISOBox?) -> [UInt8] {
        let changed = Set(changes.keys.map(\.name))
        var entries: [(name: [UInt8], value: [UInt8])] = []
        if let old {
            let children = MovieKeys.boxes(of: old)
            let names = children.first("keys")?.children(after: 8).map { raw($0) } ?? []
            for item in children.first("ilst").map({ Array($0.children()) }) ?? [] {
                let index = Int(item.type.rawValue)
                guard index >= 1, index <= names.count,
                    !changed.contains(MetadataText.string(names[index - 1].dropFirst(8)))
                else { continue }
                entries.append((names[index - 1], item.payload.bytes(0, item.payload.count) ?? []))
            }
        }
        for key in changes.keys {
            let data = Self.box("data", bigEndian(1, 4) + bigEndian(0, 4) + Array(key.value.utf8))
            entries.append((Self.box("mdta", Array(key.name.utf8)), data))
        }
        let handler = Self.box(
            "hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13))
        let keys = Self.box("keys", bigEndian(0, 4) + bigEndian(entries.count, 4) + entries.flatMap(\.name))
        let list = Self.box(
            "ilst",
            entries.enumerated().flatMap { index, entry in
                bigEndian(entry.value.count + 8, 4) + bigEndian(index + 1, 4) + entry.value
            })
        // Without version and flags in front, as QuickTime has it: readers look for this form here, in MP4 too.
        return Self.box("meta", handler + keys + list)
    }

    /// User data with the place as Android's programs look for it.
    private func userData(_ old: ISOBox?) -> [UInt8] {
        var body = old?.children().filter { $0.type != "©xyz" }.flatMap { raw($0) } ?? []
        if let place = changes.place {
            let text = Array(ISO6709.text(place).utf8)
            // 0x15C7 is the packed language code for "undetermined", as Android writes it.
            body += Self.box("©xyz", bigEndian(text.count, 2) + bigEndian(0x15C7, 2) + text)
        }
        return Self.box("udta", body)
    }

    private func raw(_ box: ISOBox) -> [UInt8] {
        Self.box(box.type, box.payload.bytes(0, box.payload.count) ?? [])
    }

    private static func box(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
        bigEndian(payload.count + 8, 4) + type.bytes + payload
    }
}
