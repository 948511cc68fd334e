import CGTK

/// The look of our widgets. All names begin with `filmstrip`, and all colours are the theme's, so that a dark style, high contrast
/// and the colours of an app are followed, and nothing of the app's own is touched.
enum Style {
    /// The colours and sizes of one place that an app may set.
    static let sheet = """
        filmstrip-grid { background-color: @theme_base_color; }
        filmstrip-tile {
          background-color: alpha(@theme_fg_color, 0.08);
          outline: 0 solid transparent; outline-offset: -3px;
          transition: opacity 120ms;
        }
        filmstrip-tile:focus-visible { outline: 3px solid @theme_selected_bg_color; }
        .filmstrip-veil { background-color: transparent; }
        filmstrip-tile.selected .filmstrip-veil {
          background-color: alpha(@theme_selected_bg_color, 0.2);
          box-shadow: inset 0 0 0 4px @theme_selected_bg_color;
        }
        filmstrip-tile.selected:focus-visible { outline: 2px solid @theme_base_color; outline-offset: -8px; }
        filmstrip-tile.blocked { opacity: 0.38; }
        filmstrip-tile.waiting { opacity: 0.6; }
        filmstrip-tile.failed { background-color: alpha(@theme_fg_color, 0.12); }
        .filmstrip-mark {
          min-width: 22px; min-height: 22px; border-radius: 999px; margin: 7px; padding: 0;
          font-weight: bold; font-size: 12px; color: transparent;
          border: 1.5px solid alpha(white, 0.9); background-color: alpha(black, 0.22);
          box-shadow: 0 0 2px alpha(black, 0.45);
        }
        filmstrip-tile.selected .filmstrip-mark {
          color: @theme_selected_fg_color; background-color: @theme_selected_bg_color;
          border-color: @theme_selected_fg_color;
        }
        .filmstrip-badges {
          padding: 14px 7px 5px 7px; color: white; font-size: 11px; font-weight: bold;
          background-image: linear-gradient(to bottom, transparent, alpha(black, 0.55));
        }
        .filmstrip-badges label, .filmstrip-badges image { text-shadow: 0 1px 1px alpha(black, 0.5); }
        .filmstrip-day {
          font-weight: bold; padding: 10px 10px 6px 10px; background-color: @theme_base_color;
          color: @theme_text_color;
        }
        .filmstrip-floating {
          border-radius: 999px; padding: 6px 14px; margin: 10px; font-weight: bold;
          background-color: @theme_bg_color; color: @theme_fg_color;
          box-shadow: 0 1px 5px alpha(black, 0.35);
        }
        .filmstrip-tray { background-color: @theme_bg_color; border-top: 1px solid alpha(@theme_fg_color, 0.14); }
        .filmstrip-tray-tile { border-radius: 8px; background-color: alpha(@theme_fg_color, 0.1); }
        .filmstrip-tray-tile.lifted { box-shadow: 0 3px 9px alpha(black, 0.5); opacity: 0.94; }
        .filmstrip-tray-tile:focus-visible { outline: 3px solid @theme_selected_bg_color; outline-offset: 1px; }
        .filmstrip-tray-sign { color: white; filter: drop-shadow(0 0 2px alpha(black, 0.8)); }
        .filmstrip-take-out {
          min-width: 20px; min-height: 20px; padding: 0; margin: 3px; -gtk-icon-size: 12px;
          background: alpha(black, 0.62); color: white; border: none; box-shadow: none;
        }
        .filmstrip-take-out:hover { background: black; }
        .filmstrip-scrubber { padding: 14px 3px; background-color: @theme_base_color; font-size: 10px; }
        .filmstrip-scrubber marks { color: alpha(@theme_fg_color, 0.62); margin: 0; }
        .filmstrip-scrubber slider {
          min-width: 7px; min-height: 30px; margin: -15px -2px; border-radius: 999px; border: none; box-shadow: none; transform: none;
          background: alpha(@theme_fg_color, 0.5);
        }
        .filmstrip-scrubber slider:hover, .filmstrip-scrubber slider:active { background: @theme_selected_bg_color; }
        .filmstrip-scrubber trough { min-width: 3px; border-radius: 999px; background: alpha(@theme_fg_color, 0.12); border: none; }
        .filmstrip-scrubber highlight { background: none; border: none; margin: 0; }
        .filmstrip-scrubber indicator { min-width: 4px; min-height: 1px; color: alpha(@theme_fg_color, 0.4); }
        .filmstrip-stage:drop(active) { box-shadow: inset 0 0 0 4px @theme_selected_bg_color; }
        .filmstrip-notice {
          border-radius: 12px; padding: 10px 18px; margin: 14px; font-weight: bold;
          background-color: alpha(black, 0.84); color: white; box-shadow: 0 2px 8px alpha(black, 0.3);
        }
        .filmstrip-bottom {
          padding: 8px 14px; border-top: 1px solid alpha(@theme_fg_color, 0.14);
          background-color: @theme_bg_color; color: @theme_fg_color;
        }
        .filmstrip-prompt {
          padding: 8px 14px; background-color: @theme_bg_color; color: @theme_fg_color;
          border-bottom: 1px solid alpha(@theme_fg_color, 0.1);
        }
        .filmstrip-limited {
          padding: 6px 8px 6px 14px; background-color: alpha(@theme_selected_bg_color, 0.14); color: @theme_fg_color;
        }
        .filmstrip-dim { color: alpha(@theme_fg_color, 0.65); }
        .filmstrip-title-row {
          padding: 2px 8px; background-color: @theme_bg_color; color: @theme_fg_color;
          border-bottom: 1px solid alpha(@theme_fg_color, 0.14);
        }
        .filmstrip-title { font-weight: bold; font-size: 115%; }
        .filmstrip-page-title { font-weight: 800; font-size: 150%; }
        .filmstrip-page-icon { color: alpha(@theme_fg_color, 0.42); }
        .filmstrip-albums { background-color: @theme_base_color; color: @theme_text_color; }
        list.filmstrip-albums { padding: 6px 0; }
        .filmstrip-albums row { padding: 7px 12px; border-radius: 10px; margin: 1px 6px; }
        .filmstrip-albums row.current { background-color: alpha(@theme_selected_bg_color, 0.16); }
        .filmstrip-albums row:focus-visible { outline: 2px solid @theme_selected_bg_color; outline-offset: -2px; }
        .filmstrip-sidebar { border-right: 1px solid alpha(@theme_fg_color, 0.14); }
        .filmstrip-sidebar:dir(rtl) { border-right: 0; border-left: 1px solid alpha(@theme_fg_color, 0.14); }
        .filmstrip-cover { border-radius: 7px; background-color: alpha(@theme_fg_color, 0.1); }
        .filmstrip-cover-back { border-radius: 7px 7px 0 0; background-color: alpha(@theme_fg_color, 0.3); }
        .filmstrip-cover-last { border-radius: 7px 7px 0 0; background-color: alpha(@theme_fg_color, 0.16); }
        .filmstrip-actions button { padding: 10px 18px; }
        .filmstrip-viewer { background-color: black; color: white; }
        .filmstrip-viewer-bar {
          padding: 10px; color: white; font-weight: bold;
          background-image: linear-gradient(to bottom, alpha(black, 0.6), transparent);
        }
        .filmstrip-play { min-width: 72px; min-height: 72px; padding: 0; }
        .filmstrip-player {
          padding: 26px 14px 10px 14px; color: white;
          background-image: linear-gradient(to top, alpha(black, 0.66), transparent);
        }
        .filmstrip-player button { color: white; }
        .filmstrip-live { padding: 6px 14px; border-radius: 999px; font-weight: bold; }
        .filmstrip-live.playing { color: #ffd84a; }
        .filmstrip-choose {
          min-width: 32px; min-height: 32px; padding: 0; border-radius: 999px; font-weight: bold; color: white;
          border: 2px solid white; background: alpha(black, 0.35); box-shadow: none;
        }
        .filmstrip-choose.selected {
          background: @theme_selected_bg_color; color: @theme_selected_fg_color;
        }
        """

    /// Lets a display know the look; once for each display.
    @MainActor static func install(for widget: Widget) {
        install(sheet + editors + pickerSheet + cameraSheet, named: "filmstrip-style", for: widget)
    }

    /// Lets a display know a sheet; once for each display and name.
    @MainActor static func install(_ sheet: String, named key: String, for widget: Widget) {
        let display = UnsafeMutableRawPointer(gtk_widget_get_display(widget.widget)!)
        let object = display.assumingMemoryBound(to: GObject.self)
        guard g_object_get_data(object, key) == nil else { return }
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, sheet, -1)
        gtk_style_context_add_provider_for_display(
            OpaquePointer(display), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1))
        g_object_set_data_full(object, key, provider) { g_object_unref($0) }
    }
}
