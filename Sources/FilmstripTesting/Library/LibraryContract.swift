public import Filmstrip
import Foundation

/// What every photo library promises, as laws that run over a real one and over the in-memory one alike.
public enum LibraryContract {
    /// A library to be tried, with at least five assets.
    public struct Subject: Sendable {
        /// The library.
        public var library: any PhotoLibrary
        /// Makes a photo file to be added; each call makes other bytes.
        public var makePhoto: @Sendable () async throws -> MediaFile
        /// Removes an asset, as another program would; nil where that cannot be done.
        public var remove: (@Sendable (Asset) async throws -> Void)?

        /// A library, and the hands to change what lies in it.
        public init(
            library: any PhotoLibrary, makePhoto: @escaping @Sendable () async throws -> MediaFile,
            remove: (@Sendable (Asset) async throws -> Void)? = nil
        ) {
            self.library = library
            self.makePhoto = makePhoto
            self.remove = remove
        }
    }

    /// One promise of a photo library.
    public typealias Law = ContractLaw<Subject>

    /// All laws.
    public static var laws: [Law] { reading + pictures + adding }

    private static var reading: [Law] {
        [
            Law("Recents comes first, then smart albums in their order, then the user's by title") { subject in
                let albums = try await subject.library.albums()
                try ContractViolation.unless(
                    albums.first?.id == .smart(.recents), "the first is \(albums.first as Any)")
                try ContractViolation.unless(Set(albums.map(\.id)).count == albums.count, "identities are unique")
                let smart = albums.compactMap { if case .smart(let smart) = $0.kind { smart } else { nil } }
                let order = Album.Smart.allCases.filter(smart.contains)
                try ContractViolation.unless(smart == order, "\(smart)")
                let kinds = albums.map { $0.kind == .user }
                try ContractViolation.unless(kinds == kinds.sorted { !$0 && $1 }, "the user's albums come last")
            },
            Law("newest comes first, and oldest first is the same the other way round") { subject in
                let newest = try await subject.assets()
                let oldest = try await subject.assets(AssetQuery(oldestFirst: true))
                let instants = newest.map(\.date.instant)
                try ContractViolation.unless(instants == instants.sorted(by: >), "newest first")
                try ContractViolation.unless(oldest.map(\.id) == newest.reversed().map(\.id), "oldest first")
            },
            Law("counts, kinds and days add up to what is there") { subject in
                let fetch = try await subject.library.fetch(AssetQuery())
                let assets = try await fetch.assets(in: 0..<fetch.count)
                try ContractViolation.unless(assets.count == fetch.count, "\(assets.count) of \(fetch.count)")
                try ContractViolation.unless(Set(assets.map(\.id)).count == fetch.count, "identities are unique")
                let kinds = Dictionary(grouping: assets, by: \.kind).mapValues(\.count)
                try ContractViolation.unless(
                    fetch.countByKind.filter { $0.value > 0 } == kinds, "\(fetch.countByKind) and \(kinds)")
                let sum = fetch.days.reduce(0) { $0 + $1.count }
                try ContractViolation.unless(sum == fetch.count, "days have \(sum) of \(fetch.count)")
                try ContractViolation.unless(fetch.days.allSatisfy { $0.count > 0 }, "no day is empty")
            },
            Law("places outside are left out") { subject in
                let fetch = try await subject.library.fetch(AssetQuery())
                let all = try await fetch.assets(in: 0..<fetch.count).map(\.id)
                for range in [
                    -5..<3, fetch.count - 2..<fetch.count + 10, fetch.count..<fetch.count + 5, -9 ..< -3, 2..<2,
                ] {
                    let ids = try await fetch.assets(in: range).map(\.id)
                    try ContractViolation.unless(ids == Array(all[range.clamped(to: 0..<fetch.count)]), "\(range)")
                }
            },
            Law("an asset knows its place, and a stranger has none") { subject in
                let fetch = try await subject.library.fetch(AssetQuery())
                for place in [0, fetch.count / 2, fetch.count - 1] {
                    let asset = try ContractViolation.unwrap(
                        try await fetch.assets(in: place..<place + 1).first, "\(place)")
                    let found = try await fetch.index(of: asset.id)
                    try ContractViolation.unless(found == place, "\(found as Any), not \(place)")
                    let again = try await subject.library.asset(asset.id)
                    try ContractViolation.unless(again == asset, "\(again as Any), not \(asset)")
                }
                let stranger = try await fetch.index(of: "no such asset")
                try ContractViolation.unless(stranger == nil, "a stranger has a place")
                let asset = try await subject.library.asset("no such asset")
                try ContractViolation.unless(asset == nil, "a stranger is an asset")
            },
            Law("a moment has a place in both orders") { subject in
                for oldestFirst in [false, true] {
                    let fetch = try await subject.library.fetch(AssetQuery(oldestFirst: oldestFirst))
                    let instants = try await fetch.assets(in: 0..<fetch.count).map(\.date.instant)
                    for offset in [-1.0, 0, 1] {
                        let moment = instants[fetch.count / 2].addingTimeInterval(offset)
                        let right = instants.firstIndex { oldestFirst ? $0 >= moment : $0 <= moment } ?? fetch.count
                        let found = try await fetch.index(at: moment)
                        try ContractViolation.unless(found == right, "\(found), not \(right)")
                    }
                    let beyond = try await fetch.index(at: oldestFirst ? .distantFuture : .distantPast)
                    try ContractViolation.unless(beyond == fetch.count, "beyond the end is \(beyond)")
                }
            },
            Law("a query gives what it asks for and no more") { subject in
                let all = try await subject.assets()
                for kind in MediaKind.allCases {
                    let found = try await subject.assets(AssetQuery(kinds: [kind]))
                    try ContractViolation.unless(found.map(\.id) == all.filter { $0.kind == kind }.map(\.id), "\(kind)")
                }
                let middle = all[all.count / 2]
                let instant = middle.date.instant
                let since = try await subject.assets(AssetQuery(since: instant))
                try ContractViolation.unless(
                    since.map(\.id) == all.filter { $0.date.instant >= instant }.map(\.id), "since is inclusive")
                let until = try await subject.assets(AssetQuery(until: instant))
                try ContractViolation.unless(
                    until.map(\.id) == all.filter { $0.date.instant < instant }.map(\.id), "until is exclusive")
                let named = try await subject.assets(AssetQuery(nameContains: middle.fileName.uppercased()))
                try ContractViolation.unless(named.contains { $0.id == middle.id }, "names are compared without case")
            },
        ]
    }

