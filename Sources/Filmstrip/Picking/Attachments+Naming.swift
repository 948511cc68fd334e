extension Attachments {
    /// What the user reads: the texts of the request.
    public var texts: Texts { request.texts }

    /// What a screen reader says of a tile: what it is, when it was taken, and where it stands; what went wrong, and that it can be
    /// tried again; of the + tile, how many more there is room for.
    public func name(of tile: Tile) -> String {
        switch tile {
        case .add:
            let left = remaining.map { [texts.counts.left($0)] } ?? []
            return ([texts.notices.choosePicture] + left).joined(separator: texts.listSeparator)
        case .item(let item): return name(of: item)
        }
    }

    /// What a screen reader says of an item's delete button.
    public func deleteName(of item: Item) -> String {
        [texts.buttons.delete, name(of: item)].joined(separator: texts.listSeparator)
    }

    /// What the user may hear about a failure, where it says more than that there was one.
    public func reason(of item: Item) -> String? {
        switch item.error {
        case .library(.itemGone): texts.limits.gone
        case .library(.unreadable(let path, _)), .library(.notFound(let path)), .library(.notPermitted(let path)):
            texts.notices.cannotUse.replacing("{name}", with: MediaPath(path).name.string)
        case .refused(let refusal): refusal.text(texts)
        case nil, .alreadyShown, .permissionDenied, .permissionRestricted, .permission, .camera, .library: nil
        }
    }

    private func name(of item: Item) -> String {
        let place = items.firstIndex { $0.id == item.id }.map { (index: $0, count: items.count) }
        if item.error != nil {
            let parts = [texts.buttons.retry, reason(of: item), place.map(texts.place)]
            return parts.compactMap { $0 }.joined(separator: texts.listSeparator)
        }
        switch item.media?.origin {
        case .camera(let capture): return texts.name(of: capture, place: place)
        case .library(let asset): return texts.name(of: asset, place: place)
        case nil: return texts.name(of: nil, place: place)
        }
    }
}

extension Texts {
    /// What a screen reader says of something that the camera made.
    func name(of capture: CapturedMedia, place: (index: Int, count: Int)?) -> String {
        let (kind, date) =
            switch capture {
            case .photo(let photo): (spoken.photo, photo.date)
            case .livePhoto(let photo, _): (spoken.livePhoto, photo.date)
            case .video(let video): (spoken.video, video.date)
            }
        return ([kind, moment(date)] + (place.map { [self.place($0)] } ?? [])).joined(separator: listSeparator)
    }
}
