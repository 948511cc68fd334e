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
            let moving = MovieHeaderWriter(changes, growths: [.init(end: old.end, distance: growth)])
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
        let boxes: [ISOBox]
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
        var byteCount: UInt64 { reader.byteCount }
        var failure: LibraryError? { reader.failure }
        var isFragmented: Bool { boxes.contains { $0.type == "moof" } }

        /// Whether no track tells places in four bytes.
        var hasLongPlaces: Bool {
            !header.children().contains { track in
                track.type == "trak"
                    && track.children().first("mdia")?.children().first("minf")?.children().first("stbl")?.children()
                        .first("stco") != nil
            }
        }

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
