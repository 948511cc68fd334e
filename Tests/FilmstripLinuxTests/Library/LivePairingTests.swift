import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct LivePairingTests {
    private let identifier = "11111111-1111-4111-8111-111111111111"

    @Test func `A still and a movie with one identifier are one live photo, and two photos again without the movie`()
        async throws
    {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(identifier: identifier), "IMG_1.JPG")
        let movie = try test.write(Sample.movie(identifier: identifier), "IMG_1.MOV")
        try test.write(Sample.movie(identifier: "22222222-2222-4222-8222-222222222222"), "IMG_2.MOV")
        let report = try await test.library.index()
        #expect(report.counts == [2, 0, 0, 0])
        let live = try #require(try await test.assets(AssetQuery(kinds: [.livePhoto])).first)
        #expect(live.fileName == "IMG_1.JPG")
        #expect(live.subtypes.contains(.live))
        for try await step in test.library.original(live.id) {
            guard case .original(_, let half) = step else { continue }
            #expect(half?.path == movie)
        }
        try test.checkCounts()
        unlink(movie.string)
        try await test.library.index()
        #expect(try await test.library.asset(live.id)?.kind == .photo)
        #expect(try await test.library.albums().contains { $0.id == .smart(.livePhotos) } == false)
        try test.checkCounts()
    }

    @Test func `Without identifiers only a short movie of the same name and moment is the half of a photo`()
        async throws
    {
        let test = try TestLibrary()
        let moment = Date(timeIntervalSince1970: 1_714_979_289)
        func pair(_ name: String, seconds: Double, later: Double) throws {
            try test.write(Sample.jpeg(date: "2024:05:06 07:08:09", offset: "+00:00"), name + ".jpg")
            try test.write(Sample.movie(seconds: seconds, created: moment + later), name + ".mov")
        }
        try pair("one", seconds: 3, later: 1)
        try pair("long", seconds: 9, later: 1)
        try pair("late", seconds: 3, later: 60)
        try await test.library.index()
        #expect(try await test.names(AssetQuery(kinds: [.livePhoto])) == ["one.jpg"])
        #expect(try await Set(test.names(AssetQuery(kinds: [.video]))) == ["long.mov", "late.mov"])
    }

    @Test func `A pair that was not joined in time is joined by the next look`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(identifier: identifier), "IMG_1.JPG")
        try test.write(Sample.movie(identifier: identifier), "IMG_1.MOV")
        try await test.library.index()
        // As a look leaves it that was killed between the files and the pairs.
        try test.library.core.withWriter { writer throws(DatabaseError) in
            var items: [IndexItem] = []
            try writer.database.forEach("SELECT \(IndexItem.columns) FROM items") { items.append(IndexItem($0)) }
            for item in items {
                var alone = item
                (alone.partner, alone.role) = (nil, .shown)
                alone.settle(item.ownKind)
                try writer.update(alone, from: item)
            }
            try writer.set("pairing", 0)
            try writer.commit()
        }
        #expect(try await Set(test.assets().map(\.kind)) == [.photo, .video])
        #expect(try await test.library.index().filesRead == 0)
        #expect(try await test.assets().map(\.kind) == [.livePhoto])
        try test.checkCounts()
        #expect(try await test.library.index().counts == [0, 0, 0, 1])
    }

    @Test func `C31 a still whose movie is broken is a photo, and the movie is told and not shown`() async throws {
        // photoprism #1895
        let test = try TestLibrary()
        let still = Sample.jpeg(identifier: identifier)
        try test.write(still, "IMG_5.jpg")
        try test.write(still, "IMG_5.mov")
        try test.write(Sample.jpeg(comment: "6"), "IMG_6.jpg")
        try test.write([], "IMG_6.mov")
        for _ in 0..<2 {
            try await test.library.index()
            let assets = try await test.assets()
            #expect(Set(assets.map(\.fileName)) == ["IMG_5.jpg", "IMG_6.jpg"])
            #expect(assets.allSatisfy { $0.kind == .photo })
            let problems = try await test.library.problems()
            #expect(problems.map(\.path.name.string) == ["IMG_5.mov", "IMG_6.mov"])
            #expect(problems.allSatisfy { $0.code == .unreadable })
        }
        try test.checkCounts()
    }

    @Test func `C32 the movie of a motion photo is cut out of it, and vanishes when it is released`() async throws {
        // nextcloud/photos #365; photoprism PR 3722; aves PR 2120
        let test = try TestLibrary()
        let movie = Sample.movie()
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MicroVideo="1" \
            GCamera:MicroVideoOffset="\(movie.count)"/></rdf:RDF></x:xmpmeta>
            """
        let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
        let still = Sample.jpeg()
        let length = payload.count + 2
        let bytes =
            Array(still[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload + Array(still[2...])
        try test.write(bytes + movie, "motion.jpg")
        try await test.library.index()
        let asset = try #require(try await test.assets().first)
        #expect(asset.kind == .livePhoto)
        var path: MediaPath?
        for try await step in test.library.original(asset.id) {
            guard case .original(_, let half) = step else { continue }
            path = half?.path
            #expect(FileManager.default.contents(atPath: try #require(path).string) == Data(movie))
        }
        let movieFile = try #require(path).string
        try await eventually { access(movieFile, F_OK) != 0 }
    }
}
