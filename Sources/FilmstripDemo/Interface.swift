import CAdwaita
import Filmstrip
import FilmstripGTK
import Foundation

/// A user interface that GtkBuilder made of XML, and the objects in it by their names.
///
/// The XML holds texts of our own table alone, none of which has a character that XML would want escaped.
@MainActor final class Interface {
    private let builder: OpaquePointer

    init(_ xml: String) { builder = gtk_builder_new_from_string("<interface>\(xml)</interface>", -1) }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

    /// The object of that name, which the XML must have.
    subscript(_ name: String) -> Part {
        guard let object = gtk_builder_get_object(builder, name) else { fatalError("no object \(name)") }
        return Part(OpaquePointer(object))
    }
}

/// An object of an interface, whatever it is. It belongs to its window.
@MainActor struct Part {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    var widget: UnsafeMutablePointer<GtkWidget> { UnsafeMutablePointer(pointer) }
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// The object as C functions of that type want it.
    func cast<Type>() -> UnsafeMutablePointer<Type> { UnsafeMutablePointer(pointer) }

    /// Answers a signal without arguments, for as long as the object lives.
    func on(_ signal: String, _ body: @escaping @MainActor () -> Void) {
        Signal.connect(raw, signal, body)
    }

    /// A property has changed.
    func onChange(of property: String, _ body: @escaping @MainActor () -> Void) {
        Signal.connect(raw, changesOf: property, body)
    }

    var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        nonmutating set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        nonmutating set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// The text of a label.
    var label: String {
        get { String(cString: gtk_label_get_text(pointer)) }
        nonmutating set { gtk_label_set_text(pointer, newValue) }
    }

    /// The text of an entry.
    var text: String {
        get { String(cString: gtk_editable_get_text(pointer)) }
        nonmutating set { gtk_editable_set_text(pointer, newValue) }
    }

    /// The title of a button.
    var title: String {
        get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_button_set_label(cast(), newValue) }
    }

    /// Puts a widget at the end of a box.
    func append(_ child: UnsafeMutableRawPointer) {
        gtk_box_append(cast(), child.assumingMemoryBound(to: GtkWidget.self))
    }
}

extension PixelFrame {
    /// Hands the pixels to somebody as what GTK can draw.
    @MainActor func asTexture(_ body: (OpaquePointer) -> Void) {
        let pixels = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(pixels) }
        let texture = gdk_memory_texture_new(
            gint(size.width), gint(size.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, pixels, gsize(bytesPerRow))!
        body(texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }
}
