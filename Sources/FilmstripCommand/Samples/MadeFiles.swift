import Filmstrip
import Foundation

/// Files and folders that a call has made, to be removed when it does not come to its end.
final class MadeFiles: Sendable {
    private struct State {
        var files: [MediaPath] = []
        /// Outer ones before those in them.
        var folders: [MediaPath] = []
    }

    private let state = Locked(State())

    /// Remembers a new file.
    func add(_ file: MediaPath) { state.withLock { $0.files.append(file) } }

    /// Makes a folder, and those above it, where they are not there.
    func makeFolders(_ folder: MediaPath) throws(CommandError) {
        var missing: [MediaPath] = []
        var above = folder
        while !above.exists {
            missing.append(above)
            above = above.parent
        }
        state.withLock { $0.folders += missing.reversed() }
        try folder.makeFolders()
    }

    /// Removes all that was made. Folders in which somebody else has put something stay.
    func remove() {
        let made = state.withLock { state in
            defer { state = State() }
            return state
        }
        for file in made.files { file.withCString { _ = unlink($0) } }
        for folder in made.folders.reversed() { folder.withCString { _ = rmdir($0) } }
    }
}
