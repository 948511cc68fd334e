package import Filmstrip

/// The changes that keep a block true to its picture.
extension ExifTree {
    /// Apple's note: its magic, its order of bytes, and the tags that bind a still to its movie.
    private enum AppleNote {
        static let magic = Array("Apple iOS\0".utf8)
        static let identifier: UInt16 = 0x0011
        static let videoIndex: UInt16 = 0x0017
        static let start = 14
    }

    /// Says how the pixels, as they are stored now, are shown.
    package mutating func describe(size: PixelSize, orientation: Orientation) {
        if orientation != .up || entry(0x0112, in: .image) != nil {
            setShort(0x0112, orientation.rawValue, in: .image)
        }
        // Where the sizes stand they become true; they are not added, because formats tell them by themselves.
        for (width, height, directory): (UInt16, UInt16, Directory) in [
            (0xA002, 0xA003, .exif), (0x0100, 0x0101, .image), (0x1001, 0x1002, .interoperability),
        ] {
            if entry(width, in: directory) != nil { setLong(width, size.width, in: directory) }
            if entry(height, in: directory) != nil { setLong(height, size.height, in: directory) }
        }
    }

    /// Forgets what described the old frame: the thumbnail, the subject's place, and what makers put into their notes.
    ///
    /// A note that holds a picture of its own is removed: it would show what was cut off.
    package mutating func forgetFrame() {
        removeThumbnail()
        remove([0x9214, 0xA214], from: .exif)
        if let note = entry(Self.makerNoteTag, in: .exif), Self.holdsPicture(note.value) || pointsOutside(note) {
            remove([Self.makerNoteTag], from: .exif)
        }
        for directory in [Directory.image, .exif] {
            directories[directory]?.removeAll { $0.value.count > 1024 && Self.holdsPicture($0.value) }
        }
    }

    private static func holdsPicture(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 3 else { return false }
        return bytes.indices.dropLast(2).contains {
            bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF
        }
    }

    /// Nikon and Pentax note the place of a preview that lies behind their note. Those bytes are not written again, so the
    /// note would point to something else.
    private func pointsOutside(_ note: Entry) -> Bool {
        let makers = ["Nikon\0", "AOC\0", "PENTAX ", "OLYMP\0", "OLYMPUS\0", "MINOL"]
        return makers.contains { note.value.starts(with: $0.utf8) }
    }

    /// Removes the small picture and its directory.
    package mutating func removeThumbnail() {
        thumbnail = nil
        directories[.thumbnail] = nil
    }

    /// Puts a new small picture into the place of the old.
    package mutating func setThumbnail(_ jpeg: [UInt8]) {
        thumbnail = jpeg
        thumbnailPointers = .jpeg
        directories[.thumbnail] = []
        setShort(0x0103, 6, in: .thumbnail)
    }

    /// Removes the place, also from directories that have no business with it, and notes that nobody can read for places.
    package mutating func removeLocation() {
        directories[.gps] = nil
        remove([0x8825], from: .exif)
        guard let note = entry(Self.makerNoteTag, in: .exif), !note.value.starts(with: AppleNote.magic) else { return }
        // Only Panasonic is known to write places, as text, into its note.
        if note.value.starts(with: "Panasonic".utf8) { remove([Self.makerNoteTag], from: .exif) }
    }

    /// What binds a still to its movie, by Apple's note.
    package var contentIdentifier: String? {
        appleEntries?.first { $0.tag == AppleNote.identifier }.map { MetadataText.string($0.value) }
    }

    /// Binds the still to a movie. A note of another maker gives way: there is room for one.
    package mutating func setContentIdentifier(_ identifier: String) {
        var entries = appleEntries ?? []
        entries.removeAll { $0.tag == AppleNote.identifier }
        let value = Array(identifier.utf8) + [0]
        entries.append(TIFFWriter.Tag(tag: AppleNote.identifier, type: .ascii, count: value.count, value: value))
        setAppleEntries(entries)
    }

    /// Unbinds the still. A note in which nothing else was goes with it.
    package mutating func removeContentIdentifier() {
        guard let entries = appleEntries else { return }
        let kept = entries.filter { $0.tag != AppleNote.identifier && $0.tag != AppleNote.videoIndex }
        guard kept.count < entries.count else { return }
        if kept.isEmpty { remove([Self.makerNoteTag], from: .exif) } else { setAppleEntries(kept) }
    }

    /// The tags of Apple's note, in big endian; nil when there is no such note.
    private var appleEntries: [TIFFWriter.Tag]? {
        guard let note = entry(Self.makerNoteTag, in: .exif), note.value.starts(with: AppleNote.magic) else {
            return nil
        }
        let region = ByteReader(MemoryByteSource(note.value)).region
        let block = TIFFBlock(
            region: region, isBigEndian: region.u16(12) != 0x4949, firstDirectory: UInt64(AppleNote.start))
        var entries: [TIFFWriter.Tag] = []
        var room = region.count
        block.forEachEntry(at: UInt64(AppleNote.start)) { entry in
            guard entry.byteCount <= room else { return }
            room -= entry.byteCount
            var value = block.bytes(entry, atMost: entry.byteCount)
            // We write big endian; Apple does, too.
            let width = entry.type == .rational || entry.type == .signedRational ? 4 : entry.type.byteCount
            if !block.isBigEndian, width > 1 {
                value = stride(from: 0, to: value.count, by: width).flatMap {
                    value[$0..<min($0 + width, value.count)].reversed()
                }
            }
            entries.append(
                TIFFWriter.Tag(tag: entry.tag, type: entry.type, count: Int(entry.count), value: value))
        }
        return entries
    }

    private mutating func setAppleEntries(_ entries: [TIFFWriter.Tag]) {
        let header = AppleNote.magic + [0, 1, 0x4D, 0x4D]
        let note = header + TIFFWriter.directory(entries, at: AppleNote.start, next: 0)
        // Its offsets count from its own start: it may stand anywhere.
        notePlace = nil
        setBytes(Self.makerNoteTag, note, in: .exif)
        if entry(0x9000, in: .exif) == nil { setBytes(0x9000, Array("0232".utf8), in: .exif) }
    }
}
