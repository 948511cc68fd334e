import CGStreamer
import Filmstrip
import Foundation

/// A signal that arrived.
package struct DBusSignal: Sendable, Hashable {
    package var name: String
    package var path: String
    package var values: [DBusValue]
}

/// Which signals are wanted; nil means any.
package struct DBusMatch: Sendable {
    package var sender: String?
    package var path: String?
    package var interface: String
    package var name: String
    /// What the first argument is, a string.
    package var firstArgument: String?

    package init(
        sender: String? = nil, path: String? = nil, interface: String, name: String, firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.name = name
        self.firstArgument = firstArgument
    }
}

extension DBusConnection {
    /// The signals from now on, in their order: whatever follows a call that is made after this was returned is heard. Buffers
    /// all. Ends when the bus goes away.
    package func signals(_ matches: DBusMatch...) -> AsyncStream<DBusSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: DBusSignal.self)
        let id = UUID()
        streams.withLock { $0[id] = continuation }
        let subscriptions = Locked<[guint]>([])
        let connection = Connection(pointer: connection)
        // Subscribed on the connection's thread, for the signals are delivered where the subscription was made.
        loop.perform {
            for match in matches {
                let number = g_dbus_connection_signal_subscribe(
                    connection.pointer, match.sender, match.interface, match.name, match.path, match.firstArgument,
                    G_DBUS_SIGNAL_FLAGS_NONE,
                    { _, _, path, _, name, values, data in
                        let sink = Unmanaged<Sink>.fromOpaque(data!).takeUnretainedValue()
                        let signal = DBusSignal(
                            name: name.map { String(cString: $0) } ?? "", path: path.map { String(cString: $0) } ?? "",
                            values: values.map { DBusValue.children(of: $0) } ?? [])
                        sink.continuation.yield(signal)
                    }, Unmanaged.passRetained(Sink(continuation)).toOpaque(),
                    { Unmanaged<Sink>.fromOpaque($0!).release() })
                subscriptions.withLock { $0.append(number) }
            }
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            _ = streams.withLock { $0.removeValue(forKey: id) }
            loop.perform {
                for number in subscriptions.withLock({ $0 }) {
                    g_dbus_connection_signal_unsubscribe(connection.pointer, number)
                }
            }
        }
        return stream
    }

    /// Ends all streams when the bus goes away.
    func watchForEnd() {
        let connection = Connection(pointer: connection)
        loop.perform { [streams] in
            let callback:
                @convention(c) (UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer?, gpointer?) -> Void = {
                    _, _, _, data in
                    Unmanaged<EndWatch>.fromOpaque(data!).takeUnretainedValue().end()
                }
            // GLib keeps every callback as one type, and calls it as its signal says.
            g_signal_connect_data(
                UnsafeMutableRawPointer(connection.pointer), "closed", unsafeBitCast(callback, to: GCallback.self),
                Unmanaged.passRetained(EndWatch(streams)).toOpaque(),
                { data, _ in Unmanaged<EndWatch>.fromOpaque(data!).release() }, GConnectFlags(0))
        }
    }

    private final class Sink: Sendable {
        let continuation: AsyncStream<DBusSignal>.Continuation
        init(_ continuation: AsyncStream<DBusSignal>.Continuation) { self.continuation = continuation }
    }

    private final class EndWatch: Sendable {
        private let streams: Locked<[UUID: AsyncStream<DBusSignal>.Continuation]>
        init(_ streams: Locked<[UUID: AsyncStream<DBusSignal>.Continuation]>) { self.streams = streams }

        func end() {
            // Finishing calls back into the list, so it happens outside of the lock.
            for stream in streams.withLock({ Array($0.values) }) { stream.finish() }
        }
    }

    /// A reference to the connection that a subscription keeps.
    private final class Connection: @unchecked Sendable {
        // Unchecked because of the pointer; GDBus guards its connections itself.
        let pointer: OpaquePointer

        init(pointer: OpaquePointer) {
            self.pointer = pointer
            g_object_ref(UnsafeMutableRawPointer(pointer))
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
    }
}
