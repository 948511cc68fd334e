import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(1))) struct CaptureVerbTests {
    @Test func `5.14 shoot prints an object for each photo`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--json", "--count", "2") == .done)
        let objects = fixture.objects
        #expect(objects.count == 2)
        let photo = try #require(objects.first)
        #expect(photo["kind"] as? String == "photo")
        #expect(photo["mime"] as? String == "image/jpeg")
        #expect(photo["width"] as? Int == 640 && photo["height"] as? Int == 480)
        #expect(photo["byteCount"] as? Int == 7)
        #expect(photo["date"] as? String == "2024-07-01T12:00:00+02:00")
        #expect(photo["camera"] as? String == "back")
        #expect(photo["shutterLatencyMs"] as? Double == 12.3)
        #expect(photo["path"] as? String == fixture.folder.appending("IMG_20240701_120000.jpg").string)
        #expect(fixture.errors.text.isEmpty)
        #expect(fixture.camera.log.stops.withLock { $0 } == 1)
    }

    // fujii-kenichi/tamarin #2, cosmic-utils/cosmic-ext-camera PR 441: two photos of one second, one overwritten.
    @Test func `C52 ten photos of one second are ten files, and one that was there stays`() async throws {
        let fixture = try CommandFixture()
        let old = fixture.folder.appending("IMG_20240701_120000.jpg")
        old.put("old")
        #expect(await fixture.run("shoot", "--count", "10") == .done)
        #expect(fixture.names.count == 11)
        let contents = Set(
            fixture.names.map { FileManager.default.contents(atPath: fixture.folder.appending($0).string) })
        #expect(contents.count == 11)
        #expect(try old.readAll() == Array("old".utf8))
        for (index, path) in fixture.output.text.split(separator: "\n").enumerated() {
            #expect(try MediaPath(String(path)).readAll() == Array("photo \(index + 1)".utf8))
        }
    }

    @Test func `5.14 a file that exists is never overwritten, and the camera not opened for it`() async throws {
        let fixture = try CommandFixture()
        let path = fixture.folder.appending("a.jpg")
        path.put("old")
        #expect(await fixture.run("shoot", "--json", "-o", path.string) == .failed)
        #expect(fixture.errorCode == "exists")
        #expect(await fixture.run("record", "-o", path.string, "--for", "1") == .failed)
        #expect(try path.readAll() == Array("old".utf8))
        #expect(fixture.needs.withLock { $0.isEmpty })
    }

    @Test func `C52 a file that appears while the shot is taken is kept, and so is the shot`() async throws {
        var camera = StubCamera()
        let folder = Locked<MediaPath?>(nil)
        camera.beforePhoto = { _ in
            let path = folder.withLock { $0 }!.appending("a.jpg")
            path.put("other")
        }
        let fixture = try CommandFixture(camera: camera)
        folder.withLock { $0 = fixture.folder }
        #expect(await fixture.run("shoot", "-o", fixture.folder.appending("a.jpg").string) == .failed)
        #expect(try fixture.folder.appending("a.jpg").readAll() == Array("other".utf8))
        let kept = try #require(fixture.errors.text.firstMatch(of: #/is kept at (\S+?):? /#)).1
        #expect(try MediaPath(String(kept)).readAll() == Array("photo 1".utf8))
    }

    // donkeyteethUX/kcam #11, pop-os/cosmic-epoch #1925: the folder cannot be written, and the photo is gone.
    @Test func `C53 when saving fails the bytes are kept, and the error says where`() async throws {
        let library = StubLibrary(addFailure: .readOnly(folder: "/pictures"))
        let fixture = try CommandFixture(library: library)
        #expect(await fixture.run("shoot", "--json", "--save") == .failed)
        let error = try #require(fixture.errorObject?["error"] as? [String: Any])
        #expect(error["code"] as? String == "readOnly")
        #expect(error["path"] as? String == "/pictures")
        let message = try #require(error["message"] as? String)
        let kept = try #require(message.split(separator: " ").last)
        #expect(try MediaPath(String(kept)).readAll() == Array("photo 1".utf8))
    }

    @Test func `5.14 saving goes to the library and the album, with a copy where one is wanted`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--save", "--album", "Trip") == .done)
        #expect(fixture.library.added.withLock { $0.map(\.1) } == ["Trip"])
        #expect(fixture.output.text == "/library/added.jpg\n")
        #expect(fixture.names.isEmpty)
        let path = fixture.folder.appending("a.jpg").string
        #expect(await fixture.run("shoot", "--save", "-o", path) == .done)
        #expect(fixture.names == ["a.jpg"])
        #expect(fixture.output.text.hasSuffix("\(path)\n"))
    }

    @Test func `5.14 minus zero ends paths with NUL`() async throws {
        let fixture = try CommandFixture()
        await fixture.run("shoot", "-0", "-o", fixture.folder.appending("new\nline.jpg").string)
        #expect(fixture.output.text == fixture.folder.appending("new\nline.jpg").string + "\0")
    }

    @Test func `5.14 several photos with one name are numbered, in a folder named by date`() async throws {
        let fixture = try CommandFixture()
        await fixture.run("shoot", "--count", "2", "-o", fixture.folder.appending("a.b.png").string)
        #expect(fixture.names == ["a.b-1.png", "a.b-2.png"])
        #expect(fixture.camera.log.photos.withLock { $0.map(\.format) } == [.png, .png])
        await fixture.run("shoot", "-o", fixture.folder.appending("temporary").string)
        #expect(fixture.folder.appending("temporary/IMG_20240701_120000.jpg").exists)
    }

    @Test func `5.14 the options of shoot reach the camera`() async throws {
        let fixture = try CommandFixture()
        let status = await fixture.run(
            "shoot", "--camera", "front", "--format", "webp", "--quality", "50", "--flash", "auto", "--mirror", "on",
            "--focus", "0.25,0.75")
        #expect(status == .done)
        #expect(fixture.camera.log.photos.withLock { $0 } == [PhotoSettings(flash: .auto, format: .webP, quality: 50)])
        #expect(
            fixture.camera.log.starts.withLock { $0 } == [
                CameraConfiguration(camera: "selfie", mirrorsFrontCamera: true)
            ])
        #expect(
            fixture.camera.log.adjustments.withLock { $0 }
                == [DeviceAdjustment(focusMode: .auto, focusPoint: PicturePoint(x: 0.25, y: 0.75))])
    }

    @Test func `5.14 what a camera lacks is an error before the shot`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--json", "--camera", "front", "--flash", "on") == .failed)
        #expect(fixture.errorCode == "flashUnsupported")
        let second = try CommandFixture()
        #expect(await second.run("shoot", "--json", "--focus", "0.5,0.5") == .failed)
        #expect(second.errorCode == "configurationFailed")
        #expect(second.camera.log.stops.withLock { $0 } == 1)
    }

    @Test(arguments: [
        ["shoot", "--album", "x"], ["shoot", "--focus", "2,0"], ["shoot", "--focus", "1"], ["shoot", "--quality", "0"],
        ["shoot", "-o", "a.jpg", "--format", "png"], ["shoot", "--count", "0"], ["record", "--for", "-1"],
        ["shoot", "--live", "--format", "png"], ["shoot", "--live", "-o", "a.webp"],
        ["shoot", "--window", "--focus", "0.5,0.5"],
        ["pick", "--edit", "round"], ["pick", "--album", "Faces"],
        ["pick", "--fit", "10x10"], ["pick", "--min", "3", "--max", "2"], ["pick", "--max", "-1"],
        ["pick", "--parent", "7"], ["thumb", "a"], ["crop", "a", "1", "2", "3", "4"],
        ["export", "a"], ["live", "split", "a"], ["live", "join", "a", "b"], ["live", "convert", "a"],
        ["details"], ["library", "list", "--types", "fotos"], ["library", "list", "--since", "soon"],
        ["permissions", "cammera"], ["shoot", "-o", "a.gif"], ["shoot", "-o", "a.xyz"], ["shoot", "-o", "a.mp4"],
        ["record", "-o", "v.webm"], ["record", "-o", "v.jpg"], ["record", "-o", "v.1", "--for", "1"],
        ["shoot", "-o", "a.heic", "--format", "webp"],
    ])
    func `5.14 wrong and later options are usage errors`(words: [String]) async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run((words + ["--json"]).map { MediaPath($0) }) == .failed)
        #expect(fixture.errorCode == "usage")
        #expect(fixture.output.bytes.isEmpty)
    }

    // MARK: Live photos

    @Test func `5.5 5.14 shoot takes live photos as a still and a movie of one name`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--live", "--json", "--count", "2") == .done)
        let photo = try #require(fixture.objects.first)
        let still = fixture.folder.appending("IMG_20240701_120000.jpg")
        #expect(photo["kind"] as? String == "live" && photo["mime"] as? String == "image/jpeg")
        #expect(photo["path"] as? String == still.string)
        #expect(photo["moviePath"] as? String == fixture.folder.appending("IMG_20240701_120000.mov").string)
        #expect(photo["byteCount"] as? Int == 7 && photo["width"] as? Int == 640)
        #expect(photo["duration"] as? Double == 3.25 && photo["audio"] as? Bool == true)
        #expect(photo["shutterLatencyMs"] as? Double == 12.3)
        #expect(fixture.objects.count == 2)
        #expect(
            fixture.names == [
                "IMG_20240701_120000.jpg", "IMG_20240701_120000.mov", "IMG_20240701_120000_2.jpg",
                "IMG_20240701_120000_2.mov",
            ])
        #expect(try fixture.folder.appending("IMG_20240701_120000_2.mov").readAll() == Array("movie of 2".utf8))
        #expect(fixture.camera.log.liveModes.withLock { $0 } == [LiveSettings()])
        #expect(fixture.camera.log.stops.withLock { $0 } == 1)
        #expect(fixture.errors.text.isEmpty)
    }

    @Test func `5.5 5.14 the still has the name that was asked for, and its movie the same`() async throws {
        let fixture = try CommandFixture()
        let path = fixture.folder.appending("a.b.heic").string
        #expect(await fixture.run("shoot", "--live", "-o", path) == .done)
        #expect(fixture.names == ["a.b.heic", "a.b.mov"])
        #expect(fixture.output.text == "\(path)\n\(fixture.folder.appending("a.b.mov").string)\n")
        #expect(fixture.camera.log.photos.withLock { $0.map(\.format) } == [.heic])
        #expect(await fixture.run("shoot", "-0", "--live", "-o", fixture.folder.appending("c").string) == .done)
        #expect(fixture.names == ["a.b.heic", "a.b.mov", "c", "c.mov"])
    }

    @Test func `5.5 C52 neither file of a live photo writes over another`() async throws {
        let fixture = try CommandFixture()
        fixture.folder.appending("a.mov").put("old")
        #expect(
            await fixture.run("shoot", "--live", "--json", "-o", fixture.folder.appending("a.jpg").string) == .failed)
        #expect(fixture.errorCode == "exists" && fixture.needs.withLock { $0.isEmpty })
        // By date, the next number that is free for both.
        fixture.folder.appending("IMG_20240701_120000.mov").put("old")
        fixture.folder.appending("IMG_20240701_120000_2.jpg").put("old")
        #expect(await fixture.run("shoot", "--live") == .done)
        #expect(
            fixture.names == [
                "IMG_20240701_120000.mov", "IMG_20240701_120000_2.jpg", "IMG_20240701_120000_3.jpg",
                "IMG_20240701_120000_3.mov", "a.mov",
            ])
        for name in ["a.mov", "IMG_20240701_120000.mov", "IMG_20240701_120000_2.jpg"] {
            #expect(try fixture.folder.appending(name).readAll() == Array("old".utf8))
        }
    }

    @Test func `5.5 5.14 a live photo is saved with its movie`() async throws {
        let fixture = try CommandFixture()
        let path = fixture.folder.appending("a.jpg").string
        #expect(await fixture.run("shoot", "--live", "--save", "--album", "Trip", "-o", path) == .done)
        let added = fixture.library.added.withLock { $0 }
        #expect(added.map { $0.0.movie?.contentType } == [.quickTime] && added.map(\.1) == ["Trip"])
    }

    @Test func `5.5 C38 a microphone that may not be used makes silent live photos that say so`() async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0[.microphone] = .denied }
        #expect(await fixture.run("shoot", "--live", "--json") == .done)
        #expect(fixture.camera.log.liveModes.withLock { $0 } == [LiveSettings(wantsSound: false)])
        #expect(fixture.objects.first?["audio"] as? Bool == false)
        #expect(fixture.objects.first?["audioReason"] as? String == "permissionDenied")
        // Plain photos never ask.
        fixture.permissions.statuses.withLock { $0[.microphone] = .notDetermined }
        #expect(await fixture.run("shoot") == .done)
        #expect(fixture.permissions.asked.withLock { $0.isEmpty })
    }

    @Test func `5.5 a live photo without a movie is a photo, told as such, and an error that says why`() async throws {
        var camera = StubCamera()
        camera.movieFailure = .noSpace(folder: "/full")
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("shoot", "--live", "--json") == .failed)
        #expect(fixture.errorCode == "noSpace")
        #expect(fixture.objects.first?["kind"] as? String == "photo" && fixture.objects.first?["moviePath"] == nil)
        #expect(fixture.names == ["IMG_20240701_120000.jpg"])
    }

    @Test func `5.5 a camera that takes no live photos is closed again, and says so`() async throws {
        var camera = StubCamera()
        camera.liveFailure = .unsupportedFormat("no encoder")
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("shoot", "--live", "--json") == .failed)
        #expect(fixture.errorCode == "unsupportedFormat" && fixture.names.isEmpty)
        #expect(fixture.camera.log.stops.withLock { $0 } == 1)
    }

    @Test func `5.5 a live photo that is cancelled leaves nothing, even where its camera still holds it`() async throws
    {
        var camera = StubCamera()
        let stop = Locked<AsyncStream<StopRequest>.Continuation?>(nil)
        let held = Locked<[CapturedLivePhoto]>([])
        let (log, isStopped) = (camera.log, { @Sendable [log = camera.log] in log.stops.withLock { $0 > 0 } })
        camera.beforeLiveResult = { taken in
            held.withLock { $0.append(taken) }
            stop.withLock { $0 }?.yield(.interrupt)
            while !isStopped() { await Task.yield() }
        }
        let fixture = try CommandFixture(camera: camera)
        stop.withLock { $0 = fixture.stop }
        #expect(await fixture.run("shoot", "--live", "--json") == .cancelled)
        let taken = try #require(held.withLock { $0.first })
        #expect(!taken.photo.file.path.exists && (try? taken.movie.get().file.path.exists) == false)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.string)
        #expect(names == ["temporary"] && log.stops.withLock { $0 } == 2, "\(names)")
    }

    @Test func `5.14 an ending that lies names those that fit`() async throws {
        let fixture = try CommandFixture()
        for (words, fitting) in [
            (["shoot", "-o", "a.gif"], ".jpg, .png, .heic or .webp"),
            (["shoot", "-o", "a.jpg", "--format", "png"], ".png"),
            (["record", "-o", "v.webm"], ".mp4 or .m4v"),
        ] {
            #expect(await fixture.run(words.map { MediaPath($0) }) == .failed)
            #expect(
                fixture.errors.text.contains("let it end in \(fitting), or have no ending"), "\(fixture.errors.text)"
            )
        }
        #expect(fixture.needs.withLock { $0.isEmpty } && fixture.names.isEmpty)
    }

    @Test(arguments: [
        ("shoot", "a", ContentType.jpeg), ("shoot", "a.JPEG", .jpeg), ("shoot", "a.hif", .heic),
        ("shoot", ".hidden", .jpeg), ("record", "v", .mp4), ("record", "v.M4V", .mp4),
    ])
    func `5.14 endings that fit, and none, are taken as they are`(
        _ verb: String, _ name: String, _ type: ContentType
    ) async throws {
        let fixture = try CommandFixture()
        let path = fixture.folder.appending(name)
        let words = [verb, "-o", path.string] + (verb == "record" ? ["--for", "1"] : [])
        #expect(await fixture.run(words.map { MediaPath($0) }) == .done, "\(fixture.errors.text)")
        #expect(path.exists)
        if verb == "shoot" { #expect(fixture.camera.log.photos.withLock { $0.map(\.format) } == [type]) }
    }

    @Test func `5.14 a simulated camera is known by its id, and nobody is asked for it`() async throws {
        for id in ["simulated-front", "simulated-rear"] {
            var camera = StubCamera()
            camera.cameras = SimulatedScene.devices.map(\.device)
            let fixture = try CommandFixture(camera: camera)
            fixture.permissions.statuses.withLock { $0 = [.camera: .denied, .microphone: .denied] }
            #expect(await fixture.run("shoot", "--camera", id) == .done)
            #expect(await fixture.run("record", "--json", "--for", "1", "--camera", id) == .done)
            #expect(fixture.needs.withLock { $0.map(\.simulated) } == [true, true])
            #expect(camera.log.starts.withLock { $0.map(\.camera.rawValue) } == [id, id])
            #expect(fixture.objects.last?["audio"] as? Bool == true)
        }
    }

    @Test func `5.14 a permission that nobody was asked for is asked once, by the system`() async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0[.camera] = .notDetermined }
        #expect(await fixture.run("shoot") == .done)
        #expect(fixture.permissions.asked.withLock { $0 } == [.camera])
    }

    @Test func `C73 nobody is asked for a camera that is not there, and for one that is hidden they are`() async throws
    {
        for (failure, asked) in [(CameraError.noCamera, []), (.permissionDenied, [Permission.camera])] {
            var camera = StubCamera()
            camera.devicesFailure = failure
            let fixture = try CommandFixture(camera: camera)
            fixture.permissions.statuses.withLock { $0[.camera] = .notDetermined }
            #expect(await fixture.run("shoot", "--json") == .failed)
            #expect(fixture.errorCode == failure.code.rawValue)
            #expect(fixture.permissions.asked.withLock { $0 } == asked)
        }
    }

    @Test(arguments: [
        (PermissionStatus.denied, "permissionDenied"), (.restricted, "permissionRestricted"),
    ])
    func `1.3 denied and restricted end without a question`(status: PermissionStatus, code: String) async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0[.camera] = status }
        #expect(await fixture.run("shoot", "--json") == .failed)
        #expect(fixture.errorCode == code)
        #expect(fixture.permissions.asked.withLock { $0.isEmpty })
        #expect(fixture.needs.withLock { $0.isEmpty })
    }

    @Test func `5.14 the simulated camera needs no permission`() async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0[.camera] = .denied }
        #expect(await fixture.run("shoot", "--camera", "simulated") == .done)
        #expect(fixture.needs.withLock { $0.map(\.simulated) } == [true])
    }

    // teltek/Galicaster #343, zhangao0086/DKImagePickerController PR 113: no camera told as another error.
    @Test(arguments: [
        CameraError.noCamera, .pipeWireMissing, .sessionManagerMissing, .portalMissing, .permissionLost,
    ])
    func `C73 why there is no camera is told apart`(failure: CameraError) async throws {
        var camera = StubCamera()
        camera.devicesFailure = failure
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("shoot", "--json") == .failed)
        #expect(fixture.errorCode == failure.code.rawValue)
    }

    @Test(arguments: [
        CameraError.cameraInUse("back"), .cameraLost("back"), .busy, .configurationFailed("x"), .internal("x"),
    ])
    func `C73 a camera that does not open says why`(failure: CameraError) async throws {
        var camera = StubCamera()
        camera.startFailure = failure
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("shoot", "--json") == .failed)
        #expect(fixture.errorCode == failure.code.rawValue)
        #expect(fixture.output.bytes.isEmpty && fixture.names.isEmpty)
    }

    @Test(arguments: [
        CameraError.cameraLost("back"), .notReady, .noSpace(folder: "/x"), .unsupportedFormat("heic"),
        .recordingInProgress, .cancelled,
    ])
    func `5.14 a shot that fails closes the camera and leaves nothing`(failure: CameraError) async throws {
        var camera = StubCamera()
        camera.photoFailure = failure
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("shoot", "--json") == (failure == .cancelled ? .cancelled : .failed))
        #expect(fixture.errorCode == failure.code.rawValue)
        #expect(fixture.camera.log.stops.withLock { $0 } == 1)
        #expect(fixture.names.isEmpty)
    }

    @Test func `C73 no camera of that name is noCamera and names the nearest`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--camera", "bakc") == .failed)
        #expect(fixture.errors.text == "filmstrip: noCamera: There is no camera bakc; there is back.\n")
        var camera = StubCamera()
        camera.cameras = []
        let second = try CommandFixture(camera: camera)
        #expect(await second.run("shoot") == .failed)
        #expect(second.errors.text.contains("--camera simulated"))
    }

    @Test func `5.14 record ends by itself and tells of sound and frames`() async throws {
        let fixture = try CommandFixture()
        let path = fixture.folder.appending("a.mp4").string
        #expect(await fixture.run("record", "--json", "--for", "1.5", "-o", path, "--quality", "low") == .done)
        let video = try #require(fixture.objects.first)
        #expect(video["path"] as? String == path)
        #expect(video["duration"] as? Double == 1.5 && video["fps"] as? Double == 30)
        #expect(video["framesDropped"] as? Int == 0)
        #expect(video["audio"] as? Bool == true)
        #expect(video["audioReason"] == nil && video["interrupted"] == nil)
        #expect(
            fixture.camera.log.recordings.withLock { $0 } == [RecordingSettings(quality: .low, maximumDuration: 1.5)])
    }

    @Test func `5.14 a request to stop ends a recording well`() async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0[.microphone] = .denied }
        async let status = fixture.run("record", "--json", "-o", fixture.folder.appending("a.mp4").string)
        while fixture.camera.log.recordings.withLock({ $0.isEmpty }) { await Task.yield() }
        fixture.stop.yield(.interrupt)
        #expect(await status == .done)
        #expect(fixture.names == ["a.mp4"])
    }

    @Test func `5.14 without a microphone the video is silent and says why`() async throws {
        for (status, reason) in [(PermissionStatus.denied, "permissionDenied"), (.restricted, "permissionRestricted")] {
            let fixture = try CommandFixture()
            fixture.permissions.statuses.withLock { $0[.microphone] = status }
            #expect(await fixture.run("record", "--json", "--for", "1") == .done)
            #expect(fixture.objects.first?["audio"] as? Bool == false)
            #expect(fixture.objects.first?["audioReason"] as? String == reason)
            #expect(fixture.camera.log.recordings.withLock { $0.map(\.wantsSound) } == [false])
        }
    }

    @Test func `5.14 where there is no microphone the video is silent and says noMicrophone`() async throws {
        var camera = StubCamera()
        camera.silence = .noMicrophone
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("record", "--json", "--for", "1") == .done)
        #expect(fixture.objects.first?["audio"] as? Bool == false)
        #expect(fixture.objects.first?["audioReason"] as? String == "noMicrophone")
        #expect(fixture.camera.log.recordings.withLock { $0.map(\.wantsSound) } == [true])
    }

    @Test func `5.14 the microphone is not asked for where no sound is wanted`() async throws {
        let fixture = try CommandFixture()
        fixture.permissions.statuses.withLock { $0 = [.microphone: .notDetermined, .camera: .notDetermined] }
        #expect(await fixture.run("record", "--json", "--for", "1", "--no-audio") == .done)
        #expect(fixture.permissions.asked.withLock { $0 } == [.camera])
        #expect(fixture.objects.first?["audioReason"] == nil)
    }

    @Test func `5.14 the simulated camera has a simulated microphone, which nobody is asked for`() async throws {
        for status in [PermissionStatus.notDetermined, .denied] {
            let fixture = try CommandFixture()
            fixture.permissions.statuses.withLock { $0[.microphone] = status }
            #expect(await fixture.run("record", "--json", "--for", "1", "--camera", "simulated") == .done)
            #expect(fixture.permissions.asked.withLock { $0.isEmpty })
            #expect(fixture.objects.first?["audio"] as? Bool == true)
        }
    }

    @Test func `5.7 a second request to stop ends the process when a recording hangs`() async throws {
        var camera = StubCamera()
        camera.hangs = true
        let fixture = try CommandFixture(camera: camera)
        let abandoned = AsyncStream<Void>.makeStream()
        let time = Locked(0.0)
        var environment = fixture.environment
        environment.abandon = { abandoned.continuation.finish() }
        // Each look at the clock finds it half a second later.
        environment.uptime = {
            time.withLock { time in
                time += 0.5
                return time
            }
        }
        let runner = CommandRunner(environment: environment)
        let work = Task { await runner.run(["record", "--json", "-o", fixture.folder.appending("a.mp4")]) }
        while fixture.camera.log.recordings.withLock({ $0.isEmpty }) { await Task.yield() }
        fixture.stop.yield(.interrupt)
        fixture.stop.yield(.interrupt)
        for await _ in abandoned.stream {}
        #expect(fixture.errorCode == "cancelled")
        fixture.camera.log.hanging.withLock { $0 }?.finish()
        _ = await work.value
    }

    @Test func `5.7 requests to stop that come together are one`() async throws {
        let fixture = try CommandFixture()
        var environment = fixture.environment
        environment.abandon = { Issue.record("it is the same request") }
        let runner = CommandRunner(environment: environment)
        let work = Task { await runner.run(["record", "-o", fixture.folder.appending("a.mp4")]) }
        while fixture.camera.log.recordings.withLock({ $0.isEmpty }) { await Task.yield() }
        for _ in 0..<3 { fixture.stop.yield(.interrupt) }
        #expect(await work.value == .done)
        #expect(fixture.names == ["a.mp4"])
    }

    @Test func `5.14 on a terminal record says that it has begun, and how to end it`() async throws {
        let fixture = try CommandFixture()
        var environment = fixture.environment
        #expect(await CommandRunner(environment: environment).run(["record", "--for", "1"]) == .done)
        #expect(fixture.errors.bytes.isEmpty)
        environment.showsProgress = true
        #expect(await CommandRunner(environment: environment).run(["record", "--for", "1"]) == .done)
        #expect(fixture.errors.text.hasSuffix("Recording. Ctrl-C ends it.\n"), "\(fixture.errors.text)")
    }

    @Test func `5.14 cancelling between photos keeps those that were taken`() async throws {
        var camera = StubCamera()
        let stop = Locked<AsyncStream<StopRequest>.Continuation?>(nil)
        camera.beforePhoto = { number in
            guard number == 3 else { return }
            stop.withLock { $0 }?.yield(.interrupt)
            while !Task.isCancelled { await Task.yield() }
        }
        let fixture = try CommandFixture(camera: camera)
        stop.withLock { $0 = fixture.stop }
        #expect(await fixture.run("shoot", "--json", "--count", "100") == .cancelled)
        #expect(fixture.errorCode == "cancelled")
        #expect(fixture.names.count == 3)
        #expect(fixture.camera.log.stops.withLock { $0 } == 1)
    }

    @Test func `5.14 a cancellation says nothing in text`() async throws {
        var camera = StubCamera()
        camera.photoFailure = .cancelled
        let fixture = try CommandFixture(camera: camera)
        #expect(await fixture.run("shoot") == .cancelled)
        #expect(fixture.errors.bytes.isEmpty && fixture.output.bytes.isEmpty)
    }

    @Test func `5.14 a folder that is missing is told before the camera opens`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--json", "-o", "/nowhere/a.jpg") == .failed)
        #expect(fixture.errorCode == "notFound")
        #expect(fixture.needs.withLock { $0.isEmpty })
    }

    @Test(arguments: ["/proc/a.jpg", "/sys/a.jpg"])
    func `5.14 a folder that takes no files is told before the camera opens`(path: String) async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--json", "-o", path) == .failed)
        #expect(fixture.errorCode == "readOnly")
        #expect(fixture.needs.withLock { $0.isEmpty })
    }

    @Test func `C53 a capture that is kept among temporary files is its owner's alone`() async throws {
        let library = StubLibrary(addFailure: .readOnly(folder: "/pictures"))
        let fixture = try CommandFixture(library: library)
        #expect(await fixture.run("shoot", "--save") == .failed)
        let temporary = fixture.folder.appending("temporary")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: temporary.string).first)
        var status = stat()
        #expect(stat(temporary.appending(name).string, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: [("absent/", "notFound"), ("-", "usage")])
    func `5.14 a capture's name is that of a file, or of a folder that is there`(
        name: String, code: String
    ) async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "-o", name, "--json") == .failed)
        #expect(fixture.errorCode == code && fixture.names.isEmpty && fixture.needs.withLock { $0.isEmpty })
        #expect(await fixture.run("shoot", "-o", "temporary/") == .done)
    }

    @Test func `5.7 a limit that no movie keeps is an error that says what this one has, and the movie is not lost`()
        async throws
    {
        let fixture = try CommandFixture()
        #expect(await fixture.run("record", "--for", "1", "--max-bytes", "4", "--json") == .failed)
        #expect(fixture.errorCode == "usage" && fixture.errors.text.contains("than this movie has: 5"))
        #expect(fixture.errors.text.contains("what was recorded is kept at"))
        #expect(await fixture.run("record", "--for", "1", "--max-bytes", "5") == .done)
    }
}
