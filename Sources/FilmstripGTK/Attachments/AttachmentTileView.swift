import Filmstrip

/// A tile of the attachments grid: a picture on its way, there, or failed, with a delete button at its corner.
@MainActor final class AttachmentTileView {
    /// What the user does with a tile.
    enum Action { case open, delete }

    let root: Overlay
    private let button: Button
    private let deleteButton: Button
    private let picture = PictureView(covering: true)
    private let symbol = Icon("image-x-generic-symbolic", size: 32)
    private let failure: Box
    private let progress = ProgressBar()
    private let duration = Label(role: .decoration)
    private let connections: AttachmentsView.Connections
    private var task: Task<Void, Never>?
    private var shown: PictureSource?

    init(_ connections: AttachmentsView.Connections, texts: Texts, act: @escaping @MainActor (Action) -> Void) {
        self.connections = connections
        let retry = Label(texts.buttons.retry, role: .decoration)
        failure = Box(.vertical, spacing: 4, [Icon("view-refresh-symbolic", size: 24), retry]).placed(.center, .center)
        let layers = Overlay(picture.placed(.fill, .fill, expands: true))
        duration.styled("filmstrip-badges").placed(.fill, .end)
        duration.alignText(1)
        duration.useEvenDigits()
        progress.styled("filmstrip-progress").placed(.fill, .end)
        layers.add(symbol.placed(.center, .center))
        layers.add(failure)
        layers.add(duration)
        layers.add(progress)
        button = Button(around: layers, title: "").styled("filmstrip-attachment")
        button.clip()
        deleteButton = Button(icon: "window-close-symbolic", title: texts.buttons.delete)
        deleteButton.styled("filmstrip-delete", "circular").placed(.start, .start)
        root = Overlay(button)
        root.add(deleteButton)
        button.onClick { act(.open) }
        deleteButton.onClick { act(.delete) }
    }

    deinit { task?.cancel() }

    /// Shows an item as it is now.
    func show(_ item: Attachments.Item, of attachments: Attachments) {
        button.accessibleName = attachments.name(of: .item(item))
        deleteButton.accessibleName = attachments.deleteName(of: item)
        button.tooltip = attachments.reason(of: item)
        button.setClass("failed", item.error != nil)
        failure.isVisible = item.error != nil
        if case .loading(let fraction) = item.state {
            progress.fraction = fraction
            progress.isVisible = true
        } else {
            progress.isVisible = false
        }
        button.setClass("loading", progress.isVisible)
        let seconds = item.media?.seconds
        duration.isVisible = seconds != nil
        duration.text = seconds.map { Texts.duration($0) } ?? ""
        symbol.setName(item.media?.kind == .video ? "video-x-generic-symbolic" : "image-x-generic-symbolic")
        load(PictureSource(item))
        symbol.isVisible = picture.texture == nil && item.error == nil
    }

    /// Loads nothing any more.
    func end() { task?.cancel() }

    func grabFocus() { button.grabFocus() }

    // MARK: The picture

    /// Where the picture of a tile comes from.
    private enum PictureSource: Equatable {
        case asset(AssetID)
        case file(MediaFile)

        init?(_ item: Attachments.Item) {
            if let edited = item.media?.edited {
                self = .file(edited)
            } else if let asset = item.asset {
                self = .asset(asset)
            } else if let media = item.media {
                self = .file(media.original)
            } else {
                return nil
            }
        }

        static func == (one: Self, other: Self) -> Bool {
            switch (one, other) {
            case (.asset(let one), .asset(let other)): one == other
            case (.file(let one), .file(let other)): one === other
            case (.asset, .file), (.file, .asset): false
            }
        }
    }

    /// Points of the largest tile in a narrow window: pictures are asked for with as many pixels.
    private static let side = 180

    private func load(_ source: PictureSource?) {
        guard source != shown else { return }
        shown = source
        task?.cancel()
        let (connections, side) = (connections, Self.side * root.scaleFactor)
        let box = TilePixels.request(for: PixelSize(width: 3, height: 2), side: side)
        switch source {
        case nil: picture.texture = nil
        case .asset(let id):
            task = Task { [weak self] in
                do {
                    for try await thumbnail in connections.thumbnails.thumbnail(id, fitting: box) {
                        self?.draw(thumbnail.frame)
                    }
                } catch {
                    // The symbol stays; whether the item itself is there is told by its state.
                    return
                }
            }
        case .file(let file):
            task = Task { [weak self] in
                if let frame = await connections.picture?(file, box) { self?.draw(frame) }
            }
        }
    }

    private func draw(_ frame: PixelFrame) {
        guard !Task.isCancelled, let texture = Texture(frame) else { return }
        picture.texture = texture
        symbol.isVisible = false
    }
}

extension PickedMedia {
    /// How long a video lasts, where that is known.
    fileprivate var seconds: Double? {
        switch origin {
        case .library(let asset): asset.kind == .video ? asset.duration : nil
        case .camera(.video(let video)): video.duration
        case .camera(.photo), .camera(.livePhoto): nil
        }
    }
}
