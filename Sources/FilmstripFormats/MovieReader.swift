import Filmstrip
import Foundation

/// Reads movies of the ISO family: MP4 and QuickTime.
///
/// Slow motion and time lapse: Android's `com.android.capture.fps` against the frames per second of playing (at least
/// twice as many, or less than half); without it, 100 frames per second and more are slow motion, as on iPhones.
struct MovieReader {
    private static let trackLimit = 128

    private var facts: MediaFacts
    private var duration: Double?
    private var movieTurn = Orientation.up
    private var movieTimescale: UInt64 = 0
    private var fragmentDuration: Double?
    private var tracks: [MovieTrack] = []
    private var keys: [String: String] = [:]
    private var userData: [String: String] = [:]
    private var movieDate: MediaDate?

    static func read(_ region: ByteRegion, _ contentType: ContentType) throws(HeaderFault) -> MediaFacts {
        var reader = MovieReader(facts: MediaFacts(contentType))
        var hasMovie = false
        var isCut = false
        for box in ISOBoxes(region) {
            switch box.type {
            case "moov":
                // A recording that was ended twice may have two; the first is the one players use.
                if !hasMovie { reader.readMovie(box) }
                hasMovie = true
            case "moof": reader.readFragment(box)
            case "sidx": reader.readIndex(box)
            default: break
            }
            isCut = isCut || box.isCut
        }
        guard hasMovie else { throw .truncated }
        guard reader.tracks.contains(where: { $0.isVideo }) else { throw .unsupported }
        if isCut { reader.facts.note(.truncated, "The movie ends too early; its last part is missing.") }
        return reader.weigh()
    }

    private init(facts: MediaFacts) { self.facts = facts }

    private mutating func readMovie(_ movie: ISOBox) {
        for box in movie.children() {
            switch box.type {
            case "mvhd": readHeader(box)
            case "trak" where tracks.count < Self.trackLimit:
                if let track = MovieTrack(box) { tracks.append(track) }
                facts.stillTime = facts.stillTime ?? StillTimeTrack.time(of: box, timescale: movieTimescale)
            case "meta": keys.merge(MovieKeys.read(box)) { first, _ in first }
            case "udta": userData.merge(MovieKeys.readUserData(box)) { first, _ in first }
            case "mvex":
                if let header = box.children().first("mehd") {
                    let length = header.version == 1 ? header.payload.u64(4) : header.payload.u32(4).map { UInt64($0) }
                    fragmentDuration = length.flatMap { seconds($0, movieTimescale) }
                }
                for defaults in box.children() where defaults.type == "trex" {
                    guard let id = defaults.payload.u32(4), let length = defaults.payload.u32(12) else { continue }
                    for index in tracks.indices where tracks[index].id == id {
                        tracks[index].defaultSampleDuration = UInt64(length)
                    }
                }
            default: break
            }
        }
    }

    private mutating func readHeader(_ box: ISOBox) {
        let payload = box.payload
        let isLong = box.version == 1
        movieTimescale = UInt64(payload.u32(isLong ? 20 : 12) ?? 0)
        let length = isLong ? payload.u64(24) : payload.u32(16).map { UInt64($0) }
        let isUnknown = length == (isLong ? UInt64.max : UInt64(UInt32.max))
        duration = isUnknown ? nil : length.flatMap { seconds($0, movieTimescale) }
        movieDate = MovieTime.date(isLong ? payload.u64(4) : payload.u32(4).map { UInt64($0) })
        movieTurn = MovieTurn.read(payload, isLong ? 48 : 36)
    }

    /// A fragment: adds the durations of its samples to their tracks.
    private mutating func readFragment(_ fragment: ISOBox) {
        for box in fragment.children() where box.type == "traf" {
            guard let header = box.children().first("tfhd"), let flags = header.payload.u32(0),
                let id = header.payload.u32(4), let index = tracks.firstIndex(where: { $0.id == id })
            else { continue }
            var place: UInt64 = 8
            if flags & 1 != 0 { place += 8 }
            if flags & 2 != 0 { place += 4 }
            let usual = flags & 8 != 0 ? UInt64(header.payload.u32(place) ?? 0) : tracks[index].defaultSampleDuration
            for run in box.children() where run.type == "trun" {
                tracks[index].addRun(run.payload, usual)
            }
        }
    }

