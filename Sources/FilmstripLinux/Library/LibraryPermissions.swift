package import Filmstrip
import Glibc

/// What the file system lets us do with the folders of a library. Asked anew each time: modes and mounts change.
package enum LibraryPermissions {
    /// Reading: `authorized` when each root can be read or is missing (a missing folder is an empty library), `denied`
    /// when there are roots and none can be read, `limited` when some can, or when a part was handed over by
    /// the document portal.
    /// - Parameter isHandedOver: whether a folder is one of the document portal's.
    package static func libraryStatus(
        roots: [MediaPath], isHandedOver: (MediaPath) -> Bool = isDocumentPortal
    ) -> PermissionStatus {
        let existing = roots.filter { !isMissing($0) }
        let readable = existing.filter(FileFolder.isReadable)
        if readable.count < existing.count { return readable.isEmpty ? .denied : .limited }
        return readable.contains(where: isHandedOver) ? .limited : .authorized
    }

    /// Adding: whether the folder can be written, or made where it is missing.
    package static func addingStatus(folder: MediaPath) -> PermissionStatus {
        var path = folder
        while isMissing(path), path.bytes.count > 1 { path = path.parent }
        let allowed = path.withCString { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) == 0 }
        return allowed ? .authorized : .denied
    }

    private static func isMissing(_ path: MediaPath) -> Bool {
        do {
            _ = try FileStatus.of(path)
            return false
        } catch {
            return error.number == ENOENT
        }
    }

    /// The document portal mounts the files that it hands over below `/run/user/UID/doc`.
    package static func isDocumentPortal(_ path: MediaPath) -> Bool {
        let parts = path.string.split(separator: "/")
        return parts.count >= 4 && parts[0] == "run" && parts[1] == "user" && parts[3] == "doc"
    }
}
