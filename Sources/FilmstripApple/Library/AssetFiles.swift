#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import Foundation
    import Photos
    import UniformTypeIdentifiers

    /// The files of an asset as the library shows it, with what the user changed there, as the system's picker hands it over.
    /// Fetched from the cloud where that is where they are.
    struct AssetFiles: Sendable {
        private let id: AssetID
        private let inbox: Inbox

        init(_ id: AssetID, inbox: Inbox) {
            self.id = id
            self.inbox = inbox
        }

        /// Writes the files into the inbox.
        /// - Parameter progress: told how far the download of the photo or video is, 0 to 1.
        func load(
            progress: @escaping @Sendable (Double) -> Void
        ) async throws(LibraryError) -> (original: MediaFile, movie: MediaFile?) {
            guard let asset = PhotoKitStore.find(id) else { throw .itemGone(id) }
            let resources = PHAssetResource.assetResources(for: asset)
            guard let main = resources.first(of: PHAssetResource.shown) else { throw .itemGone(id) }
            let paired = resources.first(of: [.fullSizePairedVideo, .pairedVideo])
            let original = try await write(main, progress: progress)
            guard let paired else { return (original, nil) }
            return (original, try await write(paired) { _ in })
        }

        private func write(
            _ resource: PHAssetResource, progress: @escaping @Sendable (Double) -> Void
        ) async throws(LibraryError) -> MediaFile {
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            options.progressHandler = { @Sendable fraction in progress(fraction) }
            let ending = UTType(resource.uniformTypeIdentifier)?.preferredFilenameExtension ?? "data"
            let address = inbox.newAddress(ending: ending)
            do {
                try await PHAssetResourceManager.default().writeData(for: resource, toFile: address, options: options)
            } catch {
                throw LibraryError(photoKit: error, id: id)
            }
            let path = MediaPath(address)
            return MediaFile(path: path, contentType: try ContentType(of: path), isTemporary: true)
        }
    }

    extension PHAssetResource {
        /// What the library shows: what the user made of the photo or video there, else what it was.
        fileprivate static let shown: [PHAssetResourceType] = [.fullSizePhoto, .photo, .fullSizeVideo, .video]
    }

    extension [PHAssetResource] {
        /// The first resource of the first type that there is one of.
        fileprivate func first(of types: [PHAssetResourceType]) -> PHAssetResource? {
            for type in types {
                if let found = first(where: { $0.type == type }) { return found }
            }
            return nil
        }
    }

    extension Asset {
        /// What PhotoKit tells about an asset without loading it.
        init(_ asset: PHAsset) {
            let resources = PHAssetResource.assetResources(for: asset)
            let isLive = asset.mediaSubtypes.contains(.photoLive)
            let main = resources.first(of: PHAssetResource.shown)
            let type = main.flatMap { UTType($0.uniformTypeIdentifier) }
            // What the user made of it has a name that says nothing.
            let named = resources.first(of: [.photo, .video]) ?? main
            self.init(
                id: AssetID(asset.localIdentifier),
                kind: asset.mediaType == .video ? .video : isLive ? .livePhoto : .photo,
                subtypes: AssetSubtypes(asset.mediaSubtypes),
                size: PixelSize(width: asset.pixelWidth, height: asset.pixelHeight),
                duration: asset.mediaType == .video ? asset.duration : nil,
                date: MediaDate(instant: asset.creationDate ?? .distantPast, offsetFromUTC: nil, source: .container),
                fileName: named?.originalFilename ?? asset.localIdentifier,
                contentType: type.flatMap(ContentType.init(uniformType:))
                    ?? (asset.mediaType == .video ? .quickTime : .jpeg),
                isFavorite: asset.isFavorite)
        }
    }

    extension AssetSubtypes {
        /// The marks of PhotoKit that have a name here.
        init(_ subtypes: PHAssetMediaSubtype) {
            let pairs: [(PHAssetMediaSubtype, AssetSubtypes)] = [
                (.photoLive, .live), (.photoPanorama, .panorama), (.photoScreenshot, .screenshot), (.photoHDR, .hdr),
                (.photoDepthEffect, .depth), (.videoStreamed, .streamed), (.videoHighFrameRate, .slowMotion),
                (.videoTimelapse, .timeLapse),
            ]
            self = pairs.reduce(into: []) { found, pair in
                if subtypes.contains(pair.0) { found.insert(pair.1) }
            }
        }
    }

    extension ContentType {
        /// The content type that a system's type names; nil for those that name several.
        init?(uniformType type: UTType) {
            guard
                let found = Self.allCases.first(where: { known in
                    type.preferredMIMEType == known.mimeType || type.preferredFilenameExtension == known.fileExtension
                })
            else { return nil }
            self = found
        }
    }
#endif
