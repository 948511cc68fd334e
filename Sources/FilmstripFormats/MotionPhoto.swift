import Filmstrip

/// Finds the movie that phones put behind a still in the same file: Google's Motion Photo 1.0 (XMP container), its
/// forerunner MicroVideo (an offset from the end), and Samsung's trailer.
enum MotionPhoto {
    static func find(in region: ByteRegion, _ facts: inout MediaFacts) {
        guard let xmp = facts.xmp, xmp.claimsMotion else {
            facts.motionPhotoRange = samsungMovie(region)
            return
        }
        for range in [container(xmp.items, region.count), microVideo(xmp, region.count)].compactMap({ $0 }) {
            if let movie = region.region(range.lowerBound, range.upperBound - range.lowerBound),
                movieBegins(at: range.lowerBound, of: region, movie)
            {
                facts.motionPhotoRange = movie.range
                return
            }
        }
        facts.motionPhotoRange = samsungMovie(region)
        if facts.motionPhotoRange == nil {
            facts.note(.truncated, "It claims to hold a movie, and there is none at the place that it names.")
        }
    }

    /// Whether bytes begin like a movie. `ftyp` is usual; files from iPhones may begin with `wide`, `mdat` or `moov`.
    static func isMovie(_ region: ByteRegion) -> Bool {
        guard let type = region.fourCC(4), region.count >= 16 else { return false }
        return type == "ftyp" || type == "wide" || type == "mdat" || type == "moov"
    }

    /// Whether a movie begins at a place that is only claimed. A wrong one may lie in the middle of a movie, at one of its
    /// later boxes: none but `ftyp` is trusted there, unless a picture ends just before.
    private static func movieBegins(at place: UInt64, of region: ByteRegion, _ movie: ByteRegion) -> Bool {
        guard isMovie(movie) else { return false }
        return movie.fourCC(4) == "ftyp" || place >= 2 && region.u16(place - 2, bigEndian: true) == 0xFFD9
    }

    /// Items lie behind the picture in the order of the directory, up to the end of the file: their places are sums
    /// of lengths counted from there. The first item is the picture, whose length is 0 for "unknown".
    private static func container(_ items: [XMPFacts.Item], _ fileSize: UInt64) -> Range<UInt64>? {
        var end = fileSize
        for item in items.dropFirst().reversed() {
            guard item.length <= end, item.padding <= end - item.length else { return nil }
            let start = end - item.length
            if item.semantic == "MotionPhoto" || item.mime.hasPrefix("video/") {
                return item.length > 0 ? start..<end : nil
            }
            end = start - item.padding
        }
        return nil
    }

    private static func microVideo(_ xmp: XMPFacts, _ fileSize: UInt64) -> Range<UInt64>? {
        guard let offset = xmp.microVideoOffset, offset > 0, offset < fileSize else { return nil }
        return (fileSize - offset)..<fileSize
    }

    /// Where Samsung's trailer begins, with the first block that its directory names; nil when there is none.
    static func samsungTrailer(_ region: ByteRegion) -> UInt64? {
        guard region.count > 40, let tail = region.region(region.count - 8, 8), tail.matches(4, "SEFT"),
            let length = tail.u32(0, bigEndian: false), UInt64(length) + 8 <= region.count
        else { return nil }
        let directory = region.count - 8 - UInt64(length)
        guard region.matches(directory, "SEFH"), let count = region.u32(directory + 8, bigEndian: false) else {
            return nil
        }
        var start = directory
        for index in 0..<UInt64(min(count, 64)) {
            guard let back = region.u32(directory + 16 + index * 12, bigEndian: false), UInt64(back) <= directory else {
                return nil
            }
            start = min(start, directory - UInt64(back))
        }
        return start
    }

    /// Samsung's trailer: a directory `SEFH … SEFT` at the end of the file names blocks before it; 0x0A30 is the movie.
    private static func samsungMovie(_ region: ByteRegion) -> Range<UInt64>? {
        guard region.count > 40, let tail = region.region(region.count - 8, 8),
            tail.matches(4, "SEFT"), let length = tail.u32(0, bigEndian: false), UInt64(length) + 8 <= region.count
        else { return nil }
        let start = region.count - 8 - UInt64(length)
        guard region.matches(start, "SEFH"), let count = region.u32(start + 8, bigEndian: false) else { return nil }
        for index in 0..<UInt64(min(count, 64)) {
            let entry = start + 12 + index * 12
            guard let type = region.u16(entry + 2, bigEndian: false),
                let back = region.u32(entry + 4, bigEndian: false), let size = region.u32(entry + 8, bigEndian: false)
            else { return nil }
            guard type == 0x0A30, UInt64(back) <= start, size > 8,
                let block = region.region(start - UInt64(back), UInt64(size)),
                let nameLength = block.u32(4, bigEndian: false), let movie = block.region(from: 8 + UInt64(nameLength))
            else { continue }
            if isMovie(movie) { return movie.range }
        }
        return nil
    }
}
