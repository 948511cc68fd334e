import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CameraSessionCapturingTests {
    private func photos(_ camera: SimulatedCamera) -> [PhotoSettings] {
        camera.calls.compactMap { if case .photo(let settings) = $0 { settings } else { nil } }
    }

    @Test func `2.6 a photo is a file with a size, a date and its camera`() async throws {
        let fixture = try await SessionFixture.running()
        let photo = try await fixture.session.capturePhoto(PhotoSettings(format: .png))
        #expect(photo.size == PixelSize(width: 320, height: 240))
        #expect(photo.camera == "simulated-rear" && photo.file.contentType == .png && photo.file.isTemporary)
        guard case .running = await fixture.session.state else { return #expect(Bool(false), "not running again") }
    }

    @Test func `2.6 after an error the camera goes on`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.fail(.photo, with: .configurationFailed("no"))
        await #expect(throws: CameraError.configurationFailed("no")) { try await fixture.session.capturePhoto() }
        #expect(try await fixture.session.capturePhoto().camera == "simulated-rear")
    }

    @Test func `C64 a double tap on the shutter makes one photo`() async throws {
        // react-native-image-picker PR 1922: two results.
        let fixture = try await SessionFixture.running()
        fixture.camera.hold(.photo)
        async let photo = fixture.session.capturePhoto()
        await fixture.camera.waitUntilHeld(.photo)
        await #expect(throws: CameraError.busy) { try await fixture.session.capturePhoto() }
        await #expect(throws: CameraError.busy) { try await fixture.session.startRecording() }
        await #expect(throws: CameraError.busy) { try await fixture.session.flip() }
        fixture.camera.release(.photo)
        _ = try await photo
        #expect(photos(fixture.camera).count == 1)
    }

    @Test func `A stop while a photo is taken answers it with an error, and closes`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.hold(.photo)
        let photo = Task { try await fixture.session.capturePhoto() }
        await fixture.camera.waitUntilHeld(.photo)
        await fixture.session.stop()
        await #expect(throws: CameraError.cancelled) { try await photo.value }
        #expect(await fixture.session.state == .idle)
    }

    @Test func `C52 the simulated camera's ten photos at one frozen moment are ten files of the session`() async throws
    {
        // kaeawc/auto-mobile #5415: even milliseconds collide.
        let fixture = try await SessionFixture.running()
        var photos: [CapturedPhoto] = []
        for _ in 0..<10 { photos.append(try await fixture.session.capturePhoto(PhotoSettings(format: .png))) }
        #expect(Set(photos.map(\.file.path)).count == 10)
    }

    // MARK: Flash

    @Test func `C68 the user's flash is off on a camera without one, and on again on one that has it`() async throws {
        // finn-no/Finjinon PR 46: an unsupported value crashed.
        let fixture = try await SessionFixture.running()
        try await fixture.session.setFlash(.on)
        try await fixture.session.flip()
        _ = try await fixture.session.capturePhoto()
        await #expect(throws: CameraError.flashUnsupported) { try await fixture.session.setFlash(.auto) }
        #expect(await fixture.session.flash == .on)
        try await fixture.session.flip()
        _ = try await fixture.session.capturePhoto()
        #expect(photos(fixture.camera).map(\.flash) == [.off, .on])
    }

    @Test func `C68 off is never refused`() async throws {
        // zhangao0086/DKCamera #26: even off can be unsupported.
        let fixture = try await SessionFixture.running()
        try await fixture.session.flip()
        try await fixture.session.setFlash(.off)
        #expect(await fixture.session.flash == .off)
    }

    @Test func `2.3 the flash at first is what the session was made with`() async throws {
        let fixture = try await SessionFixture.running(flash: .auto)
        _ = try await fixture.session.capturePhoto(PhotoSettings(flash: .off))
        #expect(photos(fixture.camera).map(\.flash) == [.auto])
    }

    // MARK: Recording

    @Test func `A recording is one movie, the same for all who ask`() async throws {
        let fixture = try await SessionFixture.running()
        let recording = try await fixture.session.startRecording(RecordingSettings(wantsSound: false))
        fixture.camera.tick(3)
        async let asked = recording.result()
        let video = try await fixture.session.stopRecording()
        #expect(try await asked.file === video.file)
        #expect(try await recording.result().file === video.file)
        #expect(video.duration == 0.1 && video.sound == .notWanted && video.interruption == nil)
        guard case .running = await fixture.session.state else { return #expect(Bool(false), "not running again") }
        await #expect(throws: CameraError.notReady) { try await fixture.session.stopRecording() }
    }

    @Test func `A recording may be stopped by its handle, twice, and by its limit`() async throws {
        let fixture = try await SessionFixture.running()
        let first = try await fixture.session.startRecording()
        fixture.camera.tick()
        first.stop()
        first.stop()
        #expect(try await first.result().duration > 0)
        await fixture.wait { if case .running = $0 { true } else { false } }
        let second = try await fixture.session.startRecording(RecordingSettings(maximumDuration: 0.1))
        fixture.camera.tick(10)
        #expect(try await second.result().duration == 0.1)
        first.stop()
        await fixture.wait { if case .running = $0 { true } else { false } }
    }

    @Test func `A recording that cannot begin is an error, and the camera goes on`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.fail(.recording, with: .noSpace(folder: "x"))
        await #expect(throws: CameraError.noSpace(folder: "x")) { try await fixture.session.startRecording() }
        #expect(try await fixture.session.capturePhoto().camera == "simulated-rear")
    }

    @Test func `A stop while a recording begins ends it as well`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.hold(.recording)
        let start = Task { try await fixture.session.startRecording() }
        await fixture.camera.waitUntilHeld(.recording)
        await fixture.session.stop()
        await #expect(throws: CameraError.cancelled) { try await start.value }
        #expect(await fixture.session.state == .idle)
    }

    @Test func `A recording that is ended while it begins is begun, ended, and one movie`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.hold(.recording)
        let start = Task { try await fixture.session.startRecording(RecordingSettings(wantsSound: false)) }
        await fixture.camera.waitUntilHeld(.recording)
        let stopped = Task { try await fixture.session.stopRecording() }
        await fixture.wait { if case .recording(_, .finishing) = $0 { true } else { false } }
        fixture.camera.release(.recording)
        let recording = try await start.value
        // No frame can have come, and both are told the same.
        await #expect(throws: CameraError.cancelled) { try await recording.result() }
        await #expect(throws: CameraError.cancelled) { try await stopped.value }
        await fixture.wait { if case .running = $0 { true } else { false } }
    }

    @Test func `A recording that is ended while the microphone's question is open is never begun`() async throws {
        let fixture = try await SessionFixture.running(permissions: ScriptedPermissions([.microphone: .notDetermined]))
        fixture.permissions.holdsQuestions = true
        let start = Task { try await fixture.session.startRecording() }
        await fixture.permissions.waitUntilAsked()
        await #expect(throws: CameraError.cancelled) { try await fixture.session.stopRecording() }
        fixture.permissions.holdsQuestions = false
        await #expect(throws: CameraError.cancelled) { try await start.value }
        #expect(!fixture.camera.calls.contains { if case .recording = $0 { true } else { false } })
        guard case .running = await fixture.session.state else { return #expect(Bool(false), "not running again") }
    }

    @Test func `A question that outlives its session begins no recording in the next one`() async throws {
        let fixture = try await SessionFixture.running(permissions: ScriptedPermissions([.microphone: .notDetermined]))
        fixture.permissions.holdsQuestions = true
        let late = Task { try await fixture.session.startRecording() }
        await fixture.permissions.waitUntilAsked()
        await fixture.session.stop()
        try await fixture.session.start()
        let silent = RecordingSettings(wantsSound: false)
        try await fixture.session.startRecording(silent)
        fixture.permissions.holdsQuestions = false
        await #expect(throws: CameraError.cancelled) { try await late.value }
        // The new recording is untouched by the old question.
        guard case .recording(_, .rolling) = await fixture.session.state else {
            return #expect(Bool(false), "not recording")
        }
        fixture.camera.tick(3)
        #expect(try await fixture.session.stopRecording().duration == 0.1)
        #expect(fixture.camera.calls.count { if case .recording = $0 { true } else { false } } == 1)
    }

    @Test func `A question that outlives its session leaves the next one alone, recording or not`() async throws {
        let fixture = try await SessionFixture.running(permissions: ScriptedPermissions([.microphone: .notDetermined]))
        fixture.permissions.holdsQuestions = true
        let late = Task { try await fixture.session.startRecording() }
        await fixture.permissions.waitUntilAsked()
        await fixture.session.stop()
        try await fixture.session.start()
        fixture.permissions.holdsQuestions = false
        await #expect(throws: CameraError.cancelled) { try await late.value }
        #expect(!fixture.camera.calls.contains { if case .recording = $0 { true } else { false } })
        guard case .running = await fixture.session.state else { return #expect(Bool(false), "not running") }
    }

    @Test func `5.7 C37 an interrupted recording is one movie that says why`() async throws {
        // almalence/OpenCamera #107: everything was lost.
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        let recording = try await fixture.session.startRecording()
        fixture.camera.tick(120)
        fixture.camera.interrupt(.noFrames)
        let video = try await recording.result()
        #expect(video.interruption == .noFrames && abs(video.duration - 4) <= 0.5)
        await fixture.wait { if case .interrupted(_, _, during: nil) = $0 { true } else { false } }
        fixture.camera.resume()
        await fixture.wait { if case .running = $0 { true } else { false } }
        await fixture.session.stop()
        var endings = 0
        for await update in updates {
            if case .recordingEnded = update { endings += 1 }
            if case .state(.idle) = update { break }
        }
        #expect(endings == 1)
    }

    @Test func `5.7 C37 a stop of the session finishes the movie first`() async throws {
        let fixture = try await SessionFixture.running()
        let recording = try await fixture.session.startRecording()
        fixture.camera.tick(5)
        await fixture.session.stop()
        #expect(try await recording.result().duration > 0.1)
    }

    // MARK: Sound

    @Test(arguments: [
        (PermissionStatus.denied, ErrorCode.permissionDenied), (.restricted, .permissionRestricted),
        (.notDetermined, .permissionDenied),
    ])
    func `C38 without the microphone's permission a movie is silent and says why`(
        status: PermissionStatus, code: ErrorCode
    ) async throws {
        // piemonte/PBJVision PR 89: waited for sound for ever.
        let fixture = try await SessionFixture.running(permissions: ScriptedPermissions([.microphone: status]))
        fixture.permissions.answer(.microphone, with: .denied)
        let recording = try await fixture.session.startRecording()
        fixture.camera.tick(60)
        let video = try await fixture.session.stopRecording()
        #expect(video.sound == .missing(code) && video.duration == 2)
        #expect(fixture.camera.calls.contains(.recording(RecordingSettings(wantsSound: false))))
        #expect(fixture.permissions.asked == (status == .notDetermined ? [.microphone] : []))
        _ = recording
    }

    @Test func `C38 photos and silent movies never ask for the microphone`() async throws {
        let fixture = try await SessionFixture.running(permissions: ScriptedPermissions([.microphone: .notDetermined]))
        _ = try await fixture.session.capturePhoto()
        try await fixture.session.startRecording(RecordingSettings(wantsSound: false))
        #expect(fixture.permissions.asked.isEmpty)
    }
}
