import Filmstrip
import FilmstripTesting
import Testing

/// Photos that are taken for the grid, and saved.
@Suite(.timeLimit(.minutes(1))) @MainActor struct AttachmentsCaptureTests {
    private func attachments(_ stage: PickingStage, max maximum: Int = 6) -> Attachments {
        var request = PickRequest.attachments(max: maximum)
        request.texts = .english
        request.capture.maximumCount = 9
        return Attachments(picker: stage.picker, request: request)
    }

    @Test func `4.10 a photo taken is appended at once, then saved, and success is told`() async throws {
        let stage = PickingStage()
        let attachments = attachments(stage)
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        #expect(try await attachments.add(from: .camera))
        #expect(attachments.media.map(\.saving) == [.saved("added-1")])
        #expect(attachments.remaining == 5)
        #expect(stage.library.added.map(\.album) == [nil])
        #expect(stage.presenter.shown == ["camera", "toast"])
        #expect(stage.presenter.toasts.first?.text == "Saved")
    }

    @Test func `4.10 not determined asks for adding only`() async throws {
        let stage = PickingStage(permissions: [.photoLibraryAdding: .notDetermined, .photoLibrary: .denied])
        let attachments = attachments(stage)
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        try await attachments.add(from: .camera)
        #expect(stage.permissions.asked == [.photoLibraryAdding])
        #expect(!stage.permissions.reads.contains(.photoLibrary))
        #expect(attachments.media.first?.saving == .saved("added-1"))
    }

    @Test(arguments: [PermissionStatus.denied, .notDetermined])
    func `4.10 refused, it stays attached, and after the camera has closed an alert offers settings`(
        _ status: PermissionStatus
    ) async throws {
        let stage = PickingStage(permissions: [.photoLibraryAdding: status])
        stage.permissions.answer(.photoLibraryAdding, with: .denied)
        let attachments = attachments(stage)
        stage.presenter.captures = [.success([.photo("1.jpg"), .photo("2.jpg")])]
        stage.presenter.presses = [.openSettings]
        try await attachments.add(from: .camera)
        #expect(attachments.media.map(\.saving) == [.failed(.permissionDenied), .failed(.permissionDenied)])
        #expect(stage.presenter.shown == ["camera", "prompt", "settings"])
        #expect(stage.presenter.prompts.first?.actions.map(\.title) == ["Not Now", "Open Settings"])
    }

    @Test func `4.10 where settings cannot be opened, the alert says how`() async throws {
        let stage = PickingStage(permissions: [.photoLibraryAdding: .denied])
        let attachments = attachments(stage)
        stage.presenter.captures = [.success([.photo("1.jpg")])]
        stage.presenter.presses = [.openSettings]
        stage.presenter.opensSettings = false
        try await attachments.add(from: .camera)
        #expect(stage.presenter.shown == ["camera", "prompt", "settings", "prompt"])
        #expect(stage.presenter.prompts.last?.message?.contains("under Privacy, Photos") == true)
    }

    @Test func `4.10 a restriction promises no switch`() async throws {
        let stage = PickingStage(permissions: [.photoLibraryAdding: .restricted])
        let attachments = attachments(stage)
        stage.presenter.captures = [.success([.photo("1.jpg")])]
        try await attachments.add(from: .camera)
        #expect(attachments.media.count == 1)
        #expect(stage.presenter.prompts.first?.actions.map(\.id) == [.ok])
    }

    @Test func `4.10, 5.7 a failed save is told, and the photo stays`() async throws {
        let stage = PickingStage()
        stage.library.failAdding(.readOnly(folder: "/pictures"))
        let attachments = attachments(stage)
        stage.presenter.captures = [.success([.photo("1.jpg")])]
        try await attachments.add(from: .camera)
        #expect(attachments.media.map(\.saving) == [.failed(.readOnly(folder: "/pictures"))])
        #expect(stage.presenter.toasts.map(\.text) == ["The photo could not be saved"])
    }

    @Test func `4.10 what is not to be saved is not`() async throws {
        let stage = PickingStage()
        var request = PickRequest.attachments()
        request.saving = .none
        let attachments = Attachments(picker: stage.picker, request: request)
        stage.presenter.captures = [.success([.photo("1.jpg")])]
        try await attachments.add(from: .camera)
        #expect(stage.library.added.isEmpty)
        #expect(stage.presenter.shown == ["camera"])
    }

    @Test func `C55 photos taken beyond the room are not attached`() async throws {
        // banchichen/TZImagePickerController #176: limit 5, four there, two taken.
        let stage = PickingStage()
        let attachments = attachments(stage, max: 5)
        for number in 1...4 { try attachments.append(PickedMedia(.photo("\(number).jpg"))) }
        stage.presenter.captures = [.success([.photo("5.jpg"), .photo("6.jpg")])]
        try await attachments.add(from: .camera)
        #expect(attachments.media.map(\.file.path.name.string) == ["1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg"])
        #expect(stage.presenter.captureRequests.first?.maximumCount == 1)
    }

    @Test func `4.5 a grid that fills up while the picker is open takes what fits and says why`() async throws {
        let stage = PickingStage()
        let attachments = attachments(stage, max: 3)
        stage.presenter.staysOpen = true
        let adding = Task { try await attachments.add(from: .library) }
        await stage.presenter.waitUntilShowing()
        for number in 1...2 { try attachments.append(PickedMedia(.photo("\(number).jpg"))) }
        stage.presenter.giveChoice(.success(["a", "b"]))
        #expect(try await adding.value)
        #expect(attachments.items.count == 3)
        #expect(stage.presenter.toasts == [Prompt.Toast(text: "At most 3", duration: 1.5)])
    }

    @Test func `4.5 a cancel that comes after pictures were attached takes none away, and says that they are there`()
        async throws
    {
        let stage = PickingStage()
        let attachments = attachments(stage)
        stage.presenter.staysOpen = true
        let choosing = Task { try await attachments.add(from: .library) }
        await stage.presenter.waitUntilShowing()
        stage.presenter.giveChoice(.success(["a", "b"]))
        choosing.cancel()
        #expect(try await choosing.value)
        #expect(attachments.items.count == 2)
        stage.presenter.staysOpen = false
        stage.presenter.captures = [.success([.photo("1.jpg")])]
        let taking = Task { try await attachments.add(from: .camera) }
        stage.presenter.onCall = { if case .toast = $0 { taking.cancel() } }
        #expect(try await taking.value)
        #expect(attachments.items.count == 3)
    }

    @Test func `4.9 no camera, asked for directly, is a notice`() async {
        let stage = PickingStage(cameras: [.failure(.noCamera)])
        let attachments = attachments(stage)
        await #expect(throws: PickError.camera(.noCamera)) { try await attachments.add(from: .camera) }
        #expect(stage.presenter.toasts.map(\.duration) == [2])
        #expect(attachments.items.isEmpty)
    }

    @Test func `a second + while one is open is a typed error`() async throws {
        let stage = PickingStage()
        let attachments = attachments(stage)
        stage.presenter.staysOpen = true
        let first = Task { try await attachments.add() }
        await stage.presenter.waitUntilShowing()
        await #expect(throws: PickError.alreadyShown) { try await attachments.add() }
        first.cancel()
        #expect(try await !first.value)
    }
}
