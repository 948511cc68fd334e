import Filmstrip
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// A desktop with a real portal, and the permissions on it.
struct PermissionDesktop {
    let desktop: PrivateDesktop
    let permissions: LinuxPermissions

    static let needs = PrivateDesktop.Configuration(portal: .grant)

    init(
        _ portal: PrivateDesktop.Portal = .grant, cameras: [VirtualCamera] = [], hasBus: Bool = true,
        hasPipeWire: Bool = true, adjust: (inout LinuxPermissions.Configuration) -> Void = { _ in }
    ) async throws {
        desktop = try await PrivateDesktop.start(
            .init(
                cameras: cameras, portal: portal, hasDisplay: portal == .gtk, hasBus: hasBus, hasPipeWire: hasPipeWire))
        var configuration = LinuxPermissions.Configuration(environment: desktop.environment)
        configuration.settingsFile = MediaPath(desktop.settingsFile.path)
        // Devices of the machine that the tests run on are none of this desktop's.
        configuration.deviceFolder = MediaPath(desktop.folder.path)
        adjust(&configuration)
        permissions = LinuxPermissions(configuration: configuration)
    }

    func store(_ answer: String?, for device: String = "camera") async throws {
        try await desktop.store(answer, for: device, app: permissions.configuration.appID)
    }
}

extension CameraAccess {
    var isPipeWire: Bool { if case .pipeWire = self { true } else { false } }
}

@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: missingProgram(for: PermissionDesktop.needs) == nil, "a program of the private desktop is missing"))
struct LinuxPermissionsTests {
    @Test func `0.2 the camera permission is read without asking, and only authorised is allowed`() async throws {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        let expected: [(String?, PermissionStatus)] = [
            (nil, .notDetermined), ("yes", .authorized), ("no", .denied), ("ask", .notDetermined),
        ]
        for (answer, status) in expected {
            try await home.store(answer)
            #expect(await home.permissions.status(of: .camera) == status)
        }
        #expect(try await home.desktop.questionCount() == 0)
    }

    @Test func `1.2 never asked before, the system's own question is put, and what is granted opens the camera`()
        async throws
    {
        let home = try await PermissionDesktop(cameras: [VirtualCamera()])
        defer { home.desktop.end() }
        await #expect(throws: CameraError.permissionDenied) { try await home.permissions.openCameraAccess() }
        #expect(await home.permissions.request(.camera) == .authorized)
        #expect(try await home.desktop.questionCount() == 1)
        #expect(try await home.permissions.openCameraAccess().isPipeWire)
        // Asking again asks nobody.
        #expect(await home.permissions.request(.camera) == .authorized)
        #expect(try await home.desktop.questionCount() == 1)
    }

