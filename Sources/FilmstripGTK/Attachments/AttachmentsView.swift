import CGTK
public import Filmstrip

/// The attachments grid as a widget of GTK 4: what is attached as tiles with delete buttons, and a + tile while there is room.
///
///     let grid = AttachmentsView(on: window, library: library, permissions: permissions)
///     gtk_box_append(box, grid.widget)
///     for media in grid.attachments.media { print(media.original.path) }
///
/// It draws `Attachments` of the core and decides nothing: + asks for the source, what was chosen stands in place with its progress,
/// what failed can be tried again in its place. Tab and the arrow keys walk over the tiles, Delete takes one out. It wraps in whatever
/// width it has, and is as high as its lines.
///
/// Main actor. Keep this object as long as its widget is shown: without it the widget answers nobody, and what is on its way is
/// cancelled.
@MainActor public final class AttachmentsView {
    /// Where the pictures of the tiles come from.
    public struct Connections: Sendable {
        /// A picture of a file that is in no library, such as a photo just taken, that fits a size in pixels; nil where there is none.
        /// Files may be hostile: decode them behind a wall.
        public typealias Picture = @Sendable (_ file: MediaFile, _ size: PixelSize) async -> PixelFrame?

        /// The pictures of the library.
        public var thumbnails: ThumbnailLoader
        /// Pictures of other files; nil, the default, for a symbol in their place.
        public var picture: Picture?

        /// Pictures of a library, and of other files where somebody can make them; see the fields.
        public init(thumbnails: ThumbnailLoader, picture: Picture? = nil) {
            self.thumbnails = thumbnails
            self.picture = picture
        }
    }

    /// What is attached.
    public let attachments: Attachments
    /// Told when the user presses a tile that is there; nil, the default, for nobody.
    public var onOpen: (@MainActor (Attachments.Item) -> Void)?
    /// The widget, a `GtkWidget`, for whatever binding: put it where it is to be.
    public var widget: UnsafeMutableRawPointer { grid.raw }

    private let connections: Connections
    private let grid = SquareFlow(side: 96, gap: 8)
    private let addButton: Button
    private var tiles: [Attachments.Item.ID: AttachmentTileView] = [:]
    private var order: [Attachments.Tile.ID] = []
    private var watch: ObservationWatch?
    private var adding: Task<Void, Never>?

    /// A grid of what is attached, or will be.
    /// - Parameters:
    ///   - attachments: what it draws, and asks for more at +.
    ///   - connections: where the pictures of its tiles come from.
    public init(_ attachments: Attachments, connections: Connections) {
        self.attachments = attachments
        self.connections = connections
        let plus = Icon("list-add-symbolic", size: 32)
        addButton = Button(around: plus.placed(.center, .center), title: "")
        addButton.styled("filmstrip-attachment", "filmstrip-add")
        Style.install(for: grid)
        AttachmentsStyle.install(for: grid)
        addButton.onClick { [weak self] in self?.add() }
        let keys = Controller.keys()
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        grid.add(keys)
        watch = observe { [weak self] in self?.update() }
    }

    /// A grid that picks through windows above that one, as `MediaPicker(on:)` does.
    /// - Parameters:
    ///   - window: the app's `GtkWindow`, held weakly.
    ///   - cameras: makes the cameras of a visit, such as a `GStreamerCamera`; nil, the default, where there are none.
    ///   - request: what is asked for at each +.
    ///   - picture: pictures of files that are in no library.
    public convenience init(
        on window: UnsafeMutableRawPointer?, library: any PhotoLibrary, permissions: any PermissionProvider,
        cameras: GTKPresenter.Cameras? = nil, request: PickRequest = .attachments(),
        configuration: GTKPresenter.Configuration = GTKPresenter.Configuration(),
        picture: Connections.Picture? = nil
    ) {
        let picker = MediaPicker(
            on: window, library: library, permissions: permissions, cameras: cameras, configuration: configuration)
        self.init(
            Attachments(picker: picker, request: request),
            connections: Connections(thumbnails: ThumbnailLoader(library), picture: picture))
    }

    isolated deinit {
        adding?.cancel()
        for tile in tiles.values { tile.end() }
    }

    /// Presses the + tile.
    public func add() {
        guard adding == nil else { return }
        let attachments = attachments
        adding = Task { [weak self] in
            do throws(PickError) {
                try await attachments.add()
            } catch {
                // Whoever needs to hear of it was told.
            }
            self?.adding = nil
        }
    }

    // MARK: Following

    private func update() {
        let wanted = attachments.tiles
        let focused = order.firstIndex { view(of: $0)?.holdsFocus == true }
        var kept: [Attachments.Item.ID: AttachmentTileView] = [:]
        for case .item(let item) in wanted {
            let tile = tiles.removeValue(forKey: item.id) ?? makeTile(item.id)
            tile.show(item, of: attachments)
            kept[item.id] = tile
        }
        for gone in tiles.values { gone.end() }
        tiles = kept
        addButton.accessibleName = attachments.name(of: .add)
        addButton.tooltip = addButton.accessibleName
        grid.accessibleName = attachments.texts.counts.items(attachments.items.count)
        let hadFocus = focused.map { order[$0] }
        order = wanted.map(\.id)
        grid.setChildren(order.compactMap { view(of: $0) })
        // The keyboard stays where it was, though the tile is another one.
        if let focused, let hadFocus, !order.contains(hadFocus) { focus(min(focused, order.count - 1)) }
    }

    private func view(of id: Attachments.Tile.ID) -> Widget? {
        switch id {
        case .add: addButton
        case .item(let id): tiles[id]?.root
        }
    }

    private func makeTile(_ id: Attachments.Item.ID) -> AttachmentTileView {
        AttachmentTileView(connections, texts: attachments.texts) { [weak self] action in
            guard let self, let item = attachments.items.first(where: { $0.id == id }) else { return }
            switch action {
            case .delete: attachments.delete(id)
            case .open where item.error != nil: attachments.retryOrTell(id)
            case .open: onOpen?(item)
            }
        }
    }

    // MARK: Keys

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isEmpty, let place = order.firstIndex(where: { view(of: $0)?.holdsFocus == true }) else {
            return false
        }
        switch key {
        case .delete, .padDelete:
            guard case .item(let id) = order[place] else { return false }
            attachments.delete(id)
            return true
        // In their order, from one line to the next; the toolkit's own walk ends at the edge of a line.
        case .left, .right: return focus(place + ((key == .right) == grid.isRightToLeft ? -1 : 1))
        default: return false
        }
    }

    /// Lets the keyboard speak to the tile at a place. False where there is none.
    @discardableResult
    private func focus(_ place: Int) -> Bool {
        guard order.indices.contains(place) else { return false }
        switch order[place] {
        case .add: addButton.grabFocus()
        case .item(let id): tiles[id]?.grabFocus()
        }
        return true
    }
}

extension KeyValue {
    static let padDelete = KeyValue(rawValue: UInt32(GDK_KEY_KP_Delete))
}
