#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import Foundation
    import Photos

    /// The user's photo library, as far as a pick needs it: adding, and the originals of known assets.
    ///
    /// Adding asks for no more than the permission to add. A named album needs the permission to read, which is used where the
    /// user has given it, and never asked for: without it, what is added is in Recents alone. Safe to use from anywhere.
    public struct PhotoKitStore: AssetStore {
        private let inbox = Inbox()

        /// The user's library; nothing is asked or read yet.
        public init() {}

        /// The asset; nil for one that is gone or may not be seen.
        /// - Throws: `permissionDenied` or `permissionRestricted` where the library may not be read.
        public func asset(_ id: AssetID) async throws(LibraryError) -> Asset? {
            try Self.demandReading()
            return Self.find(id).map(Asset.init)
        }

        /// Copies of the asset's files as they are now, edits included; downloads what is not on the device, with progress.
        /// Ending the stream cancels it.
        public func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
            AsyncThrowingStream { continuation in
                let task = Task {
                    do throws(LibraryError) {
                        try Self.demandReading()
                        let files = try await AssetFiles(id, inbox: inbox).load { continuation.yield(.progress($0)) }
                        continuation.yield(.original(files.original, movie: files.movie))
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }

        /// Adds copies of the files, into Recents and, where reading is allowed, into the user's album of that title, which is
        /// made if there is none.
        /// - Throws: what PhotoKit says, such as `permissionDenied` or `noSpace`.
        public func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
            let name = media.name.map { "\($0).\(media.file.contentType.fileExtension)" } ?? media.file.path.name.string
            let facts = try FileFacts(of: media.file.path, name: name)
            let readable = ApplePermissions.status(of: .photoLibrary).isAllowed
            let addition = Addition(
                file: media.file, movie: media.movie, name: media.name == nil ? nil : name,
                album: readable ? album : nil)
            do {
                try await PHPhotoLibrary.shared().performChanges { @Sendable in addition.request() }
            } catch {
                throw LibraryError(photoKit: error)
            }
            guard let id = addition.identifier else { throw .internal("the photo library named no new asset") }
            let kind: MediaKind =
                media.movie != nil ? .livePhoto : media.file.contentType.isVideo ? .video : .photo
            return facts.asset(id: AssetID(id), kind: kind, fileName: name)
        }

        private static func demandReading() throws(LibraryError) {
            switch ApplePermissions.status(of: .photoLibrary) {
            case .authorized, .limited: return
            case .restricted: throw .permissionRestricted
            case .notDetermined, .denied: throw .permissionDenied
            }
        }

        static func find(_ id: AssetID) -> PHAsset? {
            PHAsset.fetchAssets(withLocalIdentifiers: [id.rawValue], options: nil).firstObject
        }
    }

    /// One addition to the library. Photos runs its request on a queue of its own.
    private final class Addition: Sendable {
        let file: MediaFile
        let movie: MediaFile?
        let name: String?
        let album: String?
        private let created = Locked<String?>(nil)

        init(file: MediaFile, movie: MediaFile?, name: String?, album: String?) {
            self.file = file
            self.movie = movie
            self.name = name
            self.album = album
        }

        /// The identity of what was added.
        var identifier: String? { created.withLock { $0 } }

        /// Asks for the change; to be called inside of a block of changes. The files are copied, never moved.
        func request() {
            let request = PHAssetCreationRequest.forAsset()
            let options = PHAssetResourceCreationOptions()
            options.shouldMoveFile = false
            options.originalFilename = name
            request.addResource(with: file.contentType.isVideo ? .video : .photo, fileURL: file.url, options: options)
            if let movie { request.addResource(with: .pairedVideo, fileURL: movie.url, options: nil) }
            guard let placeholder = request.placeholderForCreatedAsset else { return }
            let identifier = placeholder.localIdentifier
            created.withLock { $0 = identifier }
            guard let album else { return }
            let change =
                Self.find(album: album).flatMap { PHAssetCollectionChangeRequest(for: $0) }
                ?? PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: album)
            change.addAssets(NSArray(object: placeholder))
        }

        private static func find(album title: String) -> PHAssetCollection? {
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: nil)
            for index in 0..<albums.count where albums.object(at: index).localizedTitle == title {
                return albums.object(at: index)
            }
            return nil
        }
    }

    extension LibraryError {
        /// What PhotoKit says about a change or a request.
        init(photoKit error: any Error, id: AssetID? = nil) {
            switch (error as? PHPhotosError)?.code {
            case .accessUserDenied?: self = .permissionDenied
            case .accessRestricted?: self = .permissionRestricted
            case .notEnoughSpace?: self = .noSpace(folder: "Photos")
            case .userCancelled?, .operationInterrupted?: self = .cancelled
            case .networkAccessRequired?, .networkError?: self = id.map(LibraryError.needsDownload) ?? .cancelled
            case .identifierNotFound?: self = id.map(LibraryError.itemGone) ?? .internal(error.localizedDescription)
            default: self = .internal(error.localizedDescription)
            }
        }
    }
#endif
