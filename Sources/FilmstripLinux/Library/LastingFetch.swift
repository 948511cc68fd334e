import Filmstrip
import Foundation

/// A fetch that goes on when its index breaks.
///
/// The damaged index is given up and filled anew, and the query is opened again on the new one. From then on the fetch shows
/// that state at the old positions, as it does when its minute is over. Only an index that cannot be made anew is an error.
final class LastingFetch: AssetFetch {
    let count: Int
    let countByKind: [MediaKind: Int]
    private let query: AssetQuery
    private let core: LibraryCore
    private let current: Locked<IndexFetch>

    init(_ query: AssetQuery, of core: LibraryCore) async throws(LibraryError) {
        let first = try await core.open(query)
        count = first.count
        countByKind = first.countByKind
        self.query = query
        self.core = core
        current = Locked(first)
    }

    var days: [DayCount] { current.withLock { $0 }.days }

    @concurrent
    func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
        try await lasting { fetch async throws(LibraryError) in try await fetch.assets(in: range) }
    }

    @concurrent
    func index(of id: AssetID) async throws(LibraryError) -> Int? {
        try await lasting { fetch async throws(LibraryError) in try await fetch.index(of: id) }
    }

    @concurrent
    func index(at date: Date) async throws(LibraryError) -> Int {
        min(try await lasting { fetch async throws(LibraryError) in try await fetch.index(at: date) }, count)
    }

    /// Lets go of the past now, for tests.
    func expire() { current.withLock { $0 }.snapshot.expire() }

    private func lasting<Result>(
        _ body: (IndexFetch) async throws(LibraryError) -> Result
    ) async throws(LibraryError) -> Result {
        let fetch = current.withLock { $0 }
        do throws(LibraryError) {
            return try await body(fetch)
        } catch {
            guard case .indexDamaged = error else { throw error }
            core.giveUp(fetch.snapshot.readers)
            let next = try await core.open(query)
            current.withLock { $0 = next }
            return try await body(next)
        }
    }
}