    /// A segment index knows the length of all fragments.
    private mutating func readIndex(_ box: ISOBox) {
        let payload = box.payload
        guard fragmentDuration == nil, let timescale = payload.u32(8) else { return }
        let start: UInt64 = box.version == 0 ? 20 : 28
        guard let count = payload.u16(start + 2) else { return }
        var total: UInt64 = 0
        for index in 0..<UInt64(count) {
            // A short box may claim any number, and a file hold thousands of them.
            guard let length = payload.u32(start + 4 + index * 12 + 4) else { break }
            total += UInt64(length)
        }
        fragmentDuration = seconds(total, UInt64(timescale))
    }

    private mutating func weigh() -> MediaFacts {
        // The movie's own keys come before user data, wherever both stand.
        keys.merge(userData) { first, _ in first }
        facts.texts = keys.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        facts.tracks = tracks.compactMap(\.description)
        let videos = tracks.filter(\.isVideo)
        if let video = videos.max(by: { $0.size.pixelCount < $1.size.pixelCount }) {
            facts.storedSize = video.size
            facts.turn = video.turn.then(movieTurn)
            if video.isHDR { facts.subtypes.insert(.hdr) }
            facts.duration =
                duration ?? fragmentDuration ?? tracks.compactMap { seconds($0.fragmentDuration, $0.timescale) }.max()
                ?? tracks.compactMap { seconds($0.duration, $0.timescale) }.max()
            weighSpeed(video)
        }
        facts.contentIdentifier = keys["com.apple.quicktime.content.identifier"]
        facts.make = keys["com.apple.quicktime.make"] ?? keys["com.android.manufacturer"] ?? keys["©mak"]
        facts.model = keys["com.apple.quicktime.model"] ?? keys["com.android.model"] ?? keys["©mod"]
        facts.place = (keys["com.apple.quicktime.location.ISO6709"] ?? keys["©xyz"]).flatMap { ISO6709.place($0) }
        // Apple's date has the zone of the place; the header's is in UTC by definition.
        facts.date =
            (keys["com.apple.quicktime.creationdate"] ?? keys["©day"])
            .flatMap { WrittenDate($0.utf8) }.flatMap { $0.offset == nil ? nil : $0.date(.container) }
            ?? movieDate ?? videos.lazy.compactMap(\.date).first
        return facts
    }

    private mutating func weighSpeed(_ video: MovieTrack) {
        let played = video.framesPerSecond
        if let captured = keys["com.android.capture.fps"].flatMap({ Double($0) }), captured > 0 {
            if captured >= 100 || played.map({ captured >= 2 * $0 }) == true { facts.subtypes.insert(.slowMotion) }
            if let played, captured * 2 < played { facts.subtypes.insert(.timeLapse) }
        } else if let played, played >= 100 {
            facts.subtypes.insert(.slowMotion)
        }
    }

    private func seconds(_ length: UInt64, _ timescale: UInt64) -> Double? {
        length > 0 && timescale > 0 ? Double(length) / Double(timescale) : nil
    }
}

/// Times in ISO media: seconds since 1904, in UTC.
enum MovieTime {
    static let epoch: UInt64 = 2_082_844_800

    /// Zero is "unknown". Values that would lie before 1970 were counted from 1970 by a mistake of many recorders.
    static func date(_ seconds: UInt64?) -> MediaDate? {
        guard let seconds, seconds != 0, seconds != epoch, seconds < 400_000_000_000 else { return nil }
        let unix = seconds >= epoch ? Double(seconds - epoch) : Double(seconds)
        return MediaDate(instant: Date(timeIntervalSince1970: unix), offsetFromUTC: 0, source: .container)
    }

    /// The field's value for a moment: the second that it lies in, and at least 1 so that it is never "unknown".
    static func field(_ date: Date) -> UInt64 {
        UInt64(max(1, min(date.timeIntervalSince1970.rounded(.down) + Double(epoch), 400_000_000_000)))
    }
}

