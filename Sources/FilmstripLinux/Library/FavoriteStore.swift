import Filmstrip
import Foundation
import Glibc

/// Which files the user marked. It cannot be made again from the files, so it lies outside of the cache: one path a
/// line, percent-encoded, under a line that names the format.
final class FavoriteStore: Sendable {
    private let file: MediaPath
    private let paths: Locked<Set<MediaPath>>
    /// Where a list went that could not be read.
    let lostTo: MediaPath?
    private static let heading = "filmstrip favorites 1"

    init(folder: MediaPath) {
        file = folder.appending("favorites")
        guard let bytes = FileOperations.contents(of: file, atMost: 64 << 20) else {
            paths = Locked([])
            lostTo = nil
            return
        }
        if let read = Self.parse(bytes) {
            paths = Locked(read)
            lostTo = nil
            return
        }
        let kept = folder.appending("favorites.damaged")
        _ = file.withCString { old in kept.withCString { rename(old, $0) } }
        paths = Locked([])
        lostTo = kept
    }

    func contains(_ path: MediaPath) -> Bool { paths.withLock { $0.contains(path) } }

    var isEmpty: Bool { paths.withLock { $0.isEmpty } }

    /// Marks or unmarks a file, durably.
    func set(_ path: MediaPath, _ isFavorite: Bool) throws(LibraryError) {
        let all = paths.withLock { paths in
            if isFavorite { paths.insert(path) } else { paths.remove(path) }
            return paths
        }
        try save(all)
    }

    /// A file was renamed.
    func move(_ old: MediaPath, to new: MediaPath) throws(LibraryError) {
        let all: Set<MediaPath>? = paths.withLock { paths in
            guard paths.remove(old) != nil else { return nil }
            paths.insert(new)
            return paths
        }
        if let all { try save(all) }
    }

    private func save(_ paths: Set<MediaPath>) throws(LibraryError) {
        try FileOperations.makeFolders(file.parent, mode: 0o700)
        let lines = paths.map { Self.encode($0) }.sorted()
        let text = ([Self.heading] + lines + ["\(lines.count)"]).joined(separator: "\n") + "\n"
        try AtomicFile.replace(file, with: Array(text.utf8))
    }

    /// Nil when the text is not what we wrote: the last line counts the others.
    private static func parse(_ bytes: [UInt8]) -> Set<MediaPath>? {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.count >= 2, lines.first == heading[...], let count = Int(lines[lines.count - 1]),
            count == lines.count - 2
        else { return nil }
        var paths: Set<MediaPath> = []
        for line in lines.dropFirst().dropLast() {
            guard let path = decode(line) else { return nil }
            paths.insert(path)
        }
        return paths
    }

    private static func encode(_ path: MediaPath) -> String {
        var text = ""
        for byte in path.bytes {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }

    private static func decode(_ text: Substring) -> MediaPath? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes.first == UInt8(ascii: "/") ? MediaPath(bytes: bytes) : nil
    }
}
