import Filmstrip
import FilmstripTesting
import Testing

@testable import MyApp

@MainActor @Test func closingTheCameraIsNoAvatar() async throws {
    let presenter = ScriptedPresenter()
    presenter.presses = [.takePhoto]
    presenter.captures = [.success(nil)]  // the user closes the camera
    let picker = MediaPicker(
        presenter: presenter, permissions: ScriptedPermissions([.camera: .authorized]),
        library: InMemoryLibrary(), cameras: { SimulatedScene.devices.map(\.device) })
    #expect(try await avatar(picker) == nil)
}
