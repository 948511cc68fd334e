import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ScriptedPermissionsTests {
    @Test(arguments: Permission.allCases, PermissionContract.laws)
    func `5.2 keeps the law of permissions`(
        _ permission: Permission, _ law: ContractLaw<PermissionContract.Subject>
    ) async throws {
        let permissions = ScriptedPermissions()
        try await law.check(
            PermissionContract.Subject(
                provider: permissions, permission: permission,
                set: { permissions.set(permission, to: $0) },
                answer: { permissions.answer(permission, with: $0) },
                questionCount: { permissions.asked.count }))
    }

    @Test func `the contract catches a provider that asks again what was denied`() async {
        struct Pushy: PermissionProvider {
            func status(of permission: Permission) async -> PermissionStatus { .denied }
            func request(_ permission: Permission) async -> PermissionStatus { .authorized }
            func changes() -> AsyncStream<Permission> { AsyncStream { $0.finish() } }
        }
        var broken: [String] = []
        for law in PermissionContract.laws {
            do {
                try await law.check(
                    PermissionContract.Subject(
                        provider: Pushy(), permission: .camera, set: { _ in }, answer: { _ in }, questionCount: { 0 }))
            } catch {
                broken.append(law.title)
            }
        }
        #expect(broken.contains("what was denied is denied without a question"))
        #expect(broken.contains("the status is asked each time and never cached"))
        #expect(broken.contains("a change from outside is told to whoever listens"))
    }

    @Test func `records what was read and asked, in order`() async throws {
        let permissions = ScriptedPermissions([.camera: .notDetermined])
        permissions.answer(.camera, with: .denied)
        _ = await permissions.status(of: .photoLibrary)
        _ = try await permissions.request(.camera)
        _ = try await permissions.request(.camera)
        #expect(permissions.reads == [.photoLibrary])
        #expect(permissions.asked == [.camera])
    }
}
