import Filmstrip
import FilmstripTesting
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// The contract of permissions, kept by the real portal with a back end that counts its questions.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(if: missingProgram(for: PermissionDesktop.needs) == nil, "a program of the private desktop is missing"))
struct LinuxPermissionsContractTests {
    @Test(arguments: [PortalDevice.camera, .microphone], PermissionContract.laws)
    func `0.2 1.2 1.3 the desktop keeps the law of permissions`(
        _ device: PortalDevice, _ law: ContractLaw<PermissionContract.Subject>
    ) async throws {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        try await law.check(
            PermissionContract.Subject(
                provider: home.permissions, permission: device.permission,
                set: { status in
                    // Who has read a status hears every change from then on.
                    _ = await home.permissions.status(of: device.permission)
                    let answers: [PermissionStatus: String] = [.authorized: "yes", .denied: "no"]
                    try await home.store(answers[status], for: device.rawValue)
                },
                answer: { try await home.desktop.answerQuestions($0 == .authorized ? .grant : .deny) },
                questionCount: { try await home.desktop.questionCount() }))
    }
}

/// What the user is led through on a real desktop: only the drawing is scripted.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(if: missingProgram(for: PermissionDesktop.needs) == nil, "a program of the private desktop is missing"))
@MainActor struct LinuxPermissionDeskTests {
    private func pass(
        _ home: PermissionDesktop, _ presenter: ScriptedPresenter
    ) async throws -> PermissionGate.Outcome {
        try await PermissionDesk(permissions: home.permissions, presenter: presenter).pass(.camera, texts: .english)
    }

    @Test
    func `0.3 1.2 not determined leads to the system's question alone, granted goes on, and then nothing is asked`()
        async throws
    {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        let presenter = ScriptedPresenter()
        #expect(try await pass(home, presenter) == .allowed)
        #expect(try await pass(home, presenter) == .allowed)
        #expect(try await home.desktop.questionCount() == 1)
        #expect(presenter.shown.isEmpty)
    }

    @Test
    func `1.2 1.3 refused at the system's question ends quietly, and the next time our alert leads to the settings`()
        async throws
    {
        let home = try await PermissionDesktop(.deny)
        defer { home.desktop.end() }
        let presenter = ScriptedPresenter()
        #expect(try await pass(home, presenter) == .refused)
        #expect(presenter.shown.isEmpty)
        presenter.presses = [.openSettings]
        #expect(try await pass(home, presenter) == .denied)
        #expect(presenter.shown == ["prompt", "settings"])
        #expect(try await home.desktop.questionCount() == 1)
    }

    @Test func `1.3 a lockdown is told as such, without a way to the settings`() async throws {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        try await home.desktop.lockdown(true)
        let presenter = ScriptedPresenter()
        presenter.presses = [.cancel]
        #expect(try await pass(home, presenter) == .restricted)
        #expect(presenter.shown == ["prompt"])
        #expect(presenter.prompts.first?.actions.contains { $0.id == .openSettings } == false)
    }
}
