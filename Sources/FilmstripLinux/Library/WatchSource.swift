import Filmstrip
import Glibc

/// What tells that folders changed.
protocol WatchSource: Sendable {
    /// Becomes readable when there are events.
    var descriptor: Int32 { get }
    /// Watches a folder, or goes on watching it under a new name.
    func add(_ path: MediaPath) -> WatchAnswer
    func remove(_ watch: Int32)
    /// The events that are there, without waiting.
    func read() -> [WatchEvent]
}

/// What came of watching a folder.
enum WatchAnswer: Sendable, Hashable {
    case watching(Int32)
    /// The system has no watch left.
    case limitReached
    /// The folder is not there, or cannot be read.
    case refused
}

/// What happened in a watched folder.
enum WatchEvent: Sendable, Hashable {
    /// Something with a visible name came, went, or was written to the end.
    case changed(Int32)
    /// The folder itself was moved or removed; the watch is of no use any more.
    case left(Int32)
    /// Events were lost.
    case overflow
}

/// The kernel's inotify: one watch a folder.
final class InotifySource: WatchSource {
    private let file: OwnedDescriptor

    private static let interest = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR | IN_EXCL_UNLINK)

    /// Nil when the system gives us none.
    init?() {
        let raw = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard raw >= 0 else { return nil }
        file = OwnedDescriptor(taking: raw)
    }

    var descriptor: Int32 { file.rawValue }

    func add(_ path: MediaPath) -> WatchAnswer {
        let watch = path.withCString { inotify_add_watch(file.rawValue, $0, Self.interest) }
        if watch >= 0 { return .watching(watch) }
        return errno == ENOSPC || errno == ENOMEM ? .limitReached : .refused
    }

    func remove(_ watch: Int32) {
        inotify_rm_watch(file.rawValue, watch)
    }

    func read() -> [WatchEvent] {
        var events: [WatchEvent] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file.rawValue, &buffer, buffer.count)
            guard count > 0 else { return events }
            buffer.withUnsafeBytes { bytes in
                var at = 0
                while at + 16 <= count {
                    let watch = bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)
                    let mask = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
                    let length = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
                    let name = bytes[(at + 16)..<min(at + 16 + length, count)].prefix { $0 != 0 }
                    if let event = Self.event(watch, mask, name: Array(name)) { events.append(event) }
                    at += 16 + length
                }
            }
        }
    }

    static func event(_ watch: Int32, _ mask: UInt32, name: [UInt8]) -> WatchEvent? {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return .overflow }
        if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { return .left(watch) }
        // Hidden names, our own unfinished files among them, change nothing that is seen; but for the mark that hides a
        // folder.
        if name.first == UInt8(ascii: "."), name != Array(".nomedia".utf8) { return nil }
        return .changed(watch)
    }
}
