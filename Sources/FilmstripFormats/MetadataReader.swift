package import Filmstrip
import Foundation

/// Lists everything that a file says about itself.
package struct MetadataReader {
    private static let entryLimit = 4096
    /// Of one directory.
    private static let childLimit = 8
    private var entries: [MetadataEntry] = []
    private var hasMakerNote = false

    /// Reads all tags, in the order of the file. Values that say nothing (0/0) are left out.
    /// - Parameters:
    ///   - name: the file's name, as a last resort for a date.
    ///   - subject: what errors name; the name by default.
    /// - Throws: as `MediaHeaderReader.read`.
    package static func read(
        _ source: some ByteSource, name: String, subject: String? = nil
    ) throws(LibraryError) -> [MetadataEntry] {
        let reader = ByteReader(source)
        let facts = try MediaHeaderReader.facts(reader, subject: subject ?? name)
        var list = MetadataReader()
        list.addFile(facts, facts.header(name: name), byteCount: reader.byteCount)
        if let block = facts.exifBlock.flatMap({ TIFFBlock($0) }) { list.addExif(block) }
        if let packet = facts.xmpPacket {
            for property in XMPReader.read(packet) { list.add("XMP", property.path, property.value) }
        }
        for text in facts.texts { list.add("Container", text.name, text.value) }
        for track in facts.tracks { list.add("Tracks", track.name, track.human, raw: track.raw) }
        if facts.contentType == .jpeg { list.addSegments(reader.region) }
        if let failure = reader.failure { throw failure }
        return list.entries
    }

    private mutating func add(_ group: String, _ name: String, _ human: String, raw: String? = nil) {
        guard entries.count < Self.entryLimit else { return }
        entries.append(MetadataEntry(group: group, name: name, human: human, raw: raw ?? human))
    }

    private mutating func addFile(_ facts: MediaFacts, _ header: MediaHeader, byteCount: UInt64) {
        add("File", "Type", header.contentType.mimeType)
        add("File", "Bytes", String(byteCount))
        add("File", "Size", "\(header.size.width) × \(header.size.height)", raw: header.size.description)
        if header.size != header.storedSize {
            add(
                "File", "StoredSize", "\(header.storedSize.width) × \(header.storedSize.height)",
                raw: header.storedSize.description)
        }
        if let count = facts.componentCount { add("File", "Components", String(count)) }
        if let count = header.frameCount, count > 1 { add("File", "Frames", String(count)) }
        if let duration = header.duration {
            add("File", "Duration", ExifValueText.rounded(duration, 2) + " s", raw: ExifValueText.plain(duration))
        }
        if let date = header.date {
            let offset = date.offsetFromUTC.map { WrittenDate.offsetText($0, separator: ":") }
            add("File", "Date", WrittenDate.exifText(date) + (offset ?? ""))
            add("File", "DateSource", date.source.rawValue)
        }
        if !header.subtypes.isEmpty { add("File", "Subtypes", header.subtypes.names.joined(separator: " ")) }
        if let identifier = header.contentIdentifier { add("File", "ContentIdentifier", identifier) }
        if let movie = header.motionPhotoRange {
            add("File", "MotionPhoto", "\(movie.count) bytes", raw: "\(movie.lowerBound)..<\(movie.upperBound)")
        }
        for problem in header.problems { add("File", "Problem", problem.message, raw: problem.code.rawValue) }
    }

    /// What stands beside EXIF and XMP in a JPEG: comments, IPTC's texts, and the name of its colours.
    private mutating func addSegments(_ region: ByteRegion) {
        var segments = JPEGSegments(region)
        var (hasTexts, hasProfile) = (false, false)
        while let segment = segments.next() {
            let payload = segment.payload
            switch segment.marker {
            case 0xFE:
                let text = MetadataText.string(payload.bytes(0, min(payload.count, 4096)) ?? [])
                if !text.isEmpty { add("File", "Comment", text) }
            case 0xED where !hasTexts:
                let texts = IPTCReader.read(payload)
                hasTexts = !texts.isEmpty
                for text in texts { add("IPTC", text.name, text.value) }
            case 0xE2 where !hasProfile && payload.matches(0, "ICC_PROFILE\0"):
                hasProfile = true
                guard let profile = payload.region(from: 14), let name = ColorProfileReader.name(profile) else {
                    continue
                }
                add("Colours", "ProfileDescription", name)
            default: break
            }
        }
    }

    private mutating func addExif(_ block: TIFFBlock) {
        var visited: Set<UInt64> = []
        var pending: [(offset: UInt64, group: String)] = [(block.firstDirectory, "Image")]
        while !pending.isEmpty, visited.count < ExifReader.directoryLimit {
            let (offset, group) = pending.removeFirst()
            guard offset != 0, visited.insert(offset).inserted else { continue }
            var children: [(offset: UInt64, group: String)] = []
            let next = block.forEachEntry(at: offset) { entry in
                switch entry.tag {
                case 0x8769, 0x8825, 0xA005, 0x014A:
                    let names: [UInt16: String] = [0x8769: "EXIF", 0x8825: "GPS", 0xA005: "Interoperability"]
                    for index in 0..<min(entry.count, 4) {
                        guard children.count < Self.childLimit, let place = block.integer(entry, index), place > 0
                        else { continue }
                        children.append((UInt64(place), names[entry.tag] ?? "SubImage"))
                    }
                case 0x02BC, 0x83BB, 0x8649, 0x8773, 0xEA1C: break
                case 0x927C: addMakerNote(entry, of: block)
                default: addTag(entry, of: block, group)
                }
            }
            if group == "Image" || group == "Thumbnail", let next { children.append((next, "Thumbnail")) }
            pending = children + pending
        }
    }

    private mutating func addTag(_ entry: TIFFEntry, of block: TIFFBlock, _ group: String) {
        let isGPS = group == "GPS"
        guard entries.count < Self.entryLimit, let text = ExifValueText.text(entry, of: block, isGPS: isGPS) else {
            return
        }
        add(group, ExifTagNames.name(entry.tag, isGPS: isGPS), text.human, raw: text.raw)
    }

    /// Apple's note is readable; of the others only the length is told.
    private mutating func addMakerNote(_ entry: TIFFEntry, of block: TIFFBlock) {
        guard !hasMakerNote else { return }
        hasMakerNote = true
        guard let note = block.region.region(entry.offset, entry.byteCount), note.matches(0, "Apple iOS\0") else {
            add("EXIF", "MakerNote", "\(entry.byteCount) bytes")
            return
        }
        let names: [UInt16: String] = [
            0x000A: "HDRImageType", 0x000B: "BurstUUID", 0x0011: "ContentIdentifier", 0x0017: "LivePhotoVideoIndex",
        ]
        let directory = TIFFBlock(region: note, isBigEndian: note.u16(12) != 0x4949, firstDirectory: 14)
        directory.forEachEntry(at: 14) { tag in
            guard let text = ExifValueText.text(tag, of: directory, isGPS: false) else { return }
            add("Apple", names[tag.tag] ?? ExifTagNames.name(tag.tag, isGPS: false), text.raw)
        }
    }
}
