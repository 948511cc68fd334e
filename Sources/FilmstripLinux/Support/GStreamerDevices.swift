import CGStreamer
import Filmstrip
import Foundation
import Glibc

/// What a device provider of GStreamer says about a device.
struct GStreamerDeviceInfo: Sendable, Hashable {
    var name: String
    /// Such as `Video/Source`.
    var deviceClass: String
    var offers: [FormatOffer]
    /// What the media service knows about it.
    var properties: [String: String]
}

/// A device provider of GStreamer, listening as long as this object lives.
final class GStreamerDeviceProvider: @unchecked Sendable {
    // Unchecked because providers are thread safe by GStreamer's contract, and the pointer never changes.
    private let pointer: UnsafeMutablePointer<GstDeviceProvider>
    private let descriptor: OwnedDescriptor

    enum Change: Sendable {
        case added(GStreamerDeviceInfo)
        case removed(GStreamerDeviceInfo)
    }

    /// - Parameters:
    ///   - factory: the provider's name.
    ///   - descriptor: an open connection, for the provider alone: it is cut off at the end, and its number is nobody else's before.
    ///   - onChange: hears of devices that come and go, on any thread.
    init?(
        _ factory: String, descriptor: OwnedDescriptor, clientName: String,
        onChange: @escaping @Sendable (Change) -> Void
    ) {
        guard GStreamer.isReady, let made = Self.make(factory) else { return nil }
        pointer = made
        self.descriptor = descriptor
        fs_object_set_int(made, "fd", descriptor.rawValue)
        fs_object_set_string(made, "client-name", clientName)
        if let bus = gst_device_provider_get_bus(made) {
            let box = Unmanaged.passRetained(GStreamerCallback(onChange))
            gst_bus_set_sync_handler(
                bus,
                { _, message, data in
                    if let message, let data, let change = GStreamerDeviceProvider.read(message) {
                        GStreamerCallback<Change>.at(data)(change)
                    }
                    if let message { gst_message_unref(message) }
                    return GST_BUS_DROP
                }, box.toOpaque(), { data in GStreamerCallback<Change>.release(data) })
            gst_object_unref(bus)
        }
        guard gst_device_provider_start(made) != 0 else {
            gst_object_unref(made)
            return nil
        }
    }

    deinit {
        // Stopping waits for the provider's own thread, which may be the one that let go last.
        let (provider, descriptor) = (UInt(bitPattern: pointer), descriptor)
        GStreamerThread.start { Self.stop(provider, over: descriptor) }
    }

    private static func stop(_ provider: UInt, over descriptor: OwnedDescriptor) {
        guard let pointer = UnsafeMutablePointer<GstDeviceProvider>(bitPattern: provider) else { return }
        // A provider of PipeWire 0.3 that hears of its daemon's death while it stops takes the program with it. So it is cut off
        // first, and hears of that.
        shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
        usleep(100_000)
        gst_device_provider_stop(pointer)
        if let bus = gst_device_provider_get_bus(pointer) {
            gst_bus_set_sync_handler(bus, nil, nil, nil)
            gst_object_unref(bus)
        }
        gst_object_unref(pointer)
        withExtendedLifetime(descriptor) {}
    }

