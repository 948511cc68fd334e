package import Filmstrip
import FilmstripFormats
import Glibc

/// New files of one folder that appear together, under one stem that nobody has, or not at all.
final class FileSet {
    private let folder: MediaPath
    private var parts: [(file: AtomicFile, ending: String)] = []

    /// - Throws: `readOnly`, `noSpace`, `notFound` for a folder that cannot be made.
    init(in folder: MediaPath) throws(LibraryError) {
        try FileOperations.makeFolders(folder)
        self.folder = folder
    }

    /// Writes a file out of old and new bytes.
    /// - Parameter offset: where the source that the pieces count from begins in the file.
    func add(
        _ pieces: [FilePiece], of source: MediaPath, from offset: UInt64 = 0, ending: String
    ) throws(LibraryError) {
        let file = try AtomicFile(in: folder)
        parts.append((file, ending))
        try append(pieces, of: source, from: offset)
        // A copy is as old as what it is a copy of.
        if offset == 0, try Self.isWhole(pieces, source) { file.takeTimes(of: source) }
    }

    /// Whether pieces are all of a file, byte by byte.
    private static func isWhole(_ pieces: [FilePiece], _ source: MediaPath) throws(LibraryError) -> Bool {
        guard pieces.count == 1, case .range(let range) = pieces[0], range.lowerBound == 0 else { return false }
        do throws(SystemError) { return try FileStatus.of(source).size == Int64(range.upperBound) } catch {
            throw error.reading(source)
        }
    }

    /// What is copied before somebody is asked whether it is still wanted.
    private static let stride: UInt64 = 64 << 20

    /// Puts more behind the last file.
    func append(_ pieces: [FilePiece], of source: MediaPath, from offset: UInt64 = 0) throws(LibraryError) {
        guard let file = parts.last?.file else { return }
        for piece in pieces {
            switch piece {
            case .bytes(let bytes): try file.append(bytes[...])
            case .range(let range):
                var start = range.lowerBound
                while start < range.upperBound {
                    guard !Task.isCancelled else { throw .cancelled }
                    let end = min(range.upperBound, start + Self.stride)
                    try file.copy(from: source, range: (start + offset)..<(end + offset))
                    start = end
                }
            }
        }
        try file.synchronize()
    }

    /// Bytes of each part so far.
    func byteCounts() throws(LibraryError) -> [Int64] {
        var counts: [Int64] = []
        for part in parts { counts.append(try part.file.status().size) }
        return counts
    }

    /// Gives the files their names: the stem, with a number where somebody has it, and cut short where the name would be too long.
    /// - Returns: where they lie, in the order in which they were added.
    func appear(stem: MediaPath) throws(LibraryError) -> [MediaPath] {
        for number in 1...100_000 {
            let suffix = number == 1 ? "" : "_\(number)"
            let longest = parts.map(\.ending.utf8.count).max() ?? 0
            let kept = stem.shortened(to: MediaPath.longestName - suffix.utf8.count - longest - 1)
            let names = parts.map { MediaPath(bytes: kept.bytes + Array("\(suffix).\($0.ending)".utf8)) }
            if try appear(as: names) {
                try AtomicFile.synchronize(folder: folder)
                return names.map { folder.appending($0) }
            }
        }
        throw .internal("no name is free")
    }

    /// Gives the one file that was added just that name.
    /// - Throws: `ExportError.exists` when somebody has it.
    func appear(exactlyAt path: MediaPath) throws(ExportError) {
        do throws(LibraryError) {
            if try appear(as: [path.name]) { return try AtomicFile.synchronize(folder: folder) }
        } catch { throw .library(error) }
        throw .exists(path: path.string)
    }

    /// Puts the one file that was added into the place of another.
    func replace(_ path: MediaPath) throws(LibraryError) {
        guard parts.count == 1 else { throw .internal("one file cannot become two") }
        try parts[0].file.replace(path)
    }

    private func appear(as names: [MediaPath]) throws(LibraryError) -> Bool {
        for (index, part) in parts.enumerated() {
            do throws(LibraryError) {
                if try part.file.appear(as: names[index]) { continue }
            } catch {
                for earlier in 0..<index { parts[earlier].file.disappear(from: names[earlier]) }
                throw error
            }
            // This name is taken: those that appeared hide again, to come with all under another.
            for earlier in 0..<index { try parts[earlier].file.hide(from: names[earlier]) }
            return false
        }
        return true
    }
}

extension MediaPath {
    /// Bytes of the longest name that file systems here take.
    package static let longestName = 255

    /// A name of at most so many bytes, cut between characters where it is text.
    package func shortened(to count: Int) -> MediaPath {
        guard bytes.count > count else { return self }
        var kept = Array(bytes.prefix(max(1, count)))
        if String(validating: bytes, as: UTF8.self) != nil {
            while kept.count > 1, String(validating: kept, as: UTF8.self) == nil { kept.removeLast() }
        }
        return MediaPath(bytes: kept)
    }

    /// The name without its ending, which a leading dot does not begin.
    var stem: MediaPath {
        let name = name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return MediaPath(bytes: name) }
        return MediaPath(bytes: Array(name[..<dot]))
    }

    /// The letters behind the name's last dot, small; nil without one, and where they are no text.
    var ending: String? {
        let name = name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        return String(validating: name[(dot + 1)...], as: UTF8.self)?.lowercased()
    }
}

/// A part of a file as a source of its own.
struct PartOfFile: ByteSource {
    private let source: FileByteSource
    private let range: Range<UInt64>

    init(_ source: FileByteSource, _ range: Range<UInt64>) {
        self.source = source
        self.range = range.clamped(to: 0..<source.byteCount)
    }

    var byteCount: UInt64 { range.upperBound - range.lowerBound }

    func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        guard offset < byteCount, count > 0 else { return [] }
        return try source.read(
            at: range.lowerBound + offset, count: Int(min(UInt64(count), byteCount - offset)))
    }
}
