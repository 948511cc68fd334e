import Filmstrip

/// An EXIF block taken apart, to be changed and put together again.
///
/// What is removed is gone from the bytes, because everything is written anew. The maker's note alone keeps its place in
/// the block: most makers count the offsets in theirs from the block's first byte.
package struct ExifTree: Sendable, Equatable {
    /// A tag with its value, in the block's order of bytes.
    struct Entry: Sendable, Equatable {
        var tag: UInt16
        var type: TIFFType
        var count: UInt32
        var value: [UInt8]
    }

    /// The directories of a picture's EXIF block, in the order in which they are written.
    enum Directory: CaseIterable {
        case image, exif, interoperability, gps, thumbnail

        /// The tag of another directory that points to it.
        var pointer: (tag: UInt16, from: Directory)? {
            switch self {
            case .image, .thumbnail: nil
            case .exif: (0x8769, .image)
            case .gps: (0x8825, .image)
            case .interoperability: (0xA005, .exif)
            }
        }
    }

    static let makerNoteTag: UInt16 = 0x927C

    let isBigEndian: Bool
    var directories: [Directory: [Entry]] = [:]
    /// Where the maker's note stood in the block; nil when it may stand anywhere.
    var notePlace: Int?
    /// The small picture that the thumbnail's directory describes.
    var thumbnail: [UInt8]?
    var thumbnailPointers = ThumbnailPointers.jpeg

    /// An empty block.
    package init() { isBigEndian = true }

    /// Takes a block apart. Values that lie outside of it are left out, as are directories that nobody knows.
    /// - Returns: nil when it is none.
    init?(_ region: ByteRegion) {
        guard let block = TIFFBlock(region) else { return nil }
        isBigEndian = block.isBigEndian
        var visited: Set<UInt64> = []
        let next = read(.image, at: block.firstDirectory, of: block, &visited)
        if let next, next != 0, !visited.contains(next) {
            _ = read(.thumbnail, at: next, of: block, &visited)
            takeThumbnail(of: block)
        }
    }

    /// Takes a block apart that lies in memory.
    package init?(_ bytes: [UInt8]) { self.init(ByteReader(MemoryByteSource(bytes)).region) }

    private mutating func read(
        _ directory: Directory, at offset: UInt64, of block: TIFFBlock, _ visited: inout Set<UInt64>
    ) -> UInt64? {
        guard offset != 0, visited.insert(offset).inserted else { return nil }
        var pointers: [(Directory, UInt64)] = []
        var entries: [Entry] = []
        var seen: Set<UInt16> = []
        var room = block.region.count
        var place: Int?
        let next = block.forEachEntry(at: offset) { entry in
            let target = Directory.allCases.first { $0.pointer?.tag == entry.tag && $0.pointer?.from == directory }
            if let target {
                if let place = block.integer(entry), place > 0 { pointers.append((target, UInt64(place))) }
                return
            }
            // Entries may share their bytes; all together they are no more than the block, or it is made to cost much.
            guard entry.byteCount <= room, seen.insert(entry.tag).inserted else { return }
            room -= entry.byteCount
            if entry.tag == Self.makerNoteTag, directory == .exif, entry.byteCount > 4 { place = Int(entry.offset) }
            entries.append(
                Entry(
                    tag: entry.tag, type: entry.type, count: entry.count,
                    value: block.bytes(entry, atMost: entry.byteCount)))
        }
        directories[directory] = entries
        if let place { notePlace = place }
        for (target, place) in pointers where directories[target] == nil {
            _ = read(target, at: place, of: block, &visited)
        }
        return next
    }

    /// Takes the small picture, a JPEG or a strip of plain pixels. Its place is told anew when it is written.
    private mutating func takeThumbnail(of block: TIFFBlock) {
        for pointers in [ThumbnailPointers.jpeg, .strip] {
            guard let start = integer(pointers.place, in: .thumbnail),
                let length = integer(pointers.length, in: .thumbnail), start > 0, length > 4,
                let region = block.region.region(UInt64(start), UInt64(length)),
                pointers == .strip || region.u16(0) == 0xFFD8
            else { continue }
            thumbnail = region.bytes(0, region.count)
            thumbnailPointers = pointers
            break
        }
        for pointers in [ThumbnailPointers.jpeg, .strip] {
            remove([pointers.place, pointers.length], from: .thumbnail)
        }
        if directories[.thumbnail]?.isEmpty == true, thumbnail == nil { directories[.thumbnail] = nil }
    }
}

