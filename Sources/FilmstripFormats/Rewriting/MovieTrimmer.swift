package import Filmstrip

/// Cuts a part out of a movie without coding a frame again (ISO 14496-12).
///
/// A player can begin at key frames only, so the part begins at the last one before the wanted time. What lies outside is not
/// in the new file; sound and timed metadata are cut at the same moments.
package struct MovieTrimmer {
    /// A part, and what it is.
    package struct Result: Sendable {
        package var pieces: [FilePiece]
        /// Seconds of the old movie at which the part begins.
        package var start: Double
        /// Seconds that it plays.
        package var duration: Double
    }

    private let name: String
    private let layout: ISOBoxEditor.Layout
    private let timescale: Int
    private var tracks: [Track] = []

    /// The part of a movie from one time to another, in seconds of playing.
    /// - Throws: `unsupportedFormat`, `truncated`; `unreadable` for movies in fragments and for parts in which no frame is.
    package static func trimming(
        _ source: some ByteSource, from start: Double, to end: Double, name: String = "movie"
    ) throws(LibraryError) -> Result {
        var trimmer = try MovieTrimmer(source, name)
        return try trimmer.run(from: start, to: end)
    }

    private init(_ source: some ByteSource, _ name: String) throws(LibraryError) {
        self.name = name
        layout = try ISOBoxEditor.Layout(source, name)
        guard !layout.isFragmented else { throw .unreadable(path: name, reason: "it is a movie in fragments") }
        guard let header = layout.header.children().first("mvhd"),
            let scale = header.payload.u32(header.version == 1 ? 20 : 12), scale > 0
        else { throw .truncated(path: name) }
        timescale = Int(scale)
        for box in layout.header.children() where box.type == "trak" {
            if let track = Track(box, movieTimescale: timescale) { tracks.append(track) }
        }
        if let failure = layout.failure { throw failure }
    }

    private mutating func run(from start: Double, to end: Double) throws(LibraryError) -> Result {
        guard let video = tracks.first(where: \.isVideo), start.isFinite, end > start, start < video.end else {
            throw .unreadable(path: name, reason: "there is nothing in that part of it")
        }
        let first = video.keyFrame(before: max(0, start))
        let begin = max(0, video.time(first))
        let stop = min(end, video.end)
        for index in tracks.indices { tracks[index].keep(from: begin, to: stop, firstKey: first) }
        tracks.removeAll { $0.kept.isEmpty }
        guard stop > begin, tracks.contains(where: \.isVideo), tracks.allSatisfy({ $0.isInside(layout.byteCount) })
        else {
            throw .unreadable(path: name, reason: "there is nothing in that part of it")
        }
        let head = layout.boxes.first.flatMap { $0.type == "ftyp" ? $0 : nil }
        let headPiece = head.map { FilePiece.range($0.start..<$0.end) }
        let chunks = tracks.enumerated().flatMap { $1.chunks(of: $0) }.sorted {
            ($0.time, $0.track) < ($1.time, $1.track)
        }
        let dataCount = chunks.reduce(UInt64(0)) { $0 + ($1.range.upperBound - $1.range.lowerBound) }
        let isLong = dataCount > 1 << 31
        // With places that are wrong, for the length.
        let draft = header(chunks, from: 0, begin: begin, stop: stop, isLong: isLong)
        let dataStart = (headPiece?.count ?? 0) + UInt64(draft.count) + (isLong ? 16 : 8)
        let movie = header(chunks, from: dataStart, begin: begin, stop: stop, isLong: isLong)
        let data =
            isLong
            ? bigEndian(1, 4) + Array("mdat".utf8) + bigEndian(Int(dataCount) + 16, 8)
            : bigEndian(Int(dataCount) + 8, 4) + Array("mdat".utf8)
        let pieces = [headPiece, .bytes(movie), .bytes(data)].compactMap { $0 } + chunks.map { .range($0.range) }
        if let failure = layout.failure { throw failure }
        return Result(pieces: pieces, start: begin, duration: stop - begin)
    }

    private func header(
        _ chunks: [Chunk], from dataStart: UInt64, begin: Double, stop: Double, isLong: Bool
    ) -> [UInt8] {
        var places = [[(place: UInt64, chunk: Chunk)]](repeating: [], count: tracks.count)
        var place = dataStart
        for chunk in chunks {
            places[chunk.track].append((place, chunk))
            place += chunk.range.upperBound - chunk.range.lowerBound
        }
        let duration = Int(saturating: ((stop - begin) * Double(timescale)).rounded())
        var body: [UInt8] = []
        var index = 0
        for box in layout.header.children() {
            switch box.type {
            case "mvhd": body += Self.make("mvhd", Self.withDuration(box, duration, at: (16, 24)))
            case "trak":
                guard index < tracks.count, tracks[index].start == box.start else { continue }
                body += tracks[index].box(places[index], begin: begin, duration: duration, isLong: isLong)
                index += 1
            default: body += Self.make(box.type, box.payload.bytes(0, box.payload.count) ?? [])
            }
        }
        return Self.make("moov", body)
    }

    /// Samples that lie one behind the other.
    fileprivate struct Chunk {
        var track: Int
        var time: Double
        var range: Range<UInt64>
        var count: Int
        var description: UInt32
    }

    fileprivate static func make(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
        bigEndian(payload.count + 8, 4) + type.bytes + payload
    }

    /// A header with another duration, which has a place for each of the box's two versions.
    fileprivate static func withDuration(_ box: ISOBox, _ duration: Int, at places: (short: Int, long: Int)) -> [UInt8]
    {
        guard var bytes = box.payload.bytes(0, box.payload.count) else { return [] }
        let (place, width) = bytes.first == 1 ? (places.long, 8) : (places.short, 4)
        guard bytes.count >= place + width else { return bytes }
        bytes.replaceSubrange(place..<(place + width), with: bigEndian(duration, width))
        return bytes
    }
}

