package import Filmstrip

/// A file that exists only as its pieces, to be read as if it were there: so that one change can follow another.
package struct PiecedSource: ByteSource {
    private let source: any ByteSource
    private let pieces: [FilePiece]
    /// Where each piece begins.
    private let starts: [UInt64]
    package let byteCount: UInt64

    /// - Parameter source: what the pieces' ranges count in.
    package init(_ pieces: [FilePiece], of source: any ByteSource) {
        self.source = source
        self.pieces = pieces
        var place: UInt64 = 0
        var starts: [UInt64] = []
        for piece in pieces {
            starts.append(place)
            place += piece.count
        }
        self.starts = starts
        byteCount = place
    }

    package func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        guard count > 0, offset < byteCount else { return [] }
        let end = offset + min(UInt64(count), byteCount - offset)
        var result: [UInt8] = []
        for piece in resolved(.range(offset..<end)) {
            switch piece {
            case .bytes(let bytes): result += bytes
            case .range(let range): result += try source.read(at: range.lowerBound, count: range.count)
            }
        }
        return result
    }

    /// Pieces of this file as pieces of the source that it is made of.
    package func resolved(_ parts: [FilePiece]) -> [FilePiece] { parts.flatMap { resolved($0) } }

    private func resolved(_ part: FilePiece) -> [FilePiece] {
        guard case .range(let wanted) = part, !wanted.isEmpty else { return [part] }
        var result: [FilePiece] = []
        // The last piece that begins at or before the wanted place.
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= wanted.lowerBound { low = middle } else { high = middle }
        }
        for index in low..<pieces.count where starts[index] < wanted.upperBound {
            let whole = starts[index]..<(starts[index] + pieces[index].count)
            let common = wanted.clamped(to: whole)
            guard !common.isEmpty else { continue }
            let (from, to) = (common.lowerBound - whole.lowerBound, common.upperBound - whole.lowerBound)
            switch pieces[index] {
            case .bytes(let bytes): result.append(.bytes(Array(bytes[Int(from)..<Int(to)])))
            case .range(let range): result.append(.range((range.lowerBound + from)..<(range.lowerBound + to)))
            }
        }
        return result
    }
}
