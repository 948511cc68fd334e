import CGTK
import CGTKParts

/// A window. It lives from `present` until it is closed, whoever holds this.
class Window: Widget {
    init(title: String, width: Int, height: Int) {
        // GTK has the first reference itself, until the window is closed.
        super.init(holding: gtk_window_new()!)
        self.title = title
        gtk_window_set_default_size(cast(), gint(width), gint(height))
        on("destroy") { [weak self] in self?.isGone = true }
    }

    private var isGone = false

    var title: String {
        get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(cast(), newValue) }
    }

    func setContent(_ child: Widget) { gtk_window_set_child(cast(), child.widget) }

    func setHeader(_ header: HeaderBar) { gtk_window_set_titlebar(cast(), header.widget) }

    func present() { gtk_window_present(cast()) }

    /// Takes it away at once, and asks nobody.
    func destroy() {
        guard !isGone else { return }
        isGone = true
        gtk_window_destroy(cast())
    }

    /// Stands above that window, and keeps it from being used unless said otherwise.
    func setParent(_ parent: WindowHandle, isModal: Bool = true) {
        gtk_window_set_transient_for(cast(), parent.window)
        gtk_window_set_modal(cast(), isModal ? 1 : 0)
        gtk_window_set_destroy_with_parent(cast(), 1)
    }

    /// Stands above a window of another program: `x11:XID` or `wayland:HANDLE`. False when the handle is not understood.
    func setParent(handle: String) -> Bool {
        gtk_widget_realize(widget)
        gtk_window_set_modal(cast(), 1)
        return fs_window_set_parent(cast(), handle) != 0
    }

    /// Opens an address with whatever the desktop has for it.
    func open(_ address: String) { gtk_show_uri(cast(), address, guint32(GDK_CURRENT_TIME)) }

    var isResizable: Bool {
        get { gtk_window_get_resizable(cast()) != 0 }
        set { gtk_window_set_resizable(cast(), newValue ? 1 : 0) }
    }

    /// Whether it has a frame and a bar.
    var isDecorated: Bool {
        get { gtk_window_get_decorated(cast()) != 0 }
        set { gtk_window_set_decorated(cast(), newValue ? 1 : 0) }
    }

    /// The button that Enter presses where nothing else wants it.
    func setDefault(_ button: Button) { gtk_window_set_default_widget(cast(), button.widget) }

    /// Told when somebody closes the window, by its button or by the desktop. True keeps it.
    func onCloseRequest(_ body: @escaping @MainActor () -> Bool) { onQuestion("close-request", body) }

    /// Told when the window has gone, however that came.
    func onDestroy(_ body: @escaping @MainActor () -> Void) { on("destroy", body) }

    /// The widget that the keyboard speaks to.
    var focusedWidget: OpaquePointer? { gtk_window_get_focus(cast()).map { OpaquePointer($0) } }
}

/// The bar at a window's head.
final class HeaderBar: Widget {
    init() { super.init(taking: gtk_header_bar_new()!) }

    func addAtStart(_ child: Widget) { gtk_header_bar_pack_start(pointer, child.widget) }

    func addAtEnd(_ child: Widget) { gtk_header_bar_pack_end(pointer, child.widget) }

    func setTitle(_ child: Widget) { gtk_header_bar_set_title_widget(pointer, child.widget) }

    /// Whether the window's own buttons are there.
    var showsWindowButtons: Bool {
        get { gtk_header_bar_get_show_title_buttons(pointer) != 0 }
        set { gtk_header_bar_set_show_title_buttons(pointer, newValue ? 1 : 0) }
    }
}

/// Somebody else's window, known and not owned: it may go at any time.
@MainActor final class WindowHandle {
    private var pointer: OpaquePointer?

    /// One of ours.
    convenience init?(_ window: Window) { self.init(window.raw) }

    /// - Parameter window: a `GtkWindow`.
    init?(_ window: UnsafeMutableRawPointer) {
        guard fs_is_window(window) != 0 else { return nil }
        pointer = OpaquePointer(window)
        g_object_weak_ref(UnsafeMutablePointer(pointer), Self.forget, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        guard let pointer else { return }
        g_object_weak_unref(UnsafeMutablePointer(pointer), Self.forget, Unmanaged.passUnretained(self).toOpaque())
    }

    private static let forget: GWeakNotify = { data, _ in
        nonisolated(unsafe) let data = data  // Windows go on the main thread.
        MainActor.assumeIsolated {
            Unmanaged<WindowHandle>.fromOpaque(data!).takeUnretainedValue().pointer = nil
        }
    }

    /// Nil when it has gone.
    var window: UnsafeMutablePointer<GtkWindow>? { pointer.map { UnsafeMutablePointer($0) } }

    /// The window as a widget that can be listened to.
    var widget: Widget? { pointer.map { Widget(holding: $0) } }

    /// Whether it can be seen.
    var isMapped: Bool { pointer.map { gtk_widget_get_mapped(UnsafeMutablePointer($0)) != 0 } ?? false }
}
