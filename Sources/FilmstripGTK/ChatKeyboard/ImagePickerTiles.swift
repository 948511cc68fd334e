import CGTK
public import Filmstrip

/// A tile of the app's own for an action. It stands inside a button of ours, so that a mouse, keys and screen readers press it as any other, and
/// it is chosen when it is let go.
@MainActor public protocol ImagePickerActionTile: AnyObject {
    /// The tile's `GtkWidget`, always the same one; a floating reference is taken over.
    var widget: UnsafeMutableRawPointer { get }
    /// Shows an action, before the picker does.
    func show(_ action: ImagePickerModel.ActionTile)
}

/// A live camera tile of the app's own. Its buttons call `takePhoto()`, `toggleRecording()`, `toggleLive()` and `flip()` of the model; the
/// camera is opened and closed with the tile by the picker.
@MainActor public protocol ImagePickerCameraTile: AnyObject {
    /// The tile's `GtkWidget`, always the same one; a floating reference is taken over.
    var widget: UnsafeMutableRawPointer { get }
    /// Shows what the model says: phase and permission, preview, live photos, recording. Called again after each change of what was read.
    func show(_ camera: CameraTileModel)
}

/// A tile of the app's own for assets. One tile shows many assets, one after the other, since only those in sight have widgets.
///
/// It stands inside a frame of ours, which has the keyboard's mark, the name for screen readers, and takes the clicks.
@MainActor public protocol ImagePickerAssetTile: AnyObject {
    /// The tile's `GtkWidget`, always the same one; a floating reference is taken over.
    var widget: UnsafeMutableRawPointer { get }
    /// Shows another asset, or the same in another state.
    func show(_ content: ImagePickerAssetContent)
}

/// What a tile of the app's own shows of an asset.
@MainActor public struct ImagePickerAssetContent {
    /// The asset with its subtypes, its mark, and what our own badges would say.
    public let tile: AssetTile
    /// What screen readers say of it.
    public let name: String
    /// The middle of the picture as a `GdkTexture`, a square of as many pixels as the tile has; nil until it is there. Borrowed: take a
    /// reference to keep it.
    public let texture: UnsafeMutableRawPointer?
}

/// A tile that is made without being told anything, so that its class alone is enough.
@MainActor public protocol ImagePickerTileClass {
    /// A new tile.
    init()
}

/// A widget that an app handed over as a pointer.
@MainActor enum ForeignWidget {
    /// Whether the pointer is to a widget.
    static func isOne(_ pointer: UnsafeMutableRawPointer) -> Bool { fs_is_widget(pointer) != 0 }

    /// A reference to it; nil where the pointer is to no widget.
    static func hold(_ pointer: UnsafeMutableRawPointer) -> Widget? {
        isOne(pointer) ? Widget(holding: pointer) : nil
    }
}

/// An app's tile for assets, held with its widget.
@MainActor final class OwnAssetTile {
    typealias Make = @MainActor (MediaKind) -> OwnAssetTile?

    let widget: Widget
    private let tile: any ImagePickerAssetTile

    /// Nil where its widget is none.
    init?(_ tile: any ImagePickerAssetTile) {
        guard let widget = ForeignWidget.hold(tile.widget) else { return nil }
        self.widget = widget
        self.tile = tile
    }

    func show(_ tile: AssetTile, name: String, _ texture: Texture?) {
        self.tile.show(ImagePickerAssetContent(tile: tile, name: name, texture: texture?.raw))
    }
}
