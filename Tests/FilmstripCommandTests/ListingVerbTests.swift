import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripCommand
@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1))) struct ListingVerbTests {
    @Test func `5.14 cameras prints one array`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("cameras", "--json") == .done)
        let list = try #require(JSONSerialization.jsonObject(with: Data(fixture.output.bytes)) as? [[String: Any]])
        #expect(list.map { $0["id"] as? String } == ["back", "selfie"])
        #expect(list[0]["flash"] as? Bool == true && list[1]["flash"] as? Bool == false)
        #expect(list[1]["position"] as? String == "front" && list[1]["kind"] as? String == "pipewire")
        let format = try #require((list[1]["formats"] as? [[String: Any]])?.first)
        #expect(format["width"] as? Int == 640 && format["height"] as? Int == 480)
        #expect(format["fps"] as? Int == 30 && format["media"] as? String == "raw")
    }

    @Test func `5.14 cameras that hide until they are allowed are told from those that are denied`() async throws {
        var camera = StubCamera()
        camera.devicesFailure = .permissionDenied
        for (status, text) in [(PermissionStatus.notDetermined, "Nobody has been asked yet"), (.denied, "denied")] {
            let fixture = try CommandFixture(camera: camera)
            fixture.permissions.statuses.withLock { $0[.camera] = status }
            #expect(await fixture.run("cameras") == .failed)
            #expect(fixture.errors.text.hasPrefix("filmstrip: permissionDenied: "))
            #expect(fixture.errors.text.contains(text), "\(fixture.errors.text)")
            #expect(fixture.errors.text.contains("permissions camera --request") == (status == .notDetermined))
            #expect(fixture.permissions.asked.withLock { $0.isEmpty })
        }
    }

    @Test func `5.14 permissions prints and asks`() async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0 = [.camera: .notDetermined, .photoLibrary: .limited] }
        #expect(await fixture.run("permissions") == .done)
        #expect(
            fixture.output.text
                == "camera: notDetermined\nmicrophone: authorized\nlibrary: limited\nlibrary-add: authorized\n")
        #expect(fixture.permissions.asked.withLock { $0.isEmpty })
        let second = try CommandFixture()
        second.permissions.statuses.withLock { $0[.camera] = .notDetermined }
        #expect(await second.run("permissions", "camera", "--request", "--json") == .done)
        #expect(second.output.text == #"{"camera":"authorized"}"# + "\n")
    }

    @Test func `5.14 permissions of a library that was named are those of its folders`() async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0 = [.photoLibrary: .denied, .photoLibraryAdding: .denied] }
        let words = ["permissions", "library", "library-add", "--json", "--library"].map { MediaPath($0) }
        #expect(await fixture.run(words + [fixture.folder]) == .done)
        #expect(fixture.output.text == #"{"library":"authorized","library-add":"authorized"}"# + "\n")
        #expect(await fixture.run(words + [fixture.folder.appending("absent")]) == .failed)
        #expect(fixture.errorCode == "notFound")
    }

    @Test func `5.14 an empty name of a folder is a usage error`() async throws {
        for words in [
            ["library", "list", "--library", ""], ["library", "list", "--cache", ""], ["library", "index", ""],
            ["permissions", "--library="], ["samples", ""],
        ] {
            let fixture = try CommandFixture()
            #expect(await fixture.run((words + ["--json"]).map { MediaPath($0) }) == .failed)
            #expect(fixture.errorCode == "usage", "\(words): \(fixture.errors.text)")
            #expect(fixture.names.isEmpty)
        }
    }

    @Test func `5.14 notices of the library are told in text and in JSON`() async throws {
        let notices = [LibraryNotice.favoritesLost(keptAt: "/k"), .watchLimitReached]
        let fixture = try CommandFixture(library: StubLibrary(notices: notices))
        #expect(await fixture.run("library", "list", "--json") == .done)
        let lines = fixture.errors.text.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix(#"{"notice":{"code":""#) }, "\(lines)")
        #expect(lines.first?.hasSuffix(#","path":"/k"}}"#) == true && lines.last?.contains("watchLimitReached") == true)
        let second = try CommandFixture(library: StubLibrary(notices: notices))
        #expect(await second.run("library", "list") == .done)
        let codes = ["favoritesLost", "watchLimitReached"]
        #expect(second.errors.text == zip(codes, notices).map { "filmstrip: \($0): \($1.message)\n" }.joined())
    }

    @Test func `5.14 library list prints the fields of info`() async throws {
        let place = Place(latitude: 35.5, longitude: 139.7, altitude: 12)
        let path = MediaPath(bytes: Array("/p/bad".utf8) + [0xFF] + Array("\n.jpg".utf8))
        let library = StubLibrary(assets: [StubLibrary.asset("a", path: path, place: place), StubLibrary.asset("b")])
        let fixture = try CommandFixture(library: library)
        #expect(await fixture.run("library", "list", "--json") == .done)
        let lines = fixture.output.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first == """
                {"path":"/p/bad\\udcff\\n.jpg","id":"a","kind":"photo","mime":"image/jpeg","width":4,"height":3,\
                "date":"2024-07-01T12:00:00+02:00","dateSource":"exif",\
                "place":{"latitude":35.5,"longitude":139.7,"altitude":12},"animated":false,"frames":1,\
                "subtypes":[],"byteCount":7,"problems":[]}
                """)
        let second = try CommandFixture(library: library)
        #expect(await second.run("library", "list", "-0") == .done)
        #expect(second.output.bytes == path.bytes + [0] + Array("b".utf8) + [0])
    }

    @Test func `5.14 a video has a duration and null as its frames, and what the index says about its file`()
        async throws
    {
        var asset = StubLibrary.asset("v", path: "/p/v.mp4", frames: nil)
        (asset.kind, asset.contentType, asset.duration) = (.video, .mp4, 1.5)
        let problem = IndexProblem(path: "/p/v.mp4", code: .truncated, message: "It ends.")
        let other = IndexProblem(path: "/p/w.mp4", code: .unreadable, message: "No.")
        let fixture = try CommandFixture(library: StubLibrary(assets: [asset], problems: [problem, other]))
        #expect(await fixture.run("library", "list", "--json") == .done)
        let object = try #require(fixture.objects.first)
        #expect(object["duration"] as? Double == 1.5)
        #expect(object["frames"] is NSNull && object["animated"] as? Bool == false)
        #expect(object["problems"] as? [[String: String]] == [["code": "truncated", "message": "It ends."]])
    }

    @Test func `5.14 info tells of a library that was named and fails, and does without the user's own`() async throws {
        let fixture = try CommandFixture(library: StubLibrary(openFailure: .indexDamaged(path: "/i")))
        let file = fixture.folder.appending("a.jpg")
        try file.writeNew(EncodeVerbTests.jpeg())
        #expect(await fixture.run("info", file.string, "--json") == .done)
        #expect(fixture.objects.first?["id"] is NSNull && fixture.errors.bytes.isEmpty)
        #expect(await fixture.run("info", file.string, "--json", "--library", "/nowhere") == .failed)
        #expect(fixture.errorCode == "notFound")
        let second = try CommandFixture(library: StubLibrary(openFailure: .indexDamaged(path: "/i")))
        #expect(await second.run("info", file.string, "--json", "--library", second.folder.string) == .failed)
        #expect(second.errorCode == "indexDamaged")
    }

    @Test(arguments: [CameraError.noCamera, .pipeWireMissing, .sessionManagerMissing, .permissionDenied])
    func `C73 where there can be no camera, the simulated ones are listed, with the reason`(
        _ failure: CameraError
    ) async throws {
        var camera = StubCamera()
        camera.devicesFailure = failure
        var simulated = StubCamera()
        simulated.cameras = SimulatedScene.devices.map(\.device)
        let fixture = try CommandFixture()
        var environment = fixture.environment
        environment.camera = { [camera, simulated] in $0.simulated ? simulated : camera }
        let status = await CommandRunner(environment: environment).run(["cameras"])
        // A camera that is there and refused is no missing one.
        guard failure != .permissionDenied else {
            #expect(status == .failed && fixture.output.bytes.isEmpty)
            return
        }
        #expect(status == .done)
        #expect(fixture.output.text.contains("simulated-rear") && fixture.output.text.contains("simulated-front"))
        #expect(fixture.errors.text.hasPrefix("filmstrip: \(failure.code.rawValue): "), "\(fixture.errors.text)")
    }

    @Test func `5.14 names of cameras neither break the line nor steer the terminal`() async throws {
        var camera = StubCamera()
        camera.cameras = [CameraDevice(id: "a\u{7}", name: "Bad\u{1B}[2J\nname", position: .front, kind: .v4l2)]
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("cameras") == .done)
        #expect(fixture.output.text == #"Bad\x1b[2J\nname (front, v4l2)  a\x07"# + "\n")
    }

    @Test func `5.14 only files are told as path, with the bytes that the user gave`() async throws {
        for error: any Error in [
            CameraError.cameraLost("id"), CameraError.cameraInUse("id"), LibraryError.itemGone("id"),
            LibraryError.needsDownload("id"), PickError.camera(.cameraLost("id")), PickError.permissionDenied(.camera),
        ] {
            #expect(CommandError(error).path == nil, "\(error)")
        }
        #expect(CommandError(CameraError.noSpace(folder: "/f")).path == "/f")
        #expect(CommandError(PickError.library(.notFound(path: "/f"))).path == "/f")
        let name = MediaPath(bytes: Array("bad".utf8) + [0xFF])
        let lost = LibraryError.unreadable(path: name.string, reason: "x")
        #expect(CommandError(lost).path == nil)
        #expect(CommandError(lost, known: [name]).path == name)

        let fixture = try CommandFixture()
        let folder = fixture.folder.appending(name)
        try folder.makeFolders()
        let second = try CommandFixture(
            library: StubLibrary(openFailure: .unreadable(path: folder.string, reason: "x")))
        let words = [MediaPath("library"), MediaPath("list"), MediaPath("--json")]
        #expect(await second.run(words + [MediaPath(bytes: Array("--library=".utf8) + folder.bytes)]) == .failed)
        #expect(second.errors.text.contains(#"bad\udcff"}}"#), "\(second.errors.text)")
        _ = folder.withCString { rmdir($0) }
    }

    @Test func `5.14 the options of library list become a query`() async throws {
        let assets = (0..<10).map { StubLibrary.asset("\($0)") }
        let fixture = try CommandFixture(library: StubLibrary(assets: assets))
        let status = await fixture.run(
            "library", "list", "--types", "video,live", "--favorites", "--oldest", "--since", "2024-07-01", "--until",
            "2024-07-01", "--offset", "2", "--limit", "3")
        #expect(status == .done)
        let query = try #require(fixture.library.queries.withLock { $0.last })
        #expect(query.kinds == [.video, .livePhoto] && query.favoritesOnly && query.oldestFirst)
        #expect(query.since == Date(timeIntervalSince1970: 1_719_792_000))
        #expect(query.until == Date(timeIntervalSince1970: 1_719_878_400))
        #expect(fixture.output.text == "2\n3\n4\n")
    }

    @Test func `5.14 offsets and limits beyond the end list what there is`() async throws {
        let fixture = try CommandFixture(library: StubLibrary(assets: [StubLibrary.asset("a")]))
        for words in [["--offset", "5"], ["--limit", "0"], ["--offset", "9223372036854775807"]] {
            #expect(await fixture.run((["library", "list"] + words).map { MediaPath($0) }) == .done)
        }
        #expect(fixture.output.text.isEmpty)
        #expect(await fixture.run("library", "list", "--limit", "9223372036854775807") == .done)
        #expect(fixture.output.text == "a\n")
    }

    @Test func `5.14 an album is found by title or id, and a wrong one named`() async throws {
        let library = StubLibrary(assets: [StubLibrary.asset("a"), StubLibrary.asset("b")])
        for name in ["Trip", "user:trip"] {
            let fixture = try CommandFixture(library: library)
            #expect(await fixture.run("library", "list", "--album", name) == .done)
            #expect(fixture.output.text == "a\n")
        }
        let fixture = try CommandFixture(library: library)
        #expect(await fixture.run("library", "list", "--album", "Tirp", "--json") == .failed)
        #expect(fixture.errorCode == "notFound")
        #expect(fixture.errors.text.contains("did you mean Trip?"))
        #expect(await fixture.run("library", "list", "--album", "smart:panoramas") == .done)
    }

    @Test func `5.14 albums and problems are arrays`() async throws {
        let problem = IndexProblem(path: "/p/b", code: .truncated, message: "It ends.")
        let library = StubLibrary(assets: [StubLibrary.asset("a"), StubLibrary.asset("b")], problems: [problem])
        let fixture = try CommandFixture(library: library)
        #expect(await fixture.run("library", "albums", "--json") == .done)
        #expect(
            fixture.output.text == """
                [{"id":"smart:recents","title":"Recents","kind":"smart","count":2},\
                {"id":"user:trip","title":"Trip","kind":"user","count":1}]

                """)
        let second = try CommandFixture(library: library)
        #expect(await second.run("library", "problems", "--json") == .done)
        #expect(second.output.text == #"[{"path":"/p/b","code":"truncated","message":"It ends."}]"# + "\n")
    }

    @Test func `5.14 library index reports, and problem files are no failure`() async throws {
        var report = IndexReport()
        (report.added, report.changed, report.removed, report.unchanged) = (1, 2, 3, 4)
        (report.problems, report.filesRead, report.seconds) = (5, 6, 0.5)
        let fixture = try CommandFixture(library: StubLibrary(report: report))
        #expect(await fixture.run("library", "index", "--json", fixture.folder.string) == .done)
        #expect(
            fixture.output.text
                == #"{"added":1,"changed":2,"removed":3,"unchanged":4,"problems":5,"filesRead":6,"seconds":0.5}"# + "\n"
        )
        #expect(fixture.places.withLock { $0.map(\.roots) } == [[fixture.folder]])
    }

    @Test func `5.14 a folder that is not there is notFound`() async throws {
        for words in [["library", "index", "/nowhere"], ["library", "list", "--library", "/nowhere"]] {
            let fixture = try CommandFixture()
            #expect(await fixture.run((words + ["--json"]).map { MediaPath($0) }) == .failed)
            #expect(fixture.errorCode == "notFound")
        }
    }

    @Test(arguments: [
        LibraryError.indexBusy(path: "/i"), .indexDamaged(path: "/i"), .permissionDenied, .permissionRestricted,
        .unreadable(path: "/i", reason: "x"), .noSpace(folder: "/i"), .readOnly(folder: "/i"),
        .notPermitted(path: "/i"),
    ])
    func `5.14 a library that cannot be opened or indexed says why`(failure: LibraryError) async throws {
        let fixture = try CommandFixture(library: StubLibrary(openFailure: failure))
        #expect(await fixture.run("library", "list", "--json") == .failed)
        #expect(fixture.errorCode == failure.code.rawValue)
        let second = try CommandFixture(library: StubLibrary(refreshFailure: failure))
        #expect(await second.run("library", "index", "--json") == .failed)
        #expect(second.errorCode == failure.code.rawValue)
    }

    @Test func `5.14 each refusal of the system has its code`() {
        let path = MediaPath("/p/a")
        let codes: [Int32: ErrorCode] = [
            ENOENT: .notFound, ENOTDIR: .notFound, EEXIST: .exists, EROFS: .readOnly, ENOSPC: .noSpace,
            EDQUOT: .noSpace, EFBIG: .noSpace, EPERM: .notPermitted, EACCES: .unreadable, EIO: .unreadable,
            EINTR: .cancelled,
        ]
        for (number, code) in codes {
            #expect(CommandError.system(number, path: path).code == code, "\(number)")
            let writing = CommandError.writing(number, folder: path)
            #expect(writing.code == (number == EACCES ? .readOnly : code), "\(number)")
        }
    }

    @Test func `5.14 listing goes on with what is stored while another program indexes`() async throws {
        let library = StubLibrary(assets: [StubLibrary.asset("a")], refreshFailure: .indexBusy(path: "/i"))
        let fixture = try CommandFixture(library: library)
        #expect(await fixture.run("library", "list") == .done)
        #expect(fixture.output.text == "a\n")
        #expect(fixture.errors.text.hasPrefix("filmstrip: indexBusy: Another program "), "\(fixture.errors.text)")
    }

    @Test func `5.14 watch prints changes until it is stopped`() async throws {
        let library = StubLibrary(changes: [
            LibraryChange(added: ["a"]), LibraryChange(changed: ["b"], removed: ["c"], isCoarse: true),
        ])
        let fixture = try CommandFixture(library: library)
        async let status = fixture.run("library", "watch", "--json")
        while fixture.objects.count < 2 { await Task.yield() }
        fixture.stop.yield(.interrupt)
        #expect(await status == .cancelled)
        #expect(fixture.errorCode == "cancelled")
        #expect(
            fixture.output.text == """
                {"added":["a"],"changed":[],"removed":[]}
                {"added":[],"changed":["b"],"removed":["c"],"coarse":true}

                """)
    }

    @Test func `5.14 of several files all are done, and one that fails is told`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("info", "--json", "/nowhere/a", fixture.folder.string, "/dev/null") == .failed)
        let codes = fixture.errors.text.split(separator: "\n").compactMap {
            let object = try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: [String: String]]
            return object?["error"]?["code"]
        }
        #expect(codes == ["notFound", "unreadable", "unreadable"])
    }

    @Test func `5.14 smart albums are named in the language asked for`() async throws {
        let fixture = try CommandFixture()
        await fixture.run("library", "albums", "--lang", "zh-Hans", "--cache", "/c", "--library", fixture.folder.string)
        #expect(
            fixture.places.withLock { $0 } == [LibraryPlace(roots: [fixture.folder], cache: "/c")])
        #expect(fixture.output.text.contains("最近"))
    }

    @Test func `5.14 a language without texts is a usage error`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("cameras", "--lang", "xx") == .failed)
        #expect(fixture.errors.text.contains("usage: --lang has no texts in \"xx\", but in en, zh-Hans and zh-Hant"))
    }

    @Test func `5.14 errors that the core has words for are told in the language asked for`() async throws {
        for (failure, text) in [
            (CameraError.cameraInUse("id"), "相机正被其他程序使用"), (.permissionDenied, "您尚未开启相机权限"),
            (.pipeWireMissing, "相机服务未运行"),
        ] {
            var camera = StubCamera()
            camera.startFailure = failure
            let fixture = try CommandFixture(camera: camera)
            #expect(await fixture.run("shoot", "--lang", "zh-Hans") == .failed)
            #expect(fixture.errors.text == "filmstrip: \(failure.code.rawValue): \(text)\n")
            let english = try CommandFixture(camera: camera)
            #expect(await english.run("shoot", "--lang", "en") == .failed)
            #expect(english.errors.text.contains(failure.message.dropLast()))
        }
        let library = StubLibrary(openFailure: .permissionDenied)
        let fixture = try CommandFixture(library: library)
        #expect(await fixture.run("library", "list", "--lang", "zh-Hant", "--json") == .failed)
        #expect(fixture.errorCode == "permissionDenied")
        #expect(fixture.errors.text.contains(Texts.traditionalChinese.photos.off))
    }

    @Test func `5.14 albums are told with their identity, and info leaves out what a file has not`() async throws {
        let fixture = try CommandFixture(library: StubLibrary(assets: [StubLibrary.asset("a")]))
        #expect(await fixture.run("library", "albums", "--lang", "en") == .done)
        #expect(fixture.output.text == "Recents  1  smart:recents\nTrip  1  user:trip\n")
        let second = try CommandFixture()
        let file = second.folder.appending("a.jpg")
        try file.writeNew(EncodeVerbTests.jpeg())
        #expect(await second.run("info", file.string) == .done)
        #expect(second.output.text.contains("kind: photo\n") && !second.output.text.contains("id:"))
    }

    @Test func `5.14 an output that is full is noSpace`() async throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let fixture = try CommandFixture()
        var environment = fixture.environment
        environment.output = DescriptorSink(descriptor: descriptor)
        let runner = CommandRunner(environment: environment)
        #expect(await runner.run([MediaPath("cameras"), MediaPath("--json")]) == .failed)
        #expect(fixture.errorCode == "noSpace")
    }

    @Test func `5.14 an output that is full ends a verb at the first of many files`() async throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let words = [["info"], ["thumb", "--size", "8"], ["export", "--to", "out"], ["library", "add"]]
        for verb in words {
            let fixture = try CommandFixture(library: StubLibrary(assets: [StubLibrary.asset("a")]))
            var environment = fixture.environment
            environment.output = DescriptorSink(descriptor: descriptor)
            let files = ["a.jpg", "b.jpg", "c.jpg"].map { fixture.folder.appending($0) }
            for file in files { try file.writeNew(EncodeVerbTests.jpeg(), durably: false) }
            let status = await CommandRunner(environment: environment).run(
                (verb + ["--json"]).map { MediaPath($0) } + files)
            // More than one would be no object.
            #expect(status == .failed && fixture.errorCode == "noSpace", "\(verb): \(fixture.errors.text)")
        }
    }

    @Test(arguments: [
        ["thumb", "a.jpg", "--size", "8", "--to", "/proc"], ["thumb", "a.jpg", "--size", "8", "-o", "/proc/x.jpg"],
        ["thumb", "a.jpg", "--size", "8", "--to", "/proc/x"], ["export", "a.jpg", "--to", "/proc"],
        ["export", "a.jpg", "--to", "/proc/x"], ["samples", "/proc/x"], ["demo", "--headless", "/proc/x"],
    ])
    func `C53 a folder that is there and takes nothing new is readOnly, whoever says it`(words: [String]) async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(EncodeVerbTests.jpeg(), durably: false)
        #expect(await fixture.run((words + ["--json"]).map { MediaPath($0) }) == .failed)
        #expect(fixture.errorCode == "readOnly", "\(fixture.errors.text)")
    }

    @Test func `5.14 which walls stand is told honestly`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("details", "--sandbox", "--json") == .done)
        let text = fixture.output.text
        #expect(
            text.hasPrefix(#"{"walls":["limits","privileges","#) && text.contains(#""decoders":"workers""#), "\(text)")
        #expect(text.contains(#""movies":{"walls":["#) && text.contains("filmstrip-decoder"))
        #expect(await fixture.run("details", "--sandbox") == .done)
        #expect(fixture.output.text.contains("  yes  limits on memory"))

        let bare = try CommandFixture()
        var environment = bare.environment
        var configuration = PictureDecoder.Configuration()
        configuration.helperFolder = MediaPath("/nowhere")
        environment.decoder = PictureDecoder(configuration)
        #expect(
            await CommandRunner(environment: environment).run([MediaPath("details"), MediaPath("--sandbox")]) == .done)
        #expect(bare.output.text.contains("no wall stands around the decoders"))
    }

    @Test func `5.14 which walls stand is told with whether that is good, and what to do`() {
        var protection = DecoderProtection(place: .workers, helper: nil, walls: Set(DecoderProtection.Wall.allCases))
        #expect(SandboxReport.verdict([protection]).hasPrefix("That is good"))
        protection.walls.remove(.network)
        #expect(SandboxReport.verdict([protection]).hasPrefix("That is fair"))
        protection.place = .inProcess
        #expect(SandboxReport.verdict([protection]).contains("put filmstrip-decoder"))
    }

    @Test func `progress is shown after a second, at most ten times a second, and taken away`() {
        let sink = MemorySink()
        let time = Locked(5.0)
        let line = ProgressLine(sink: sink, now: { time.withLock { $0 } })
        for step in 0..<200 {
            time.withLock { $0 = 5 + Double(step) / 100 }
            line.update("\(step)")
        }
        line.finish()
        #expect(!sink.text.contains("\r\u{1B}[K99"))
        #expect(sink.text.contains("\r\u{1B}[K100"))
        #expect(sink.text.split(separator: "\r").count == 11)
        #expect(sink.text.hasSuffix("\r\u{1B}[K"))
    }
}
