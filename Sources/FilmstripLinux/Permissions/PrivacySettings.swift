import CGStreamer
import Filmstrip

/// The privacy settings of the desktop (`org.gnome.desktop.privacy`), which forbid devices to programs that come without
/// the portal. Read anew each time.
struct PrivacySettings {
    private static let schema = "org.gnome.desktop.privacy"
    /// A file to read in place of the desktop's own settings.
    let file: MediaPath?

    /// Whether the device is forbidden. A desktop without these settings forbids nothing.
    func forbids(_ device: PortalDevice) -> Bool {
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, Self.schema, 1)
        else { return false }
        defer { g_settings_schema_unref(schema) }
        guard g_settings_schema_has_key(schema, device.lockdownSwitch) != 0 else { return false }
        let backend = file.flatMap { g_keyfile_settings_backend_new($0.string, "/", nil) }
        defer { if let backend { g_object_unref(UnsafeMutableRawPointer(backend)) } }
        guard let settings = g_settings_new_full(schema, backend, nil) else { return false }
        defer { g_object_unref(settings) }
        return g_settings_get_boolean(settings, device.lockdownSwitch) != 0
    }
}
