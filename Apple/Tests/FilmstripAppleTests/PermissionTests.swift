import DoublesControl
import FilmstripApple
import FilmstripTesting
import Foundation
import Testing
import UIKit

private let usage = UsageDescriptions { World.current.now.usageDescriptions.contains($0) ? "Because." : nil }

extension Permission {
    fileprivate var access: Device.Access {
        switch self {
        case .camera: .camera
        case .microphone: .microphone
        case .photoLibrary: .photosReadWrite
        case .photoLibraryAdding: .photosAddOnly
        }
    }
}

extension Device.Status {
    fileprivate init(_ status: PermissionStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .limited: .limited
            case .authorized: .authorized
            }
    }
}

/// The permissions of iOS keep the laws of all permissions.
@Suite(.phone) struct PermissionContractTests {
    @Test(arguments: PermissionContract.laws, Permission.allCases)
    func `5.2 keeps the law`(_ law: ContractLaw<PermissionContract.Subject>, _ permission: Permission) async throws {
        try await law.check(
            PermissionContract.Subject(
                provider: ApplePermissions(usage: usage), permission: permission,
                set: { status in
                    World.current.change { $0.statuses[permission.access] = Device.Status(status) }
                    // The app comes back from the settings.
                    NotificationCenter.default.post(
                        name: NSNotification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
                },
                answer: { status in World.current.change { $0.answers[permission.access] = Device.Status(status) } },
                questionCount: { World.current.questionsAsked.count }))
    }
}

@Suite(.phone) struct ApplePermissionTests {
    private let permissions = ApplePermissions(usage: usage)

    @Test(arguments: PermissionStatus.allCases)
    func `0.2 the camera's permission is read as a state, without asking`(_ status: PermissionStatus) async {
        World.current.change { $0.statuses[.camera] = Device.Status(status) }
        // A part of a camera is none.
        #expect(await permissions.status(of: .camera) == (status == .limited ? .denied : status))
        #expect(World.current.questionsAsked.isEmpty)
    }

    @Test(arguments: PermissionStatus.allCases)
    func `C62 limited is a status of its own, and each access level has one`(_ status: PermissionStatus) async {
        World.current.change {
            $0.statuses[.photosReadWrite] = Device.Status(status)
            $0.statuses[.photosAddOnly] = .authorized
        }
        #expect(await permissions.status(of: .photoLibrary) == status)
        #expect(await permissions.status(of: .photoLibraryAdding) == .authorized)
    }

    @Test(arguments: Permission.allCases)
    func `1.4 a status that nobody knows yet counts as denied`(_ permission: Permission) async {
        World.current.change { $0.statuses[permission.access] = .unknown }
        #expect(await permissions.status(of: permission) == .denied)
    }

    @Test(arguments: Permission.allCases)
    func `1.4 each permission is asked for by itself`(_ permission: Permission) async throws {
        World.current.change {
            $0.statuses = [:]
            $0.answers = [permission.access: .authorized]
        }
        #expect(try await permissions.request(permission) == .authorized)
        #expect(World.current.questionsAsked == [permission.access])
        for other in Permission.allCases where other != permission {
            #expect(await permissions.status(of: other) == .notDetermined)
        }
    }

    @Test func `C62 a part of the library is an answer to the system's question`() async throws {
        World.current.change {
            $0.statuses = [:]
            $0.answers = [.photosReadWrite: .limited]
        }
        #expect(try await permissions.request(.photoLibrary) == .limited)
    }

    @Test(arguments: Permission.allCases)
    func `a missing sentence is named before the system would end the app`(_ permission: Permission) async {
        let key = UsageDescriptions.key(for: permission)
        World.current.change {
            $0.statuses = [:]
            _ = $0.usageDescriptions.remove(key)
        }
        await #expect(throws: PermissionError.usageDescriptionMissing(key: key, permission)) {
            try await permissions.request(permission)
        }
        #expect(World.current.questionsAsked.isEmpty)
        #expect(World.current.takeViolations().isEmpty)
    }

    @Test func `an empty sentence is a missing one`() {
        let empty = UsageDescriptions { _ in "" }
        #expect(throws: PermissionError.self) { try empty.demand(.camera) }
    }

    @Test func `C61 coming back without a change tells nothing, and each change is told once`() async {
        var changes = permissions.changes().makeAsyncIterator()
        func comeBack() {
            NotificationCenter.default.post(
                name: NSNotification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
        }
        comeBack()
        World.current.change { $0.statuses[.microphone] = .denied }
        comeBack()
        comeBack()
        World.current.change { $0.statuses[.photosReadWrite] = .limited }
        comeBack()
        #expect(await changes.next() == .microphone)
        #expect(await changes.next() == .photoLibrary)
    }

    @Test func `the names of the notifications are UIKit's`() async {
        let name = await MainActor.run { UIApplication.didBecomeActiveNotification }
        #expect(name.rawValue == "UIApplicationDidBecomeActiveNotification")
    }
}
