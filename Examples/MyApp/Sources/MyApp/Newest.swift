import Filmstrip
import FilmstripLinux

/// Prints the newest photos of Pictures and Videos.
func printNewest() async throws {
    let library = FolderLibrary()  // or FolderLibrary(.init(roots: ["/srv/photos"]))
    let photos = try await library.fetch(AssetQuery(kinds: [.photo]))
    print(photos.count, "photos")
    for asset in try await photos.assets(in: 0..<20) {
        print(asset.date.instant, asset.fileName, asset.size)
    }
}
