import Filmstrip
import Foundation

/// Turns a question into places of the index.
///
/// Every album, every choice of kinds, every single subtype of all photos, favourites and every span of time are answered
/// from the counts. What combines them further (a subtype or favourites within another album, two subtypes at once, a
/// part of the name) walks through the rows of its album once, at opening.
struct IndexQuery {
    let query: AssetQuery
    let snapshot: IndexSnapshot
    let now: Date

    /// How many, and for how long, "recently added" holds.
    static let recentLimit = 1000
    static let recentDays = 30.0

    static func recentSince(_ now: Date) -> Int64 { IndexItem.milliseconds(now - recentDays * 86_400) }

    func open() throws(LibraryError) -> IndexFetch {
        let plan = try snapshot.read { database throws(DatabaseError) in try makePlan(database) }
        guard let plan else { throw .notFound(path: query.album.rawValue) }
        return try snapshot.read { database throws(DatabaseError) in
            plan.filter.isEmpty && plan.scope != IndexScope.recentlyAdded
                ? try counted(plan, database) : try listed(plan, database)
        }
    }

    private struct Plan {
        var scope: Int64
        var kinds: Set<MediaKind>
        var filter = Filter()
    }

    private struct Filter {
        var subtypes: AssetSubtypes = []
        var favoritesOnly = false
        var name: NameFilter?
        var isEmpty: Bool { subtypes.isEmpty && !favoritesOnly && name == nil }
    }

    /// Nil for an album that does not exist.
    private func makePlan(_ database: Database) throws(DatabaseError) -> Plan? {
        var plan = Plan(scope: IndexScope.recents, kinds: query.kinds)
        plan.filter.name = query.nameContains.flatMap(NameFilter.init)
        var subtypes = query.subtypes
        switch query.album {
        case .smart(.recents): break
        case .smart(.favorites): plan.scope = IndexScope.favorites
        case .smart(.videos): plan.kinds.formIntersection([.video])
        case .smart(.livePhotos): plan.kinds.formIntersection([.livePhoto])
        case .smart(.recentlyAdded): plan.scope = IndexScope.recentlyAdded
        case .smart(.selfies): subtypes.insert(.selfie)
        case .smart(.panoramas): subtypes.insert(.panorama)
        case .smart(.screenshots): subtypes.insert(.screenshot)
        case .smart(.bursts): subtypes.insert(.burst)
        case .smart(.animated): subtypes.insert(.animated)
        default:
            guard let folder = try Self.folder(of: query.album, database) else { return nil }
            plan.scope = IndexScope.folder(folder)
        }
        if subtypes.contains(.live) {
            plan.kinds.formIntersection([.livePhoto])
            subtypes.remove(.live)
        }
        plan.filter.favoritesOnly = query.favoritesOnly && plan.scope != IndexScope.favorites
        if plan.scope == IndexScope.recents {
            if plan.filter.favoritesOnly {
                plan.scope = IndexScope.favorites
                plan.filter.favoritesOnly = false
            } else if subtypes.rawValue.nonzeroBitCount == 1 {
                plan.scope = IndexScope.subtype(subtypes.rawValue.trailingZeroBitCount)
                subtypes = []
            }
        }
        plan.filter.subtypes = subtypes
        return plan
    }

    /// The folder that an album's identity names.
    static func folder(of album: Album.ID, _ database: Database) throws(DatabaseError) -> Int64? {
        guard album.rawValue.hasPrefix("folder:"),
            let key = IndexItem.uid(String(album.rawValue.dropFirst("folder:".count)))
        else { return nil }
        return try database.integer("SELECT id FROM folders WHERE key = ?", [.integer(key)])
    }

    private var instants: Range<Int64> {
        func bound(_ date: Date?, _ fallback: Int64) -> Int64 {
            date.map {
                IndexItem.milliseconds(
                    Date(timeIntervalSince1970: ($0.timeIntervalSince1970 * 1000).rounded(.up) / 1000))
            }
                ?? fallback
        }
        let lower = bound(query.since, IndexItem.allInstants.lowerBound)
        return lower..<max(lower, bound(query.until, IndexItem.allInstants.upperBound))
    }

