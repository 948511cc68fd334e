package import Filmstrip
import Glibc

extension AtomicFile {
    /// Removes what killed processes left in a folder, and nothing that anybody still writes. A folder that cannot be read, or
    /// names that cannot be removed, are no reason to fail: whoever comes next tries again.
    package static func removeLeftovers(in folder: MediaPath) {
        do throws(SystemError) {
            let open = try FileFolder(folder)
            while let name = try open.next() {
                guard name.bytes.starts(with: ".filmstrip-".utf8) else { continue }
                removeLeftover(folder.appending(name), status: try open.status(of: name, followingLinks: false))
            }
        } catch {
            return
        }
    }

    /// Takes over when another file was read and changed last, for a copy of it. A file system that cannot keep that is no reason to
    /// fail. What is appended later changes it again.
    package func takeTimes(of source: MediaPath) {
        var facts = stat()
        guard source.withCString({ fstatat(AT_FDCWD, $0, &facts, 0) }) == 0 else { return }
        let times = [facts.st_atim, facts.st_mtim]
        _ = path.withCString { utimensat(AT_FDCWD, $0, times, 0) }
    }
}
