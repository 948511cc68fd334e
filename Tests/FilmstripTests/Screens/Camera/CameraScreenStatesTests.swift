import FilmstripTesting
import Foundation
import Testing

@testable import Filmstrip

/// What the screen shows in each of its states: a page or a picture, and which buttons.
@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraScreenStatesTests {
    private static let camera = SimulatedScene().device.device

    @Test func `2.1, 2.2 each state of a session has its page, or a live picture`() {
        let camera = Self.camera
        let rows: [(CameraSessionState, CameraPage?)] = [
            (.idle, nil), (.starting(replacing: nil), .starting), (.starting(replacing: camera), .starting),
            (.running(camera), nil), (.capturing(camera), nil), (.recording(camera, .beginning), nil),
            (.recording(camera, .rolling), nil), (.recording(camera, .paused), nil),
            (.recording(camera, .finishing), nil), (.stopping, nil),
            (.interrupted(.noFrames, camera, during: nil), .interrupted(.noFrames)),
            (.interrupted(.background, camera, during: .capturing), .interrupted(.background)),
            (.interrupted(.serviceLost, camera, during: .recording), .interrupted(.serviceLost)),
            (.failed(.noCamera), .unavailable(.noCamera)), (.failed(.permissionDenied), .notAllowed(.denied)),
            (.failed(.permissionRestricted), .notAllowed(.restricted)),
            (.failed(.cameraLost("a")), .unavailable(.cameraLost("a"))),
        ]
        for (state, page) in rows {
            #expect(CameraPage(state, hasPicture: true) == page, "\(state)")
            // Before the first picture there is none to show.
            #expect(CameraPage(state, hasPicture: false) == page ?? .starting, "\(state)")
        }
        let titles = rows.compactMap { $0.1?.content(.english).title }
        #expect(Set(titles).count == 6, "\(titles)")
    }

    @Test func `2.3, 2.5, 0.8 each state of a session has its buttons, and no others`() {
        let (camera, other) = (Self.camera, SimulatedScene(.front).device.device)
        func told(_ state: CameraSessionState) -> String {
            let controls = CameraControls.live(
                state, cameras: [camera, other], flash: .off, records: true, canPause: true)
            let all = [controls.shutter, controls.record, controls.pause, controls.flip, controls.exit]
            let letters = all.map { $0 == .enabled ? "+" : $0 == .disabled ? "-" : "." }
            return letters.joined() + (controls.flash.contains { $0.control == .enabled } ? "f" : "")
        }
        let rows: [(CameraSessionState, String)] = [
            (.idle, "--..+"), (.starting(replacing: nil), "--..+"), (.starting(replacing: camera), "--.-+"),
            (.running(camera), "++.++f"), (.capturing(camera), "--.-+"), (.recording(camera, .beginning), "-+--+"),
            (.recording(camera, .rolling), "-++-+"), (.recording(camera, .paused), "-++-+"),
            (.recording(camera, .finishing), "----+"), (.interrupted(.noFrames, camera, during: nil), "--.-+"),
            (.stopping, "--..+"), (.failed(.noCamera), "--..+"),
        ]
        for (state, wanted) in rows { #expect(told(state) == wanted, "\(state)") }
    }

    @Test func `0.8 there is no choice of kinds while a video is recorded, paused, or looked at`() async {
        let fixture = SessionFixture()
        var request = CaptureRequest(kind: .video, allowedKinds: [.photo, .video])
        request.recording.wantsSound = false
        let model = CameraScreenModel(fixture.session, request: request, clock: fixture.clock)
        #expect(model.kindSwitch == .disabled)
        await model.appear()
        #expect(model.kindSwitch == .enabled)
        await model.press()
        #expect(model.camera.isRecording && model.kindSwitch == .hidden)
        fixture.camera.tick(3)
        await model.camera.togglePause()
        #expect(model.camera.isPaused && model.kindSwitch == .hidden)
        await model.press()
        #expect(model.controls.use == .enabled && model.kindSwitch == .hidden)
        model.retake()
        #expect(model.kindSwitch == .enabled)
        await model.exit()
        let one = CameraScreenModel(SessionFixture().session, request: CaptureRequest())
        #expect(one.kindSwitch == .hidden)
    }

    @Test func `2.7, 2.10 from each moment of a visit one can leave, and none has two shutters`() async {
        let fixture = SessionFixture()
        var request = CaptureRequest(allowedKinds: [.photo, .video], maximumCount: 3)
        request.recording.wantsSound = false
        let model = CameraScreenModel(
            fixture.session, request: request, photo: PhotoSettings(format: .png), clock: fixture.clock)
        func check(_ moment: String, shutter: Bool, review: Bool = false) {
            let controls = model.controls
            #expect((controls.shutter != .hidden) == shutter, "\(moment)")
            #expect((controls.use != .hidden) == review, "\(moment)")
            #expect(!(shutter && review), "\(moment)")
            #expect(controls.exit == (moment == "closed" ? .hidden : .enabled), "\(moment)")
        }
        check("before", shutter: true)
        #expect(model.controls.shutter == .disabled)
        await model.appear()
        check("live", shutter: true)
        await model.press()
        check("review", shutter: false, review: true)
        await model.use()
        model.look(at: model.tray.entries[0].id)
        check("looking", shutter: false)
        model.closeLook()
        model.nextTimer()
        await model.press()
        check("counting", shutter: true)
        model.cancelTimer()
        fixture.camera.interrupt()
        await until { model.camera.page == .interrupted(.noFrames) }
        check("interrupted", shutter: true)
        #expect(model.controls.shutter == .disabled && model.canFinish)
        fixture.permissions.set(.camera, to: .denied)
        await until { model.camera.page == .notAllowed(.denied) && model.controls.shutter == .hidden }
        check("not allowed", shutter: false)
        await model.exit()
        check("closed", shutter: false)
    }
}
