import Filmstrip

/// What a library needs of an EXIF block.
struct ExifFacts: Equatable {
    var orientation: Orientation?
    var make: String?
    var model: String?
    var lensModel: String?
    /// When it was taken, or made digital.
    var date: MediaDate?
    /// What is better than nothing: the satellites' time, or that of the last change. An XMP packet knows better.
    var lesserDate: MediaDate?
    var place: Place?
    var comment: String?
    /// Apple's name for the pair of still and movie.
    var contentIdentifier: String?
    /// The embedded preview, in the source.
    var previewRange: Range<UInt64>?
    /// Tag 0xA401; Apple puts the kind of its picture there.
    var customRendered: Int?
    /// Apple: 3 for a picture of several exposures.
    var appleHDRType: Int?
    var isBurst = false
}

/// Reads the tags of EXIF 2.32 that say what a picture is.
struct ExifReader {
    /// A block has two or three directories; a hostile one could have a ring of them.
    static let directoryLimit = 16

    private let block: TIFFBlock
    private var facts = ExifFacts()
    private var times = ExifTimes()
    private var gps = ExifGPS()
    /// A note is read once: thousands of entries could point to one with thousands.
    private var hasMakerNote = false

    private init(_ block: TIFFBlock) { self.block = block }

    /// Reads a block, or gives nil when it is none.
    static func read(_ region: ByteRegion) -> ExifFacts? {
        TIFFBlock(region).map { read($0) }
    }

    /// Reads a block's first two directories and what they point to.
    static func read(_ block: TIFFBlock) -> ExifFacts {
        var reader = ExifReader(block)
        if let second = reader.readMain(block.firstDirectory), second != 0, second != block.firstDirectory {
            reader.readThumbnail(second)
        }
        reader.facts.date = reader.times.date
        reader.facts.lesserDate = reader.gps.date ?? reader.times.changedDate
        reader.facts.place = reader.gps.place
        return reader.facts
    }

    /// The place in a block whose first directory is the GPS directory itself.
    static func readPlace(_ block: TIFFBlock) -> Place? {
        var gps = ExifGPS()
        block.forEachEntry(at: block.firstDirectory) { gps.take($0, of: block) }
        return gps.place
    }

    private mutating func readMain(_ offset: UInt64) -> UInt64? {
        var (exif, gpsDirectory) = (UInt64(0), UInt64(0))
        let next = block.forEachEntry(at: offset) { entry in
            switch entry.tag {
            case 0x010F: facts.make = block.text(entry)
            case 0x0110: facts.model = block.text(entry)
            case 0x0112: facts.orientation = block.integer(entry).flatMap { Orientation(rawValue: $0) }
            case 0x0132: times.changed = block.text(entry)
            case 0x8769: exif = block.integer(entry).map { UInt64(max(0, $0)) } ?? 0
            case 0x8825: gpsDirectory = block.integer(entry).map { UInt64(max(0, $0)) } ?? 0
            default: readExifTag(entry)
            }
        }
        if exif != 0, exif != offset { block.forEachEntry(at: exif) { readExifTag($0) } }
        if gpsDirectory != 0, gpsDirectory != offset {
            block.forEachEntry(at: gpsDirectory) { gps.take($0, of: block) }
        }
        return next
    }

    /// Tags of the EXIF directory. TIFF/EP files have some of them in the first one.
    private mutating func readExifTag(_ entry: TIFFEntry) {
        switch entry.tag {
        case 0x9003: times.taken = block.text(entry)
        case 0x9004: times.digitized = block.text(entry)
        case 0x9010: times.changedOffset = block.text(entry)
        case 0x9011: times.takenOffset = block.text(entry)
        case 0x9012: times.digitizedOffset = block.text(entry)
        case 0x9290: times.changedFraction = block.text(entry)
        case 0x9291: times.takenFraction = block.text(entry)
        case 0x9292: times.digitizedFraction = block.text(entry)
        case 0xA434: facts.lensModel = block.text(entry)
        case 0xA401: facts.customRendered = block.integer(entry)
        case 0x9286:
            facts.comment = MetadataText.comment(block.bytes(entry, atMost: 256), bigEndian: block.isBigEndian)
        case 0x927C: readMakerNote(entry)
        default: break
        }
    }

    private mutating func readThumbnail(_ offset: UInt64) {
        var (start, length) = (UInt64(0), UInt64(0))
        block.forEachEntry(at: offset) { entry in
            switch entry.tag {
            case 0x0201: start = block.integer(entry).map { UInt64(max(0, $0)) } ?? 0
            case 0x0202: length = block.integer(entry).map { UInt64(max(0, $0)) } ?? 0
            default: break
            }
        }
        // A preview counts when it lies inside and begins like a JPEG.
        guard start > 0, length > 4, let preview = block.region.region(start, length), preview.u16(0) == 0xFFD8 else {
            return
        }
        facts.previewRange = preview.range
    }

