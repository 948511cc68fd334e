import Filmstrip
import FilmstripFormats
import FilmstripLinux
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripCommand

/// The built program from outside, as scripts use it.
@Suite(.timeLimit(.minutes(3)), .serialized) struct BuiltCommandTests {
    private static func frames(of path: MediaPath) throws -> [SceneStrip.Reading] {
        var readings: [SceneStrip.Reading] = []
        try FrameReader.read(path) { frame in
            if let reading = SceneStrip.read(frame) { readings.append(reading) }
            return true
        }
        return readings
    }

    @Test func `5.14 shoot writes a photo that the strip knows again`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let outcome = try await command.run("shoot", "--camera", "simulated", "--json", "-o", "a.jpg")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let object = try #require(outcome.objects.first)
        let path = fixture.folder.appending("a.jpg")
        #expect(object["path"] as? String == path.string)
        #expect(object["byteCount"] as? Int == path.byteCount)
        #expect(try Self.frames(of: path).count == 1)
        let info = try FileInfo(path)
        #expect(object["width"] as? Int == info.header.size.width)
    }

    @Test func `5.5 5.14 shoot takes a live photo, which is listed, split and converted`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        try fixture.folder.appending("library").makeFolders()
        let outcome = try await command.run("shoot", "--live", "--camera", "simulated", "--json", "-o", "library/a.jpg")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let object = try #require(outcome.objects.first)
        let (still, movie) = (fixture.folder.appending("library/a.jpg"), fixture.folder.appending("library/a.mov"))
        #expect(object["kind"] as? String == "live" && object["moviePath"] as? String == movie.string)
        #expect(object["audio"] as? Bool == true)
        #expect((2.2...4.2).contains(object["duration"] as? Double ?? 0), "\(object)")
        let header = try FileInfo(movie).header
        #expect(
            try header.contentIdentifier != nil && FileInfo(still).header.contentIdentifier == header.contentIdentifier)
        let photo = try #require(try Self.frames(of: still).first)
        #expect(try Self.frames(of: movie).map(\.frameNumber).contains { abs($0 - photo.frameNumber) <= 1 })
        let listed = try await command.run("library", "list", "--json", "--library", "library")
        #expect(listed.objects.map { $0["kind"] as? String } == ["live"])
        let converted = try await command.run("live", "convert", "library/a.jpg", "--as", "motion-photo", "--to", "one")
        #expect(converted.status == 0 && fixture.folder.appending("one/a.MP.jpg").exists, "\(converted.errorText)")
        for name in ["library/a.jpg", "one/a.MP.jpg"] {
            let seconds = try await command.run("info", name, "--json").objects.first?["duration"] as? Double
            #expect(abs((seconds ?? 0) - (object["duration"] as? Double ?? 9)) < 0.2, "\(name): \(seconds ?? 0)")
        }
        let split = try await command.run("live", "split", "one/a.MP.jpg", "--to", "two", "--json")
        #expect(split.status == 0 && split.objects.first?["moviePath"] != nil, "\(split.errorText)")
    }

    @Test func `5.5 a signal while a live photo is taken cancels it, and leaves nothing`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["shoot", "--live", "--camera", "simulated", "--json", "-o", "a.jpg"].map { MediaPath($0) }
        for delay in [1_500_000, 2_500_000] as [UInt32] {
            let running = try command.start(words)
            usleep(delay)
            running.signal(SIGINT)
            let outcome = running.wait()
            #expect(outcome.status == 1 && outcome.errorCode == "cancelled", "\(outcome.status) \(outcome.errorText)")
            #expect(fixture.names.filter { $0 != "cache" }.isEmpty, "\(fixture.names)")
        }
    }

    @Test func `5.14 record ends after its time and loses no frame`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let outcome = try await command.run(
            "record", "--camera", "simulated", "--for", "1.5", "--quality", "low", "--json", "-o", "a.mp4")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let object = try #require(outcome.objects.first)
        let duration = object["duration"] as? Double ?? 0
        // It may end early by a frame. A busy machine's next frame, which ends it, comes late.
        #expect((1.4..<10).contains(duration))
        let path = fixture.folder.appending("a.mp4")
        #expect(abs((try FileInfo(path).header.duration ?? 0) - duration) < 0.2)
        #expect(try Self.frames(of: path).count > 10)
    }

    // divine-mobile PR 9262, OpenCamera #107: a recording that was interrupted is dead.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `5.7 C37 a signal ends a recording well`(
        signal: Int32
    ) async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["record", "--camera", "simulated", "--quality", "low", "--json", "-o", "a.mp4"]
        let running = try command.start(words.map { MediaPath($0) })
        try await Self.waitForGrowth(in: fixture.folder)
        running.signal(signal)
        let outcome = running.wait()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.objects.first?["path"] as? String == fixture.folder.appending("a.mp4").string)
        // Ctrl-C is the user's own end; to be terminated, and to lose the terminal, are interruptions.
        #expect(outcome.objects.first?["interrupted"] as? String == (signal == SIGINT ? nil : "terminated"))
        #expect(try Self.frames(of: fixture.folder.appending("a.mp4")).count > 5)
    }

    @Test(arguments: [0, 100_000] as [UInt32])
    func `5.7 two signals that come together are one end, and one that is ignored is none`(gap: UInt32) async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["record", "--camera", "simulated", "--quality", "low", "--json", "-o", "a.mp4"]
        // As `nohup` does.
        let before = ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]
        let running = try command.start(words.map { MediaPath($0) }, before: before)
        try await Self.waitForGrowth(in: fixture.folder)
        running.signal(SIGHUP)
        running.signal(SIGINT)
        usleep(gap)
        running.signal(SIGINT)
        let outcome = running.wait()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.objects.first?["interrupted"] == nil, "it was ended by Ctrl-C, and not by the terminal")
        #expect(try Self.frames(of: fixture.folder.appending("a.mp4")).count > 5)
    }

    @Test func `5.7 timeout, which signals twice, ends a recording well`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["record", "--camera", "simulated", "--quality", "low", "--json", "-o", "a.mp4"]
        let before = ["timeout", "--preserve-status", "-s", "INT", "6"]
        let outcome = try command.start(words.map { MediaPath($0) }, before: before).wait()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try Self.frames(of: fixture.folder.appending("a.mp4")).count > 5)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `5.7 a signal that comes while the libraries are being started waits, and cancels`(signal: Int32) async throws
    {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["record", "--camera", "simulated", "--json", "-o", "a.mp4"]
        var hits = 0
        // The moments between are few: not each run is seen in one of them.
        for _ in 0..<40 where hits < 3 {
            let running = try command.start(words.map { MediaPath($0) })
            while try !Self.holds(signal, "SigBlk", running.process), try !Self.holds(signal, "SigCgt", running.process)
            {}
            running.signal(signal)
            // It was not yet answered when the signal was there.
            if try Self.holds(signal, "SigBlk", running.process) { hits += 1 }
            let outcome = running.wait()
            #expect(outcome.status == 1 && outcome.errorCode == "cancelled", "\(outcome.status) \(outcome.errorText)")
            // What libraries keep for the next time is no movie.
            #expect(fixture.names.allSatisfy { $0 == "cache" })
        }
        #expect(hits > 0)
    }

    /// Whether a process blocks or catches a signal, as the kernel tells. False before it is what it is to become.
    private static func holds(_ signal: Int32, _ mask: String, _ process: pid_t) throws -> Bool {
        let file = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        guard file.hasPrefix("Name:\tfilmstrip\n"),
            let line = file.split(separator: "\n").first(where: { $0.hasPrefix(mask) }),
            let bits = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
        else { return false }
        return bits & 1 << UInt64(signal - 1) != 0
    }

    @Test func `5.7 a signal before the first frame cancels, and leaves nothing`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["record", "--camera", "simulated", "--json", "-o", "a.mp4"]
        // From long before the camera opens to about its first frame: either there is a movie, or nothing.
        for delay in [100_000, 200_000, 300_000, 500_000, 700_000] as [UInt32] {
            let running = try command.start(words.map { MediaPath($0) })
            usleep(delay)
            running.signal(SIGINT)
            let outcome = running.wait()
            if outcome.status == 0 {
                #expect(try Self.frames(of: fixture.folder.appending("a.mp4")).count > 0)
                unlink(fixture.folder.appending("a.mp4").string)
            } else if outcome.status != -SIGINT {
                // Before the program had taken signals over, it ends as any other.
                #expect(
                    outcome.status == 1 && outcome.errorCode == "cancelled", "\(outcome.status) \(outcome.errorText)")
            }
            #expect(fixture.names.filter { $0.hasSuffix("mp4") || $0.hasSuffix("part") }.isEmpty, "\(fixture.names)")
        }
    }

    @Test func `5.14 captures that were given a name are as readable as any new file`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["shoot", "--camera", "simulated", "-o", "a.jpg"].map { MediaPath($0) }
        for (mask, mode) in [("022", mode_t(0o644)), ("077", 0o600)] {
            let before = ["sh", "-c", "umask \(mask); exec \"$@\"", "sh"]
            #expect(try command.start(words, before: before).wait().status == 0)
            var status = stat()
            #expect(stat(fixture.folder.appending("a.jpg").string, &status) == 0)
            #expect(status.st_mode & 0o777 == mode)
            unlink(fixture.folder.appending("a.jpg").string)
        }
    }

    @Test
    func
        `5.7 C37 killed at once, nothing lies under the final name, what was recorded plays, and the next start saves it`()
        async throws
    {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["record", "--camera", "simulated", "--quality", "low", "--no-audio", "-o", "a.mp4"]
        let running = try command.start(words.map { MediaPath($0) })
        try await Self.waitForGrowth(in: fixture.folder)
        running.signal(SIGKILL)
        #expect(running.wait().status == -SIGKILL)
        #expect(!fixture.folder.appending("a.mp4").exists)
        let partial = try #require(Self.partial(in: fixture.folder))
        #expect(try Self.frames(of: partial).count > 5)
        // A program that was killed before its first picture leaves this.
        try fixture.folder.appending(".VID_20260101_000000000.mp4.part").writeNew([], durably: false)
        let next = try await command.run("shoot", "--camera", "simulated", "-o", "b.jpg")
        #expect(next.status == 0)
        #expect(Self.partial(in: fixture.folder) == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.string)
        let movies = names.filter { $0.hasSuffix(".mp4") }
        #expect(movies.count == 1, "\(names)")
        #expect(next.errorText.hasPrefix("filmstrip: movieRecovered: "), "\(next.errorText)")
        #expect(next.errorText.contains(movies.first ?? "no movie"))
        // The folder is that for temporary files here, into which others look.
        var status = stat()
        #expect(stat(fixture.folder.appending(movies.first ?? "").string, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try Self.frames(of: fixture.folder.appending(try #require(movies.first))).count > 5)
    }

    @Test func `A library in a working folder that was deleted is not found, and nothing else is looked through`()
        throws
    {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        for words in [["library", "list", "--library", ".", "--json"], ["library", "index", ".", "--json"]] {
            let outcome = try command.start(
                words.map { MediaPath($0) },
                before: ["sh", "-c", "mkdir g && cd g && rmdir ../g && exec \"$0\" \"$@\""]
            ).wait()
            #expect(outcome.status == 2 && outcome.errorCode == "notFound")
        }
    }

    @Test func `5.7 C37 a recording for the library that is killed gets into the library with the next one`()
        async throws
    {
        let fixture = try CommandFixture()
        let library = fixture.folder.appending("library")
        let workshop = library.appending(".filmstrip")
        try library.makeFolders()
        let command = BuiltCommand(in: fixture.folder)
        let words = [
            "record", "--camera", "simulated", "--quality", "low", "--no-audio", "--save", "--library", "library",
        ]
        let running = try command.start(words.map { MediaPath($0) })
        try await Self.waitForGrowth(in: workshop)
        running.signal(SIGKILL)
        #expect(running.wait().status == -SIGKILL)
        // Neither a file of the library's nor one of a folder that the system empties.
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.string) == [".filmstrip"])
        #expect(Self.partial(in: fixture.folder) == nil)
        // One that was whole, and whose program was killed before it came for it; and one that somebody is about to add.
        let whole = try #require(Self.partial(in: workshop)).readAll()
        try workshop.appending("VID_20200101_000000000.mp4").writeNew(whole, durably: false)
        workshop.appending("VID_20200101_000000000.mp4").setModificationTime(Date.now - 7200)
        try workshop.appending("VID_20200102_000000000.mp4").writeNew([1], durably: false)

        let next = try await command.run((words + ["--for", "0.3", "--json"]).map { MediaPath($0) })
        #expect(next.status == 0, "\(next.errorText)")
        #expect(next.errorText.components(separatedBy: "movieRecovered").count == 3, "\(next.errorText)")
        let camera = library.appending("Camera")
        let movies = try FileManager.default.contentsOfDirectory(atPath: camera.string)
        #expect(movies.count == 3 && movies.allSatisfy { $0.hasSuffix(".mp4") }, "\(movies)")
        #expect(try movies.count { try Self.frames(of: camera.appending($0)).count > 5 } >= 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: workshop.string) == ["VID_20200102_000000000.mp4"])
        unlink(workshop.appending("VID_20200102_000000000.mp4").string)
        #expect(try await command.run((words + ["--for", "0.3"]).map { MediaPath($0) }).status == 0)
        #expect(!workshop.exists)
    }

    /// The unfinished movie in a folder.
    private static func partial(in folder: MediaPath) -> MediaPath? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        return names.first { $0.contains(".VID_") || $0.hasSuffix(".part") }.map { folder.appending($0) }
    }

    /// Waits until a recording has written about a second.
    private static func waitForGrowth(in folder: MediaPath) async throws {
        var growth = 0
        for _ in 0..<600 {
            if let size = partial(in: folder)?.byteCount, size > 1000 { growth += 1 }
            if growth > 30 { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the recording does not grow")
    }

    private static let hasKernelCameras = (0..<64).contains { access("/dev/video\($0)", F_OK) == 0 }

    @Test(.enabled(if: !hasKernelCameras, "the kernel's cameras need no PipeWire"))
    func `C73 without PipeWire and cameras the error says which, and ends with 2`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        for words in [["shoot"], ["record", "--for", "1"]] {
            let outcome = try await command.run((words + ["--json"]).map { MediaPath($0) })
            #expect(outcome.status == 2)
            #expect(outcome.errorCode == "pipeWireMissing", "\(outcome.errorText)")
        }
    }

    @Test(.enabled(if: !hasKernelCameras, "the kernel's cameras need no PipeWire"))
    func `C73 without PipeWire cameras lists the simulated ones`() async throws {
        let fixture = try CommandFixture()
        let outcome = try await BuiltCommand(in: fixture.folder).run("cameras", "--json")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.outputText.contains(#""id":"simulated-rear""#), "\(outcome.outputText)")
        let notice = try JSONSerialization.jsonObject(with: Data(outcome.errors)) as? [String: [String: Any]]
        let code = notice?["notice"]?["code"] as? String
        #expect(code == "pipeWireMissing", "\(outcome.errorText)")
    }

    // libvips #342, tagspaces #2447, memories #635 and others: names read as options, patterns or addresses.
    @Test func `C43 every name is listed once, and its JSON gives the bytes back`() async throws {
        let fixture = try CommandFixture()
        let library = fixture.folder.appending("library")
        try library.makeFolders()
        let jpeg = try EncodeVerbTests.jpeg()
        var names = [
            "img[1].jpg", "b.jpg[Q=10].jpg", "per%03d.jpg", "x:y.jpg", "-dash.jpg", "new\nline.jpg", "👩‍👩‍👧.jpg",
            "two  spaces .jpg", "quote'\".jpg",
        ].map { MediaPath($0) }
        names.append(MediaPath(bytes: Array("bad".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)))
        for name in names { try library.appending(name).writeNew(jpeg, durably: false) }
        let command = BuiltCommand(in: fixture.folder)
        let json = try await command.run("library", "list", "--library", "library", "--json")
        #expect(json.status == 0, "\(json.errorText)")
        #expect(json.output.split(separator: 0x0A).count == names.count)
        #expect(json.outputText.contains(#"bad\udcff\udcfe.jpg"#))
        let raw = try await command.run("library", "list", "--library", "library", "-0")
        let paths = Set(raw.output.split(separator: 0).map { MediaPath(bytes: Array($0)) })
        #expect(paths == Set(names.map { library.appending($0) }))
        let text = try await command.run("library", "list", "--library", "library")
        #expect(text.output.split(separator: 0x0A).count == names.count)
        for path in paths {
            let outcome = try await command.run([MediaPath("info"), "--json", "--library", "library", path])
            #expect(outcome.status == 0)
            #expect(outcome.objects.isEmpty == path.bytes.contains(0xFF), "strict readers refuse lone surrogates only")
        }
    }

    // pop-os/cosmic-epoch #1925: one unreadable folder, one read-only folder; run as nobody, because root ignores modes.
    @Test(.enabled(if: geteuid() == 0)) func `C53 a folder that cannot be written is named before the camera opens`()
        async throws
    {
        let fixture = try CommandFixture()
        let locked = fixture.folder.appending("locked")
        try locked.makeFolders()
        chmod(locked.string, 0o555)
        chmod(fixture.folder.string, 0o777)
        let command = BuiltCommand(in: fixture.folder)
        let words = ["shoot", "--camera", "simulated", "--json", "-o", "locked/a.jpg"].map { MediaPath($0) }
        let running = try command.start(words, before: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
        let outcome = running.wait()
        #expect(outcome.status == 2)
        #expect(outcome.errorCode == "readOnly", "\(outcome.errorText)")
    }

    @Test func `5.14 the library by command: index, add, albums, problems, list`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        #expect(try await command.run("samples", "library", "--tiny", "--count", "40").status == 0)
        let first = try await command.run("library", "index", "--json", "--library", "library")
        #expect(first.objects.first?["added"] as? Int == 40, "\(first.errorText)")
        let second = try await command.run("library", "index", "--json", "--library", "library")
        #expect(second.objects.first?["unchanged"] as? Int == 40 && second.objects.first?["filesRead"] as? Int == 0)
        try fixture.folder.appending("new.jpg").writeNew(EncodeVerbTests.jpeg())
        let added = try await command.run(
            "library", "add", "new.jpg", "--album", "Found", "--library", "library", "--json")
        #expect(added.status == 0, "\(added.errorText)")
        #expect((added.objects.first?["path"] as? String)?.hasSuffix("Found/new.jpg") == true)
        fixture.folder.appending("library/broken.jpg").put("no picture at all")
        let problems = try await command.run("library", "problems", "--json", "--library", "library")
        #expect(problems.status == 0)
        let albums = try await command.run("library", "albums", "--json", "--library", "library", "--lang", "en")
        #expect(albums.outputText.contains(#""title":"Found","kind":"user","count":1"#))
        let listed = try await command.run("library", "list", "--album", "Found", "--json", "--library", "library")
        #expect(listed.objects.count == 1)
        let info = try await command.run("info", "library/Found/new.jpg", "--json", "--library", "library")
        #expect(info.objects.first?["id"] as? String == listed.objects.first?["id"] as? String)
    }

    /// Runs what follows without its output, and prints the largest memory in KiB that it ever had (getrusage).
    private static let measuring = [
        "/usr/bin/python3", "-c",
        """
        import resource, subprocess, sys
        status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        sys.exit(status)
        """,
    ]

    // ivpusic/react-native-image-crop-picker #374: pictures are held as text, and memory runs out.
    @Test(.enabled(if: access(measuring[0], X_OK) == 0, "needs Python, which measures"))
    func `C76 0.12 a file of 300 MB is encoded in no more memory than a small one`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let small = fixture.folder.appending("small.jpg")
        let large = fixture.folder.appending("large.jpg")
        for path in [small, large] { try path.writeNew(EncodeVerbTests.jpeg()) }
        // Sparse: it takes no room on the disk.
        #expect(truncate(large.string, 300_000_000) == 0)
        func memory(_ path: MediaPath) throws -> Int {
            let outcome = try command.start(["encode", path], before: Self.measuring).wait()
            #expect(outcome.status == 0, "\(outcome.errorText)")
            return try #require(Int(outcome.outputText.trimmingCharacters(in: .whitespacesAndNewlines)))
        }
        let (base, peak) = (try memory(small), try memory(large))
        #expect(base > 1000 && peak < base + 32 * 1024, "\(base) KiB, then \(peak) KiB")
    }

    @Test func `5.14 samples has favourites, marked where the library keeps its marks`() async throws {
        let fixture = try CommandFixture()
        var command = BuiltCommand(in: fixture.folder)
        let written = try await command.run("samples", "library", "--count", "2", "--json")
        #expect(written.status == 0 && written.errorText.isEmpty, "\(written.errorText)")
        #expect(written.objects.first?["favorites"] as? Int == 1)
        let listed = try await command.run("library", "list", "--favorites", "--json", "--library", "library")
        #expect(listed.objects.count == 1)
        let all = try await command.run("library", "list", "--json", "--library", "library")
        #expect(all.objects.count == 2)
        // For benchmarks, which leave no marks behind.
        let tiny = try await command.run("samples", "tiny", "--count", "3", "--tiny", "--json")
        #expect(tiny.status == 0 && tiny.objects.first?["favorites"] as? Int == 0)
        // The pictures are there even where no mark can be kept.
        command.variables["XDG_DATA_HOME"] = "/dev/null/data"
        let unmarked = try await command.run("samples", "unmarked", "--count", "1")
        #expect(unmarked.status == 0 && unmarked.outputText.hasPrefix("1 photos and videos"))
        #expect(
            unmarked.errorText.contains("filmstrip: notFound: Favourites could not be marked."), "\(unmarked.errorText)"
        )
    }

    @Test func `5.14 wrong words end with 2 and name the nearest right one`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let outcome = try await command.run("library", "lsit")
        #expect(outcome.status == 2)
        #expect(outcome.errorText == "filmstrip: usage: library has no verb \"lsit\"; did you mean library list?\n")
        #expect(try await command.run("--version").outputText.hasPrefix("filmstrip "))
        #expect(try await command.run("help").status == 0)
        // Where there is no display, nobody waits for a window.
        #expect(try await command.run("pick", "--json").errorCode == "noDisplay")
    }

    @Test func `5.14 watch tells of a new picture until it is stopped`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        #expect(try await command.run("samples", "library", "--tiny", "--count", "3").status == 0)
        let words = ["library", "watch", "--library", "library", "--json"].map { MediaPath($0) }
        let running = try command.start(words)
        // Nothing tells when the watch begins: what came before is no change, so there is a new picture until one is told.
        for step in 0..<1200 where running.outputSoFar.last != UInt8(ascii: "\n") {
            let name = "library/new\(step / 40).jpg"
            if step % 40 == 0 { try fixture.folder.appending(name).writeNew(EncodeVerbTests.jpeg()) }
            try await Task.sleep(for: .milliseconds(50))
        }
        running.signal(SIGINT)
        let outcome = running.wait()
        #expect(outcome.status == 1 && outcome.errorCode == "cancelled", "\(outcome.status) \(outcome.errorText)")
        #expect((outcome.objects.first?["added"] as? [String])?.isEmpty == false, "\(outcome.outputText)")
    }

    @Test(.timeLimit(.minutes(3))) func `5.14 the demo walks the four scenarios and reports each file`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let outcome = try await command.run("demo", "--headless", "out", "--tiny", "--json")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let files = try #require(outcome.objects.first?["files"] as? [[String: Any]])
        #expect(files.count >= 12)
        for file in files {
            let path = MediaPath(try #require(file["path"] as? String))
            #expect(file["byteCount"] as? Int == path.byteCount)
            #expect(try FileDigest.sha256(of: path) == file["sha256"] as? String)
        }
        #expect(files.first.map { "\($0["strip"] ?? "")" }?.hasPrefix("frame ") == true)
        for scenario in ["avatar", "attachments", "chat-keyboard", "camera"] {
            #expect(fixture.folder.appending("out/scenarios/\(scenario)").isFolder)
        }
        let report = String(decoding: try fixture.folder.appending("out/report.md").readAll(), as: UTF8.self)
        #expect(report.contains("## Avatar") && report.contains("SHA-256"))
        #expect(report.contains(#"<img src="scenarios/avatar/1.jpg""#) && !report.contains("no strip"))
    }

    @Test(.disabled(if: DecoderProtection.isLowered, "a sanitizer writes more than such a limit lets it"))
    func `5.14 a limit of the file's size is told as space that is missing`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let words = ["shoot", "--camera", "simulated", "-o", "u.jpg", "--json"].map { MediaPath($0) }
        let before = ["sh", "-c", "trap '' XFSZ; ulimit -f 200; exec \"$@\"", "sh"]
        let outcome = try command.start(words, before: before).wait()
        #expect(outcome.status == 2 && outcome.errorCode == "noSpace", "\(outcome.status) \(outcome.errorText)")
        #expect(fixture.names.filter { $0.hasSuffix("jpg") }.isEmpty)
        let recording = ["record", "--camera", "simulated", "--for", "2", "-o", "u.mp4"].map { MediaPath($0) }
        let movie = try command.start(recording, before: before).wait()
        // What was written may play already.
        #expect(movie.status == (fixture.names.contains("u.mp4") ? 0 : 2), "\(movie.status) \(fixture.names)")
        #expect(movie.errorText.hasPrefix("filmstrip: noSpace: "), "\(movie.errorText)")
        #expect(!movie.errorText.contains(".."), "\(movie.errorText)")
        try fixture.folder.appending("q.jpg").writeNew(EncodeVerbTests.jpeg(), durably: false)
        let tight = ["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]
        let thumbnail = ["thumb", "q.jpg", "--size", "64", "--to", "e", "--json"].map { MediaPath($0) }
        let small = try command.start(thumbnail, before: tight).wait()
        #expect(small.status == 2 && small.errorCode == "tooLarge", "\(small.errorText)")
        #expect(small.errorText.contains(#""path":"q.jpg""#))
    }

    @Test(.enabled(if: geteuid() == 0, "needs a disk of its own, which is full"))
    func `C53 a photo for which there is no space left is kept elsewhere, and a movie says that it was cut`()
        async throws
    {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        try fixture.folder.appending("full").makeFolders()
        let disk = "mount -t tmpfs -o size=300k none full || exit 77; \"$@\"; status=$?; ls full; exit $status"
        let before = ["unshare", "-m", "sh", "-c", disk, "sh"]
        func run(_ words: [String]) throws -> BuiltCommand.Outcome {
            try command.start(words.map { MediaPath($0) }, before: before).wait()
        }
        let photo = try run(["shoot", "--camera", "simulated", "--format", "png", "-o", "full/a.png"])
        // Some containers let nobody mount anything.
        if photo.status == 77 || photo.status == 1 { return }
        #expect(photo.status == 2 && photo.errorText.hasPrefix("filmstrip: noSpace: "), "\(photo.errorText)")
        let kept = try #require(fixture.names.first { $0.hasSuffix("png") }, "\(photo.errorText)")
        #expect(photo.errorText.contains("what was captured is kept at \(fixture.folder.appending(kept))"))
        #expect(try Self.frames(of: fixture.folder.appending(kept)).count == 1 && photo.outputText.isEmpty)
        let movie = try run(["record", "--camera", "simulated", "--for", "4", "-o", "full/v.mp4"])
        #expect(movie.status == 0 && movie.outputText.hasSuffix("v.mp4\n"), "\(movie.errorText)")
        let line = "filmstrip: noSpace: \(fixture.folder.appending("full/v.mp4")) was cut short"
        #expect(movie.errorText.hasPrefix(line), "\(movie.errorText)")
    }

    @Test func `5.14 what cannot be made below a file is told once`() async throws {
        let fixture = try CommandFixture()
        var command = BuiltCommand(in: fixture.folder)
        for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { command.variables[name] = nil }
        command.variables["HOME"] = "/dev/null"
        let outcome = try await command.run("library", "index")
        #expect(outcome.status == 2 && outcome.errorText.split(separator: "\n").count == 1, "\(outcome.errorText)")
    }
}
