import Foundation

/// Real camera files that lie beside the package, or where FILMSTRIP_SHARED says. Read in place, never copied.
enum SharedPhotos {
    static let folder: URL? = {
        let environment = ProcessInfo.processInfo.environment["FILMSTRIP_SHARED"]
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            environment.map { URL(fileURLWithPath: $0) }
            ?? package.deletingLastPathComponent().appendingPathComponent("shared")
        let photos = shared.appendingPathComponent("photos")
        return FileManager.default.fileExists(atPath: photos.path) ? photos : nil
    }()

    /// All media files, as paths below `folder`.
    static var files: [String] {
        guard let folder, let all = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        let endings: Set = ["jpg", "jpeg", "heic", "heif", "tif", "tiff"]
        return all.compactMap { $0 as? String }
            .filter { endings.contains(($0 as NSString).pathExtension.lowercased()) }.sorted()
    }
}