    // Galicaster 343: a wrong reason.
    @Test func `C73 that there is no camera is said before anybody was asked, and a stored no stays a no`() async throws
    {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        #expect(await home.permissions.status(of: .camera) == .notDetermined)
        await #expect(throws: CameraError.noCamera) { try await home.permissions.openCameraAccess() }
        for answer in ["no", "ask"] {
            try await home.store(answer)
            await #expect(throws: answer == "no" ? CameraError.permissionDenied : .noCamera) {
                try await home.permissions.openCameraAccess()
            }
        }
        try await home.store(nil)
        // A device that nobody shows yet may be a camera: the question makes sense.
        #expect(FileManager.default.createFile(atPath: home.desktop.folder.path + "/video7", contents: nil))
        await #expect(throws: CameraError.permissionDenied) { try await home.permissions.openCameraAccess() }
        #expect(try await home.desktop.questionCount() == 0)
    }

    @Test func `1.3 what was refused is denied, stays denied, and is never asked again`() async throws {
        let home = try await PermissionDesktop(.deny)
        defer { home.desktop.end() }
        #expect(await home.permissions.request(.camera) == .denied)
        #expect(await home.permissions.status(of: .camera) == .denied)
        try await home.desktop.answerQuestions(.grant)
        #expect(await home.permissions.request(.camera) == .denied)
        #expect(try await home.desktop.questionCount() == 1)
        await #expect(throws: CameraError.permissionDenied) { try await home.permissions.openCameraAccess() }
    }

    @Test func `1.3 what an administrator forbids is restricted, and nobody is asked`() async throws {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        try await home.store("yes")
        try await home.desktop.lockdown(true)
        for permission in [Permission.camera, .microphone] {
            #expect(await home.permissions.status(of: permission) == .restricted)
            #expect(await home.permissions.request(permission) == .restricted)
        }
        await #expect(throws: CameraError.permissionRestricted) { try await home.permissions.openCameraAccess() }
        #expect(try await home.desktop.questionCount() == 0)
        try await home.desktop.lockdown(false)
        #expect(await home.permissions.status(of: .camera) == .authorized)
    }

    @Test func `1.4 camera, microphone and library are judged apart`() async throws {
        let home = try await PermissionDesktop { $0.libraryRoots = [MediaPath("/nowhere/at/all")] }
        defer { home.desktop.end() }
        try await home.store("no")
        #expect(await home.permissions.status(of: .camera) == .denied)
        #expect(await home.permissions.status(of: .microphone) == .notDetermined)
        #expect(await home.permissions.request(.microphone) == .authorized)
        #expect(await home.permissions.status(of: .microphone) == .authorized)
        #expect(await home.permissions.status(of: .camera) == .denied)
        #expect(await home.permissions.status(of: .photoLibrary) == .authorized)
    }

    @Test func `0.3 the microphone has a question of its own, and its answer is kept`() async throws {
        let home = try await PermissionDesktop(.deny)
        defer { home.desktop.end() }
        #expect(await home.permissions.request(.microphone) == .denied)
        #expect(await home.permissions.request(.microphone) == .denied)
        #expect(try await home.desktop.questionCount() == 1)
        #expect(await home.permissions.status(of: .camera) == .notDetermined)
    }

    // https://github.com/react-native-image-picker/react-native-image-picker/issues/1851
    @Test func `5.12 C61 a permission granted later is noticed, and one withdrawn is told`() async throws {
        let home = try await PermissionDesktop(cameras: [VirtualCamera()])
        defer { home.desktop.end() }
        try await home.store("no")
        await #expect(throws: CameraError.permissionDenied) { try await home.permissions.openCameraAccess() }
        var changes = home.permissions.changes().makeAsyncIterator()
        _ = await home.permissions.status(of: .camera)

        try await home.store("yes")
        #expect(await changes.next() == .camera)
        #expect(await home.permissions.status(of: .camera) == .authorized)
        #expect(try await home.permissions.openCameraAccess().isPipeWire)

        try await home.store("no")
        #expect(await changes.next() == .camera)
        #expect(await home.permissions.status(of: .camera) == .denied)

        try await home.store("no", for: "microphone")
        #expect(await changes.next() == .microphone)
    }

    @Test func `a stored ask asks, is not taken for a yes, and is explained`() async throws {
        let home = try await PermissionDesktop(cameras: [VirtualCamera()])
        defer { home.desktop.end() }
        #expect(await home.permissions.advice(on: .camera) == nil)
        try await home.store("ask")
        #expect(await home.permissions.request(.camera) == .denied)
        #expect(try await home.desktop.questionCount() == 1)
        #expect(await home.permissions.advice(on: .camera)?.contains("ask") == true)
        await #expect(throws: CameraError.permissionDenied) { try await home.permissions.openCameraAccess() }
    }

    @Test func `a question can be taken back, and nothing is decided then`() async throws {
        let home = try await PermissionDesktop(.silence)
        defer { home.desktop.end() }
        let question = Task { [permissions = home.permissions] in await permissions.request(.camera) }
        while try await home.desktop.questionCount() == 0 { await Task.yield() }
        question.cancel()
        #expect(await question.value == .notDetermined)
    }

    @Test func `a portal that dies during its question ends the wait, and nothing is refused`() async throws {
        let home = try await PermissionDesktop(.silence)
        defer { home.desktop.end() }
        let question = Task { [permissions = home.permissions] in await permissions.request(.camera) }
        while try await home.desktop.questionCount() == 0 { await Task.yield() }
        kill(try #require(home.desktop.processes["portal"]), SIGKILL)
        #expect(await question.value != .denied)
    }

    @Test func `lockdown is told as a change`() async throws {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        var changes = home.permissions.changes().makeAsyncIterator()
        _ = await home.permissions.status(of: .camera)
        try await home.desktop.lockdown(true)
        var told: Set<Permission> = []
        while told != [.camera, .microphone], let permission = await changes.next() { told.insert(permission) }
        #expect(await home.permissions.status(of: .camera) == .restricted)
    }
}

