import Filmstrip
import Glibc

/// The note beside the database of how it was left.
///
/// A file's times are those of the kernel's last tick, some milliseconds ago: two writes within one tick have the same. So
/// the database is given the exact time when it is sealed, which no later write gives it. A time that is put back is seen by
/// the time of the last change, which nobody can set.
struct IndexSeal {
    enum State { case missing, open, closed, broken }

    private let file: MediaPath

    init(_ folder: MediaPath) {
        file = folder.appending("index.seal")
    }

    /// Removes what killed processes left while they wrote a note. For whoever has the folder alone.
    func removeLeftovers() {
        do throws(SystemError) {
            let folder = try FileFolder(file.parent)
            let start = file.name.bytes + [UInt8(ascii: ".")]
            while let name = try folder.next() {
                guard name.bytes.starts(with: start), name.bytes.count > start.count,
                    name.bytes[start.count...].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
                else { continue }
                _ = file.parent.appending(name).withCString { unlink($0) }
            }
        } catch {
            // They take up little, and whoever opens the index will say why the folder cannot be read.
        }
    }

    func open() { FileOperations.overwrite(file, with: "open\n") }

    /// Seals the database. Where it cannot be given a time, or its log holds something, the seal stays open.
    func close(_ database: MediaPath) {
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0,
            database.withCString({ utimensat(AT_FDCWD, $0, [now, now], 0) }) == 0,
            let text = Self.text(of: database), Self.logSize(of: database) == 0
        else { return }
        FileOperations.overwrite(file, with: text)
    }

    func state(of database: MediaPath) -> State {
        guard let now = Self.text(of: database) else { return .missing }
        guard let sealed = FileOperations.contents(of: file, atMost: 200) else { return .open }
        if sealed == Array("open\n".utf8) { return .open }
        guard sealed == Array(now.utf8) else { return .broken }
        return Self.logSize(of: database) == 0 ? .closed : .open
    }

    private static func logSize(of database: MediaPath) -> Int64 {
        do throws(SystemError) {
            return try FileStatus.of(MediaPath(bytes: database.bytes + Array("-wal".utf8))).size
        } catch {
            return 0
        }
    }

    private static func text(of database: MediaPath) -> String? {
        do {
            let status = try FileStatus.of(database)
            let log = logSize(of: database)
            return "closed \(status.inode) \(status.size) \(status.modified) \(status.changed) \(log)\n"
        } catch {
            return nil
        }
    }
}
