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

/// Attaches up to six pictures.
@MainActor func attachments(_ picker: MediaPicker) async throws {
    // snippet: attachments
    guard case .picked(let items) = try await picker.pick(.attachments(max: 6)) else { return }
    for item in items {
        switch item.result {
        case .success(let media): print(media.kind, media.file.url)
        case .failure(let error): print(error.message)
        }
    }
    // end
}

/// Looks at the newest photos of a library.
func newest(in library: any PhotoLibrary) async throws {
    // snippet: newest
    let fetch = try await library.fetch(AssetQuery(kinds: [.photo]))
    print(fetch.count, "photos")
    for asset in try await fetch.assets(in: 0..<20) {
        print(asset.date.instant, asset.fileName, asset.size)
    }
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
