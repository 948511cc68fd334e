import CGTK
import CGTKParts
import Filmstrip
import Foundation

/// What other programs hand over by the clipboard.
@MainActor enum Clipboard {
    /// Bytes and what they are, as a MIME type.
    struct Content: Sendable {
        var type: String
        var bytes: Data
    }

    /// Puts a text there.
    static func write(_ text: String, for widget: Widget) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(widget.widget), text)
    }

    /// Bytes that are taken at most: more than any picture that people copy.
    static let largest = 256 << 20

    /// Reads the first of those types that the clipboard has; nil where it has none of them, where it has more than so many bytes of it, and
    /// for a task that is cancelled.
    static func read(_ types: [String], for widget: Widget, atMost largest: Int = largest) async -> Content? {
        let answer = Answer<Content?>()
        let handler = Handler { @MainActor (content: Content?) in _ = answer.give(content) }
        let cancellable = ObjectReference(taking: g_cancellable_new()!)
        var names = types.map { UnsafePointer(strdup($0)) }
        names.append(nil)
        fs_clipboard_read(
            widget.widget, names, gsize(largest), cancellable.cast(),
            { type, bytes, data in
                nonisolated(unsafe) let data = data  // The clipboard answers on the main thread.
                var content: Content?
                if let type, let bytes {
                    var count: gsize = 0
                    let start = g_bytes_get_data(bytes, &count)
                    content = Content(
                        type: String(cString: type), bytes: start.map { Data(bytes: $0, count: Int(count)) } ?? Data())
                }
                MainActor.assumeIsolated {
                    Handler<@MainActor (Content?) -> Void>.body(of: data)(content)
                }
            }, handler.retained(), releaseHandler)
        for name in names { free(UnsafeMutablePointer(mutating: name)) }
        return await answer.value(orCancel: {
            g_cancellable_cancel(cancellable.cast())
            // The program that has it may never answer.
            answer.give(nil)
        })
    }
}

extension Controller {
    /// Takes files that are dragged in from other programs.
    static func fileDrops() -> Controller {
        Controller(gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)!, capturing: false)
    }

    /// Files were let go over the widget. Those that lie on no file system of this machine are left out.
    func onFiles(_ body: @escaping @MainActor ([MediaPath]) -> Void) {
        onDrop { value in
            guard let list = g_value_get_boxed(value) else { return false }
            let files = gdk_file_list_get_files(OpaquePointer(list))
            defer { g_slist_free(files) }
            var paths: [MediaPath] = []
            var next = files
            while let node = next {
                if let path = g_file_get_path(OpaquePointer(node.pointee.data)) {
                    paths.append(MediaPath(bytes: Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))))
                    g_free(path)
                }
                next = node.pointee.next
            }
            body(paths)
            return true
        }
    }
}
