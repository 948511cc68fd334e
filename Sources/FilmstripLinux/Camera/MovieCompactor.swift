import Filmstrip
import FilmstripFormats
import Foundation
import Glibc

/// Takes the unused reserve out of a finished movie: room for the table of an hour's movie is megabytes in one of seconds.
enum MovieCompactor {
    /// Writes the movie anew without its free room, where that is worth it. A movie that is not as expected stays as it is.
    /// - Parameter least: the share of the file that must be gained.
    /// - Returns: the new file with its lock, which nobody may take over before it has its name; nil when the old one stays.
    @discardableResult
    static func compact(_ file: MediaPath, least: Double = 0.02) -> OwnedDescriptor? {
        let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        let source = OwnedDescriptor(taking: descriptor)
        guard let boxes = boxes(source, file), let mdat = boxes.first(where: { $0.type == "mdat" }),
            let moov = boxes.first(where: { $0.type == "moov" }), moov.range.upperBound <= mdat.range.lowerBound,
            boxes.count(where: { $0.type == "mdat" }) == 1, let end = boxes.last?.range.upperBound
        else { return nil }
        let kept = boxes.filter { $0.type != "free" && $0.range.upperBound <= mdat.range.lowerBound }
        let head = kept.reduce(0) { $0 + $1.range.count }
        let gain = Int(mdat.range.lowerBound) - head
        guard gain > 0, Double(gain) >= Double(end) * least, var table = bytes(source, moov.range) else { return nil }
        guard shift(&table, by: gain) else { return nil }
        var header: [UInt8] = []
        for box in kept {
            guard let part = box.type == "moov" ? table : bytes(source, box.range) else { return nil }
            header += part
        }
        return write(header, source, mdat.range.lowerBound..<end, over: file)
    }

    /// The samples first, the table last: what is cut off in between has no table, and is no movie to anybody.
    private static func write(
        _ header: [UInt8], _ source: OwnedDescriptor, _ rest: Range<UInt64>, over file: MediaPath
    ) -> OwnedDescriptor? {
        let copy = RecordingRecovery.copy(of: file)
        let descriptor = copy.withCString { open($0, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { return nil }
        let target = OwnedDescriptor(taking: descriptor)
        guard RecordingRecovery.lock(target) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var left = rest.count
        while left > 0 {
            let done = off_t(rest.count - left)
            let count = pread(source.rawValue, &buffer, min(buffer.count, left), off_t(rest.lowerBound) + done)
            guard count > 0, pwrite(target.rawValue, buffer, count, off_t(header.count) + done) == count else { break }
            left -= count
        }
        // It takes the place of the only whole movie, so it must be on the disk before it has the name.
        let isWhole =
            left == 0 && pwrite(target.rawValue, header, header.count, 0) == header.count && fsync(target.rawValue) == 0
        let isDone = isWhole && copy.withCString { small in file.withCString { rename(small, $0) } } == 0
        if !isDone { copy.withCString { _ = unlink($0) } }
        return isDone ? target : nil
    }

    /// The boxes of the file, one after the other to its end; nil when it is not made of boxes.
    private static func boxes(_ descriptor: OwnedDescriptor, _ file: MediaPath) -> [ISOBox]? {
        let source: FileByteSource
        do { source = try FileByteSource(descriptor: descriptor.rawValue, name: file.string) } catch { return nil }
        var list = ISOBoxes(in: source)
        var boxes: [ISOBox] = []
        while let box = list.next() {
            guard !box.isCut else { return nil }
            boxes.append(box)
        }
        return list.rest == 0 ? boxes : nil
    }

    /// Moves the places of the samples in the table of a movie. False when the table is not as expected.
    private static func shift(_ table: inout [UInt8], by gain: Int) -> Bool {
        var lists: [(range: Range<Int>, width: Int)] = []
        let isWhole = ISOBoxes(in: MemoryByteSource(table)).walk(into: ["moov", "trak", "mdia", "minf", "stbl"]) {
            box in
            guard box.type == "stco" || box.type == "co64" else { return }
            let range = Int(box.payloadRange.lowerBound)..<Int(box.payloadRange.upperBound)
            lists.append((range, box.type == "stco" ? 4 : 8))
        }
        return isWhole && lists.allSatisfy { move(&table, $0.range, width: $0.width, by: gain) }
    }

    private static func move(_ table: inout [UInt8], _ body: Range<Int>, width: Int, by gain: Int) -> Bool {
        guard body.count >= 8 else { return false }
        let count = Int(number(table, body.lowerBound + 4))
        guard body.count >= 8 + count * width else { return false }
        for entry in 0..<count {
            let low = body.lowerBound + 8 + entry * width + width - 4
            var place = Int(number(table, low))
            if width == 8 { place |= Int(number(table, low - 4)) << 32 }
            guard place >= gain else { return false }
            place -= gain
            for byte in 0..<width { table[low + 3 - byte] = UInt8(truncatingIfNeeded: place >> (8 * byte)) }
        }
        return true
    }

    private static func number(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func bytes(_ file: OwnedDescriptor, _ range: Range<UInt64>) -> [UInt8]? {
        guard range.count <= 64 << 20 else { return nil }
        var bytes = [UInt8](repeating: 0, count: range.count)
        return pread(file.rawValue, &bytes, bytes.count, off_t(range.lowerBound)) == bytes.count ? bytes : nil
    }
}
