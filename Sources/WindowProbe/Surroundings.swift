import CGTK

/// What the desktop is like: options before the verb.
@MainActor enum Surroundings {
    /// Takes the options from the front of the words, and sets what they say.
    static func take(_ words: inout [String]) throws {
        let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
        while let option = words.first, option.hasPrefix("--") {
            words.removeFirst()
            switch option {
            case "--rtl": gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            // Half as large again as usual: 1/1024 of a dot per inch.
            case "--big": fs_object_set_integer(settings, "gtk-xft-dpi", 144 * 1024)
            case "--huge": fs_object_set_integer(settings, "gtk-xft-dpi", 192 * 1024)
            case "--still": fs_object_set_boolean(settings, "gtk-enable-animations", 0)
            case "--dark": fs_object_set_boolean(settings, "gtk-application-prefer-dark-theme", 1)
            case "--contrast": fs_object_set_string(settings, "gtk-theme-name", "Default-hc")
            default: throw ProbeError("unknown option \(option)")
            }
        }
    }
}
