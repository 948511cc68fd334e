import Filmstrip
import Foundation
import Glibc
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// A folder of a test's own that vanishes with it.
final class TestFolder: Sendable {
    let root: MediaPath

    init() throws {
        let template = NSTemporaryDirectory() + "/filmstrip-test-XXXXXX"
        var bytes = Array(template.utf8CString)
        let made = bytes.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) != nil }
        try #require(made)
        root = MediaPath(bytes: bytes.dropLast().map { UInt8(bitPattern: $0) }).resolved()
        chmod(root.string, 0o755)
    }

    deinit {
        do {
            _ = try RunningProgram.run(["rm", "-rf", root.string])
        } catch {
            Issue.record(error)
        }
    }

    func path(_ relative: String) -> MediaPath { root.appending(relative) }

    @discardableResult
    func makeFolder(_ relative: String) throws -> MediaPath {
        try FileManager.default.createDirectory(atPath: path(relative).string, withIntermediateDirectories: true)
        return path(relative)
    }

    /// Writes a file, at names that need not be UTF-8.
    @discardableResult
    func write(_ bytes: [UInt8], to relative: MediaPath, modified: Date? = nil) throws -> MediaPath {
        let path = root.appending(relative)
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        try #require(descriptor >= 0, "\(path): \(SystemError().reason)")
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        if let modified {
            let time = timespec(tv_sec: Int(modified.timeIntervalSince1970), tv_nsec: 0)
            try #require(futimens(descriptor, [time, time]) == 0)
        }
        return path
    }

    @discardableResult
    func write(_ bytes: [UInt8], to relative: String, modified: Date? = nil) throws -> MediaPath {
        try write(bytes, to: MediaPath(relative), modified: modified)
    }

    /// Waits until the clock that files are stamped with has gone on.
    func waitForTick(after status: FileStatus) throws {
        repeat { try write([0], to: "tick") } while try FileStatus.of(path("tick")).modified <= status.changed
    }

    /// Gives a file the time that it had.
    func putBack(_ status: FileStatus, _ path: MediaPath) throws {
        let second: Int64 = 1_000_000_000
        let time = timespec(tv_sec: Int(status.modified / second), tv_nsec: Int(status.modified % second))
        try #require(path.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) } == 0)
    }

    /// Gives everything to somebody.
    func giveAway(to user: UInt32) {
        chown(root.string, user, user)
        for name in FileManager.default.enumerator(atPath: root.string) ?? .init() {
            if let name = name as? String { lchown(path(name).string, user, user) }
        }
    }
}

/// The user without rights that tests become where root would see through every mode.
let nobody: UInt32 = 65534

/// Lets the calling thread, and only it, reach files as `nobody` does, if we are root.
func becomeNobody() {
    guard geteuid() == 0 else { return }
    // No header of the platform's module declares these two; the cast states what their manual does.
    for name in ["setfsgid", "setfsuid"] {
        let call = unsafeBitCast(dlsym(nil, name), to: (@convention(c) (UInt32) -> Int32).self)
        _ = call(nobody)
    }
}

/// Runs `body` on a thread of its own that reaches files as `nobody`, to whom `folder` is given.
func asNobody<Result: Sendable>(owning folder: TestFolder, _ body: @escaping @Sendable () -> Result) -> Result {
    if geteuid() == 0 { folder.giveAway(to: nobody) }
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread {
        becomeNobody()
        let value = body()
        result.withLock { $0 = value }
        done.signal()
    }.start()
    done.wait()
    return result.withLock { $0! }
}

/// A disk in memory, of few bytes, mounted over a folder for as long as this object lives.
final class SmallDisk: Sendable {
    /// Whether this machine lets us mount one: tried where nobody else sees it.
    static let isPossible = (try? run("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt")) == true

    private let folder: MediaPath

    init(over folder: MediaPath, size: String) throws {
        self.folder = folder
        try #require(try Self.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "none", folder.string))
    }

    deinit {
        do { _ = try Self.run("umount", "-l", folder.string) } catch { Issue.record(error) }
    }

    private static func run(_ words: String...) throws -> Bool {
        try RunningProgram.run(words).status == 0
    }
}
