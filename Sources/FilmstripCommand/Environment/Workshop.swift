import Filmstrip
import FilmstripLinux
import Foundation

/// A hidden folder in the library's own, in which a movie for the library alone is made. One that was cut off lies there whatever
/// becomes of temporary folders, and the next recording for the library adds it.
struct Workshop: Sendable {
    let folder: MediaPath
    private let library: any IndexedLibrary

    /// Nil where the library's folder takes no files: adding will say why, and what is recorded is kept elsewhere.
    init?(of library: any IndexedLibrary) {
        self.library = library
        let home = library.captureFolder.parent
        folder = home.appending(".filmstrip")
        guard home.isFolder else { return nil }
        do throws(CommandError) {
            try folder.makeFolders()
            try folder.checkTakesFiles()
        } catch {
            end()
            return nil
        }
    }

    /// Adds the movies that were cut off, and those that nobody came for.
    func recover(at desk: Desk) async {
        for movie in RecordingRecovery(folder: folder).recover() + forgotten(at: desk.environment.now()) {
            let type: ContentType = movie.splitAtExtension.ending == "webm" ? .webM : .mp4
            let file = MediaFile(path: movie, contentType: type, isTemporary: true)
            let place: MediaPath
            do throws(LibraryError) {
                let added = try await library.add(NewMedia(file: file), toAlbumTitled: nil).path
                if added != nil { file.discard() }
                place = added ?? file.keep()
            } catch {
                // The next call tries again; this one has a movie of its own to care for.
                place = file.keep()
            }
            desk.errors.note(Notice(.movieRecovered, "A movie that was cut off is saved as \(place).", path: place))
        }
    }

    /// Whole movies whose program was killed before it added them. A living one takes no hour for that.
    private func forgotten(at now: Date) -> [MediaPath] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder.string) } catch { return [] }
        return names.filter { $0.hasPrefix("VID_") }.sorted().map { folder.appending($0) }
            .filter { ($0.modificationTime ?? .infinity) < now.timeIntervalSince1970 - 3600 }
    }

    /// Takes the folder away, unless somebody still has a movie in it.
    func end() { folder.withCString { _ = rmdir($0) } }
}
