import Filmstrip
import FilmstripTesting
import Foundation

// The code of the documents. Each part between `snippet` and `end` stands in one of them, word by word.

/// Lets the user set a picture of theirs.
@MainActor func avatar(_ picker: MediaPicker) async throws -> String? {
    // snippet: avatar
    let outcome = try await picker.pick(.avatar)
    guard let avatar = outcome.media.first else { return nil }  // cancelled
    print(avatar.kind, avatar.file.url)
    return try Base64Image.encode(Data(contentsOf: avatar.file.url))
    // end
}

/// Tests a flow of an app without a camera, a library or a screen.
@MainActor func test(library: any PhotoLibrary) async throws {
    // snippet: testing
    let presenter = ScriptedPresenter()
    presenter.presses = [.takePhoto]
    presenter.captures = [.success(nil)]  // the user closes the camera
    let picker = MediaPicker(
        presenter: presenter, permissions: ScriptedPermissions([.camera: .authorized]), library: library,
        cameras: { SimulatedScene.devices.map(\.device) })
    let outcome = try await picker.pick(.avatar)
    assert(outcome.media.isEmpty)
    // end
}
