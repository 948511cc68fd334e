import CGTK

/// A closure that GTK keeps for us, and lets go with the object whose signal it answers.
@MainActor final class Handler<Body> {
    let body: Body

    init(_ body: Body) { self.body = body }

    /// One reference more, for GTK to hold.
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func body(of data: gpointer?) -> Body { Unmanaged<Handler>.fromOpaque(data!).takeUnretainedValue().body }
}

/// What gives a handler's reference back.
let releaseHandler: @Sendable @convention(c) (gpointer?) -> Void = { Unmanaged<AnyObject>.fromOpaque($0!).release() }

private let releaseClosure: @Sendable @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = { data, _ in
    Unmanaged<AnyObject>.fromOpaque(data!).release()
}

extension ObjectReference {
    typealias Plain = @convention(c) (gpointer, gpointer?) -> Void
    typealias Question = @convention(c) (gpointer, gpointer?) -> gboolean
    typealias Notification = @convention(c) (gpointer, gpointer?, gpointer?) -> Void
    typealias Number = @convention(c) (gpointer, guint, gpointer?) -> Void
    typealias Key = @convention(c) (gpointer, guint, guint, GdkModifierType, gpointer?) -> gboolean
    typealias Press = @convention(c) (gpointer, gint, gdouble, gdouble, gpointer?) -> Void
    typealias Point = @convention(c) (gpointer, gdouble, gdouble, gpointer?) -> Void
    typealias Scroll = @convention(c) (gpointer, gdouble, gdouble, gpointer?) -> gboolean
    typealias Scale = @convention(c) (gpointer, gdouble, gpointer?) -> Void
    typealias RangeChange = @convention(c) (gpointer, gint, gdouble, gpointer?) -> gboolean
    typealias Drop = @convention(c) (gpointer, UnsafePointer<GValue>, gdouble, gdouble, gpointer?) -> gboolean

    /// A signal that is listened to.
    struct Connection { fileprivate let id: gulong }

    /// Listens no longer.
    func disconnect(_ connection: Connection) { g_signal_handler_disconnect(raw, connection.id) }