    private static var pictures: [Law] {
        [
            Law("a thumbnail fits, and only the last one is final") { subject in
                let asset = try ContractViolation.unwrap(
                    try await subject.assets(AssetQuery(kinds: [.photo])).first { !$0.isRemote }, "there is a photo")
                let box = PixelSize(width: 48, height: 48)
                var degraded: [Bool] = []
                for try await thumbnail in subject.library.thumbnail(asset.id, fitting: box) {
                    let frame = thumbnail.frame
                    degraded.append(thumbnail.isDegraded)
                    try ContractViolation.unless(
                        frame.size.width <= 48 && frame.size.height <= 48 && frame.size.pixelCount > 0, "\(frame.size)")
                    try ContractViolation.unless(frame.bytes.count >= frame.size.pixelCount * 4, "pixels are missing")
                }
                try ContractViolation.unless(
                    degraded.last == false && degraded.filter { !$0 }.count == 1, "degraded: \(degraded)")
            },
            Law("an original comes once and last, with bytes") { subject in
                let asset = try ContractViolation.unwrap(try await subject.assets().first { !$0.isRemote }, "an asset")
                let file = try await subject.original(asset.id)
                let bytes = try Data(contentsOf: file.url)
                try ContractViolation.unless(!bytes.isEmpty, "it is empty")
                try ContractViolation.unless(file.contentType == asset.contentType, "it is \(file.contentType)")
            },
            Law("a stranger has neither thumbnail nor original") { subject in
                let stranger: AssetID = "no such asset"
                try await ContractViolation.unlessThrows(
                    "the thumbnail is gone", where: { ($0 as? LibraryError) == .itemGone(stranger) }
                ) {
                    for try await _ in subject.library.thumbnail(stranger, fitting: PixelSize(width: 9, height: 9)) {}
                }
                try await ContractViolation.unlessThrows(
                    "the original is gone", where: { ($0 as? LibraryError) == .itemGone(stranger) }
                ) {
                    for try await _ in subject.library.original(stranger) {}
                }
            },
        ]
    }

