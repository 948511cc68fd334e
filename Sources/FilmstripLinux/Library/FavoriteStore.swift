import Filmstrip
import Foundation
import Glibc

/// Which files the user marked. It cannot be made again from the files, so it lies outside of the cache: one path a
/// line, percent-encoded, under a line that names the format.
///
/// Any number of processes may mark at once. Each change holds `favorites.lock`, begins with what the file says then, and
/// is in memory only when it is on the disk.
final class FavoriteStore: Sendable {
    private let file: MediaPath
    private let paths: Locked<Set<MediaPath>>
    /// Held by the one change that goes on in this process.
    private let turn = NSLock()
    /// Where a list went that was not what we wrote.
    let lostTo: MediaPath?
    /// Why the list could not be read; the marks are unknown until it can.
    let refusal: LibraryError?
    private static let heading = "filmstrip favorites 1"

    init(folder: MediaPath) {
        file = folder.appending("favorites")
        do throws(SystemError) {
            guard let read = try Self.read(file) else {
                lostTo = Self.keepAside(file)
                refusal = nil
                paths = Locked([])
                return
            }
            paths = Locked(read)
            refusal = nil
        } catch {
            paths = Locked([])
            refusal = error.reading(file)
        }
        lostTo = nil
    }

    func contains(_ path: MediaPath) -> Bool { paths.withLock { $0.contains(path) } }

    var isEmpty: Bool { paths.withLock { $0.isEmpty } }

    /// Takes over what other processes marked. A list that cannot be read now changes nothing.
    func refresh() {
        turn.lock()
        defer { turn.unlock() }
        do throws(SystemError) {
            guard let read = try Self.read(file) else { return }
            paths.withLock { $0 = read }
        } catch {
            return
        }
    }

    /// Marks or unmarks a file, durably.
    /// - Throws: `unreadable` when the list is there and cannot be read: it is not written over. After an error the mark is
    ///   what it was.
    func set(_ path: MediaPath, _ isFavorite: Bool) throws(LibraryError) {
        try change { paths in
            if isFavorite { paths.insert(path) } else { paths.remove(path) }
        }
    }

    /// A file was renamed.
    func move(_ old: MediaPath, to new: MediaPath) throws(LibraryError) {
        try change { paths in
            if paths.remove(old) != nil { paths.insert(new) }
        }
    }

    private func change(_ body: (inout Set<MediaPath>) -> Void) throws(LibraryError) {
        turn.lock()
        defer { turn.unlock() }
        try FileOperations.makeFolders(file.parent, mode: 0o700)
        let others = try lockOthersOut()
        defer { withExtendedLifetime(others) {} }
        let stored: Set<MediaPath>
        do throws(SystemError) {
            if let read = try Self.read(file) {
                stored = read
            } else {
                // Spoiled since it was read: what is known of it is all that is left.
                _ = Self.keepAside(file)
                stored = paths.withLock { $0 }
            }
        } catch {
            throw error.reading(file)
        }
        var changed = stored
        body(&changed)
        if changed != stored { try save(changed) }
        paths.withLock { $0 = changed }
    }

    /// Waits until no other process changes the list; it is let go with the descriptor.
    private func lockOthersOut() throws(LibraryError) -> OwnedDescriptor {
        let path = file.parent.appending("favorites.lock")
        let raw = path.withCString { FileOperations.openOrCreate($0, 0o600) }
        guard raw >= 0 else { throw SystemError().writing(in: file.parent) }
        let lock = OwnedDescriptor(taking: raw)
        while flock(raw, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SystemError().writing(in: file.parent) }
        }
        return lock
    }

    private func save(_ paths: Set<MediaPath>) throws(LibraryError) {
        let lines = paths.map { Self.encode($0) }.sorted()
        let text = ([Self.heading] + lines + ["\(lines.count)"]).joined(separator: "\n") + "\n"
        try AtomicFile.replace(file, with: Array(text.utf8))
    }

    /// What the file says, nothing where there is none; nil when it is not what we wrote.
    private static func read(_ file: MediaPath) throws(SystemError) -> Set<MediaPath>? {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try FileOperations.read(file, atMost: 64 << 20) } catch {
            guard error.meansGone else { throw error }
            return []
        }
        return parse(bytes)
    }

    private static func keepAside(_ file: MediaPath) -> MediaPath {
        let kept = file.parent.appending("favorites.damaged")
        _ = file.withCString { old in kept.withCString { rename(old, $0) } }
        return kept
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
