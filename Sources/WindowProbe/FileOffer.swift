import CGTK

/// A stand-in for a file manager: a small window from which files can be dragged, and a clipboard with files.
@MainActor final class FileOffer {
    private let window: UnsafeMutablePointer<GtkWidget>

    init(_ paths: [String]) {
        window = gtk_window_new()!
        gtk_window_set_title(UnsafeMutablePointer(OpaquePointer(window)), "Files")
        gtk_window_set_default_size(UnsafeMutablePointer(OpaquePointer(window)), 120, 120)
        let label = gtk_label_new("Drag me")!
        gtk_window_set_child(UnsafeMutablePointer(OpaquePointer(window)), label)
        let source = gtk_drag_source_new()!
        let content = Self.provider(paths)
        gtk_drag_source_set_content(source, content)
        g_object_unref(UnsafeMutableRawPointer(content))
        gtk_widget_add_controller(label, source)
        let window = window
        // Above the browser's window, where no window manager puts them side by side.
        Task { @MainActor in
            try await Task.sleep(for: .seconds(1))
            gtk_window_present(UnsafeMutablePointer(OpaquePointer(window)))
        }
    }

    func end() { gtk_window_destroy(UnsafeMutablePointer(OpaquePointer(window))) }

    /// Puts files into the clipboard.
    static func copy(_ paths: [String]) {
        let content = provider(paths)
        gdk_clipboard_set_content(gdk_display_get_clipboard(gdk_display_get_default()), content)
        g_object_unref(UnsafeMutableRawPointer(content))
    }

    /// Puts a picture without a file into the clipboard, as a browser does.
    static func copyPicture() {
        let size = (width: 48, height: 32)
        let bytes = (0..<size.width * size.height).flatMap { _ in [200, 80, 40, 255] as [UInt8] }
        let pixels = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(pixels) }
        let texture = gdk_memory_texture_new(
            gint(size.width), gint(size.height), GDK_MEMORY_R8G8B8A8, pixels, gsize(size.width * 4))!
        gdk_clipboard_set_texture(gdk_display_get_clipboard(gdk_display_get_default()), texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    private static func provider(_ paths: [String]) -> UnsafeMutablePointer<GdkContentProvider> {
        let files = paths.map { g_file_new_for_path($0) }
        defer { for file in files { g_object_unref(UnsafeMutableRawPointer(file!)) } }
        var list: UnsafeMutablePointer<GSList>?
        for file in files.reversed() { list = g_slist_prepend(list, UnsafeMutableRawPointer(file)) }
        defer { g_slist_free(list) }
        var value = GValue()
        g_value_init(&value, gdk_file_list_get_type())
        g_value_take_boxed(&value, UnsafeRawPointer(gdk_file_list_new_from_list(list)))
        defer { g_value_unset(&value) }
        return gdk_content_provider_new_for_value(&value)
    }
}
