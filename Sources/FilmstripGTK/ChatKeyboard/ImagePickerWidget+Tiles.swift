public import Filmstrip

/// Tiles and overlays of the app's own, said before the picker shows.
///
///     try picker.useAssetTiles(for: [.video]) { FilmTile(color: .green) }
///     try picker.useActionTiles(RoundTile.self)
extension ImagePickerWidget {
    // MARK: By closure

    /// Action tiles of the app's own; both by default.
    /// - Throws: `alreadyShown`; `wrongTile` where what is made has no `GtkWidget`.
    public func useActionTiles(
        for actions: [ImagePickerModel.ActionTile.Action] = ImagePickerModel.ActionTile.Action.allCases,
        _ make: @escaping @MainActor () -> any ImagePickerActionTile
    ) throws(ImagePickerError) {
        try actionTiles.use(for: actions, of: "actions", make) { ForeignWidget.isOne($0.widget) }
    }

    /// A live camera tile of the app's own.
    /// - Throws: `alreadyShown`; `wrongTile` where what is made has no `GtkWidget`.
    public func useCameraTile(_ make: @escaping @MainActor () -> any ImagePickerCameraTile) throws(ImagePickerError) {
        try cameraTiles.use(for: [true], of: "camera", make) { ForeignWidget.isOne($0.widget) }
    }

    /// Asset tiles of the app's own for these media types, all by default. A type without gets ours.
    /// - Throws: `alreadyShown`; `wrongTile` where what is made has no `GtkWidget`.
    public func useAssetTiles(
        for kinds: [MediaKind] = MediaKind.allCases, _ make: @escaping @MainActor () -> any ImagePickerAssetTile
    ) throws(ImagePickerError) {
        try assetTiles.use(for: kinds, of: "assets", make) { ForeignWidget.isOne($0.widget) }
    }

    /// What lies over the tiles without permission: a `GtkWidget` for a status, whose floating reference is taken over, or nil for ours.
    /// - Throws: `alreadyShown`.
    public func useOverlay(
        _ make: @escaping @MainActor (PermissionStatus) -> UnsafeMutableRawPointer?
    ) throws(ImagePickerError) {
        guard !model.isOpen else { throw .alreadyShown }
        makeOverlay = make
    }

    // MARK: By class

    /// Action tiles of that class; both by default.
    /// - Throws: as by closure.
    public func useActionTiles<Tile: ImagePickerActionTile & ImagePickerTileClass>(
        _ type: Tile.Type,
        for actions: [ImagePickerModel.ActionTile.Action] = ImagePickerModel.ActionTile.Action.allCases
    ) throws(ImagePickerError) {
        try useActionTiles(for: actions) { Tile() }
    }

    /// A camera tile of that class.
    /// - Throws: as by closure.
    public func useCameraTile<Tile: ImagePickerCameraTile & ImagePickerTileClass>(
        _ type: Tile.Type
    ) throws(ImagePickerError) {
        try useCameraTile { Tile() }
    }

    /// Asset tiles of that class for these media types, all by default.
    /// - Throws: as by closure.
    public func useAssetTiles<Tile: ImagePickerAssetTile & ImagePickerTileClass>(
        _ type: Tile.Type, for kinds: [MediaKind] = MediaKind.allCases
    ) throws(ImagePickerError) {
        try useAssetTiles(for: kinds) { Tile() }
    }
}