    /// Apple's note: its own directory, big endian, with offsets from the note's first byte.
    private mutating func readMakerNote(_ entry: TIFFEntry) {
        guard !hasMakerNote, let note = block.region.region(entry.offset, entry.byteCount),
            note.matches(0, "Apple iOS\0")
        else { return }
        hasMakerNote = true
        let directory = TIFFBlock(region: note, isBigEndian: note.u16(12) != 0x4949, firstDirectory: 14)
        directory.forEachEntry(at: 14) { entry in
            switch entry.tag {
            case 0x000A: facts.appleHDRType = directory.integer(entry)
            case 0x000B: facts.isBurst = directory.text(entry) != nil
            case 0x0011: facts.contentIdentifier = directory.text(entry)
            default: break
            }
        }
    }
}

/// The three times of EXIF, each with a zone and a fraction of a second in tags of their own.
struct ExifTimes {
    var taken: String?
    var takenOffset: String?
    var takenFraction: String?
    var digitized: String?
    var digitizedOffset: String?
    var digitizedFraction: String?
    var changed: String?
    var changedOffset: String?
    var changedFraction: String?

    /// When the picture was taken. The zone is the one of that moment; where it is missing, another time's zone is a
    /// better guess than none, or the pictures of a day would interleave wrongly.
    var date: MediaDate? {
        date(taken, takenFraction, takenOffset, digitizedOffset, changedOffset)
            ?? date(digitized, digitizedFraction, digitizedOffset, takenOffset, changedOffset)
    }

    /// When the file was last written by the camera or an editor.
    var changedDate: MediaDate? { date(changed, changedFraction, changedOffset) }

    private func date(_ text: String?, _ fraction: String?, _ offsets: String?...) -> MediaDate? {
        guard let text, var written = WrittenDate(text.utf8) else { return nil }
        if let fraction, written.clock == written.clock.rounded() {
            var scanner = DigitScanner([46] + fraction.utf8)
            written.clock += scanner.fraction()
        }
        if written.offset == nil {
            written.offset = offsets.lazy.compactMap { $0.flatMap { WrittenDate.offset($0.utf8) } }.first
        }
        return written.date(.exif)
    }
}

/// The tags of the GPS directory.
struct ExifGPS {
    private var latitude: Double?
    private var longitude: Double?
    private var altitude: Double?
    private var isSouth = false
    private var isWest = false
    private var isBelowSea = false
    private var day: String?
    private var time: (hour: Double, minute: Double, second: Double)?

    mutating func take(_ entry: TIFFEntry, of block: TIFFBlock) {
        switch entry.tag {
        case 1: isSouth = block.text(entry)?.uppercased().hasPrefix("S") ?? false
        case 2: latitude = Self.degrees(entry, of: block)
        case 3: isWest = block.text(entry)?.uppercased().hasPrefix("W") ?? false
        case 4: longitude = Self.degrees(entry, of: block)
        case 5: isBelowSea = block.integer(entry) == 1
        case 6: altitude = block.number(entry)
        case 7:
            if let hour = block.number(entry, 0), let minute = block.number(entry, 1) {
                time = (hour, minute, block.number(entry, 2) ?? 0)
            }
        case 0x1D: day = block.text(entry)
        default: break
        }
    }

    /// Where it was taken. A missing reference means north and east, as every reader takes it.
    var place: Place? {
        guard let latitude, let longitude else { return nil }
        return Place(
            latitude: isSouth ? -latitude : latitude, longitude: isWest ? -longitude : longitude,
            altitude: altitude.map { isBelowSea ? -$0 : $0 })
    }

    /// The satellites' time, in UTC: for files that have no other.
    var date: MediaDate? {
        guard let day, let time, var written = WrittenDate(day.utf8) else { return nil }
        guard (0..<24).contains(time.hour), (0..<60).contains(time.minute), (0..<61).contains(time.second) else {
            return nil
        }
        written.clock += time.hour * 3600 + time.minute * 60 + time.second
        written.offset = 0
        return written.date(.exif)
    }

    /// Degrees, minutes and seconds as one number. Without degrees or minutes there is no place; a missing second is
    /// thirty metres.
    private static func degrees(_ entry: TIFFEntry, of block: TIFFBlock) -> Double? {
        guard let degrees = block.number(entry, 0) else { return nil }
        guard entry.count > 1 else { return degrees }
        guard let minutes = block.number(entry, 1) else { return nil }
        return degrees + minutes / 60 + (block.number(entry, 2) ?? 0) / 3600
    }
}