@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: missingProgram(for: PermissionDesktop.needs) == nil, "a program of the private desktop is missing"))
struct LinuxPermissionsWithoutPortalTests {
    @Test func `without a portal the way is direct`() async throws {
        let home = try await PermissionDesktop(.none, cameras: [VirtualCamera()])
        defer { home.desktop.end() }
        #expect(await home.permissions.status(of: .camera) == .authorized)
        #expect(await home.permissions.request(.microphone) == .authorized)
        #expect(try await home.permissions.openCameraAccess().isPipeWire)
        #expect(await home.permissions.advice(on: .camera)?.contains("directly") == true)
    }

    @Test func `without a bus the way is direct, unless the privacy settings forbid it`() async throws {
        let home = try await PermissionDesktop(.none, hasBus: false)
        defer { home.desktop.end() }
        #expect(try await home.permissions.openCameraAccess().isPipeWire)
        try await home.desktop.lockdown(true)
        #expect(await home.permissions.status(of: .camera) == .restricted)
        #expect(await home.permissions.status(of: .microphone) == .restricted)
        await #expect(throws: CameraError.permissionRestricted) { try await home.permissions.openCameraAccess() }
    }

    @Test func `without a portal a change of the privacy settings is told`() async throws {
        let home = try await PermissionDesktop(.none, hasBus: false, hasPipeWire: false)
        defer { home.desktop.end() }
        try await home.desktop.lockdown(false)
        var changes = home.permissions.changes().makeAsyncIterator()
        // The watch begins on a thread of its own; a switch that is moved until it is seen needs no waiting.
        let mover = Task {
            for number in 1... where !Task.isCancelled {
                try await home.desktop.lockdown(number % 2 == 1)
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        var told: Set<Permission> = []
        while told != [.camera, .microphone], let permission = await changes.next() { told.insert(permission) }
        mover.cancel()
        #expect(told == [.camera, .microphone])
    }

    @Test func `without PipeWire the kernel's devices are left, and without those nothing`() async throws {
        let home = try await PermissionDesktop(.none, hasBus: false, hasPipeWire: false)
        defer { home.desktop.end() }
        await #expect(throws: CameraError.pipeWireMissing) { try await home.permissions.openCameraAccess() }
        #expect(FileManager.default.createFile(atPath: home.desktop.folder.path + "/video0", contents: nil))
        guard case .v4l2 = try await home.permissions.openCameraAccess() else {
            Issue.record("the kernel's devices were not offered")
            return
        }
    }

    @Test func `in a sandbox there is no way but the portal`() async throws {
        let home = try await PermissionDesktop(.none) { $0.isSandboxed = true }
        defer { home.desktop.end() }
        #expect(await home.permissions.status(of: .camera) == .denied)
        #expect(await home.permissions.request(.camera) == .denied)
        await #expect(throws: CameraError.permissionDenied) { try await home.permissions.openCameraAccess() }
    }

    @Test func `a portal that hangs is given up in time, and the way is direct, but a stored no holds`() async throws {
        let home = try await PermissionDesktop { $0.serviceTimeout = .milliseconds(300) }
        defer { home.desktop.end() }
        #expect(await home.permissions.status(of: .camera) == .notDetermined)
        let portal = try #require(home.desktop.processes["portal"])
        kill(portal, SIGSTOP)
        #expect(await home.permissions.request(.camera) == .authorized)
        try await home.store("no")
        #expect(await home.permissions.request(.camera) == .denied)
        await #expect(throws: CameraError.permissionDenied) { try await home.permissions.openCameraAccess() }
        kill(portal, SIGCONT)
    }

    @Test func `a bus that dies ends nothing, and the next question goes the direct way`() async throws {
        let home = try await PermissionDesktop(cameras: [VirtualCamera()])
        defer { home.desktop.end() }
        #expect(await home.permissions.request(.camera) == .authorized)
        try await home.desktop.endBus()
        #expect(await home.permissions.status(of: .camera) == .authorized)
        #expect(try await home.permissions.openCameraAccess().isPipeWire)
    }

    @Test func `a dead PipeWire behind a living portal is named`() async throws {
        let home = try await PermissionDesktop()
        defer { home.desktop.end() }
        try await home.store("yes")
        try await home.desktop.killPipeWire()
        await #expect(throws: CameraError.pipeWireMissing) { try await home.permissions.openCameraAccess() }
    }
}
