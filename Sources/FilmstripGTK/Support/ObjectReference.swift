import CGTK

/// A reference to a GObject that is ours: taken when this is made, given back when it goes. The base of all wrappers.
///
/// Main actor, as all of GTK. Nothing else in the package counts references of GObjects.
@MainActor class ObjectReference {
    /// The object itself; valid as long as this lives.
    let pointer: OpaquePointer

    /// Takes a new object over: with a floating reference, or with one that was handed to us.
    init(taking new: some GObjectPointer) {
        pointer = new.opaque
        let object = UnsafeMutableRawPointer(pointer)
        if g_object_is_floating(object) != 0 { g_object_ref_sink(object) }
    }

    /// Holds an object that belongs to somebody else too.
    init(holding other: some GObjectPointer) {
        pointer = other.opaque
        g_object_ref_sink(UnsafeMutableRawPointer(pointer))
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// The object as C functions of that type want it.
    func cast<Type>(to type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> { UnsafeMutablePointer(pointer) }

    /// The object as functions of GObject want it.
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }
}

/// Any of the ways in which Swift sees a pointer to a GObject.
protocol GObjectPointer {
    var opaque: OpaquePointer { get }
}

extension OpaquePointer: GObjectPointer {
    var opaque: OpaquePointer { self }
}

extension UnsafeMutablePointer: GObjectPointer {
    var opaque: OpaquePointer { OpaquePointer(self) }
}

extension UnsafeMutableRawPointer: GObjectPointer {
    var opaque: OpaquePointer { OpaquePointer(self) }
}
