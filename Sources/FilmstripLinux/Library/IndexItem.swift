import Filmstrip
import FilmstripFormats
import Foundation

/// One row of `items`: a media file, and what was read from it.
struct IndexItem: Sendable, Hashable {
    /// What a file is to the library.
    enum Role: Int64, Sendable {
        /// An asset.
        case shown = 0
        /// The movie of a live photo, or a broken one beside its still.
        case half = 1
        /// No media, or a file that could not be read: remembered, so that it is not opened at each scan.
        case ignored = 2
    }

    /// The row; 0 before it is written.
    var id: Int64 = 0
    /// What `AssetID` shows.
    var uid: Int64
    var folder: Int64
    var name: [UInt8]
    var status: FileStatus
    var extractor = IndexSchema.extractor
    var role = Role.ignored
    var kind = MediaKind.photo
    var subtypes: AssetSubtypes = []
    var type: ContentType?
    var size = PixelSize.zero
    var orientation = Orientation.up
    var duration: Double?
    var frames: Int?
    /// Milliseconds since 1970.
    var instant: Int64 = 0
    /// Seconds east of UTC.
    var zone: Int?
    var source = MediaDate.Source.fileTime
    var place: Place?
    var identifier: String?
    var movie: Range<UInt64>?
    var preview: Range<UInt64>?
    /// Milliseconds since 1970 at which the file came to be here.
    var added: Int64 = 0
    /// The row of the other half of a live photo.
    var partner: Int64?
    var isFavorite = false

    init(uid: Int64, folder: Int64, name: [UInt8], status: FileStatus) {
        self.uid = uid
        self.folder = folder
        self.name = name
        self.status = status
        useFileTime()
    }

    /// The day in UTC, by which positions are found.
    var day: Int64 { Self.day(ofInstant: instant) }
    /// The day where the picture was taken.
    var localDay: Int64 { Self.day(ofInstant: instant + Int64(zone ?? 0) * 1000) }

    static func day(ofInstant instant: Int64) -> Int64 { Int64((Double(instant) / 86_400_000).rounded(.down)) }

    /// What is only one file: a video, or a photo that may carry its movie within.
    var ownKind: MediaKind {
        if type?.isVideo == true { return .video }
        return movie == nil ? .photo : .livePhoto
    }

    /// Takes what a header tells.
    mutating func take(_ header: MediaHeader) {
        role = .shown
        type = header.contentType
        size = header.size
        orientation = header.orientation
        duration = header.duration
        frames = header.frameCount ?? (header.contentType.isVideo ? nil : 1)
        place = header.place
        identifier = header.contentIdentifier
        movie = header.motionPhotoRange
        preview = header.previewRange
        subtypes = header.subtypes.subtracting(.live)
        partner = nil
        settle(ownKind)
        if let date = header.date {
            instant = Self.milliseconds(date.instant)
            zone = date.offsetFromUTC
            source = date.source
        } else {
            useFileTime()
        }
    }

    /// Keeps its part in a live photo until the pairs of its folder are looked at again.
    mutating func stayPaired(like old: IndexItem) {
        role = old.role
        partner = old.partner
        if old.kind == .livePhoto { settle(.livePhoto) }
    }

    /// Becomes a kind; the subtype follows.
    mutating func settle(_ kind: MediaKind) {
        self.kind = kind
        if kind == .livePhoto { subtypes.insert(.live) } else { subtypes.remove(.live) }
    }

    /// The date of last resort: when the file's bytes changed, which is a moment in UTC.
    private mutating func useFileTime() {
        instant = status.instant
        zone = 0
        source = .fileTime
    }

    /// Every moment that an item may have, and none at which a day's arithmetic would overflow.
    static let allInstants: Range<Int64> = -(1 << 53)..<(1 << 53)

    static func milliseconds(_ date: Date) -> Int64 {
        let seconds = min(max(date.timeIntervalSince1970, -1e12), 1e12)
        return FileStatus.tellable(Int64((seconds * 1000).rounded(.down)))
    }

    /// The sets that the item is in.
    func scopes(folderIsRoot: Bool) -> [Int64] {
        guard role == .shown else { return [] }
        var scopes = [IndexScope.recents]
        if !folderIsRoot { scopes.append(IndexScope.folder(folder)) }
        if isFavorite { scopes.append(IndexScope.favorites) }
        if !subtypes.isEmpty {
            for bit in 0..<32 where subtypes.rawValue & (1 << UInt32(bit)) != 0 {
                scopes.append(IndexScope.subtype(bit))
            }
        }
        return scopes
    }

    var assetID: AssetID { AssetID(Self.text(uid)) }

    /// The asset that the row stands for.
    func asset(in folder: MediaPath) -> Asset {
        let name = MediaPath(bytes: name)
        return Asset(
            id: assetID, kind: kind, subtypes: subtypes, size: size, duration: kind == .video ? duration : nil,
            date: MediaDate(
                instant: Date(timeIntervalSince1970: Double(instant) / 1000), offsetFromUTC: zone, source: source),
            place: place, fileName: name.string, path: folder.appending(name), contentType: type ?? .jpeg,
            byteCount: status.size, frameCount: kind == .video ? nil : frames, isFavorite: isFavorite)
    }
}

extension IndexItem {
    /// An identity made of a path: the same after the index was made anew. FNV-1a of 64 bits, with a salt for the case
    /// that somebody else has it already.
    static func uid(of path: MediaPath, salt: UInt8 = 0) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in salt == 0 ? path.bytes : path.bytes + [0, salt] {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return Int64(bitPattern: hash)
    }

