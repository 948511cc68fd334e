import Filmstrip

/// A row of the album list: a stack of up to three covers, the title and the count.
@MainActor final class AlbumRowView {
    let row: RowList.Row
    private let covers: [PictureView]
    private let title = Label(role: .decoration)
    private let count = Label(role: .decoration)
    private let thumbnails: ThumbnailLoader
    private var shown: AlbumListModel.Row?
    private var versions: [Int] = []
    private var tasks: [Task<Void, Never>] = []

    /// Points of the cover in front, and how much each of the others is narrower and higher up.
    private static let side = 52
    private static let step = 4

    init(thumbnails: ThumbnailLoader) {
        self.thumbnails = thumbnails
        let stack = Overlay(Box(.vertical))
        stack.setSizeRequest(width: Self.side, height: Self.side + 2 * Self.step)
        covers = (0..<AlbumListModel.coverCount).map { _ in PictureView(covering: true) }
        for (place, cover) in covers.enumerated().reversed() {
            let side = Self.side - 2 * Self.step * place
            cover.setSizeRequest(width: side, height: Self.side)
            cover.placed(.center, .start).styled("filmstrip-cover")
            cover.setMargins(Self.step * (covers.count - 1 - place), 0, 0, 0)
            stack.add(cover)
        }
        let texts = Box(.vertical, spacing: 2, [title.styled("filmstrip-album"), count.styled("filmstrip-dim")])
        texts.placed(.fill, .center)
        texts.expandHorizontally()
        title.alignText(0)
        count.alignText(0)
        count.useEvenDigits()
        row = RowList.Row(Box(.horizontal, spacing: 14, [stack, texts]))
    }

    deinit { for task in tasks { task.cancel() } }

    func show(_ album: AlbumListModel.Row, name: String, count text: String?, isCurrent: Bool) {
        row.setClass("current", isCurrent)
        let versions = album.covers.map(thumbnails.version)
        guard album != shown || versions != self.versions else { return }
        let hadCovers = shown?.covers ?? []
        shown = album
        title.text = album.album.title
        count.text = text ?? " "
        row.accessibleName = name
        guard album.covers != hadCovers || hadCovers.isEmpty || versions != self.versions else { return }
        self.versions = versions
        for (place, cover) in covers.enumerated() {
            // An album without pictures has one empty frame.
            cover.isVisible = place < album.covers.count || place == 0
            if place >= album.covers.count { cover.texture = nil }
        }
        load(album.covers)
    }

    private func load(_ ids: [AssetID]) {
        for task in tasks { task.cancel() }
        let side = Self.side * row.scaleFactor
        tasks = zip(ids, covers).map { id, cover in
            Task { [thumbnails, weak cover] in
                do {
                    let wanted = TilePixels.request(for: PixelSize(width: 3, height: 2), side: side)
                    for try await thumbnail in thumbnails.thumbnail(id, fitting: wanted, priority: .near) {
                        let pixels = await TilePixels.square(thumbnail.frame, side: side)
                        guard !Task.isCancelled else { return }
                        if let pixels { cover?.texture = Texture(pixels) }
                    }
                } catch {
                    // The frame stays empty; the album says by its title what it is.
                    return
                }
            }
        }
    }
}
