import CGTK

/// What a user has set on the desktop, as far as windows look otherwise for it.
@MainActor struct DesktopLook {
    var isDark = false
    /// How many times as large as usual text is.
    var textScale = 1.0
    /// Whether nothing moves by itself.
    var isCalm = false
    /// Whether text runs from the right.
    var isMirrored = false

    func apply() {
        guard let settings = gtk_settings_get_default().map({ UnsafeMutableRawPointer($0) }) else { return }
        if isDark { fs_object_set_boolean(settings, "gtk-application-prefer-dark-theme", 1) }
        if isCalm { fs_object_set_boolean(settings, "gtk-enable-animations", 0) }
        if isMirrored { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
        guard textScale != 1 else { return }
        var value = GValue()
        g_value_init(&value, GType(6 << 2))  // G_TYPE_INT
        g_value_set_int(&value, gint(96 * 1024 * textScale))
        g_object_set_property(
            UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-xft-dpi", &value)
        g_value_unset(&value)
    }
}
