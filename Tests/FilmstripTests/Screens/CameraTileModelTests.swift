import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraTileModelTests {
    @MainActor private final class Basket {
        var media: [CapturedMedia] = []
        var kinds: [MediaKind] { media.map(\.kind) }
    }

    private let basket = Basket()

    private func tile(_ fixture: SessionFixture, _ mode: ImagePicker.Mode = .photo) -> CameraTileModel {
        let basket = basket
        return CameraTileModel(
            fixture.session, permissions: fixture.permissions, mode: mode, photo: PhotoSettings(format: .png)
        ) { basket.media.append($0) }
    }

    @Test func `3.4 the tile is live while it is seen`() async {
        let fixture = SessionFixture()
        let tile = tile(fixture)
        #expect(tile.phase == .starting)
        #expect(tile.controls == CameraTileModel.Controls())
        await tile.appear()
        #expect(tile.phase == .live)
        #expect(tile.controls.shutter == .enabled)
        #expect(tile.controls.flip == .enabled)
        #expect(tile.controls.record == .hidden)
        while tile.preview == nil {
            fixture.camera.tick()
            await Task.yield()
        }
        await tile.disappear()
        #expect(fixture.camera.openCamera == nil)
        #expect(tile.phase == .starting)
        #expect(tile.preview != nil)
        await tile.appear()
        #expect(tile.phase == .live)
        await tile.disappear()
    }

    @Test func `3.4 a camera that was unplugged comes back by itself when it is plugged in`() async {
        let fixture = SessionFixture()
        let tile = tile(fixture)
        await tile.appear()
        let devices = SimulatedScene.devices
        for device in devices { fixture.camera.disconnect(device.device.id) }
        await until { if case .unavailable = tile.phase { true } else { false } }
        for device in devices { fixture.camera.connect(device) }
        await until { tile.phase == .live }
        await tile.disappear()
    }

    @Test func `3.2 a photo is of the frame that was drawn, and not of one that came since`() async throws {
        let fixture = SessionFixture()
        let tile = tile(fixture)
        await tile.appear()
        var frames: [PixelFrame] = []
        for number in 1...3 {
            fixture.camera.tick()
            await until { tile.preview.map { $0.time * 30 > Double(number) - 0.5 } ?? false }
            frames.append(try #require(tile.preview))
        }
        tile.drew(frames[1])
        await tile.takePhoto()
        #expect(fixture.photos.map(\.shown) == [frames[1].time])
        await tile.disappear()
    }

    @Test func `3.2 a photo is handed over, and a double tap makes one`() async {
        let fixture = SessionFixture()
        let tile = tile(fixture)
        await tile.appear()
        async let first: Void = tile.takePhoto()
        async let second: Void = tile.takePhoto()
        _ = await (first, second)
        #expect(basket.kinds == [.photo])
        await tile.takePhoto()
        #expect(basket.kinds == [.photo, .photo])
        await tile.disappear()
    }

    @Test func `3.2 a recording is handed over when it ends, once, with the buttons to match`() async {
        let fixture = SessionFixture()
        let tile = tile(fixture, .photoAndVideo)
        await tile.appear()
        #expect(tile.controls.record == .enabled)
        await tile.toggleRecording()
        #expect(tile.isRecording)
        #expect(tile.controls.shutter == .disabled)
        #expect(tile.controls.flip == .disabled)
        #expect(tile.controls.record == .enabled)
        fixture.camera.tick(20)
        await tile.toggleRecording()
        await until { !basket.media.isEmpty }
        await settle()
        #expect(basket.kinds == [.video])
        #expect(!tile.isRecording)
        await tile.disappear()
    }

    @Test func `3.2 video and live are never offered together`() async {
        for mode in ImagePicker.Mode.allCases {
            let tile = tile(SessionFixture(), mode)
            await tile.appear()
            #expect(tile.controls.live == (mode == .photoAndLivePhoto ? .enabled : .hidden))
            #expect(tile.controls.record == (mode == .photoAndVideo ? .enabled : .hidden))
            await tile.disappear()
        }
    }

    @Test func `3.4 while live mode is on, the shutter takes live photos, one after the other`() async {
        let fixture = SessionFixture()
        let tile = tile(fixture, .photoAndLivePhoto)
        await tile.appear()
        await tile.toggleLive()
        #expect(tile.live != nil)
        fixture.camera.tick(60)
        let first = Task { await tile.takePhoto() }
        await until { tile.liveCount == 1 }
        #expect(tile.controls.shutter == .enabled)
        let second = Task { await tile.takePhoto() }
        await until { tile.liveCount == 2 }
        fixture.camera.tick(60)
        await first.value
        await second.value
        #expect(basket.kinds == [.livePhoto, .livePhoto])
        #expect(tile.liveCount == 0)
        await tile.toggleLive()
        #expect(tile.live == nil)
        await tile.takePhoto()
        #expect(basket.kinds == [.livePhoto, .livePhoto, .photo])
        await tile.disappear()
    }

    @Test func `3.4 live mode that cannot be had stays off and says why`() async {
        let fixture = SessionFixture()
        let tile = tile(fixture, .photoAndLivePhoto)
        await tile.appear()
        fixture.camera.fail(.live, with: .unsupportedFormat("no encoder"))
        await tile.toggleLive()
        #expect(tile.live == nil)
        #expect(tile.problem == .unsupportedFormat("no encoder"))
        #expect(tile.controls.shutter == .enabled)
        await tile.disappear()
    }

    @Test func `3.4 a format that cannot be live has no button for it`() async {
        let fixture = SessionFixture()
        let tile = CameraTileModel(
            fixture.session, permissions: fixture.permissions, mode: .photoAndLivePhoto,
            photo: PhotoSettings(format: .heic), clock: fixture.clock
        ) { _ in
        }
        await tile.appear()
        #expect(tile.controls.live == .hidden && tile.controls.shutter == .enabled)
        await tile.toggleLive()
        #expect(tile.live == nil && tile.problem == nil)
        await tile.disappear()
    }

    @Test func `3.11 the microphone is asked when live mode is turned on, and live photos are silent without it`() async
    {
        let permissions = ScriptedPermissions([.microphone: .notDetermined])
        permissions.answer(.microphone, with: .denied)
        let tile = tile(SessionFixture(permissions: permissions), .photoAndLivePhoto)
        await tile.appear()
        #expect(permissions.asked.isEmpty)
        await tile.toggleLive()
        #expect(permissions.asked == [.microphone])
        #expect(tile.live?.sound == .missing(.permissionDenied))
        await tile.disappear()
    }

    @Test func `2.5 a flip that fails keeps the camera that worked`() async {
        let fixture = SessionFixture()
        let tile = tile(fixture)
        await tile.appear()
        await tile.flip()
        #expect(tile.state.camera?.position == .front)
        #expect(tile.drawing == .upMirrored)
        fixture.camera.fail(.start, with: .cameraInUse("simulated-rear"))
        await tile.flip()
        #expect(tile.state.camera?.position == .front)
        #expect(tile.problem == .cameraInUse("simulated-rear"))
        #expect(tile.phase == .live)
        await tile.flip()
        #expect(tile.problem == nil)
        await tile.disappear()
    }

    @Test func `3.4 a missing permission is shown with a way to the settings, and the tile comes to life after it`()
        async
    {
        let permissions = ScriptedPermissions([.camera: .denied])
        let fixture = SessionFixture(permissions: permissions)
        let tile = tile(fixture)
        await tile.appear()
        #expect(tile.phase == .notAllowed(.denied))
        #expect(tile.controls.settings == .enabled)
        #expect(tile.text(.english) == Texts.english.camera.off)
        #expect(permissions.asked.isEmpty)
        permissions.set(.camera, to: .authorized)
        await until { tile.phase == .live }
        await tile.disappear()
    }

    @Test func `1.3 a blocked camera promises no switch`() async {
        let tile = tile(SessionFixture(permissions: ScriptedPermissions([.camera: .restricted])))
        await tile.appear()
        #expect(tile.phase == .notAllowed(.restricted))
        #expect(tile.controls.settings == .hidden)
        #expect(tile.text(.english) == Texts.english.camera.restricted)
    }

    @Test func `3.11 the system asks when the tile is seen, and a refusal is shown`() async {
        let permissions = ScriptedPermissions([.camera: .notDetermined])
        permissions.answer(.camera, with: .denied)
        let tile = tile(SessionFixture(permissions: permissions))
        await tile.appear()
        #expect(permissions.asked == [.camera])
        #expect(tile.phase == .notAllowed(.denied))
    }

    @Test func `C73 no camera says so, and the rest of the picker goes on`() async {
        let tile = tile(SessionFixture(devices: []))
        await tile.appear()
        #expect(tile.phase == .unavailable(.noCamera))
        #expect(tile.text(.english) == "No camera is available")
        // Nor is anybody asked for one.
        let permissions = ScriptedPermissions([.camera: .notDetermined])
        let unasked = self.tile(SessionFixture(devices: [], permissions: permissions))
        await unasked.appear()
        #expect(unasked.phase == .unavailable(.noCamera) && permissions.asked.isEmpty)
        #expect(tile.controls == CameraTileModel.Controls())
        await tile.takePhoto()
        await tile.toggleRecording()
        await tile.flip()
        #expect(basket.media.isEmpty)
    }

    @Test func `C74 a camera that is lost is told in the tile`() async {
        let fixture = SessionFixture(devices: [SimulatedScene().device])
        let tile = tile(fixture)
        await tile.appear()
        #expect(tile.phase == .live)
        fixture.camera.disconnect("simulated-rear")
        await until { tile.phase == .unavailable(.cameraLost("simulated-rear")) }
        #expect(tile.controls == CameraTileModel.Controls())
        #expect(tile.text(.english) == "The camera was disconnected")
    }
}
