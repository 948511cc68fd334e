import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct PermissionDeskTests {
    let presenter = ScriptedPresenter()

    private func pass(
        _ permission: Permission, _ status: PermissionStatus, answer: PermissionStatus = .authorized
    ) async throws -> (PermissionGate.Outcome, ScriptedPermissions) {
        let permissions = ScriptedPermissions([permission: status])
        permissions.answer(permission, with: answer)
        let desk = PermissionDesk(permissions: permissions, presenter: presenter)
        return (try await desk.pass(permission, texts: .english), permissions)
    }

    @Test(arguments: Permission.allCases)
    func `0.3 what is allowed goes on without a word`(_ permission: Permission) async throws {
        let (outcome, permissions) = try await pass(permission, .authorized)
        #expect(outcome == .allowed)
        #expect(presenter.shown.isEmpty)
        #expect(permissions.asked.isEmpty)
    }

    @Test(arguments: Permission.allCases)
    func `0.3 not determined puts the system's question and none of ours`(_ permission: Permission) async throws {
        let (outcome, permissions) = try await pass(permission, .notDetermined)
        #expect(outcome == .allowed)
        #expect(permissions.asked == [permission])
        #expect(presenter.shown.isEmpty)
    }

    @Test func `1.2 refused at the system's question ends quietly`() async throws {
        let (outcome, permissions) = try await pass(.camera, .notDetermined, answer: .denied)
        #expect(outcome == .refused)
        #expect(permissions.asked == [.camera])
        #expect(presenter.shown.isEmpty)
    }

    @Test func `0.3 denied shows the alert with Cancel and Turn On, and Turn On opens the settings`() async throws {
        presenter.presses = [.openSettings]
        let (outcome, permissions) = try await pass(.camera, .denied)
        #expect(outcome == .denied)
        #expect(permissions.asked.isEmpty)
        let alert = try #require(presenter.prompts.first)
        #expect(alert.style == .alert)
        #expect(alert.title == "Turn on camera access?")
        #expect(alert.actions.map(\.title) == ["Cancel", "Turn On"])
        #expect(presenter.shown == ["prompt", "settings"])
        guard case .settings(.camera) = presenter.calls.last else {
            Issue.record("the camera's settings were not opened")
            return
        }
    }

    @Test func `0.3 where settings cannot be opened, an alert says how`() async throws {
        presenter.presses = [.openSettings, .ok]
        presenter.opensSettings = false
        let (outcome, _) = try await pass(.photoLibrary, .denied)
        #expect(outcome == .denied)
        #expect(presenter.shown == ["prompt", "settings", "prompt"])
        #expect(presenter.prompts.last?.message == "Allow access in Settings, under Privacy, Photos.")
    }

    @Test(arguments: [Prompt.Action.ID.cancel, nil])
    func `1.3 the alert has a way to cancel`(_ press: Prompt.Action.ID?) async throws {
        presenter.presses = [press]
        let (outcome, _) = try await pass(.photoLibrary, .denied)
        #expect(outcome == .denied)
        #expect(presenter.shown == ["prompt"])
    }

    @Test(arguments: Permission.allCases)
    func `1.3 restricted says who blocks it and promises no switch`(_ permission: Permission) async throws {
        presenter.presses = [.ok]
        let (outcome, _) = try await pass(permission, .restricted)
        #expect(outcome == .restricted)
        let alert = try #require(presenter.prompts.first)
        #expect(alert.actions.map(\.id) == [.ok])
        #expect(alert.message?.contains("administrator or by parental controls") == true)
    }

    @Test func `C62 limited goes on, and is told apart from allowed`() async throws {
        let (outcome, _) = try await pass(.photoLibrary, .limited)
        #expect(outcome == .allowedInPart)
        #expect(presenter.shown.isEmpty)
    }

    @Test func `C61 the status is asked each time`() async throws {
        let permissions = ScriptedPermissions([.camera: .denied])
        let desk = PermissionDesk(permissions: permissions, presenter: presenter)
        #expect(try await desk.pass(.camera, texts: .english) == .denied)
        permissions.set(.camera, to: .authorized)
        #expect(try await desk.pass(.camera, texts: .english) == .allowed)
        permissions.set(.camera, to: .denied)
        #expect(try await desk.pass(.camera, texts: .english) == .denied)
        #expect(permissions.reads == [.camera, .camera, .camera])
    }

    @Test(arguments: Permission.allCases)
    func `what the app itself lacks is an error with the missing key, and nobody is asked`(_ permission: Permission)
        async
    {
        let permissions = ScriptedPermissions([permission: .notDetermined])
        let fault = PermissionError.usageDescriptionMissing(key: "NSCameraUsageDescription", permission)
        permissions.failRequest(permission, with: fault)
        let desk = PermissionDesk(permissions: permissions, presenter: presenter)
        await #expect(throws: fault) { try await desk.pass(permission, texts: .english) }
        #expect(presenter.shown.isEmpty)
        #expect(permissions.asked.isEmpty)
        #expect(fault.message.contains("NSCameraUsageDescription") && fault.subject == "NSCameraUsageDescription")
        #expect(fault.code == .configurationFailed)
    }

    @Test func `C62 C67 choose more is offered where a part is allowed, and points at something`() async {
        let permissions = ScriptedPermissions([.photoLibrary: .limited])
        let desk = PermissionDesk(permissions: permissions, presenter: presenter)
        presenter.presses = [.chooseMore, .cancel, nil]
        var chosen = 0
        for _ in 0..<3 { await desk.offerMore(texts: .english) { chosen += 1 } }
        #expect(chosen == 1)
        #expect(
            presenter.prompts.map(\.style) == [.actionSheet(.center), .actionSheet(.center), .actionSheet(.center)])
        permissions.set(.photoLibrary, to: .authorized)
        await desk.offerMore(texts: .english) { chosen += 1 }
        #expect(chosen == 1 && presenter.prompts.count == 3)
    }

    @Test func `C62 a limited library leads to the settings too, or says how`() async {
        let desk = PermissionDesk(permissions: ScriptedPermissions([.photoLibrary: .limited]), presenter: presenter)
        presenter.presses = [.openSettings, .openSettings, .ok]
        await desk.offerMore(texts: .english) { Issue.record("not chosen") }
        #expect(presenter.shown == ["prompt", "settings"])
        presenter.opensSettings = false
        await desk.offerMore(texts: .english) { Issue.record("not chosen") }
        #expect(presenter.prompts.last == .howToTurnOn(.photoLibrary, texts: .english))
    }

    @Test func `a cancelled task ends as cancelled and shows nothing more`() async throws {
        presenter.staysOpen = true
        let permissions = ScriptedPermissions([.camera: .denied])
        let desk = PermissionDesk(permissions: permissions, presenter: presenter)
        let task = Task { try await desk.pass(.camera, texts: .english) }
        await presenter.waits(for: "prompt")
        task.cancel()
        presenter.press(.openSettings)
        #expect(try await task.value == .cancelled)
        #expect(presenter.shown == ["prompt"])
    }
}
