import Filmstrip
import FilmstripLinux
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripCommand

/// The built command over real folders, with files that are not as they should be.
@Suite(.timeLimit(.minutes(5)), .serialized) struct LibraryCommandTests {
    private static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    /// What lies in the fixture's folder `library`, by name.
    private func write(_ files: [String: [UInt8]], _ fixture: CommandFixture) throws {
        for (name, bytes) in files {
            let path = fixture.folder.appending("library/" + name)
            try path.parent.makeFolders()
            try path.writeNew(bytes, durably: false)
        }
    }

    private func names(_ outcome: BuiltCommand.Outcome, _ field: String = "mime") -> [String: String] {
        let pairs = outcome.objects.map { object in
            (MediaPath(object["path"] as? String ?? "").name.string, object[field] as? String ?? "")
        }
        return Dictionary(pairs) { $1 }
    }

    // seafile-iOS #358; TLPhotoPicker #274; react-native-image-picker #2009, #1856
    @Test func `C20 a listed file is what its bytes say, and never image slash jpg`() async throws {
        let fixture = try CommandFixture()
        let jpeg = try EncodeVerbTests.jpeg()
        try write(["fake.heic": jpeg, "noext": jpeg, "UP.JPG": jpeg, "plain.jpg": jpeg], fixture)
        let command = BuiltCommand(in: fixture.folder)
        let listed = try await command.run("library", "list", "--library", "library", "--json")
        #expect(listed.status == 0, "\(listed.errorText)")
        #expect(names(listed).count == 4 && names(listed).values.allSatisfy { $0 == "image/jpeg" })
        for name in ["fake.heic", "noext"] {
            let info = try await command.run("info", "library/\(name)", "--json", "--library", "library")
            #expect(names(info) == [name: "image/jpeg"])
        }
        let added = try await command.run("library", "add", "library/fake.heic", "--library", "library", "--json")
        #expect(names(added) == ["fake.jpg": "image/jpeg"], "\(added.errorText)")
    }

    // immich #13253, #15515, #16644; jellyfin #2402, #4882: one unreadable folder ended the scan. Not as root.
    @Test(.enabled(if: geteuid() == 0, "another user is needed"))
    func `C40 unreadable folders and files are problems that are listed, and the rest is indexed`() async throws {
        let fixture = try CommandFixture()
        let jpeg = try EncodeVerbTests.jpeg()
        var files: [String: [UInt8]] = ["f3/shut.jpg": jpeg, ".aaa/h.jpg": jpeg, "mmm/m.jpg": jpeg]
        for number in 0..<10 { files["f\(number)/p.jpg"] = jpeg }
        try write(files, fixture)
        let shut = [".aaa", "mmm", "f3/shut.jpg"].map { fixture.folder.appending("library/" + $0) }
        for path in shut { chmod(path.string, 0) }
        defer { for path in shut { chmod(path.string, 0o755) } }
        chmod(fixture.folder.string, 0o777)
        let command = BuiltCommand(in: fixture.folder)
        func run(_ words: String...) throws -> BuiltCommand.Outcome {
            try command.start(
                (words + ["--library", "library", "--json"]).map { MediaPath($0) }, before: Self.asNobody
            )
            .wait()
        }
        let first = try run("library", "index")
        #expect(first.status == 0, "\(first.errorText)")
        #expect(first.objects.first?["added"] as? Int == 10 && first.objects.first?["problems"] as? Int == 3)
        #expect(try run("library", "list").objects.count == 10)
        let text = try run("library", "problems").outputText
        for path in shut { #expect(text.contains("\"\(path.string)\"")) }
        for path in shut { chmod(path.string, 0o755) }
        let second = try run("library", "index")
        #expect(second.objects.first?["added"] as? Int == 2 && second.objects.first?["problems"] as? Int == 0)
    }

    // ProjectKestrel PR 58; photoprism #985; giant #380
    @Test func `C44 companions, sidecars, hidden files and the cache itself are never listed`() async throws {
        let fixture = try CommandFixture()
        let jpeg = try EncodeVerbTests.jpeg()
        try write(
            [
                "IMG_1.JPG": jpeg, "._IMG_1.JPG": [0, 5, 0x16, 7] + [UInt8](repeating: 0, count: 4092),
                "IMG_1.AAE": Array("<plist/>".utf8), "Thumbs.db": [0xD0, 0xCF], ".hidden.jpg": jpeg,
                "cache/thumbnail.jpg": jpeg,
            ], fixture)
        let command = BuiltCommand(in: fixture.folder)
        for _ in 0..<2 {
            let words = ["--library", "library", "--cache", "library/cache", "--json"]
            let listed = try await command.run((["library", "list"] + words).map { MediaPath($0) })
            #expect(Array(names(listed).keys) == ["IMG_1.JPG"], "\(listed.errorText)")
            let problems = try await command.run((["library", "problems"] + words).map { MediaPath($0) })
            #expect(problems.outputText == "[]\n")
        }
    }

    // libvips #646; sxiv #325; thumbor #604: killed by a tiny file.
    @Test func `C28 a picture that claims too much is told by its header and never decoded`() async throws {
        let fixture = try CommandFixture()
        let size: [UInt8] = [0, 1, 0x86, 0xA0]
        let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + size + size + [8, 6, 0, 0, 0, 0, 0, 0, 0]
        let data: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8) + [0, 0, 0, 0]
        let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0, 0, 0, 0]
        try write(["bomb.png": [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + header + data + end], fixture)
        let command = BuiltCommand(in: fixture.folder)
        let clock = ContinuousClock()
        let start = clock.now
        let info = try await command.run("info", "library/bomb.png", "--json", "--library", "library")
        #expect(info.status == 0 && info.objects.first?["width"] as? Int == 100_000, "\(info.errorText)")
        let problems = info.objects.first?["problems"] as? [[String: String]]
        #expect(problems?.map { $0["code"] } == ["tooLarge"])
        let encoded = try await command.run("encode", "library/bomb.png", "--type", "jpeg", "--json")
        #expect(encoded.status == 2 && encoded.errorCode == "tooLarge", "\(encoded.errorText)")
        #expect(clock.now - start < .seconds(30))
        let listed = try await command.run("library", "problems", "--library", "library", "--json")
        #expect(listed.outputText.contains(#""code":"tooLarge""#))
    }

    @Test func `5.14 a file that ends too early is truncated`() async throws {
        let fixture = try CommandFixture()
        try write(["cut.jpg": [0xFF, 0xD8, 0xFF, 0xE1], "empty.jpg": []], fixture)
        let command = BuiltCommand(in: fixture.folder)
        for name in ["cut.jpg", "empty.jpg"] {
            let info = try await command.run("info", "library/\(name)", "--json", "--library", "library")
            #expect(info.status == 2 && info.errorCode == "truncated", "\(info.errorText)")
            let added = try await command.run("library", "add", "library/\(name)", "--json", "--library", "library")
            #expect(added.status == 2 && added.errorCode == "truncated", "\(added.errorText)")
        }
        let problems = try await command.run("library", "problems", "--library", "library", "--json")
        #expect(problems.outputText.components(separatedBy: #""code":"truncated""#).count == 3)
    }

    /// The two files of a live photo, in the fixture's folder.
    private func writeLivePhoto(_ still: String, _ movie: String, _ fixture: CommandFixture) async throws {
        let item = try #require(SamplePlan(count: 300, seed: 2).items.first { $0.kind == .live })
        let files = try await SampleMaker(seed: 2, isTiny: true, scratch: fixture.folder).files(of: item)
        try #require(files.count == 2)
        for (name, file) in zip([still, movie], files) {
            let path = fixture.folder.appending(name)
            try path.parent.makeFolders()
            try path.writeNew(file.bytes, durably: false)
        }
    }

    @Test(arguments: [["one/A.JPG"], ["one/A.JPG", "one/A.MOV"], ["./one/A.MOV", "one/A.JPG"]])
    func `5.5 a live photo is added as one, by its still or by both files in any order`(words: [String]) async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("library").makeFolders()
        try await writeLivePhoto("one/A.JPG", "one/A.MOV", fixture)
        let command = BuiltCommand(in: fixture.folder)
        let options = ["--library", "library", "--json"]
        let added = try await command.run((["library", "add"] + words + options).map { MediaPath($0) })
        #expect(added.status == 0 && added.objects.map { $0["kind"] as? String } == ["live"], "\(added.errorText)")
        let listed = try await command.run((["library", "list"] + options).map { MediaPath($0) })
        #expect(listed.objects.map { $0["kind"] as? String } == ["live"], "\(listed.outputText)")
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.string + "/library/Camera")
        #expect(names.sorted() == ["A.jpg", "A.mov"])
    }

    @Test func `5.5 a live photo whose files lie apart is one when both are added`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("library").makeFolders()
        try await writeLivePhoto("one/A.JPG", "two/A.MOV", fixture)
        let command = BuiltCommand(in: fixture.folder)
        let movie = try await command.run("library", "add", "two/A.MOV", "--library", "library", "--json")
        #expect(movie.objects.map { $0["kind"] as? String } == ["video"], "\(movie.errorText)")
        let still = try await command.run("library", "add", "one/A.JPG", "--library", "library", "--json")
        #expect(still.objects.map { $0["kind"] as? String } == ["live"], "\(still.errorText)")
        let listed = try await command.run("library", "list", "--library", "library", "--json")
        #expect(listed.objects.map { $0["kind"] as? String } == ["live"], "\(listed.outputText)")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `5.14 a signal ends a look through the library as cancelled, and the next one goes on`(
        signal: Int32
    ) async throws {
        let fixture = try CommandFixture()
        try write(["first.jpg": EncodeVerbTests.jpeg()], fixture)
        let first = fixture.folder.appending("library/first.jpg").string
        // Many names of one file are quickly made, and each is read.
        for number in 0..<6000 {
            let folder = fixture.folder.appending("library/f\(number / 1000)")
            if number % 1000 == 0 { try folder.makeFolders() }
            try #require(link(first, folder.appending("\(number).jpg").string) == 0)
        }
        let command = BuiltCommand(in: fixture.folder)
        let running = try command.start(["library", "index", "--library", "library"].map { MediaPath($0) })
        let cache = fixture.folder.appending("cache").string
        func hasBegun() -> Bool {
            let names = try? FileManager.default.subpathsOfDirectory(atPath: cache)
            return names?.contains { $0.hasSuffix("index.db") } == true
        }
        while !hasBegun() { try await Task.sleep(for: .milliseconds(5)) }
        running.signal(signal)
        let outcome = running.wait()
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        let next = try await command.run("library", "index", "--library", "library", "--json")
        let report = try #require(next.objects.first, "\(next.errorText)")
        #expect((report["added"] as? Int ?? 0) + (report["unchanged"] as? Int ?? 0) == 6001, "\(report)")
        #expect(next.errors.isEmpty)
    }

    // osxphotos #1333: marks were lost, and nobody was told.
    @Test func `C49 that the favourites are lost is told in JSON, too`() async throws {
        let fixture = try CommandFixture()
        try write(["a.jpg": EncodeVerbTests.jpeg()], fixture)
        let marks = fixture.folder.appending("data/filmstrip/favorites")
        try marks.parent.makeFolders()
        marks.put("no list of ours")
        let listed = try await BuiltCommand(in: fixture.folder)
            .run("library", "list", "--library", "library", "--json")
        #expect(listed.status == 0 && listed.objects.count == 1)
        #expect(listed.errorText.hasPrefix(#"{"notice":{"code":"favoritesLost","message":""#), "\(listed.errorText)")
        #expect(listed.errorText.split(separator: "\n").count == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "another user is needed"))
    func `5.12 permissions of a named library that nobody may read are denied`() async throws {
        let fixture = try CommandFixture()
        let shut = fixture.folder.appending("library")
        try shut.makeFolders()
        chmod(fixture.folder.string, 0o777)
        chmod(shut.string, 0)
        defer { chmod(shut.string, 0o755) }
        let words = ["permissions", "library", "library-add", "--library", "library", "--json"]
        let outcome = try BuiltCommand(in: fixture.folder).start(words.map { MediaPath($0) }, before: Self.asNobody)
            .wait()
        #expect(outcome.outputText == #"{"library":"denied","library-add":"denied"}"# + "\n", "\(outcome.errorText)")
    }

    private static let hasExifTool = access("/usr/bin/exiftool", X_OK) == 0

    // immich #15639, #20839, #28742; photoprism #4046, #1388: the order depended on the machine's zone.
    @Test(.enabled(if: hasExifTool, "exiftool writes the dates"))
    func `C16 C19 dates and their order are the same on machines of all zones`() async throws {
        let fixture = try CommandFixture()
        let dates = [
            "both.jpg": ["-OffsetTimeOriginal=+02:00", "-OffsetTime=+01:00"], "edit.jpg": ["-OffsetTime=+02:00"],
            "floating.jpg": [], "later.jpg": ["-OffsetTimeOriginal=+02:00", "-DateTimeOriginal=2024:07:01 12:01:00"],
        ]
        for (name, tags) in dates {
            try write([name: EncodeVerbTests.jpeg()], fixture)
            let exiftool = ["exiftool", "-q", "-overwrite_original", "-DateTimeOriginal=2024:07:01 12:00:00"]
            let tagged = try RunningProgram.run(exiftool + tags + [fixture.folder.appending("library/\(name)").string])
            try #require(tagged.status == 0, "\(tagged.errors)")
        }
        var seen: [[String]] = []
        for zone in ["Asia/Tokyo", "America/New_York"] {
            var command = BuiltCommand(in: fixture.folder)
            command.variables["TZ"] = zone
            command.variables["XDG_CACHE_HOME"] = fixture.folder.appending("cache \(zone.count)").string
            let listed = try await command.run("library", "list", "--oldest", "--library", "library", "--json")
            #expect(names(listed, "date")["both.jpg"] == "2024-07-01T12:00:00+02:00", "\(listed.outputText)")
            #expect(names(listed, "date")["edit.jpg"] == "2024-07-01T12:00:00+02:00")
            #expect(names(listed, "date")["floating.jpg"]?.hasPrefix("2024-07-01T12:00:00") == true)
            seen.append(listed.objects.map { MediaPath($0["path"] as? String ?? "").name.string })
        }
        #expect(seen[0] == seen[1] && seen[0].suffix(2) == ["later.jpg", "floating.jpg"], "\(seen)")
    }

    /// Whether this machine lets us mount a small disk, out of sight of everybody else.
    private static let canMount: Bool = {
        do {
            return try RunningProgram.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status == 0
        } catch {
            return false
        }
    }()

    @Test(.enabled(if: canMount, "only root may mount a small disk"))
    func `5.7 onto a full disk each verb that writes is noSpace, and leaves nothing behind`() async throws {
        let fixture = try CommandFixture()
        let picture = fixture.folder.appending("large.jpg")
        try picture.writeNew(EncodeVerbTests.jpeg() + [UInt8](repeating: 7, count: 100_000))
        let text = Data(try picture.readAll()).base64EncodedString()
        try fixture.folder.appending("large.txt").writeNew(Array(text.utf8))
        try fixture.folder.appending("disk").makeFolders()
        // A disk of 16 KiB that this run alone sees; what is left on it is written down before it goes.
        let script = """
            mount -t tmpfs -o size=16k none disk || exit 99
            "$@"; status=$?
            ls -A disk > left
            exit $status
            """
        let command = BuiltCommand(in: fixture.folder)
        for words in [
            ["library", "add", "large.jpg", "--library", "disk"], ["decode", "large.txt", "-o", "disk/a.jpg"],
            ["shoot", "--camera", "simulated", "-o", "disk/a.jpg"],
        ] {
            let before = ["unshare", "-m", "sh", "-c", script, "sh"]
            let outcome = try command.start((words + ["--json"]).map { MediaPath($0) }, before: before).wait()
            #expect(outcome.status == 2 && outcome.errorCode == "noSpace", "\(words): \(outcome.errorText)")
            let left = String(decoding: try fixture.folder.appending("left").readAll(), as: UTF8.self)
            #expect(["", "Camera\n"].contains(left), "\(words): \(left)")
        }
        #expect(picture.byteCount ?? 0 > 100_000)
    }

    // A file may claim any time that its file system keeps.
    @Test(.enabled(if: canMount, "only root may mount a small disk"))
    func `5.14 a file of an absurd time is told, by info and by the library alike`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(EncodeVerbTests.jpeg())
        try fixture.folder.appending("disk").makeFolders()
        let command = BuiltCommand(in: fixture.folder)
        for (time, text) in [
            (Int64.max, "9999-12-31T23:59:59.999Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (-62_135_596_801, "0000-12-31T23:59:59Z"), (.min, "0000-01-01T00:00:00Z"),
            (20_000_000_000, "2603-10-11T11:33:20Z"),
        ] {
            let script = """
                mount -t tmpfs none disk && cp a.jpg disk && touch -d @\(time) disk/a.jpg || exit 99
                "$@" && shift 7 && "$0" info disk/a.jpg --json --library disk
                """
            let before = ["unshare", "-m", "sh", "-c", script, BuiltCommand.path]
            let words = ["library", "list", "--json", "--library", "disk", "--quiet"].map { MediaPath($0) }
            let outcome = try command.start(words, before: before).wait()
            #expect(outcome.status == 0, "\(time): \(outcome.errorText)")
            #expect(outcome.objects.map { $0["date"] as? String } == [text, text], "\(time): \(outcome.outputText)")
        }
    }

    @Test(.enabled(if: canMount, "only root may mount a small disk"))
    func `5.7 a recording that fills its disk ends, says so and plays`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("disk").makeFolders()
        let script = "mount -t tmpfs -o size=1m none disk && \"$@\"; status=$?; cp disk/a.mp4 .; exit $status"
        let words = ["record", "--camera", "simulated", "--for", "20", "--no-audio", "-o", "disk/a.mp4", "--json"]
        let outcome = try BuiltCommand(in: fixture.folder)
            .start(words.map { MediaPath($0) }, before: ["unshare", "-m", "sh", "-c", script, "sh"]).wait()
        let video = try #require(outcome.objects.first, "\(outcome.errorText)")
        #expect(video["interrupted"] as? String == "noSpace")
        var frames = 0
        try FrameReader.read(fixture.folder.appending("a.mp4")) { _ in
            frames += 1
            return true
        }
        #expect(frames > 5, "\(outcome.outputText)")
        let duration = try #require(video["duration"] as? Double)
        let rate = try #require(video["fps"] as? Double)
        #expect(abs(duration - Double(frames) / rate) <= 0.5, "\(frames) frames, \(outcome.outputText)")
    }

    @Test func `5.14 what is captured has the modes of any new file`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("library").makeFolders()
        let command = BuiltCommand(in: fixture.folder)
        for (mask, mode) in [("022", mode_t(0o644)), ("027", 0o640)] {
            let before = ["sh", "-c", "umask \(mask); exec \"$@\"", "sh"]
            for name in ["a\(mask).jpg", "library"] {
                let words = ["shoot", "--camera", "simulated"] + (name == "library" ? ["--save"] : ["-o", name])
                let outcome = try command.start(
                    (words + ["--library", "library", "--json"]).map { MediaPath($0) }, before: before
                ).wait()
                let path = try #require(outcome.objects.first?["path"] as? String, "\(outcome.errorText)")
                var status = stat()
                #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode, "\(path): \(status.st_mode)")
            }
        }
    }
}
