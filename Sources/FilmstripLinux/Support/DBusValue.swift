import CGStreamer

/// A value on the message bus, as far as the desktop's permission services use them.
package indirect enum DBusValue: Sendable, Hashable {
    case boolean(Bool)
    case uint32(UInt32)
    case string(String)
    case objectPath(String)
    /// The place of a descriptor among those that came with the message.
    case handle(Int32)
    case array([DBusValue])
    case tuple([DBusValue])
    /// Keyed by strings. Sent as `a{sv}`.
    case dictionary([String: DBusValue])
    /// Anything else, printed.
    case other(String)

    package static func strings(_ strings: [String]) -> DBusValue { .array(strings.map { .string($0) }) }

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
    package var string: String? {
        switch self {
        case .string(let value), .objectPath(let value): value
        default: nil
        }
    }
    package var handle: Int32? { if case .handle(let value) = self { value } else { nil } }
    package var array: [DBusValue]? { if case .array(let value) = self { value } else { nil } }
    package var dictionary: [String: DBusValue]? { if case .dictionary(let value) = self { value } else { nil } }
}

/// To and from GLib. A variant that is made here is floating: the call that it is handed to takes it.
extension DBusValue {
    func makeVariant() -> OpaquePointer {
        switch self {
        case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
        case .uint32(let value): g_variant_new_uint32(value)
        case .string(let value), .other(let value): g_variant_new_string(value)
        case .objectPath(let value): g_variant_new_object_path(value)
        case .handle(let value): g_variant_new_handle(value)
        case .tuple(let values): Self.makeTuple(values)
        case .array(let values): Self.makeArray(values.map { $0.makeVariant() }, empty: "@as []")
        case .dictionary(let entries):
            Self.makeArray(
                entries.map { key, value in
                    g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.makeVariant()))
                }, empty: "@a{sv} {}")
        }
    }

    static func makeTuple(_ values: [DBusValue]) -> OpaquePointer {
        var children: [OpaquePointer?] = values.map { $0.makeVariant() }
        return g_variant_new_tuple(&children, gsize(children.count))
    }

    /// An empty array has no element that would tell its type.
    private static func makeArray(_ children: [OpaquePointer?], empty: String) -> OpaquePointer {
        guard !children.isEmpty else { return g_variant_parse(nil, empty, nil, nil, nil) }
        var children = children
        return g_variant_new_array(nil, &children, gsize(children.count))
    }

    /// Reads a variant, which stays the caller's.
    init(_ variant: OpaquePointer) {
        switch UInt8(bitPattern: Int8(g_variant_classify(variant).rawValue)) {
        case UInt8(ascii: "b"): self = .boolean(g_variant_get_boolean(variant) != 0)
        case UInt8(ascii: "u"): self = .uint32(g_variant_get_uint32(variant))
        case UInt8(ascii: "s"): self = .string(String(cString: g_variant_get_string(variant, nil)))
        case UInt8(ascii: "o"): self = .objectPath(String(cString: g_variant_get_string(variant, nil)))
        case UInt8(ascii: "h"): self = .handle(g_variant_get_handle(variant))
        case UInt8(ascii: "v"): self = Self.children(of: variant)[0]
        case UInt8(ascii: "("): self = .tuple(Self.children(of: variant))
        case UInt8(ascii: "a"): self = Self.container(variant)
        default:
            let text = g_variant_print(variant, 0)!
            defer { g_free(text) }
            self = .other(String(cString: text))
        }
    }

    static func children(of variant: OpaquePointer) -> [DBusValue] {
        (0..<g_variant_n_children(variant)).map { index in
            let child = g_variant_get_child_value(variant, index)!
            defer { g_variant_unref(child) }
            return DBusValue(child)
        }
    }

    /// `a{s…}` is a dictionary, any other array a list.
    private static func container(_ variant: OpaquePointer) -> DBusValue {
        guard String(cString: g_variant_get_type_string(variant)).hasPrefix("a{s") else {
            return .array(children(of: variant))
        }
        var entries: [String: DBusValue] = [:]
        for index in 0..<g_variant_n_children(variant) {
            let entry = g_variant_get_child_value(variant, index)!
            defer { g_variant_unref(entry) }
            let pair = children(of: entry)
            if let key = pair[0].string { entries[key] = pair[1] }
        }
        return .dictionary(entries)
    }
}
