package import Filmstrip

/// Movies rewritten into a new file, where nothing of what is removed may stay.
extension ISOBoxEditor {
    /// The parts of a new file that says what the changes ask for. Samples are copied as they are; those of tracks that are
    /// removed become zeros.
    /// - Throws: `unsupportedFormat`, `truncated`; `unreadable` for movies in fragments whose header would change its length, and
    ///   for those whose tables cannot tell places beyond 4 GiB.
    package static func rewriting(
        _ changes: MovieChanges, _ source: some ByteSource, name: String = "movie"
    ) throws(LibraryError) -> [FilePiece] {
        let layout = try Layout(source, name)
        let old = layout.header
        let draft = MovieHeaderWriter(changes, stillPlace: layout.byteCount).movie(old)
        var growth = draft.count - Int(old.end - old.start)
        var padding = 0
        let brand = changes.isQuickTime ? layout.brandChange : nil
        let brandGrowth = brand.map { $0.bytes.count - $0.range.count } ?? 0
        if layout.isFragmented {
            // Fragments may name their places from the file's first byte: nothing may move.
            guard growth == 0 || growth <= -8, brandGrowth == 0, changes.stillTime == nil else {
                throw .unreadable(path: name, reason: "a movie in fragments has no room for more in its header")
            }
            padding = -growth
            growth = 0
        }
        let end = Int64(layout.byteCount) + Int64(growth + brandGrowth)
        guard end < 1 << 32 || growth + brandGrowth <= 0 || layout.hasLongPlaces else {
            throw .unreadable(path: name, reason: "its tables cannot tell places beyond 4 GiB")
        }
        let growths = [
            MovieHeaderWriter.Growth(end: old.end, distance: growth),
            MovieHeaderWriter.Growth(end: brand?.range.upperBound ?? 0, distance: brandGrowth),
        ]
        let header = MovieHeaderWriter(changes, growths: growths, stillPlace: UInt64(end) + 8)
        let movie = header.movie(old)
        guard movie.count == draft.count else { throw .unreadable(path: name, reason: "its header cannot be placed") }
        var replaced = [Replacement(range: old.start..<old.end, bytes: movie + freeBox(padding))]
        if let brand { replaced.append(brand) }
        if !changes.removals.isEmpty { replaced += layout.wiped(by: header, changes) }
        var pieces = assemble(replaced, byteCount: layout.byteCount)
        if let open = layout.openEnd, changes.stillTime != nil {
            pieces = assemble(replaced + [open], byteCount: layout.byteCount)
        }
        if changes.stillTime != nil { pieces.append(.bytes(StillTimeTrack.data)) }
        if let failure = layout.failure { throw failure }
        return pieces
    }

    /// Bytes that stand in for a part of a file.
    struct Replacement {
        var range: Range<UInt64>
        var bytes: [UInt8]
    }

    private static func freeBox(_ count: Int) -> [UInt8] {
        count < 8 ? [] : bigEndian(count, 4) + Array("free".utf8) + [UInt8](repeating: 0, count: count - 8)
    }

    /// What is replaced, and what lies between.
    static func assemble(_ replaced: [Replacement], byteCount: UInt64) -> [FilePiece] {
        var pieces: [FilePiece] = []
        var place: UInt64 = 0
        for part in replaced.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where part.range.lowerBound >= place && part.range.upperBound <= byteCount {
            if part.range.lowerBound > place { pieces.append(.range(place..<part.range.lowerBound)) }
            if !part.bytes.isEmpty { pieces.append(.bytes(part.bytes)) }
            place = part.range.upperBound
        }
        if place < byteCount { pieces.append(.range(place..<byteCount)) }
        return pieces
    }
}

extension ISOBoxEditor.Layout {
    /// A file's first box with QuickTime's brand in front; nil where it has that, or none.
    var brandChange: ISOBoxEditor.Replacement? {
        guard let type = boxes.first, type.type == "ftyp", type.payload.fourCC(0) != "qt  ",
            let rest = type.payload.bytes(8, type.payload.count - min(type.payload.count, 8))
        else { return nil }
        // The old brand stays among the compatible ones.
        return ISOBoxEditor.Replacement(
            range: type.start..<type.end,
            bytes: bigEndian(Int(type.end - type.start) + 4, 4) + Array("ftypqt  ".utf8) + bigEndian(0, 4)
                + Array("qt  ".utf8) + rest)
    }

    /// The samples of tracks that go, and boxes of metadata beside the header, all as zeros.
    func wiped(by writer: MovieHeaderWriter, _ changes: MovieChanges) -> [ISOBoxEditor.Replacement] {
        var found: [ISOBoxEditor.Replacement] = []
        for track in header.children() where track.type == "trak" && writer.removes(track: track) {
            guard let samples = MovieSamples(track) else { continue }
            for range in samples.ranges where isOutsideHeader(range) {
                found.append(.init(range: range, bytes: [UInt8](repeating: 0, count: range.count)))
            }
        }
        guard !changes.removals.isDisjoint(with: [.location, .allMetadata]) else { return found }
        for box in boxes where box.type == "uuid" || (box.type == "meta" && changes.removals.contains(.allMetadata)) {
            let length = Int(box.end - box.start)
            guard length < 16 << 20, length >= 8 else { continue }
            found.append(
                .init(
                    range: box.start..<box.end,
                    bytes: bigEndian(length, 4) + Array("free".utf8) + [UInt8](repeating: 0, count: length - 8)))
        }
        return found
    }

    private func isOutsideHeader(_ range: Range<UInt64>) -> Bool {
        range.upperBound <= byteCount && range.lowerBound < range.upperBound && range.count < 16 << 20
            && (range.upperBound <= header.start || range.lowerBound >= header.end)
    }

    /// The length of a last box that says "to the end of the file", for when something comes behind it.
    var openEnd: ISOBoxEditor.Replacement? {
        guard let last = boxes.last, last.payload.reader.region.u32(last.start) == 0, last.end - last.start < 1 << 32
        else {
            return nil
        }
        return .init(
            range: last.start..<(last.start + 4), bytes: bigEndian(Int(last.end - last.start), 4))
    }
}