    /// Sixteen hexadecimal digits.
    static func text(_ uid: Int64) -> String {
        let digits = String(UInt64(bitPattern: uid), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The number that the text of an identity stands for, or nil when it is none of ours.
    static func uid(_ text: String) -> Int64? {
        guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
        return Int64(bitPattern: value)
    }
}

// MARK: - Columns

extension IndexItem {
    static let columns = """
        id, uid, folder, name, device, inode, bytes, modified, changed, extractor, role, kind, subtypes, type, width, \
        height, orientation, duration, frames, instant, zone, source, latitude, longitude, altitude, identifier, \
        movieStart, movieEnd, previewStart, previewEnd, added, partner, favorite
        """

    /// The values of `columns` but for the first.
    var values: [DatabaseValue] {
        [
            .integer(uid), .integer(folder), .blob(name), .integer(Int64(bitPattern: status.device)),
            .integer(Int64(bitPattern: status.inode)), .integer(status.size), .integer(status.modified),
            .integer(status.changed), .integer(extractor), .integer(role.rawValue), .integer(kind.indexNumber),
            .integer(Int64(subtypes.rawValue)), .optional(type?.rawValue), .integer(size.width), .integer(size.height),
            .integer(orientation.rawValue), .optional(duration), .optional(frames.map(Int64.init)), .integer(instant),
            .optional(zone.map(Int64.init)), .text(source.rawValue), .optional(place?.latitude),
            .optional(place?.longitude), .optional(place?.altitude), .optional(identifier),
            .optional(movie.map { Int64($0.lowerBound) }), .optional(movie.map { Int64($0.upperBound) }),
            .optional(preview.map { Int64($0.lowerBound) }), .optional(preview.map { Int64($0.upperBound) }),
            .integer(added), .optional(partner), .integer(isFavorite ? 1 : 0),
        ]
    }

    /// Reads a row that was selected with `columns`.
    init(_ row: Statement) {
        id = row.integer(0)
        uid = row.integer(1)
        folder = row.integer(2)
        name = row.blob(3)
        status = FileStatus(row, from: 4)
        extractor = row.integer(9)
        role = Role(rawValue: row.integer(10)) ?? .ignored
        kind = MediaKind(indexNumber: row.integer(11))
        subtypes = AssetSubtypes(rawValue: UInt32(truncatingIfNeeded: row.integer(12)))
        type = row.optionalText(13).flatMap(ContentType.init(rawValue:))
        size = PixelSize(width: Int(row.integer(14)), height: Int(row.integer(15)))
        orientation = Orientation(rawValue: Int(row.integer(16))) ?? .up
        duration = row.optionalReal(17)
        frames = row.optionalInteger(18).map { Int($0) }
        instant = row.integer(19)
        zone = row.optionalInteger(20).map { Int($0) }
        source = row.optionalText(21).flatMap(MediaDate.Source.init(rawValue:)) ?? .fileTime
        if let latitude = row.optionalReal(22), let longitude = row.optionalReal(23) {
            place = Place(latitude: latitude, longitude: longitude, altitude: row.optionalReal(24))
        }
        identifier = row.optionalText(25)
        movie = Self.range(row, 26)
        preview = Self.range(row, 28)
        added = row.integer(30)
        partner = row.optionalInteger(31)
        isFavorite = row.integer(32) != 0
    }

    /// The row of a file.
    static func find(_ name: [UInt8], folder: Int64, in database: Database) throws(DatabaseError) -> IndexItem? {
        let row = try database.statement(
            "SELECT \(columns) FROM items WHERE folder = ? AND name = ?", [.integer(folder), .blob(name)])
        defer { row.reset() }
        return try row.step() ? IndexItem(row) : nil
    }

    /// The row of that number.
    static func find(_ id: Int64, in database: Database) throws(DatabaseError) -> IndexItem? {
        let row = try database.statement("SELECT \(columns) FROM items WHERE id = ?", [.integer(id)])
        defer { row.reset() }
        return try row.step() ? IndexItem(row) : nil
    }

    /// The row of that identity.
    static func find(uid: Int64, in database: Database) throws(DatabaseError) -> IndexItem? {
        let row = try database.statement("SELECT \(columns) FROM items WHERE uid = ?", [.integer(uid)])
        defer { row.reset() }
        return try row.step() ? IndexItem(row) : nil
    }

    private static func range(_ row: Statement, _ column: Int32) -> Range<UInt64>? {
        guard let start = row.optionalInteger(column), let end = row.optionalInteger(column + 1), 0 <= start,
            start <= end
        else { return nil }
        return UInt64(start)..<UInt64(end)
    }
}

extension FileStatus {
    /// Reads device, inode, bytes, modified and changed.
    init(_ row: Statement, from column: Int32) {
        kind = .file
        device = UInt64(bitPattern: row.integer(column))
        inode = UInt64(bitPattern: row.integer(column + 1))
        size = row.integer(column + 2)
        modified = row.integer(column + 3)
        instant = modified.floorDivided(by: 1_000_000).0
        changed = row.integer(column + 4)
    }

    /// Whether both are of one file: on one device by one number.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
    /// Whether one is the other under a new name: renaming changes nothing but the time of the last change.
    func isMoved(from other: FileStatus) -> Bool {
        isSameFile(as: other) && size == other.size && modified == other.modified
    }
}

extension MediaKind {
    /// The number that stands for the kind in the index.
    var indexNumber: Int64 {
        switch self {
        case .photo: 0
        case .video: 1
        case .livePhoto: 2
        }
    }

    init(indexNumber: Int64) {
        self = indexNumber == 1 ? .video : indexNumber == 2 ? .livePhoto : .photo
    }
}
