import Filmstrip

/// Finds the stills and movies of a folder that are one live photo.
///
/// Two files belong together when they carry the same identifier. Where neither carries one, they do when they have the same
/// name but for the ending, the movie takes at most five seconds, and both were taken within three seconds of each other by
/// their own account: a short video that merely lies beside a photo is left alone. What was added as one stays one.
struct LivePairing {
    /// The version of these rules. An index that was paired by others has all its folders paired anew.
    static let version: Int64 = 1

    private let writer: IndexWriter
    private let folder: Int64

    /// A file that calls itself the movie of a still and is none.
    struct BrokenHalf {
        var name: MediaPath
        var message: String
    }

    static let longestMovie = 5.0
    static let farthestApart: Int64 = 3000

    init(_ writer: IndexWriter, folder: Int64) {
        self.writer = writer
        self.folder = folder
    }

    /// Joins the pairs, and separates what is none any more.
    func run() throws(DatabaseError) -> [BrokenHalf] {
        var items: [IndexItem] = []
        try writer.database.forEach(
            "SELECT \(IndexItem.columns) FROM items WHERE folder = ? ORDER BY name", [.integer(folder)]
        ) {
            items.append(IndexItem($0))
        }
        let pairs = Self.pairs(items)
        let broken = Self.brokenHalves(items, pairs)
        let stills = Dictionary(uniqueKeysWithValues: pairs.map { ($0.value, $0.key) })
        for item in items {
            var wanted = item
            wanted.partner = pairs[item.id] ?? stills[item.id]
            if pairs[item.id] != nil || broken[item.id] != nil {
                wanted.role = .half
            } else {
                wanted.role = item.type == nil ? .ignored : .shown
            }
            wanted.settle(stills[item.id] == nil ? item.ownKind : .livePhoto)
            if wanted != item { try writer.update(wanted, from: item) }
        }
        guard !broken.isEmpty else { return [] }
        let names = Dictionary(uniqueKeysWithValues: items.map { ($0.id, MediaPath(bytes: $0.name)) })
        return items.compactMap { item in
            guard let still = broken[item.id].flatMap({ names[$0] }) else { return nil }
            return BrokenHalf(
                name: MediaPath(bytes: item.name),
                message: "The video part of the live photo \(still) is unreadable.")
        }
    }

    /// Whether a folder has something that an item could belong together with, so that its pairs must be looked at.
    static func mayConcern(_ item: IndexItem, in database: Database) throws(DatabaseError) -> Bool {
        let stem = MediaNames.stem(item.name)
        // All names of that stem lie between the dot and the character after it.
        return try database.integer(
            """
            SELECT 1 FROM items WHERE folder = ? AND id <> ? AND (identifier = ? OR (name > ? AND name < ?)) LIMIT 1
            """,
            [
                .integer(item.folder), .integer(item.id), .optional(item.identifier),
                .blob(stem + [UInt8(ascii: ".")]), .blob(stem + [UInt8(ascii: ".") + 1]),
            ]) != nil
    }

    /// From movie to still.
    static func pairs(_ items: [IndexItem]) -> [Int64: Int64] {
        let movies = items.filter { $0.type?.isVideo == true }
        guard !movies.isEmpty else { return [:] }
        let stills = items.filter { $0.type?.isVideo == false && $0.movie == nil }
        let byIdentifier = Dictionary(grouping: stills.filter { $0.identifier != nil }) { $0.identifier! }
        let byStem = Dictionary(grouping: stills) { MediaNames.stem($0.name) }
        var taken: Set<Int64> = []
        var pairs: [Int64: Int64] = [:]
        func join(_ movie: IndexItem, _ candidates: [IndexItem]?) {
            guard pairs[movie.id] == nil, let still = candidates?.first(where: { !taken.contains($0.id) }) else {
                return
            }
            taken.insert(still.id)
            pairs[movie.id] = still.id
        }
        for movie in movies where movie.partner != nil {
            let stem = MediaNames.stem(movie.name)
            join(movie, byStem[stem]?.filter { $0.id == movie.partner && $0.identifier == movie.identifier })
        }
        for movie in movies {
            guard let identifier = movie.identifier else { continue }
            let stem = MediaNames.stem(movie.name)
            let matching = byIdentifier[identifier]
            join(movie, matching?.filter { MediaNames.stem($0.name) == stem })
            join(movie, matching)
        }
        for movie in movies where movie.identifier == nil && isShort(movie) {
            join(movie, byStem[MediaNames.stem(movie.name)]?.filter { isOfOneMoment($0, movie) })
        }
        return pairs
    }

    private static func isShort(_ movie: IndexItem) -> Bool {
        guard movie.type == .quickTime || movie.type == .mp4, let duration = movie.duration else { return false }
        return duration > 0 && duration <= longestMovie
    }

    private static func isOfOneMoment(_ still: IndexItem, _ movie: IndexItem) -> Bool {
        guard still.identifier == nil, still.source != .fileTime, movie.source != .fileTime else { return false }
        return abs(still.instant - movie.instant) <= farthestApart
    }

    /// Files that call themselves the movie of a still and are none, from file to still.
    static func brokenHalves(_ items: [IndexItem], _ pairs: [Int64: Int64]) -> [Int64: Int64] {
        let pretenders = items.filter {
            $0.type?.isVideo != true && MediaNames.isMovie(MediaPath(bytes: $0.name)) && pairs[$0.id] == nil
        }
        guard !pretenders.isEmpty else { return [:] }
        let stills = items.filter { $0.type?.isVideo == false && !MediaNames.isMovie(MediaPath(bytes: $0.name)) }
        let byStem = Dictionary(grouping: stills) { MediaNames.stem($0.name) }
        var broken: [Int64: Int64] = [:]
        for movie in pretenders {
            if let still = byStem[MediaNames.stem(movie.name)]?.first { broken[movie.id] = still.id }
        }
        return broken
    }
}
