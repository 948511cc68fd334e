import CGStreamer
import Filmstrip
import Foundation

/// A connection of our own to a message bus: calls with descriptors, and signals as streams.
///
/// Safe to use from anywhere; answers and signals arrive on a thread of the connection and hop from there once. Closed
/// with the last reference.
package final class DBusConnection: @unchecked Sendable {
    // Unchecked because of the pointer; GDBus guards its connections itself.
    let connection: OpaquePointer
    let loop: GLibLoop
    /// What ends when the bus goes away.
    let streams = Locked<[UUID: AsyncStream<DBusSignal>.Continuation]>([:])

    private init(connection: OpaquePointer, loop: GLibLoop) {
        self.connection = connection
        self.loop = loop
        watchForEnd()
    }

    deinit {
        for stream in streams.withLock({ Array($0.values) }) { stream.finish() }
        g_dbus_connection_close(connection, nil, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Connects to the bus at an address, or gives up after that time.
    package static func open(
        address: String, timeout: Duration = .seconds(5)
    ) async throws(DBusError) -> DBusConnection {
        let loop = GLibLoop(name: "session bus")
        let opening = GCancellableBox()
        loop.perform(after: timeout) { opening.cancel() }
        let pending = Pending<SendablePointer>()
        let result = await withTaskCancellationHandler {
            await pending.wait {
                loop.perform {
                    let flags =
                        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
                    g_dbus_connection_new_for_address(
                        address, GDBusConnectionFlags(flags), nil, opening.pointer,
                        { _, result, data in
                            var error: UnsafeMutablePointer<GError>?
                            let connection = g_dbus_connection_new_for_address_finish(result, &error)
                            Pending<SendablePointer>.take(data).finish(
                                connection.map { .success(SendablePointer($0)) } ?? .failure(DBusError(taking: error)))
                        }, pending.retained())
                }
            }
        } onCancel: {
            opening.cancel()
        }
        do throws(DBusError) {
            return DBusConnection(connection: try result.get().pointer, loop: loop)
        } catch {
            throw .noBus("\(error)")
        }
    }

    /// Whether the bus is still there.
    package var isOpen: Bool { g_dbus_connection_is_closed(connection) == 0 }

    /// Our own name on the bus, like `:1.42`.
    package var uniqueName: String {
        g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
    }

    /// Calls a method and waits for its answer. Cancelling the task gives the answer up.
    package func call(
        _ method: DBusMethod, _ arguments: [DBusValue] = [], timeout: Duration
    ) async throws(DBusError) -> DBusReply {
        let giveUp = GCancellableBox()
        let pending = Pending<DBusReply>()
        let result = await withTaskCancellationHandler {
            await pending.wait {
                loop.perform { [self] in
                    g_dbus_connection_call_with_unix_fd_list(
                        connection, method.destination, method.path, method.interface, method.name,
                        DBusValue.makeTuple(arguments), nil, G_DBUS_CALL_FLAGS_NONE, gint(timeout.milliseconds), nil,
                        giveUp.pointer,
                        { source, result, data in
                            var error: UnsafeMutablePointer<GError>?
                            var descriptors: UnsafeMutablePointer<GUnixFDList>?
                            let values = g_dbus_connection_call_with_unix_fd_list_finish(
                                OpaquePointer(source), &descriptors, result, &error)
                            Pending<DBusReply>.take(data).finish(
                                values.map { .success(DBusReply(taking: $0, descriptors)) }
                                    ?? .failure(DBusError(taking: error)))
                        }, pending.retained())
                }
            }
        } onCancel: {
            giveUp.cancel()
        }
        return try result.get()
    }

    /// Reads a property.
    package func property(
        _ name: String, of interface: String, at path: String, _ destination: String, timeout: Duration
    ) async throws(DBusError) -> DBusValue {
        let get = DBusMethod(destination, path, "org.freedesktop.DBus.Properties", "Get")
        let reply = try await call(get, [.string(interface), .string(name)], timeout: timeout)
        guard let value = reply.values.first else { throw .failed("an empty answer") }
        return value
    }
}

/// Where a method is.
package struct DBusMethod: Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var name: String

    package init(_ destination: String, _ path: String, _ interface: String, _ name: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.name = name
    }
}

/// What came back.
package struct DBusReply: Sendable {
    package var values: [DBusValue]
    /// The descriptors that came along; a `handle` is a place in here.
    package var descriptors: [OwnedDescriptor]

    /// Takes over both pointers.
    init(taking values: OpaquePointer, _ list: UnsafeMutablePointer<GUnixFDList>?) {
        defer { g_variant_unref(values) }
        self.values = DBusValue.children(of: values)
        guard let list else {
            descriptors = []
            return
        }
        defer { g_object_unref(list) }
        descriptors = (0..<g_unix_fd_list_get_length(list)).compactMap { index in
            // A copy of our own, closed on exec; it fails only when there is no room for more descriptors.
            let descriptor = g_unix_fd_list_get(list, index, nil)
            return descriptor < 0 ? nil : OwnedDescriptor(taking: descriptor)
        }
    }

    /// The descriptor that the value at this place stands for.
    package func descriptor(at place: Int) -> OwnedDescriptor? {
        guard values.indices.contains(place), let handle = values[place].handle.map(Int.init),
            descriptors.indices.contains(handle)
        else { return nil }
        return descriptors[handle]
    }
}

/// An answer that a C callback will bring. Handed over under a lock of our own, which the thread sanitizer can see.
private final class Pending<Success: Sendable>: Sendable {
    private let result = Locked<Result<Success, DBusError>>(.failure(.cancelled))
    private let continuation = Locked<CheckedContinuation<Void, Never>?>(nil)

    func wait(_ start: () -> Void) async -> Result<Success, DBusError> {
        await withCheckedContinuation { continuation in
            self.continuation.withLock { $0 = continuation }
            start()
        }
        return result.withLock { $0 }
    }

    /// Brings the answer, once.
    func finish(_ result: Result<Success, DBusError>) {
        self.result.withLock { $0 = result }
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume()
    }

    /// One reference more, for C to hold until it answers.
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Takes back the reference that C held.
    static func take(_ data: UnsafeMutableRawPointer?) -> Pending {
        Unmanaged<Pending>.fromOpaque(data!).takeRetainedValue()
    }
}

/// A pointer on its way from one thread to another; whoever has it last owns it.
private struct SendablePointer: @unchecked Sendable {
    // Unchecked because it only carries; what it points to is guarded by GDBus.
    let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) { self.pointer = pointer }
}

/// The way to give an operation of GLib up, from any thread.
final class GCancellableBox: @unchecked Sendable {
    // Unchecked because of the pointer; cancelling is safe on any thread.
    let pointer: UnsafeMutablePointer<GCancellable> = g_cancellable_new()
    deinit { g_object_unref(pointer) }
    func cancel() { g_cancellable_cancel(pointer) }
}
