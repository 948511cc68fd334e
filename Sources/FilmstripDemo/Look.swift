import CAdwaita

/// The demo's own look, beside that of GNOME programs.
@MainActor enum Look {
    private static let sheet = """
        .offer { padding: 10px 18px; }
        .bubble { border-radius: 18px; padding: 9px 14px; background: alpha(@window_fg_color, 0.08); }
        .bubble.mine { background: @accent_bg_color; color: @accent_fg_color; }
        .picture-bubble { border-radius: 18px; background: alpha(@window_fg_color, 0.08); }
        .composer { padding: 8px; }
        .stage { border-radius: 18px; background: black; }
        .guide { border: 2px dashed alpha(white, 0.75); border-radius: 999px; }
        .sign { border-radius: 999px; padding: 4px 12px; background: alpha(black, 0.6); color: white; }
        .sign.small { padding: 1px 6px; margin: 4px; font-size: 80%; }
        button.shutter { min-width: 60px; min-height: 60px; -gtk-icon-size: 26px; }
        button.shot { padding: 0; border-radius: 12px; }
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
