import CGTK
import CGTKParts
import Foundation

// What libdispatch offers to a run loop that is not its own; CoreFoundation lives by the same two calls.
@_silgen_name("_dispatch_get_main_queue_handle_4CF") private func mainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF") private func runMainQueue(_ message: UnsafeMutableRawPointer?)

/// Lets work of the main actor run inside GLib's main loop, which owns the main thread of a GTK program. Without it nothing
/// that is on the main actor ever runs there.
///
///     let bridge = MainLoop.bridge()     // first thing on the main thread; keep it
///
/// A program with another bridge of this kind needs no second one, and is not harmed by it.
@MainActor public final class MainLoop {
    private let source: UnsafeMutablePointer<GSource>

    private init() {
        source = fs_main_queue_attach(mainQueueHandle()) { descriptor in
            var count: UInt64 = 0
            // The descriptor does not block, and whoever comes second reads nothing.
            _ = read(Int32(Int(bitPattern: descriptor)), &count, MemoryLayout<UInt64>.size)
            runMainQueue(nil)
            return 1
        }
    }

    isolated deinit { fs_main_queue_detach(source) }

    /// Begins; ends when the answer goes.
    public static func bridge() -> MainLoop { MainLoop() }

    /// Owns the main thread from now on: runs GLib's main loop, and the work of the main actor in it. For programs that have no
    /// `GApplication`.
    public static func run() -> Never {
        let kept = bridge()
        let loop = g_main_loop_new(nil, 0)
        while true {
            g_main_loop_run(loop)
            withExtendedLifetime(kept) {}
        }
    }
}

/// The toolkit as a whole.
@MainActor public enum Toolkit {
    /// Starts GTK, on the main thread; again and again is once.
    /// - Parameter name: what the desktop calls the program.
    /// - Returns: false where there is no display; then no window can be shown.
    public static func start(name: String) -> Bool {
        if gtk_is_initialized() == 0 { g_set_application_name(name) }
        return gtk_init_check() != 0
    }

    /// Whether text runs from the right in new windows.
    static var isRightToLeft: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }

    /// How large text is, with 1 for what is usual.
    static var textScale: Double {
        let dots = gtk_settings_get_default().map {
            fs_object_get_integer(UnsafeMutableRawPointer($0), "gtk-xft-dpi")
        }
        // 1/1024 of a dot per inch; none where nobody says.
        return dots.map { $0 > 0 ? Double($0) / (96 * 1024) : 1 } ?? 1
    }

    /// Whether things move by themselves: not where the user wants less motion.
    static var movesByItself: Bool {
        gtk_settings_get_default().map {
            fs_object_get_boolean(UnsafeMutableRawPointer($0), "gtk-enable-animations") != 0
        } ?? true
    }
}

/// The memory of the process.
enum Memory {
    /// Hands back to the system what was let go of.
    static func giveBack() { fs_memory_give_back() }
}

/// Something to be done on the main loop later, unless it is let go before.
@MainActor final class LoopTimer {
    private var source: guint = 0

    /// - Parameter seconds: from now; 0 for as soon as the loop turns, before all else.
    init(after seconds: Double, _ body: @escaping @MainActor () -> Void) {
        let handler = Handler { @MainActor [weak self] in
            self?.source = 0
            body()
        }
        source = g_timeout_add_full(
            seconds == 0 ? G_PRIORITY_HIGH : G_PRIORITY_DEFAULT, guint(max(0, seconds * 1000)),
            { data in
                nonisolated(unsafe) let data = data  // Timers of the default context fire on the main thread.
                MainActor.assumeIsolated { Handler<@MainActor () -> Void>.body(of: data)() }
                return 0
            }, handler.retained(), releaseHandler)
    }

    isolated deinit { if source != 0 { g_source_remove(source) } }
}