/// The two tags that tell where a small picture lies, and how long it is.
struct ThumbnailPointers: Sendable, Equatable {
    let place: UInt16
    let length: UInt16

    static let jpeg = ThumbnailPointers(place: 0x0201, length: 0x0202)
    static let strip = ThumbnailPointers(place: 0x0111, length: 0x0117)
}

extension ExifTree {
    /// A number out of the bytes of a value, in the block's order.
    private func number(_ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        return (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number's bytes in the block's order.
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        isBigEndian ? bigEndian(value, count) : littleEndian(value, count)
    }

    func entry(_ tag: UInt16, in directory: Directory) -> Entry? {
        directories[directory]?.first { $0.tag == tag }
    }

    func integer(_ tag: UInt16, in directory: Directory) -> Int? {
        guard let entry = entry(tag, in: directory), entry.count >= 1, entry.type == .short || entry.type == .long,
            entry.value.count >= entry.type.byteCount
        else { return nil }
        return number(entry.value.prefix(entry.type.byteCount))
    }

    /// Removes tags from a directory.
    mutating func remove(_ tags: Set<UInt16>, from directory: Directory) {
        directories[directory]?.removeAll { tags.contains($0.tag) }
        if directory == .exif, tags.contains(Self.makerNoteTag) { notePlace = nil }
    }

    /// Sets a tag, in place of one that is there.
    mutating func set(_ entry: Entry, in directory: Directory) {
        if let index = directories[directory]?.firstIndex(where: { $0.tag == entry.tag }) {
            directories[directory]?[index] = entry
        } else {
            directories[directory, default: []].append(entry)
        }
    }

    mutating func setShort(_ tag: UInt16, _ value: Int, in directory: Directory) {
        set(Entry(tag: tag, type: .short, count: 1, value: bytes(value, 2)), in: directory)
    }

    mutating func setLong(_ tag: UInt16, _ value: Int, in directory: Directory) {
        set(Entry(tag: tag, type: .long, count: 1, value: bytes(value, 4)), in: directory)
    }

    mutating func setBytes(_ tag: UInt16, _ value: [UInt8], in directory: Directory) {
        set(Entry(tag: tag, type: .undefined, count: UInt32(value.count), value: value), in: directory)
    }

    mutating func setText(_ tag: UInt16, _ text: String, in directory: Directory) {
        let value = text.utf8.filter { $0 != 0 } + [0]
        set(Entry(tag: tag, type: .ascii, count: UInt32(value.count), value: value), in: directory)
    }
}

extension ExifTree {
    /// Whether nothing is in it.
    package var isEmpty: Bool { directories.values.allSatisfy(\.isEmpty) && thumbnail == nil }

    /// The block put together: what stands in JPEG's APP1 behind `Exif\0\0`, in PNG's eXIf, and in WebP's EXIF chunk.
    package var block: [UInt8] { Writer(self).bytes }

    /// The same as the content of a HEIF item of type `Exif`.
    package var heifItem: [UInt8] { [0, 0, 0, 0] + block }

    /// Finds each directory and value its place: around the maker's note, which has its own.
    private struct Writer {
        private(set) var bytes: [UInt8]
        private let tree: ExifTree
        private let pinned: Range<Int>?
        private var end = 8

        init(_ tree: ExifTree) {
            self.tree = tree
            let order = tree.isBigEndian ? Array("MM".utf8) : Array("II".utf8)
            bytes = order + tree.bytes(42, 2) + tree.bytes(8, 4)
            let note = tree.entry(ExifTree.makerNoteTag, in: .exif)
            pinned = note.flatMap { note in
                tree.notePlace.flatMap { $0 >= 8 && note.value.count > 4 ? $0..<($0 + note.value.count) : nil }
            }
            if let pinned, let note { put(note.value, at: pinned.lowerBound) }
            write()
        }

