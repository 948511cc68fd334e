import CGTK
import Filmstrip
import FilmstripGTK

/// A tile of an app's own: the kind of the asset in words.
final class PlainTile: ImagePickerAssetTile, ImagePickerTileClass {
    private let label = gtk_label_new("")!
    private let prefix: String

    convenience init() { self.init(prefix: "own") }

    init(prefix: String) { self.prefix = prefix }

    var widget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(label) }

    func show(_ content: ImagePickerAssetContent) {
        guard let asset = content.tile.asset else { return }
        let subtypes = asset.subtypes.names.isEmpty ? "" : " " + asset.subtypes.names.joined(separator: " ")
        let picture = content.texture == nil ? "" : " seen"
        let text =
            "\(prefix) \(asset.id) \(asset.kind.rawValue)\(subtypes)\(content.tile.mark.isSelected ? " chosen" : "")"
        gtk_label_set_text(OpaquePointer(label), text + picture)
    }
}

/// An action tile of an app's own.
final class PlainAction: ImagePickerActionTile, ImagePickerTileClass {
    private let label = gtk_label_new("")!
    private let prefix: String

    convenience init() { self.init(prefix: "Own") }

    init(prefix: String) { self.prefix = prefix }

    var widget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(label) }

    func show(_ action: ImagePickerModel.ActionTile) {
        gtk_label_set_text(OpaquePointer(label), "\(prefix) \(action.title)")
    }
}

/// A camera tile of an app's own: its state in words.
final class PlainCamera: ImagePickerCameraTile {
    private let label = gtk_label_new("")!

    var widget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(label) }

    func show(_ camera: CameraTileModel) {
        let parts = [
            "\(camera.phase)", camera.live == nil ? nil : "live photos", camera.isRecording ? "recording" : nil,
            camera.preview == nil ? nil : "picture",
        ]
        gtk_label_set_text(
            OpaquePointer(label),
            "Own camera: " + parts.compactMap(\.self).joined(separator: ", "))
    }
}

/// A tile whose widget is none.
final class WrongTile: ImagePickerAssetTile {
    private let adjustment = gtk_adjustment_new(0, 0, 1, 1, 1, 1)!

    var widget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(adjustment) }

    func show(_ content: ImagePickerAssetContent) {}
}
