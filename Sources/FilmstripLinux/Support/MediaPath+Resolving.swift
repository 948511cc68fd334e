package import Filmstrip
import Glibc

extension MediaPath {
    /// The path from the root of what may be relative to `folder`: without `.`, `..`, and slashes that say nothing. Links
    /// stay as they are, but for those that `..` leads back from: there the system decides, as when the path is opened.
    package func absolute(in folder: MediaPath) -> MediaPath {
        let isAbsolute = bytes.first == UInt8(ascii: "/")
        let parts = (isAbsolute ? self : folder.appending(self)).bytes.split(separator: UInt8(ascii: "/"))
        return parts.reduce(MediaPath("/")) { walked, part in
            if part.elementsEqual(".".utf8) { return walked }
            if part.elementsEqual("..".utf8) { return (walked.realPath ?? walked).parent }
            return walked.appending(MediaPath(bytes: Array(part)))
        }
    }

    /// The one name of a folder: absolute, and real as far as it exists. What does not exist yet is taken as it is written.
    package func resolved(in folder: MediaPath = MediaPath.workingFolder) -> MediaPath {
        let absolute = absolute(in: folder)
        var missing: [MediaPath] = []
        var existing = absolute
        while true {
            if let real = existing.realPath { return missing.reversed().reduce(real) { $0.appending($1) } }
            guard existing.bytes.count > 1 else { return absolute }
            missing.append(existing.name)
            existing = existing.parent
        }
    }

    /// Where the process is. A folder that was deleted has the name that the system keeps for it, at which nothing lies.
    package static var workingFolder: MediaPath {
        let link = MediaPath("/proc/self/cwd")
        return MediaPath(".").realPath ?? link.target ?? link
    }

    /// Where a link leads, as it says itself.
    private var target: MediaPath? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = withCString { name in
            bytes.withUnsafeMutableBytes {
                readlink(name, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
            }
        }
        return count > 0 ? MediaPath(bytes: Array(bytes.prefix(count))) : nil
    }

    /// What the system makes of it: no links, no dots; nil when it does not exist or cannot be reached.
    private var realPath: MediaPath? {
        guard let real = withCString({ realpath($0, nil) }) else { return nil }
        defer { free(real) }
        return MediaPath(bytes: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
    }
}
