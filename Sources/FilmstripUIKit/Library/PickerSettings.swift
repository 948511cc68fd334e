#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import Photos
    import PhotosUI

    extension PHPickerConfiguration {
        /// What a request means for the system's picker. It knows of kinds and of a number; whatever else the rules say is
        /// looked at when the items are there.
        init(_ request: ChoiceRequest) {
            // With a library it tells which assets they are; it asks for no permission all the same.
            self.init(photoLibrary: .shared())
            let maximum = request.rules.maximum ?? 0
            selectionLimit = maximum
            filter = PHPickerFilter(request.rules.kinds)
            // The bytes as they are. Anything else may be converted.
            preferredAssetRepresentationMode = .current
            guard maximum != 1 else { return }
            selection = .ordered
            // More than may be chosen would raise an exception.
            let known = request.preselected.map(\.rawValue)
            preselectedAssetIdentifiers = maximum == 0 ? known : Array(known.prefix(maximum))
        }
    }

    extension PHPickerFilter {
        /// The filter of some kinds; nil for all.
        init?(_ kinds: Set<MediaKind>) {
            switch (kinds.contains(.photo), kinds.contains(.livePhoto), kinds.contains(.video)) {
            case (true, true, true), (false, false, false): return nil
            // To the system a live photo is an image too.
            case (true, true, false): self = .images
            case (true, false, false): self = .all(of: [.images, .not(.livePhotos)])
            case (false, true, false): self = .livePhotos
            case (false, false, true): self = .videos
            case (false, true, true): self = .any(of: [.livePhotos, .videos])
            case (true, false, true): self = .any(of: [.all(of: [.images, .not(.livePhotos)]), .videos])
            }
        }
    }
#endif
