import Filmstrip
import FilmstripTesting
import Testing

/// What is said of the open camera is what it has.
@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraScreenDeviceTests {
    private let fixture = SessionFixture(devices: SimulatedScene.devices)

    private func shown(_ kind: MediaKind = .photo) async -> CameraScreenModel {
        let model = CameraScreenModel(
            fixture.session,
            request: CaptureRequest(
                kind: kind, allowedKinds: [.photo, .video], recording: RecordingSettings(wantsSound: false)),
            photo: PhotoSettings(format: .png), clock: fixture.clock)
        await model.appear()
        return model
    }

    private func replug(_ model: CameraScreenModel) async {
        fixture.camera.disconnect("simulated-rear")
        await until { model.camera.page == .unavailable(.cameraLost("simulated-rear")) }
        fixture.camera.connect(SimulatedScene().device)
        await until {
            model.camera.state.camera?.id == "simulated-rear" && model.controls.shutter == .enabled
                && model.zoom == 1 && !model.isLocked
        }
    }

    private func thereAndBack(_ model: CameraScreenModel) async {
        await model.flip()
        #expect(fixture.camera.openCamera == "simulated-front")
        await model.flip()
        #expect(fixture.camera.openCamera == "simulated-rear")
    }

    @Test(arguments: [true, false])
    func `5.9 a camera that was opened anew is told anew, though it is the same one`(isUnplugged: Bool) async {
        let model = await shown()
        await model.zoom(to: 4)
        await model.bias(to: 1)
        await model.lock(on: .center)
        #expect(model.isLocked)
        if isUnplugged { await replug(model) } else { await thereAndBack(model) }
        #expect(model.zoom == 1 && model.bias == 0 && !model.isLocked)
        await model.zoom(to: 4)
        #expect(fixture.camera.adjustment == DeviceAdjustment(zoom: 4))
        await model.exit()
    }

    @Test func `2.9 what is refused takes nothing else with it: the light that burns can be turned off`() async {
        let model = await shown(.video)
        await model.zoom(to: 3)
        await model.setTorch(true)
        fixture.camera.fail(.apply, with: .configurationFailed("held"))
        await model.bias(to: 1)
        #expect(model.zoom == 3 && model.isTorchOn && model.bias == 0)
        await model.choose(.photo)
        #expect(fixture.camera.adjustment.torch == false && fixture.camera.adjustment.zoom == 3)
        await model.exit()
    }

    @Test func `2.4, 2.8 a lock outlives another scene`() async {
        let model = await shown()
        await model.lock(on: PicturePoint(x: 0.25, y: 0.5))
        let steps = fixture.camera.steps
        fixture.camera.changeSubjectArea()
        await settle()
        #expect(model.isLocked && fixture.camera.steps == steps)
        await model.exit()
    }

    @Test func `2.5 the flash stays what it is while a photo is taken`() async {
        let model = await shown()
        while model.flash != .auto { await model.nextFlash() }
        fixture.camera.hold(.photo)
        let shot = Task { await model.press() }
        await fixture.camera.waitUntilHeld(.photo)
        await until { model.controls.flash.allSatisfy { $0.control == .disabled } }
        await model.nextFlash()
        #expect(model.flash == .auto)
        fixture.camera.release(.photo)
        await shot.value
        model.retake()
        await until { model.controls.flash.contains { $0.control == .enabled } }
        await model.nextFlash()
        #expect(model.flash != .auto)
        await model.exit()
    }

    @Test func `2.5 one key is for the light of videos and for the flash of photos`() async {
        let model = await shown()
        await model.nextLight()
        #expect(model.flash == .on && !model.isTorchOn)
        await model.choose(.video)
        await model.nextLight()
        #expect(model.isTorchOn && fixture.camera.adjustment.torch == true)
        await model.nextLight()
        #expect(!model.isTorchOn && model.camera.flash == .on)
        await model.exit()
    }
}
