import Filmstrip
import Foundation

/// Entries, newest first, with their counts beside them, so that nobody has to walk through them to open a fetch.
struct LibraryEntries: RandomAccessCollection, Sendable {
    private var entries: [LibraryEntry]
    private(set) var countByKind: [MediaKind: Int] = [:]
    /// Newest first.
    private(set) var days: [DayCount] = []
    private let looks: Locked<Int>

    /// - Parameter looks: counts the entries that are looked at from now on.
    init(_ entries: [LibraryEntry], looks: Locked<Int>) {
        self.entries = entries
        self.looks = looks
        recount()
    }

    var startIndex: Int { 0 }
    var endIndex: Int { entries.count }

    subscript(place: Int) -> LibraryEntry {
        looks.withLock { $0 += 1 }
        return entries[place]
    }

    /// Where a number stands, found in a few looks however many there are: what was added comes first with falling numbers,
    /// and what was made up follows with rising ones.
    func place(of number: Int32) -> Int? {
        for rank in [number, -number] {
            var (low, high) = (0, entries.count)
            while low < high {
                let middle = (low + high) / 2
                if self[middle].rank < rank { low = middle + 1 } else { high = middle }
            }
            if low < entries.count, entries[low].number == number { return low }
        }
        return nil
    }

    /// Puts in what is newer than all others.
    mutating func putFirst(_ entry: LibraryEntry) {
        entries.insert(entry, at: 0)
        recount()
    }

    mutating func remove(where isGone: (LibraryEntry) -> Bool) {
        entries.removeAll(where: isGone)
        recount()
    }

    mutating func setFavorite(_ isFavorite: Bool, _ number: Int32) {
        if let place = place(of: number) { entries[place].isFavorite = isFavorite }
    }

    private mutating func recount() {
        (countByKind, days) = ([:], [])
        for entry in entries {
            countByKind[entry.kind, default: 0] += 1
            if days.last?.day == entry.day {
                days[days.count - 1].count += 1
            } else {
                days.append(DayCount(day: entry.day, count: 1))
            }
        }
    }
}

/// A snapshot: the entries are shared with the library until it changes, and assets are made when they are looked at.
struct InMemoryFetch: AssetFetch {
    let entries: LibraryEntries
    let known: [Int32: Asset]
    let oldestFirst: Bool

    var count: Int { entries.count }
    var countByKind: [MediaKind: Int] { entries.countByKind }
    var days: [DayCount] { oldestFirst ? entries.days.reversed() : entries.days }

    private func entry(_ place: Int) -> LibraryEntry { entries[oldestFirst ? count - 1 - place : place] }

    func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
        range.clamped(to: 0..<count).map { place in
            let entry = entry(place)
            return known[entry.number] ?? entry.asset
        }
    }

    func index(of id: AssetID) async throws(LibraryError) -> Int? {
        guard let number = LibraryEntry.number(of: id) else { return nil }
        return entries.place(of: number).map { oldestFirst ? count - 1 - $0 : $0 }
    }

    func index(at date: Date) async throws(LibraryError) -> Int {
        let seconds = date.timeIntervalSince1970
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let instant = Double(entry(middle).seconds)
            if oldestFirst ? instant >= seconds : instant <= seconds { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
