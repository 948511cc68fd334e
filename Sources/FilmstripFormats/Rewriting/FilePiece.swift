package import Filmstrip

/// A part of a file that is put together of old and new bytes: what is long stays where it lies until it is copied.
package enum FilePiece: Sendable, Hashable {
    case bytes([UInt8])
    /// Bytes of the file that the pieces were made from.
    case range(Range<UInt64>)

    package var count: UInt64 {
        switch self {
        case .bytes(let bytes): UInt64(bytes.count)
        case .range(let range): range.upperBound - range.lowerBound
        }
    }
}

extension [FilePiece] {
    /// How long the file will be.
    package var byteCount: UInt64 { reduce(0) { $0 + $1.count } }

    /// The file in memory.
    package func assembled(from source: some ByteSource) throws(LibraryError) -> [UInt8] {
        var result: [UInt8] = []
        for piece in self {
            switch piece {
            case .bytes(let bytes): result += bytes
            case .range(let range):
                result += try source.read(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
            }
        }
        return result
    }
}