extension MovieTrimmer {
    /// A track, and which of its samples stay.
    fileprivate struct Track {
        let start: UInt64
        let isVideo: Bool
        private(set) var kept: Range<Int> = 0..<0
        private let track: ISOBox
        private let samples: MovieSamples
        private let timescale: Int
        private let movieTimescale: Int
        /// When each sample is decoded, in the track's time scale.
        private let decodeTimes: [Int]
        /// The track's time that is shown first, and how much later than the movie, in seconds.
        private let mediaStart: Int
        private let delay: Double

        init?(_ box: ISOBox, movieTimescale: Int) {
            guard let facts = MovieTrack(box), facts.timescale > 0, let samples = MovieSamples(box), samples.count > 0
            else { return nil }
            start = box.start
            track = box
            isVideo = facts.isVideo
            self.samples = samples
            timescale = Int(facts.timescale)
            self.movieTimescale = movieTimescale
            var time = 0
            decodeTimes = samples.durations.map { length in
                defer { time &+= Int(length) }
                return time
            }
            (mediaStart, delay) = Self.edit(box, movieTimescale)
        }

        /// The first edit that shows something, and the empty ones before it.
        private static func edit(_ track: ISOBox, _ movieTimescale: Int) -> (Int, Double) {
            guard let list = track.children().first("edts")?.children().first("elst") else { return (0, 0) }
            let width = list.version == 1 ? 8 : 4
            var delay = 0
            for index in 0..<UInt64(min(list.payload.u32(4) ?? 0, 64)) {
                let place = 8 + index * UInt64(2 * width + 4)
                guard let length = list.payload.number(place, width),
                    let start = list.payload.number(place + UInt64(width), width)
                else { break }
                if start != (width == 8 ? .max : UInt64(UInt32.max)) {
                    return (Int(clamping: start), Double(delay) / Double(movieTimescale))
                }
                delay &+= Int(clamping: length)
            }
            return (0, 0)
        }

        /// When a sample is shown, in seconds of the movie.
        func time(_ index: Int) -> Double {
            Double(decodeTimes[index] + samples.delay(index) - mediaStart) / Double(timescale) + delay
        }

        var end: Double {
            (0..<samples.count).suffix(64).map { time($0) + Double(samples.durations[$0]) / Double(timescale) }.max()
                ?? 0
        }

        /// The last key frame at or before a time; the first one where there is none.
        func keyFrame(before seconds: Double) -> Int {
            var best = 0
            for index in 0..<samples.count where samples.isKey(index) {
                if time(index) > seconds + 1e-6 { break }
                best = index
            }
            return best
        }

        mutating func keep(from begin: Double, to end: Double, firstKey: Int) {
            let all = 0..<samples.count
            let first =
                isVideo
                ? firstKey
                : all.first { time($0) + Double(samples.durations[$0]) / Double(timescale) > begin + 1e-6 }
                    ?? all.upperBound
            let last = all.last { time($0) < end - 1e-6 } ?? -1
            kept = first <= last ? first..<(last + 1) : 0..<0
        }

        func isInside(_ byteCount: UInt64) -> Bool {
            kept.allSatisfy {
                samples.places[$0] <= byteCount && UInt64(samples.sizes[$0]) <= byteCount - samples.places[$0]
            }
        }

        func chunks(of number: Int) -> [Chunk] {
            var chunks: [Chunk] = []
            for index in kept {
                let range = samples.places[index]..<(samples.places[index] + UInt64(samples.sizes[index]))
                let description = samples.descriptions[index]
                // By the times of decoding: the order in which samples have to stay.
                let time = Double(decodeTimes[index]) / Double(timescale) + delay
                if let last = chunks.last, last.range.upperBound == range.lowerBound, last.description == description,
                    time - last.time < 1
                {
                    chunks[chunks.count - 1].range = last.range.lowerBound..<range.upperBound
                    chunks[chunks.count - 1].count += 1
                } else {
                    chunks.append(
                        Chunk(track: number, time: time, range: range, count: 1, description: description))
                }
            }
            return chunks
        }

        func box(
            _ places: [(place: UInt64, chunk: Chunk)], begin: Double, duration: Int, isLong: Bool
        ) -> [UInt8] {
            let length = kept.reduce(0) { $0 + Int(samples.durations[$1]) }
            // What is shown first: the moment at which the part begins, in the track's new time.
            let base = decodeTimes[kept.lowerBound]
            let fromStart = ((begin - delay) * Double(timescale)).rounded()
            let wanted = Int(saturating: fromStart + Double(mediaStart) - Double(base))
            let lead = Double(-wanted) / Double(timescale) * Double(movieTimescale)
            let empty = wanted < 0 ? Int(saturating: lead.rounded()) : 0
            var edits = empty > 0 ? bigEndian(empty, 4) + bigEndian(-1, 4) + bigEndian(1 << 16, 4) : []
            edits += bigEndian(max(0, duration - empty), 4) + bigEndian(max(0, wanted), 4) + bigEndian(1 << 16, 4)
            let edit = make("edts", make("elst", bigEndian(0, 4) + bigEndian(empty > 0 ? 2 : 1, 4) + edits))
            var body: [UInt8] = []
            for child in track.children() where child.type != "edts" {
                switch child.type {
                case "tkhd": body += make("tkhd", withDuration(child, duration, at: (20, 28))) + edit
                case "mdia": body += media(child, length, places, isLong)
                default: body += raw(child)
                }
            }
            return make("trak", body)
        }

        private func media(
            _ box: ISOBox, _ length: Int, _ places: [(place: UInt64, chunk: Chunk)], _ isLong: Bool
        ) -> [UInt8] {
            let body = box.children().flatMap { child -> [UInt8] in
                switch child.type {
                case "mdhd": make("mdhd", withDuration(child, length, at: (16, 24)))
                case "minf":
                    make(
                        "minf",
                        child.children().flatMap { $0.type == "stbl" ? table($0, places, isLong) : raw($0) })
                default: raw(child)
                }
            }
            return make("mdia", body)
        }

        private func table(
            _ box: ISOBox, _ places: [(place: UInt64, chunk: Chunk)], _ isLong: Bool
        ) -> [UInt8] {
            var body = box.children().first("stsd").map { raw($0) } ?? []
            body += runs("stts", kept.map { Int(samples.durations[$0]) })
            if !samples.delays.isEmpty {
                let version = kept.contains { samples.delays[$0] < 0 } ? 1 : 0
                body += runs("ctts", kept.map { samples.delay($0) }, version: version)
            }
            if !samples.areKeys.isEmpty {
                let keys = kept.filter { samples.areKeys[$0] }.map { $0 - kept.lowerBound + 1 }
                body += make("stss", bigEndian(0, 4) + bigEndian(keys.count, 4) + keys.flatMap { bigEndian($0, 4) })
            }
            let sizes = kept.flatMap { bigEndian(Int(samples.sizes[$0]), 4) }
            body += make("stsz", bigEndian(0, 8) + bigEndian(kept.count, 4) + sizes)
            let chunks = places.enumerated().flatMap { index, part in
                bigEndian(index + 1, 4) + bigEndian(part.chunk.count, 4) + bigEndian(Int(part.chunk.description), 4)
            }
            body += make("stsc", bigEndian(0, 4) + bigEndian(places.count, 4) + chunks)
            let offsets = places.flatMap { bigEndian(Int($0.place), isLong ? 8 : 4) }
            body += make(isLong ? "co64" : "stco", bigEndian(0, 4) + bigEndian(places.count, 4) + offsets)
            return make("stbl", body)
        }

        /// Equal values one behind the other, counted.
        private func runs(_ type: FourCC, _ values: [Int], version: Int = 0) -> [UInt8] {
            var runs: [(count: Int, value: Int)] = []
            for value in values {
                if runs.last?.value == value { runs[runs.count - 1].count += 1 } else { runs.append((1, value)) }
            }
            return make(
                type,
                [UInt8(version), 0, 0, 0] + bigEndian(runs.count, 4)
                    + runs.flatMap { bigEndian($0.count, 4) + bigEndian($0.value, 4) })
        }

        private func raw(_ box: ISOBox) -> [UInt8] { make(box.type, box.payload.bytes(0, box.payload.count) ?? []) }
        private func make(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] { MovieTrimmer.make(type, payload) }
        private func withDuration(_ box: ISOBox, _ duration: Int, at places: (Int, Int)) -> [UInt8] {
            MovieTrimmer.withDuration(box, duration, at: places)
        }
    }
}
