import CGTK
import Filmstrip
import FilmstripGTK

/// The window of a chat, made of GTK's own widgets as an app makes it: what was said, a text entry under it, and under that the place of the
/// keyboard.
@MainActor final class ChatWindow {
    private let window: UnsafeMutablePointer<GtkWidget>
    private let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    private let talk = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)!
    private let answer = Answer<String?>()
    private var keyboard: ImagePickerKeyboard?
    private var send: (@MainActor () -> String)?

    init(title: String, width: Int, height: Int) {
        window = gtk_window_new()!
        gtk_window_set_title(pointer(window), title)
        gtk_window_set_default_size(pointer(window), gint(width), gint(height))
        gtk_window_set_child(pointer(window), column)
        connect(window, "close-request") { $0.answer.give(nil) }
    }

    /// A widget that fills the window.
    func embed(_ widget: UnsafeMutableRawPointer) {
        let widget = widget.assumingMemoryBound(to: GtkWidget.self)
        gtk_widget_set_vexpand(widget, 1)
        gtk_box_append(pointer(column), widget)
    }

    /// A text entry over a picker that comes and goes.
    func put(_ keyboard: ImagePickerKeyboard, send: @escaping @MainActor () -> String) {
        self.keyboard = keyboard
        self.send = send
        say("Did you take pictures at the lake?", isMine: false)
        say("Many! Wait, I pick the best.", isMine: true)
        gtk_widget_set_valign(talk, GTK_ALIGN_END)
        gtk_widget_set_vexpand(talk, 1)
        for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_bottom] {
            side(talk, 14)
        }
        let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)!
        for side in [
            gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
            gtk_widget_set_margin_bottom,
        ] {
            side(row, 8)
        }
        let entry = gtk_entry_new()!
        gtk_widget_set_hexpand(entry, 1)
        gtk_entry_set_placeholder_text(pointer(entry), "Message")
        let (pictures, done) = (
            gtk_button_new_from_icon_name("image-x-generic-symbolic")!, gtk_button_new_with_label("Send")!
        )
        fs_accessible_set_label(pictures, "Pictures")
        gtk_widget_add_css_class(done, "suggested-action")
        for part in [pictures, entry, done] { gtk_box_append(pointer(row), part) }
        for part in [talk, row, keyboard.widget.assumingMemoryBound(to: GtkWidget.self)] {
            gtk_box_append(pointer(column), part)
        }
        keyboard.attach(to: UnsafeMutableRawPointer(entry))
        connect(pictures, "clicked") { $0.keyboard?.isShown.toggle() }
        connect(done, "clicked") { chat in chat.answer.give(chat.send?()) }
    }

    private func say(_ text: String, isMine: Bool) {
        let label = gtk_label_new(text)!
        gtk_widget_set_halign(label, isMine ? GTK_ALIGN_END : GTK_ALIGN_START)
        gtk_widget_add_css_class(label, "frame")
        gtk_box_append(pointer(talk), label)
    }

    /// Shows it until something is sent, or it is closed: then nil.
    func run() async -> String? {
        gtk_window_present(pointer(window))
        let sent = await answer.value
        gtk_window_destroy(pointer(window))
        return sent
    }

    /// Closes it; nothing is sent.
    func close() { answer.give(nil) }

    private func pointer<Type>(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<Type> {
        UnsafeMutablePointer(OpaquePointer(widget))
    }

    /// A signal of a widget that goes before this does.
    private func connect(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ signal: String, _ body: @escaping @MainActor (ChatWindow) -> Void
    ) {
        @MainActor final class Call {
            weak var chat: ChatWindow?
            let body: @MainActor (ChatWindow) -> Void
            init(_ chat: ChatWindow, _ body: @escaping @MainActor (ChatWindow) -> Void) {
                (self.chat, self.body) = (chat, body)
            }
        }
        let call: @convention(c) (gpointer, gpointer?) -> gboolean = { _, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated {
                let call = Unmanaged<Call>.fromOpaque(data!).takeUnretainedValue()
                if let chat = call.chat { call.body(chat) }
            }
            // Of a question, such as whether to close: it is done with.
            return 1
        }
        // GLib keeps every callback as one type, and calls it as its signal says.
        g_signal_connect_data(
            widget, signal, unsafeBitCast(call, to: GCallback.self),
            Unmanaged.passRetained(Call(self, body)).toOpaque(),
            { data, _ in Unmanaged<AnyObject>.fromOpaque(data!).release() }, GConnectFlags(rawValue: 0))
    }
}
