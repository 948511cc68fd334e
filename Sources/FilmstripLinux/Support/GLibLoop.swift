import CGStreamer
import Filmstrip
import Foundation

/// A thread with a main loop of GLib, for what must be called back on a thread of its own.
///
/// Everything that is handed to it runs there, in order. The thread ends with the last reference.
final class GLibLoop: @unchecked Sendable {
    // Unchecked because of the pointers; GLib guards its contexts and loops itself.
    private let context: OpaquePointer
    private let loop: OpaquePointer
    private let jobs = Jobs([])

    init(name: String) {
        let context = g_main_context_new()!
        let loop = g_main_loop_new(context, 0)!
        self.context = context
        self.loop = loop
        let pointers = (UInt(bitPattern: context), UInt(bitPattern: loop))
        // The thread has references of its own, so that it may outlive this object by a moment.
        g_main_context_ref(context)
        g_main_loop_ref(loop)
        let thread = Thread {
            let context = OpaquePointer(bitPattern: pointers.0)
            let loop = OpaquePointer(bitPattern: pointers.1)
            g_main_context_push_thread_default(context)
            g_main_loop_run(loop)
            g_main_context_pop_thread_default(context)
            g_main_loop_unref(loop)
            g_main_context_unref(context)
        }
        thread.name = name
        thread.start()
    }

    deinit {
        // As work of the loop, because a loop cannot be quit before it runs.
        let address = UInt(bitPattern: loop)
        perform { g_main_loop_quit(OpaquePointer(bitPattern: address)) }
        g_main_loop_unref(loop)
        g_main_context_unref(context)
    }

    /// Runs `body` on the loop's thread, after everything that was handed in before.
    func perform(_ body: @escaping @Sendable () -> Void) {
        // Handed over under our own lock and not GLib's, which the thread sanitizer cannot see.
        jobs.withLock { $0.append(body) }
        let source = g_idle_source_new()
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(
            source,
            { jobs in
                let job = Unmanaged<Jobs>.fromOpaque(jobs!).takeUnretainedValue().withLock { $0.removeFirst() }
                job()
                return 0
            }, Unmanaged.passRetained(jobs).toOpaque(), { Unmanaged<Jobs>.fromOpaque($0!).release() })
        g_source_attach(source, context)
        g_source_unref(source)
    }

    /// Runs `body` on the loop's thread when that time is over.
    func perform(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        perform { [context = UInt(bitPattern: context)] in
            let source = g_timeout_source_new(guint(delay.milliseconds))
            g_source_set_callback(
                source,
                { box in
                    Unmanaged<Box>.fromOpaque(box!).takeUnretainedValue().body()
                    return 0
                }, Unmanaged.passRetained(Box(body)).toOpaque(), { Unmanaged<Box>.fromOpaque($0!).release() })
            g_source_attach(source, OpaquePointer(bitPattern: context))
            g_source_unref(source)
        }
    }

    private typealias Jobs = Locked<[@Sendable () -> Void]>

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down, as GLib takes them: none for less than nothing, three weeks for more.
    var milliseconds: Int32 {
        if self <= .zero { return 0 }
        if self >= .milliseconds(Int32.max) { return .max }
        return Int32(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