    private static var adding: [Law] {
        [
            Law("what is added is there with its bytes, and is told") { subject in
                let changes = subject.library.changes()
                let photo = try await subject.makePhoto()
                let asset = try await subject.library.add(NewMedia(file: photo), toAlbumTitled: nil)
                let told = await changes.first { $0.added.contains(asset.id) || $0.isCoarse }
                try ContractViolation.unless(told != nil, "the change is told")
                let place = try await subject.library.fetch(AssetQuery()).index(of: asset.id)
                try ContractViolation.unless(place != nil, "it is in Recents")
                let original = try await subject.original(asset.id)
                let same = try Data(contentsOf: original.url) == Data(contentsOf: photo.url)
                try ContractViolation.unless(same, "its bytes are others")
            },
            Law("two of one name are two assets with their own bytes") { subject in
                let (one, two) = (try await subject.makePhoto(), try await subject.makePhoto())
                let first = try await subject.library.add(NewMedia(file: one, name: "twin"), toAlbumTitled: nil)
                let second = try await subject.library.add(NewMedia(file: two, name: "twin"), toAlbumTitled: nil)
                try ContractViolation.unless(first.id != second.id && first.fileName != second.fileName, "\(second)")
                for (asset, file) in [(first, one), (second, two)] {
                    let original = try await subject.original(asset.id)
                    let same = try Data(contentsOf: original.url) == Data(contentsOf: file.url)
                    try ContractViolation.unless(same, "\(asset.fileName) has other bytes")
                }
            },
            Law("an album is made when something is added to it") { subject in
                let photo = try await subject.makePhoto()
                let asset = try await subject.library.add(NewMedia(file: photo), toAlbumTitled: "Contract")
                let album = try ContractViolation.unwrap(
                    try await subject.library.albums().first { $0.kind == .user && $0.title == "Contract" },
                    "it is listed")
                let assets = try await subject.assets(AssetQuery(album: album.id))
                try ContractViolation.unless(assets.map(\.id).contains(asset.id), "\(assets.map(\.id))")
                let recents = try await subject.library.fetch(AssetQuery()).index(of: asset.id)
                try ContractViolation.unless(recents != nil, "it is in Recents as well")
            },
            Law("a file that is not there cannot be added") { subject in
                let missing = MediaFile(path: MediaPath("/no/such/photo.jpg"), contentType: .jpeg, isTemporary: false)
                try await ContractViolation.unlessThrows("it is not found", where: { $0 is LibraryError }) {
                    _ = try await subject.library.add(NewMedia(file: missing), toAlbumTitled: nil)
                }
            },
            Law("what is removed is told and gone, and a snapshot keeps its count") { subject in
                guard let remove = subject.remove else { return }
                let photo = try await subject.makePhoto()
                let asset = try await subject.library.add(NewMedia(file: photo), toAlbumTitled: nil)
                let fetch = try await subject.library.fetch(AssetQuery())
                let (count, changes) = (fetch.count, subject.library.changes())
                try await remove(asset)
                let told = await changes.first { $0.removed.contains(asset.id) || $0.isCoarse }
                try ContractViolation.unless(told != nil && fetch.count == count, "the snapshot has \(fetch.count)")
                let gone = try await subject.library.asset(asset.id)
                try ContractViolation.unless(gone == nil, "it is still an asset")
                let place = try await subject.library.fetch(AssetQuery()).index(of: asset.id)
                try ContractViolation.unless(place == nil, "it is still in Recents")
            },
        ]
    }
}

extension LibraryContract.Subject {
    fileprivate func assets(_ query: AssetQuery = AssetQuery()) async throws -> [Asset] {
        let fetch = try await library.fetch(query)
        return try await fetch.assets(in: 0..<fetch.count)
    }

    fileprivate func original(_ id: AssetID) async throws -> MediaFile {
        var originals: [MediaFile] = []
        for try await delivery in library.original(id) {
            try ContractViolation.unless(originals.isEmpty, "something comes after the original")
            if case .original(let file, _) = delivery { originals.append(file) }
        }
        return try ContractViolation.unwrap(originals.first, "the original comes")
    }
}