    /// A provider of our own. The factory hands out the same one to the whole process, which has one connection and one listener.
    private static func make(_ factory: String) -> UnsafeMutablePointer<GstDeviceProvider>? {
        guard let found = gst_device_provider_factory_find(factory) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        guard let loaded = gst_plugin_feature_load(found) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(loaded)) }
        let type = gst_device_provider_factory_get_device_provider_type(loaded)
        guard let object = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
        gst_object_ref_sink(object)
        return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GstDeviceProvider.self)
    }

    /// The devices that are there.
    func devices() -> [GStreamerDeviceInfo] {
        var found: [GStreamerDeviceInfo] = []
        let list = gst_device_provider_get_devices(pointer)
        var link = list
        while let item = link {
            if let data = item.pointee.data {
                found.append(Self.info(data.assumingMemoryBound(to: GstDevice.self)))
                gst_object_unref(data)
            }
            link = item.pointee.next
        }
        g_list_free(list)
        return found
    }

    private static func read(_ message: UnsafeMutablePointer<GstMessage>) -> Change? {
        var device: UnsafeMutablePointer<GstDevice>?
        switch message.pointee.type {
        case GST_MESSAGE_DEVICE_ADDED:
            gst_message_parse_device_added(message, &device)
            guard let device else { return nil }
            defer { gst_object_unref(device) }
            return .added(info(device))
        case GST_MESSAGE_DEVICE_REMOVED:
            gst_message_parse_device_removed(message, &device)
            guard let device else { return nil }
            defer { gst_object_unref(device) }
            return .removed(info(device))
        default: return nil
        }
    }

    private static func info(_ device: UnsafeMutablePointer<GstDevice>) -> GStreamerDeviceInfo {
        func text(_ pointer: UnsafeMutablePointer<gchar>?) -> String {
            defer { g_free(pointer) }
            return pointer.map { String(cString: $0) } ?? ""
        }
        var offers: [FormatOffer] = []
        if let caps = gst_device_get_caps(device) { offers = GStreamerCaps(taking: caps).offers }
        var properties: [String: String] = [:]
        if let structure = gst_device_get_properties(device) {
            for index in 0..<gst_structure_n_fields(structure) {
                guard let name = gst_structure_nth_field_name(structure, guint(index)),
                    let value = gst_structure_get_value(structure, name), fs_is_string(value) != 0,
                    let content = g_value_get_string(value)
                else { continue }
                properties[String(cString: name)] = String(cString: content)
            }
            gst_structure_free(structure)
        }
        return GStreamerDeviceInfo(
            name: text(gst_device_get_display_name(device)), deviceClass: text(gst_device_get_device_class(device)),
            offers: offers, properties: properties)
    }
}

extension GStreamerCaps {
    /// The caps as plain values. Fields may be fixed, lists, arrays or ranges.
    var offers: [FormatOffer] {
        (0..<gst_caps_get_size(pointer)).compactMap { index in
            guard let structure = gst_caps_get_structure(pointer, index),
                let name = gst_structure_get_name(structure)
            else { return nil }
            func value(_ field: String) -> UnsafePointer<GValue>? { gst_structure_get_value(structure, field) }
            guard let width = CapsValue.integers(value("width")), let height = CapsValue.integers(value("height"))
            else {
                return nil
            }
            return FormatOffer(
                media: String(cString: name), pixelFormats: CapsValue.texts(value("format")), width: width,
                height: height,
                rates: CapsValue.rates(value("framerate")) ?? .range(1...30))
        }
    }
}

/// Values of caps, in all the shapes that they come in.
private enum CapsValue {
    static func each(_ value: UnsafePointer<GValue>) -> [UnsafePointer<GValue>] {
        if fs_is_list(value) != 0 {
            return (0..<gst_value_list_get_size(value)).compactMap { gst_value_list_get_value(value, $0) }
        }
        if fs_is_array(value) != 0 {
            return (0..<gst_value_array_get_size(value)).compactMap { gst_value_array_get_value(value, $0) }
        }
        return [value]
    }

    static func integers(_ value: UnsafePointer<GValue>?) -> FormatChoice<Int>? {
        guard let value else { return nil }
        if fs_is_int_range(value) != 0 {
            let low = Int(gst_value_get_int_range_min(value))
            return .range(low...max(low, Int(gst_value_get_int_range_max(value))))
        }
        let values = each(value).filter { fs_is_int($0) != 0 }.map { Int(g_value_get_int($0)) }
        return values.isEmpty ? nil : .values(values)
    }

    static func rates(_ value: UnsafePointer<GValue>?) -> FormatChoice<Double>? {
        guard let value else { return nil }
        if fs_is_fraction_range(value) != 0, let low = gst_value_get_fraction_range_min(value),
            let high = gst_value_get_fraction_range_max(value)
        {
            return .range(fraction(low)...max(fraction(low), fraction(high)))
        }
        let values = each(value).filter { fs_is_fraction($0) != 0 }.map(fraction)
        return values.isEmpty ? nil : .values(values)
    }

    static func texts(_ value: UnsafePointer<GValue>?) -> [String] {
        guard let value else { return [] }
        return each(value).filter { fs_is_string($0) != 0 }.compactMap { g_value_get_string($0) }.map {
            String(cString: $0)
        }
    }

    private static func fraction(_ value: UnsafePointer<GValue>) -> Double {
        Double(gst_value_get_fraction_numerator(value)) / Double(max(1, gst_value_get_fraction_denominator(value)))
    }
}
