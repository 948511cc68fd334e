import CGStreamer

/// The desktop's setting that the screen does not turn with the device. Read anew each time.
struct ScreenLock: Sendable {
    private static let schema = "org.gnome.settings-daemon.peripherals.touchscreen"
    private static let key = "orientation-lock"

    /// Whether it holds. A desktop without the setting turns its screen.
    var isOn: Bool {
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, Self.schema, 1)
        else { return false }
        defer { g_settings_schema_unref(schema) }
        guard g_settings_schema_has_key(schema, Self.key) != 0,
            let settings = g_settings_new_full(schema, nil, nil)
        else { return false }
        defer { g_object_unref(settings) }
        return g_settings_get_boolean(settings, Self.key) != 0
    }
}