        private mutating func write() {
            let used = Directory.allCases.filter { directory in
                tree.directories[directory]?.isEmpty == false || (directory == .thumbnail && tree.thumbnail != nil)
                    || directory == .image
            }
            let children = used.filter { $0.pointer != nil }
            // A pointer needs a directory to stand in.
            let needed = Set(used + children.compactMap { $0.pointer?.from })
            var places: [Directory: Int] = [:]
            var entries: [Directory: [Entry]] = [:]
            for directory in Directory.allCases where needed.contains(directory) {
                var own = tree.directories[directory] ?? []
                for child in needed where child.pointer?.from == directory {
                    own.append(pointer(child.pointer!.tag, 0))
                }
                if directory == .thumbnail, let thumbnail = tree.thumbnail {
                    let pointers = tree.thumbnailPointers
                    own += [pointer(pointers.place, 0), pointer(pointers.length, thumbnail.count)]
                }
                entries[directory] = own.sorted { $0.tag < $1.tag }
                let length = 2 + own.count * 12 + 4
                places[directory] =
                    directory == .image && pinned.map { $0.lowerBound < 8 + length } != true
                    ? claim(length, at: 8) : claim(length)
            }
            let thumbnail = tree.thumbnail.map { put($0) }
            for directory in Directory.allCases {
                guard let place = places[directory], var own = entries[directory] else { continue }
                for index in own.indices {
                    if let child = needed.first(where: {
                        $0.pointer.map { $0.tag == own[index].tag && $0.from == directory } == true
                    }) {
                        own[index] = pointer(own[index].tag, places[child] ?? 0)
                    }
                    if directory == .thumbnail, own[index].tag == tree.thumbnailPointers.place, let thumbnail {
                        own[index] = pointer(own[index].tag, thumbnail)
                    }
                }
                write(own, at: place, isLast: directory != .image, next: places[.thumbnail])
            }
            if let first = places[.image] { put(tree.bytes(first, 4), at: 4) }
        }

        private mutating func write(_ entries: [Entry], at place: Int, isLast: Bool, next: Int?) {
            var directory = tree.bytes(entries.count, 2)
            for entry in entries {
                directory += tree.bytes(Int(entry.tag), 2) + tree.bytes(Int(entry.type.rawValue), 2)
                directory += tree.bytes(Int(entry.count), 4)
                if entry.value.count <= 4 {
                    directory += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
                } else if entry.tag == ExifTree.makerNoteTag, let pinned, entry.value.count == pinned.count {
                    directory += tree.bytes(pinned.lowerBound, 4)
                } else {
                    directory += tree.bytes(put(entry.value), 4)
                }
            }
            put(directory + tree.bytes(isLast ? 0 : next ?? 0, 4), at: place)
        }

        private func pointer(_ tag: UInt16, _ place: Int) -> Entry {
            Entry(tag: tag, type: .long, count: 1, value: tree.bytes(place, 4))
        }

        /// A free place of that length, at an even offset.
        private mutating func claim(_ length: Int) -> Int {
            if let pinned, end < pinned.upperBound, end + length > pinned.lowerBound {
                end = pinned.upperBound + pinned.upperBound % 2
            }
            return claim(length, at: end)
        }

        private mutating func claim(_ length: Int, at place: Int) -> Int {
            end = place + length + length % 2
            return place
        }

        @discardableResult
        private mutating func put(_ value: [UInt8]) -> Int {
            let place = claim(value.count)
            put(value, at: place)
            return place
        }

        private mutating func put(_ value: [UInt8], at place: Int) {
            if bytes.count < place + value.count {
                bytes += [UInt8](repeating: 0, count: place + value.count - bytes.count)
            }
            bytes.replaceSubrange(place..<(place + value.count), with: value)
        }
    }
}
