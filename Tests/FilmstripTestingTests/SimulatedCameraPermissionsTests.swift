import Filmstrip
import FilmstripTesting
import Testing

@Suite struct SimulatedCameraPermissionsTests {
    @Test func `A camera made of code needs no permission, and all else is as the machine says`() async throws {
        let base = ScriptedPermissions([.camera: .denied, .microphone: .denied])
        let permissions = SimulatedCameraPermissions(base: base)
        #expect(await permissions.status(of: .camera) == .authorized)
        #expect(try await permissions.request(.camera) == .authorized)
        #expect(await permissions.status(of: .microphone) == .denied)
        #expect(try await permissions.request(.microphone) == .denied)
    }
}