/// The transformation matrix of a movie or track.
enum MovieTurn {
    /// Reads nine 32-bit numbers in the order a b u, c d v, x y w. What is neither a quarter turn nor a mirror is taken
    /// as the nearest of them.
    static func read(_ region: ByteRegion, _ offset: UInt64) -> Orientation {
        let values = [0, 4, 12, 16].map { (step: UInt64) in
            region.u32(offset + step).map { Int(Int32(bitPattern: $0)) } ?? 0
        }
        let (a, b, c, d) = (values[0], values[1], values[2], values[3])
        // Shown are x' = a·x + c·y and y' = b·x + d·y, with y pointing down.
        return abs(a) + abs(d) >= abs(b) + abs(c)
            ? Orientation(swapsAxes: false, flipsX: a < 0, flipsY: d < 0)
            : Orientation(swapsAxes: true, flipsX: c < 0, flipsY: b < 0)
    }

    /// The 36 bytes that `read` reads. What is turned is moved back into sight, so that its corner lies where the picture's did.
    /// - Parameters:
    ///   - width: of the picture as stored, in 65536ths of a pixel, as is `height`.
    static func matrix(_ turn: Orientation, width: UInt32, height: UInt32) -> [UInt8] {
        let one = UInt32(1 << 16)
        let (across, down) = (turn.flipsX ? 0 &- one : one, turn.flipsY ? 0 &- one : one)
        let shown = turn.swapsAxes ? (width: height, height: width) : (width: width, height: height)
        let (x, y) = (turn.flipsX ? shown.width : 0, turn.flipsY ? shown.height : 0)
        let rows: [UInt32] =
            turn.swapsAxes
            ? [0, down, 0, across, 0, 0, x, y, 1 << 30] : [across, 0, 0, 0, down, 0, x, y, 1 << 30]
        return rows.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    }
}

/// Places as ISO 6709 writes them: `+35.6895+139.6917+012.000/`.
enum ISO6709 {
    static func place(_ text: String) -> Place? {
        var numbers: [(value: Double, digits: Int)] = []
        var current = ""
        for character in text {
            if character == "+" || character == "-" || character == "/" || character == "C" {
                append(current, to: &numbers)
                current = character == "-" ? "-" : ""
                if character == "C" || character == "/" { break }
            } else {
                current.append(character)
            }
        }
        append(current, to: &numbers)
        guard numbers.count >= 2 else { return nil }
        return Place(
            latitude: degrees(numbers[0].value, extraDigits: numbers[0].digits - 2),
            longitude: degrees(numbers[1].value, extraDigits: numbers[1].digits - 3),
            altitude: numbers.count > 2 ? numbers[2].value : nil)
    }

    static func text(_ place: Place) -> String {
        // By hand: formats with a sign, zeros and a locale go wrong on Linux.
        func signed(_ value: Double, _ whole: Int, _ decimals: Int) -> String {
            let scale = [1, 10, 100, 1000, 10_000, 100_000][decimals]
            let units = Int((min(abs(value), 1e9) * Double(scale)).rounded())
            return (value < 0 ? "-" : "+") + padded(units / scale, whole) + "." + padded(units % scale, decimals)
        }
        func padded(_ value: Int, _ length: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, length - digits.count)) + digits
        }
        let altitude = place.altitude.map { signed($0, 3, 3) } ?? ""
        return signed(place.latitude, 2, 5) + signed(place.longitude, 3, 5) + altitude + "/"
    }

    private static func append(_ text: String, to numbers: inout [(value: Double, digits: Int)]) {
        guard let value = Double(text), value.isFinite else { return }
        numbers.append((value, text.drop { $0 == "-" }.prefix { $0 != "." }.count))
    }

    /// Two or four more digits before the point are minutes, or minutes and seconds.
    private static func degrees(_ value: Double, extraDigits: Int) -> Double {
        let size = abs(value)
        let sign = value < 0 ? -1.0 : 1.0
        switch extraDigits {
        case 2:
            let whole = (size / 100).rounded(.down)
            return sign * (whole + (size - whole * 100) / 60)
        case 4:
            let whole = (size / 10_000).rounded(.down)
            let minutes = ((size - whole * 10_000) / 100).rounded(.down)
            return sign * (whole + minutes / 60 + (size - whole * 10_000 - minutes * 100) / 3600)
        default: return value
        }
    }
}