    /// A signal without arguments.
    @discardableResult
    func on(_ signal: String, _ body: @escaping @MainActor () -> Void) -> Connection {
        let call: Plain = { _, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor () -> Void>.body(of: data)() }
        }
        return connect(signal, unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A signal that asks whether it is done with.
    func onQuestion(_ signal: String, _ body: @escaping @MainActor () -> Bool) {
        let call: Question = { _, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            return MainActor.assumeIsolated { Handler<@MainActor () -> Bool>.body(of: data)() } ? 1 : 0
        }
        connect(signal, unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A property has changed.
    func onChange(of property: String, _ body: @escaping @MainActor () -> Void) {
        let call: Notification = { _, _, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor () -> Void>.body(of: data)() }
        }
        connect("notify::\(property)", unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A signal with an object, such as a row or a list item.
    func onObject(_ signal: String, _ body: @escaping @MainActor (OpaquePointer) -> Void) {
        let call: Notification = { _, object, data in
            nonisolated(unsafe) let (object, data) = (OpaquePointer(object!), data)  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor (OpaquePointer) -> Void>.body(of: data)(object) }
        }
        connect(signal, unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A signal with a place in a list.
    func onNumber(_ signal: String, _ body: @escaping @MainActor (Int) -> Void) {
        let call: Number = { _, number, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor (Int) -> Void>.body(of: data)(Int(number)) }
        }
        connect(signal, unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A key of a key controller: its value and the modifiers that are held. True when it is done with.
    func onKey(_ body: @escaping @MainActor (KeyValue, Modifiers) -> Bool) {
        let call: Key = { _, value, code, state, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            let modifiers = Modifiers(rawValue: state.rawValue)
            return MainActor.assumeIsolated {
                Handler<@MainActor (KeyValue, Modifiers) -> Bool>.body(of: data)(
                    KeyValue(value, code: code, modifiers), modifiers)
            } ? 1 : 0
        }
        connect("key-pressed", unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A click: how many in a row, and where.
    func onPress(_ signal: String, _ body: @escaping @MainActor (Int, Double, Double) -> Void) {
        let call: Press = { _, count, x, y, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated {
                Handler<@MainActor (Int, Double, Double) -> Void>.body(of: data)(Int(count), x, y)
            }
        }
        connect(signal, unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A signal with a point or a distance.
    func onPoint(_ signal: String, _ body: @escaping @MainActor (Double, Double) -> Void) {
        let call: Point = { _, x, y, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor (Double, Double) -> Void>.body(of: data)(x, y) }
        }
        connect(signal, unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A turn of a scroll controller, in notches of a wheel. True when it is done with.
    func onScroll(_ body: @escaping @MainActor (Double, Double) -> Bool) {
        let call: Scroll = { controller, x, y, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            let notch = fs_scroll_notch(controller)
            return MainActor.assumeIsolated {
                Handler<@MainActor (Double, Double) -> Bool>.body(of: data)(x / notch, y / notch)
            } ? 1 : 0
        }
        connect("scroll", unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A pinch: the scale since it began.
    func onScale(_ body: @escaping @MainActor (Double) -> Void) {
        let call: Scale = { _, scale, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor (Double) -> Void>.body(of: data)(scale) }
        }
        connect("scale-changed", unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// The user wants a range to have another value; the range takes it.
    func onRangeChange(_ body: @escaping @MainActor (Double) -> Void) {
        let call: RangeChange = { _, _, value, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor (Double) -> Void>.body(of: data)(value) }
            return 0
        }
        connect("change-value", unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// Something was dropped. True when it is taken.
    func onDrop(_ body: @escaping @MainActor (UnsafePointer<GValue>) -> Bool) {
        let call: Drop = { _, value, _, _, data in
            nonisolated(unsafe) let (value, data) = (value, data)  // Signals come on the main thread.
            return MainActor.assumeIsolated {
                Handler<@MainActor (UnsafePointer<GValue>) -> Bool>.body(of: data)(value)
            } ? 1 : 0
        }
        connect("drop", unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A gesture began or ended.
    func onGesture(_ signal: String, _ body: @escaping @MainActor () -> Void) { onPointer(signal, body) }

    /// An action was activated, whatever came with it.
    func onActivate(_ body: @escaping @MainActor () -> Void) { onPointer("activate", body) }

    /// A signal with one argument that nobody needs.
    private func onPointer(_ signal: String, _ body: @escaping @MainActor () -> Void) {
        let call: Notification = { _, _, data in
            nonisolated(unsafe) let data = data  // Signals come on the main thread.
            MainActor.assumeIsolated { Handler<@MainActor () -> Void>.body(of: data)() }
        }
        connect(signal, unsafeBitCast(call, to: GCallback.self), Handler(body))
    }

    /// A gesture was taken away, by the system or by another gesture.
    func onSequenceCancel(_ body: @escaping @MainActor () -> Void) { onPointer("cancel", body) }

    /// Each `call` has the very arguments of its signal, which C's one type for all callbacks does not show: hence the bit casts.
    @discardableResult
    private func connect<Body>(_ signal: String, _ call: GCallback, _ handler: Handler<Body>) -> Connection {
        Connection(
            id: g_signal_connect_data(
                raw, signal, call, handler.retained(), releaseClosure, GConnectFlags(rawValue: 0)))
    }
}

/// A key by its GDK value.
struct KeyValue: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The key of an event as shortcuts know it. Where its layout types no Latin, it is what another layout of the keyboard types; and a
    /// letter is a large one with Shift alone, whatever Caps Lock says.
    @MainActor init(_ value: UInt32, code: UInt32, _ modifiers: Modifiers) {
        let isForeign = gdk_keyval_to_unicode(value) > 0x7F
        let value = (isForeign ? Self.latin(code) : nil) ?? value
        rawValue = modifiers.contains(.shift) ? gdk_keyval_to_upper(value) : gdk_keyval_to_lower(value)
    }

    /// What a key types by itself in the first layout where that is ASCII; nil where it is so in none.
    @MainActor private static func latin(_ code: UInt32) -> UInt32? {
        var keys: UnsafeMutablePointer<GdkKeymapKey>?
        var values: UnsafeMutablePointer<guint>?
        var count: gint = 0
        guard gdk_display_map_keycode(gdk_display_get_default(), code, &keys, &values, &count) != 0,
            let keys, let values
        else { return nil }
        defer {
            g_free(keys)
            g_free(values)
        }
        return (0..<Int(count)).first {
            keys[$0].level == 0 && (0x20...0x7E).contains(gdk_keyval_to_unicode(values[$0]))
        }
        .map { values[$0] }
    }

    /// The key that types that letter.
    init(character: Unicode.Scalar) { rawValue = gdk_unicode_to_keyval(character.value) }

    static let escape = KeyValue(rawValue: UInt32(GDK_KEY_Escape))
    static let enter = KeyValue(rawValue: UInt32(GDK_KEY_Return))
    static let padEnter = KeyValue(rawValue: UInt32(GDK_KEY_KP_Enter))
    static let space = KeyValue(rawValue: UInt32(GDK_KEY_space))
    static let left = KeyValue(rawValue: UInt32(GDK_KEY_Left))
    static let right = KeyValue(rawValue: UInt32(GDK_KEY_Right))
    static let up = KeyValue(rawValue: UInt32(GDK_KEY_Up))
    static let down = KeyValue(rawValue: UInt32(GDK_KEY_Down))
    static let home = KeyValue(rawValue: UInt32(GDK_KEY_Home))
    static let end = KeyValue(rawValue: UInt32(GDK_KEY_End))
    static let pageUp = KeyValue(rawValue: UInt32(GDK_KEY_Page_Up))
    static let pageDown = KeyValue(rawValue: UInt32(GDK_KEY_Page_Down))
    static let delete = KeyValue(rawValue: UInt32(GDK_KEY_Delete))
    static let backspace = KeyValue(rawValue: UInt32(GDK_KEY_BackSpace))
    static let plus = KeyValue(rawValue: UInt32(GDK_KEY_plus))
    static let equal = KeyValue(rawValue: UInt32(GDK_KEY_equal))
    static let minus = KeyValue(rawValue: UInt32(GDK_KEY_minus))
    static let padPlus = KeyValue(rawValue: UInt32(GDK_KEY_KP_Add))
    static let padMinus = KeyValue(rawValue: UInt32(GDK_KEY_KP_Subtract))
}

/// The modifier keys that are held.
struct Modifiers: OptionSet, Sendable {
    var rawValue: UInt32

    static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)

    /// Those that change what a key means.
    var meant: Modifiers { intersection([.shift, .control, .alt]) }
}
