#if os(iOS) || FILMSTRIP_DOUBLES
    package import Filmstrip
    package import Foundation

    /// Where files from outside are put, before those who handed them over take them away again.
    package struct Inbox: Sendable {
        private let folder: URL

        /// - Parameter folder: where the files go; the app's temporary folder by default.
        package init(folder: URL = FileManager.default.temporaryDirectory) {
            self.folder = folder
        }

        /// An address where nothing is yet.
        package func newAddress(ending: String) -> URL {
            folder.appendingPathComponent("filmstrip-\(UUID().uuidString).\(ending)")
        }

        /// Copies a photo or video, byte by byte; on the same disk that takes no time and no room. What it holds is judged by its
        /// bytes.
        /// - Throws: `notFound`, `unreadable`, `unsupportedFormat`, `noSpace`.
        package func copy(_ address: URL) throws(LibraryError) -> MediaFile {
            try take(address) { try FileManager.default.copyItem(at: address, to: $0) }
        }

        /// Moves a photo or video here that nobody else wants.
        /// - Throws: as `copy`.
        package func move(_ address: URL) throws(LibraryError) -> MediaFile {
            try take(address) { try FileManager.default.moveItem(at: address, to: $0) }
        }

        /// Removes files that came too late for whoever wanted them.
        package func discard(_ files: [MediaFile]) {
            for file in files {
                // Nobody is left to be told; what stays, the system clears with its temporary folder.
                do { try FileManager.default.removeItem(at: file.url) } catch {}
            }
        }

        private func take(_ address: URL, by work: (URL) throws -> Void) throws(LibraryError) -> MediaFile {
            let type = try ContentType(of: MediaPath(address))
            let target = newAddress(ending: type.fileExtension)
            do {
                try work(target)
            } catch {
                throw LibraryError(error, at: address)
            }
            return MediaFile(path: MediaPath(target), contentType: type, isTemporary: true)
        }
    }

    extension LibraryError {
        /// What Foundation says about a file.
        init(_ error: any Error, at address: URL) {
            switch (error as? CocoaError)?.code {
            case .fileNoSuchFile?, .fileReadNoSuchFile?: self = .notFound(path: address.path)
            case .fileWriteOutOfSpace?: self = .noSpace(folder: address.deletingLastPathComponent().path)
            default: self = .unreadable(path: address.path, reason: error.localizedDescription)
            }
        }
    }
#endif
