import CGStreamer
import Filmstrip

/// The privacy settings of the desktop (`org.gnome.desktop.privacy`), which forbid devices to programs that come without
/// the portal. Read anew each time.
struct PrivacySettings: Sendable {
    private static let schema = "org.gnome.desktop.privacy"
    /// A file to read in place of the desktop's own settings.
    let file: MediaPath?

    /// Whether the device is forbidden. A desktop without these settings forbids nothing.
    func forbids(_ device: PortalDevice) -> Bool {
        guard let settings = open(with: device.lockdownSwitch) else { return false }
        defer { g_object_unref(settings) }
        return g_settings_get_boolean(settings, device.lockdownSwitch) != 0
    }

    /// The settings, which the caller owns; nil when this desktop has none with that key.
    private func open(with key: String) -> UnsafeMutablePointer<GSettings>? {
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, Self.schema, 1)
        else { return nil }
        defer { g_settings_schema_unref(schema) }
        guard g_settings_schema_has_key(schema, key) != 0 else { return nil }
        let backend = file.flatMap { g_keyfile_settings_backend_new($0.string, "/", nil) }
        defer { if let backend { g_object_unref(UnsafeMutableRawPointer(backend)) } }
        return g_settings_new_full(schema, backend, nil)
    }

    /// Listens to changes of these settings as long as it lives.
    final class Watch: Sendable {
        private let loop = GLibLoop(name: "privacy settings")
        private let settings = Locked<UInt?>(nil)

        /// - Parameter changed: told of the device whose switch was changed, on a thread of the watch.
        init(_ privacy: PrivacySettings, changed: @escaping @Sendable (PortalDevice) -> Void) {
            // Made on the loop's thread, for changes are told where the settings were opened.
            loop.perform { [settings] in
                guard let opened = privacy.open(with: PortalDevice.camera.lockdownSwitch) else { return }
                let callback:
                    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void =
                        {
                            _, key, listener in
                            guard let key, let listener else { return }
                            Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue().hear(String(cString: key))
                        }
                // GLib keeps every callback as one type, and calls it as its signal says.
                g_signal_connect_data(
                    opened, "changed", unsafeBitCast(callback, to: GCallback.self),
                    Unmanaged.passRetained(Listener(changed)).toOpaque(),
                    { listener, _ in Unmanaged<Listener>.fromOpaque(listener!).release() }, GConnectFlags(0))
                // Only keys that were read are watched.
                for device in PortalDevice.allCases { g_settings_get_boolean(opened, device.lockdownSwitch) }
                settings.withLock { $0 = UInt(bitPattern: opened) }
            }
        }

        deinit {
            loop.perform { [settings] in
                guard let opened = settings.withLock({ $0 }) else { return }
                g_object_unref(UnsafeMutableRawPointer(bitPattern: opened))
            }
        }
    }

    private final class Listener: Sendable {
        private let changed: @Sendable (PortalDevice) -> Void

        init(_ changed: @escaping @Sendable (PortalDevice) -> Void) {
            self.changed = changed
        }

        func hear(_ key: String) {
            guard let device = PortalDevice.allCases.first(where: { $0.lockdownSwitch == key }) else { return }
            changed(device)
        }
    }
}
