import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting

/// `look`: what was picked, in full; the files of a library, which may change meanwhile.
@MainActor enum LookProbe {
    static func run(_ folder: String) async throws {
        let library = StillLibrary.folders(folder)
        _ = try await library.index()
        let fetch = try await library.fetch(AssetQuery())
        let media = try await fetch.assets(in: 0..<fetch.count).compactMap { asset -> PickedMedia? in
            guard let path = asset.path else { return nil }
            let file = MediaFile(path: path, contentType: asset.contentType, isTemporary: false)
            return PickedMedia(origin: .library(asset), original: file)
        }
        let presenter = GTKPresenter(
            on: nil, library: library, permissions: ScriptedPermissions(), configuration: .probed())
        await presenter.look(at: media)
        WindowProbe.say("looked")
    }
}
