import CAdwaita

/// The demo's own look, beside that of GNOME programs.
@MainActor enum Look {
    private static let sheet = """
        .offer { padding: 10px 18px; }
        .bubble { border-radius: 18px; padding: 9px 14px; background: alpha(@window_fg_color, 0.08); }
        .bubble.mine { background: @accent_bg_color; color: @accent_fg_color; }
        .picture-bubble { border-radius: 18px; background: alpha(@window_fg_color, 0.08); }
        .composer { padding: 8px; }
        textview.message { background: @card_bg_color; }
        textview.message text { background: transparent; }
        """

    static func install() {
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, sheet, -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }
}
