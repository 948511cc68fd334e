import Filmstrip
import FilmstripTesting
import Testing

/// Which source, which permission, which screen.
@Suite(.timeLimit(.minutes(1))) @MainActor struct MediaPickerSourceTests {
    private func request(_ source: PickRequest.Source) -> PickRequest {
        PickRequest(source: source, editing: .none, texts: .english)
    }

    @Test func `0.4 the default asks for the source, and the row leads to the camera`() async throws {
        let stage = PickingStage()
        stage.presenter.presses = [.takePhoto]
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        let outcome = try await stage.picker.pick(PickRequest(texts: .english))
        #expect(outcome.summary == ["shot.jpg"])
        #expect(stage.presenter.shown == ["prompt", "camera", "editor"])
        #expect(stage.presenter.captureRequests.first?.position == .rear)
    }

    @Test func `0.5 the row of the library leads to the library`() async throws {
        let stage = PickingStage()
        stage.presenter.presses = [.chooseFromLibrary]
        stage.presenter.choices = [.success(["b"])]
        let outcome = try await stage.picker.pick(request(.ask))
        #expect(outcome.summary == ["b"])
        #expect(stage.permissions.reads == [.photoLibrary])
    }

    @Test func `0.5 on a tablet without an anchor an alert asks, and with one a popover`() async throws {
        let stage = PickingStage()
        stage.presenter.place = PresentationPlace(needsAnchor: true)
        _ = try await stage.picker.pick(request(.ask))
        var anchored = request(.ask)
        anchored.sheet.anchor = .control("button")
        _ = try await stage.picker.pick(anchored)
        #expect(stage.presenter.prompts.map(\.style) == [.alert, .actionSheet(.control("button"))])
    }

    @Test(arguments: [Prompt.Action.ID.cancel, nil])
    func `1.1 Cancel in the sheet does nothing`(_ press: Prompt.Action.ID?) async throws {
        let stage = PickingStage()
        stage.presenter.presses = [press]
        #expect(try await stage.picker.pick(.avatar).isCancelled)
        #expect(stage.presenter.shown == ["prompt"])
        #expect(stage.permissions.reads.isEmpty)
    }

    @Test(arguments: [CameraError.noCamera, .pipeWireMissing, .sessionManagerMissing])
    func `1.1 without a camera the row is absent`(_ error: CameraError) async throws {
        let stage = PickingStage(cameras: [.failure(error)])
        _ = try await stage.picker.pick(.avatar)
        #expect(stage.presenter.prompts.first?.actions.map(\.id) == [.chooseFromLibrary, .cancel])
    }

    @Test(arguments: [CameraError.permissionDenied, .cameraInUse("rear")])
    func `1.1 a camera that is hidden or taken keeps its row`(_ error: CameraError) async throws {
        let stage = PickingStage(cameras: [.failure(error)])
        _ = try await stage.picker.pick(.avatar)
        #expect(stage.presenter.prompts.first?.actions.map(\.id) == [.chooseFromLibrary, .takePhoto, .cancel])
    }

    @Test func `0.6 no usable camera is a notice of 2 s that says why, and a typed error`() async throws {
        let stage = PickingStage(cameras: [.failure(.pipeWireMissing)])
        await #expect(throws: PickError.camera(.pipeWireMissing)) { try await stage.picker.pick(request(.camera)) }
        #expect(stage.presenter.toasts == [Prompt.Toast(text: "The camera service is not running", duration: 2)])
        #expect(stage.permissions.reads.isEmpty)
        #expect(!stage.picker.isShowing)
    }

    @Test func `0.6 an empty list of cameras is no camera`() async throws {
        let stage = PickingStage(cameras: [.success([])])
        await #expect(throws: PickError.camera(.noCamera)) { try await stage.picker.pick(request(.camera)) }
    }

    @Test(arguments: [PickRequest.embeddedPhoto(), .video()])
    func `0.7 0.8 every way to an unusable camera ends with the same notice`(_ request: PickRequest) async throws {
        let stage = PickingStage(cameras: [.failure(.noCamera)])
        await #expect(throws: PickError.camera(.noCamera)) { try await stage.picker.pick(request) }
        #expect(stage.presenter.toasts.map(\.duration) == [2])
        #expect(stage.presenter.captureRequests.isEmpty)
    }

    @Test func `4.9 a camera lost after the sheet opened is a notice`() async throws {
        let stage = PickingStage(cameras: [.success([.rear]), .failure(.noCamera)])
        stage.presenter.presses = [.takePhoto]
        await #expect(throws: PickError.camera(.noCamera)) { try await stage.picker.pick(request(.ask)) }
        #expect(stage.presenter.shown == ["prompt", "toast"])
    }

    @Test func `0.4 with only one camera, front or rear is that one`() async throws {
        let stage = PickingStage(cameras: [.success([.front])])
        _ = try await stage.picker.pick(request(.camera))
        #expect(stage.presenter.captureRequests.first?.position == .front)
        let both = PickingStage()
        _ = try await both.picker.pick(PickRequest(source: .camera, camera: .front))
        #expect(both.presenter.captureRequests.first?.position == .front)
    }

    @Test func `1.2 never asked before, the system asks, and the action goes on by itself`() async throws {
        let stage = PickingStage(permissions: [.camera: .notDetermined])
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        #expect(try await stage.picker.pick(request(.camera)).summary == ["shot.jpg"])
        #expect(stage.permissions.asked == [.camera])
        #expect(stage.presenter.shown == ["camera"])
    }

    @Test func `1.2 refused at the system's question it ends quietly, as cancelled`() async throws {
        let stage = PickingStage(permissions: [.photoLibrary: .notDetermined])
        stage.permissions.answer(.photoLibrary, with: .denied)
        #expect(try await stage.picker.pick(request(.library)).isCancelled)
        #expect(stage.presenter.shown.isEmpty)
    }

    @Test func `1.3 denied shows our alert and ends as a typed error`() async throws {
        let stage = PickingStage(permissions: [.camera: .denied, .photoLibrary: .denied])
        stage.presenter.presses = [.cancel, .openSettings]
        await #expect(throws: PickError.permissionDenied(.camera)) { try await stage.picker.pick(request(.camera)) }
        await #expect(throws: PickError.permissionDenied(.photoLibrary)) {
            try await stage.picker.pick(request(.library))
        }
        #expect(stage.presenter.prompts.map(\.title) == ["Turn on camera access?", "Turn on photo access?"])
        #expect(stage.presenter.shown == ["prompt", "prompt", "settings"])
        #expect(stage.permissions.asked.isEmpty)
    }

    @Test func `1.3 4.9 restricted promises no switch`() async throws {
        let stage = PickingStage(permissions: [.camera: .restricted])
        await #expect(throws: PickError.permissionRestricted(.camera)) { try await stage.picker.pick(request(.camera)) }
        #expect(stage.presenter.prompts.first?.actions.map(\.id) == [.ok])
    }

    @Test func `1.4 camera and library are judged apart`() async throws {
        let noCamera = PickingStage(permissions: [.camera: .denied])
        noCamera.presenter.choices = [.success(["a"])]
        #expect(try await noCamera.picker.pick(request(.library)).summary == ["a"])
        #expect(noCamera.permissions.reads == [.photoLibrary])
        let noLibrary = PickingStage(permissions: [.photoLibrary: .denied])
        noLibrary.presenter.captures = [.success([.photo("shot.jpg")])]
        #expect(try await noLibrary.picker.pick(request(.camera)).summary == ["shot.jpg"])
        #expect(noLibrary.permissions.reads == [.camera])
    }

    @Test func `C62 a limited library goes on and offers to choose more`() async throws {
        let stage = PickingStage(permissions: [.photoLibrary: .limited])
        stage.presenter.choices = [.success(["a"]), .success(["b"])]
        #expect(try await stage.picker.pick(request(.library)).summary == ["a"])
        #expect(stage.presenter.choiceRequests.map(\.isLimited) == [true])
        stage.permissions.set(.photoLibrary, to: .authorized)
        _ = try await stage.picker.pick(request(.library))
        #expect(stage.presenter.choiceRequests.map(\.isLimited) == [true, false])
    }

    @Test func `C61 granted later in the settings, the next call works`() async throws {
        let stage = PickingStage(permissions: [.photoLibrary: .denied])
        stage.presenter.choices = [.success(["a"])]
        await #expect(throws: PickError.permissionDenied(.photoLibrary)) {
            try await stage.picker.pick(request(.library))
        }
        stage.permissions.set(.photoLibrary, to: .authorized)
        #expect(try await stage.picker.pick(request(.library)).summary == ["a"])
    }

    @Test func `5.12 C61 revoked while the camera is open, it ends with one permissionLost`() async throws {
        let stage = PickingStage()
        stage.presenter.captures = [.failure(.permissionLost)]
        await #expect(throws: PickError.camera(.permissionLost)) { try await stage.picker.pick(request(.camera)) }
        #expect(stage.presenter.toasts.map(\.text) == ["Camera access is off"])
    }

    @Test func `the system's own library needs no permission`() async throws {
        let stage = PickingStage(permissions: [.photoLibrary: .denied])
        stage.presenter.place = PresentationPlace(choosesWithoutPermission: true)
        stage.presenter.choices = [.success(["a"])]
        #expect(try await stage.picker.pick(request(.library)).summary == ["a"])
        #expect(stage.permissions.reads.isEmpty)
    }

    @Test func `a camera that shows itself only after the permission is used then`() async throws {
        let stage = PickingStage(
            permissions: [.camera: .notDetermined], cameras: [.failure(.permissionDenied), .success([.rear])])
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        #expect(try await stage.picker.pick(request(.camera)).summary == ["shot.jpg"])
        #expect(stage.permissions.asked == [.camera])
    }

    @Test func `0.9 a library that cannot be opened is a notice of 2 s and a typed error`() async throws {
        let stage = PickingStage()
        let error = LibraryError.indexDamaged(path: "/index")
        stage.presenter.choices = [.failure(error)]
        await #expect(throws: PickError.library(error)) { try await stage.picker.pick(request(.library)) }
        #expect(stage.presenter.toasts == [Prompt.Toast(text: "The photo library cannot be opened", duration: 2)])
    }

    @Test func `0.2 0.3 permission is a state, read without asking, and made sure of on request`() async throws {
        let stage = PickingStage(permissions: [.camera: .notDetermined, .photoLibrary: .limited])
        #expect(await !stage.picker.isAllowed(.camera))
        #expect(await stage.picker.isAllowed(.photoLibrary))
        #expect(stage.permissions.asked.isEmpty)
        #expect(try await stage.picker.ensureAllowed(.camera, texts: .english))
        #expect(stage.permissions.asked == [.camera])
        #expect(await stage.picker.isAllowed(.camera))
        #expect(stage.presenter.shown.isEmpty)
    }

    @Test(arguments: PermissionStatus.allCases)
    func `0.2 the camera may be used when authorised only`(_ status: PermissionStatus) async {
        let stage = PickingStage(permissions: [.camera: status])
        #expect(await stage.picker.isAllowed(.camera) == (status == .authorized))
    }

    @Test func `4.5 no room at all is refused with the grid's number before anything is shown`() async throws {
        let stage = PickingStage()
        var full = request(.ask)
        full.choice.rules.maximum = 0
        full.choice.rules.announcedMaximum = 6
        await #expect(throws: PickError.refused(.limitReached(6))) { try await stage.picker.pick(full) }
        #expect(stage.presenter.toasts == [Prompt.Toast(text: "At most 6", duration: 1.5)])
    }

    @Test func `C35 the limit of duration holds for recording too`() async throws {
        let stage = PickingStage()
        var request = PickRequest.video()
        request.choice.rules.duration = 0...15
        request.choice.rules.maximumByteCount = 5_000_000
        _ = try await stage.picker.pick(request)
        #expect(stage.presenter.captureRequests.first?.recording.maximumDuration == 15)
        #expect(stage.presenter.captureRequests.first?.recording.maximumByteCount == 5_000_000)
        request.capture.recording.maximumDuration = 8
        _ = try await stage.picker.pick(request)
        #expect(stage.presenter.captureRequests.last?.recording.maximumDuration == 8)
    }

    @Test func `0.8 the sheet may offer to record a video`() async throws {
        let stage = PickingStage()
        stage.presenter.presses = [.recordVideo]
        var request = request(.ask)
        request.sheet.order = [.recordVideo, .chooseFromLibrary]
        _ = try await stage.picker.pick(request)
        #expect(stage.presenter.captureRequests.first?.kind == .video)
        #expect(stage.presenter.captureRequests.first?.allowedKinds == [.video, .photo])
    }
}