    private func counted(_ plan: Plan, _ database: Database) throws(DatabaseError) -> IndexFetch {
        let instants = instants
        var countByKind: [MediaKind: Int] = [:]
        var ranks = 0..<0
        for kind in plan.kinds {
            let positions = IndexPositions(
                snapshot: snapshot, database: database, scope: plan.scope, kinds: [kind.indexNumber])
            let lower = try query.since == nil ? 0 : positions.rank(of: .start(of: instants.lowerBound))
            let upper =
                try query.until == nil
                ? positions.total(kind.indexNumber) : positions.rank(of: .start(of: instants.upperBound))
            countByKind[kind] = max(0, upper - lower)
            ranks = ranks.lowerBound + lower..<ranks.upperBound + max(lower, upper)
        }
        let kinds = plan.kinds.map(\.indexNumber).sorted()
        return IndexFetch(
            snapshot, rows: .counted(scope: plan.scope, kinds: kinds, instants: instants, ranks: ranks),
            countByKind: countByKind, oldestFirst: query.oldestFirst)
    }

    private func listed(_ plan: Plan, _ database: Database) throws(DatabaseError) -> IndexFetch {
        let isRecent = plan.scope == IndexScope.recentlyAdded
        let range = isRecent ? Self.recentSince(now)..<IndexItem.allInstants.upperBound : instants
        let limit = isRecent ? " ORDER BY e.instant DESC LIMIT \(Self.recentLimit)" : ""
        var found: [(key: IndexKey, kind: MediaKind, day: Int64, added: Int64)] = []
        for kind in plan.kinds {
            let sql = """
                SELECT e.instant, i.instant, i.id, i.zone, i.subtypes, i.favorite, i.name
                FROM entries e CROSS JOIN items i ON i.id = e.item
                WHERE e.scope = ? AND e.kind = ? AND e.instant >= ? AND e.instant < ?\(limit)
                """
            try database.forEach(
                sql,
                [
                    .integer(plan.scope), .integer(kind.indexNumber), .integer(range.lowerBound),
                    .integer(range.upperBound),
                ]
            ) { row throws(DatabaseError) in
                let instant = row.integer(1)
                guard instants.contains(instant) else { return }
                let subtypes = AssetSubtypes(rawValue: UInt32(truncatingIfNeeded: row.integer(4)))
                guard subtypes.isSuperset(of: plan.filter.subtypes) else { return }
                guard !plan.filter.favoritesOnly || row.integer(5) != 0 else { return }
                if let name = plan.filter.name, !name.matches(row.blob(6)) { return }
                let day = IndexItem.day(ofInstant: instant + row.integer(3) * 1000)
                found.append((IndexKey(instant: instant, item: row.integer(2)), kind, day, row.integer(0)))
            }
        }
        if isRecent, found.count > Self.recentLimit {
            found.sort { $0.added > $1.added }
            found.removeLast(found.count - Self.recentLimit)
        }
        found.sort { query.oldestFirst ? $0.key < $1.key : $1.key < $0.key }
        var countByKind = Dictionary(uniqueKeysWithValues: plan.kinds.map { ($0, 0) })
        var days: [Int64: Int] = [:]
        for one in found {
            countByKind[one.kind, default: 0] += 1
            days[one.day, default: 0] += 1
        }
        return IndexFetch(
            snapshot, rows: .listed(keys: found.map(\.key), localDays: days), countByKind: countByKind,
            oldestFirst: query.oldestFirst)
    }
}

extension IndexKey: Comparable {
    static func < (one: IndexKey, other: IndexKey) -> Bool {
        (one.instant, one.item) < (other.instant, other.item)
    }
}

/// Compares names without case and Unicode form, and plain ones without the cost of that.
struct NameFilter {
    private let folded: String
    private let ascii: [UInt8]?

    /// Nil when nothing is asked for.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        folded = Self.fold(text)
        ascii = folded.utf8.allSatisfy { $0 < 0x80 } ? Array(folded.utf8) : nil
    }

    func matches(_ name: [UInt8]) -> Bool {
        if name.allSatisfy({ $0 < 0x80 }) {
            guard let ascii else { return false }
            guard name.count >= ascii.count else { return false }
            return (0...name.count - ascii.count).contains { start in
                ascii.indices.allSatisfy { Self.lower(name[start + $0]) == ascii[$0] }
            }
        }
        return Self.fold(String(decoding: name, as: UTF8.self)).contains(folded)
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func fold(_ text: String) -> String {
        text.folding(options: .caseInsensitive, locale: nil).precomposedStringWithCanonicalMapping
    }
}
