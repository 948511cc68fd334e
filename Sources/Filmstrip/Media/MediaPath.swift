public import Foundation

/// Where a file lies, as the bytes that the file system holds: names on Linux need not be UTF-8, and are never
/// normalised.
public struct MediaPath: Sendable, Hashable {
    /// The path's bytes, without a trailing NUL.
    public let bytes: [UInt8]

    /// A path from the file system's own bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A path from text, as its UTF-8 bytes. A path with other bytes cannot be written as text: `string` does not give
    /// them back.
    public init(_ string: String) {
        bytes = Array(string.utf8)
    }

    /// A path from a file URL.
    public init(_ url: URL) {
        bytes = url.withUnsafeFileSystemRepresentation { pointer in
            guard let pointer else { return Array(url.path.utf8) }
            return Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
        }
    }

    /// The path as text, invalid bytes replaced by U+FFFD: for people, not for opening files.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as a file URL. A path that is not UTF-8 has no faithful URL on every system: open such files by `bytes`.
    public var url: URL { URL(fileURLWithPath: string) }

    /// The bytes after the last slash.
    public var name: MediaPath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return MediaPath(bytes: Array(bytes[(slash + 1)...]))
    }

    /// The folder that holds it, without a trailing slash; `.` for a bare name.
    public var parent: MediaPath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return MediaPath(".") }
        return slash == 0 ? MediaPath("/") : MediaPath(bytes: Array(bytes[..<slash]))
    }

    /// This folder's child of that name.
    public func appending(_ name: MediaPath) -> MediaPath {
        var all: [UInt8] = []
        all.reserveCapacity(bytes.count + 1 + name.bytes.count)
        all += bytes
        if all.last != UInt8(ascii: "/") { all.append(UInt8(ascii: "/")) }
        all += name.bytes
        return MediaPath(bytes: all)
    }

    /// This folder's child of that name.
    public func appending(_ name: String) -> MediaPath { appending(MediaPath(name)) }

    /// All bytes at once: an array's own way is byte by byte, and many times slower.
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(bytes.count)
    }

    /// Calls `body` with the path as a C string.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            for (index, byte) in bytes.enumerated() { buffer.initializeElement(at: index, to: CChar(bitPattern: byte)) }
            buffer.initializeElement(at: bytes.count, to: 0)
            return try body(buffer.baseAddress!)
        }
    }
}

extension MediaPath: CustomStringConvertible {
    /// The same as `string`.
    public var description: String { string }
}
