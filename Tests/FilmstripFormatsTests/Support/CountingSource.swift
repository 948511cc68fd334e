import Filmstrip

@testable import FilmstripFormats

/// Bytes in memory that count how many of them were asked for, again and again.
final class CountingSource: ByteSource {
    private let source: MemoryByteSource
    private(set) var readBytes = 0

    init(_ bytes: [UInt8]) { source = MemoryByteSource(bytes) }

    var byteCount: UInt64 { source.byteCount }

    func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        let bytes = try source.read(at: offset, count: count)
        readBytes += bytes.count
        return bytes
    }
}
