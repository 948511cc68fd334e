extension Style {
    /// The look of image pickers.
    static let pickerSheet = """
        .filmstrip-picker { background-color: @theme_bg_color; color: @theme_fg_color; }
        .filmstrip-picker filmstrip-grid { background-color: transparent; }
        .filmstrip-keyboard .filmstrip-picker { border-top: 1px solid alpha(@theme_fg_color, 0.14); }
        .filmstrip-picker-cover { background-color: @theme_bg_color; }
        .filmstrip-picker-help { padding: 5px 14px; border-radius: 999px; }
        button.filmstrip-action-tile {
          padding: 4px; border: none; border-radius: 0; box-shadow: none; background-image: none; min-width: 0; min-height: 0;
          background-color: alpha(@theme_fg_color, 0.07); outline: 0 solid transparent; outline-offset: -3px;
          transition: background-color 120ms;
        }
        button.filmstrip-action-tile:hover { background-color: alpha(@theme_fg_color, 0.11); }
        button.filmstrip-action-tile:active { background-color: alpha(@theme_fg_color, 0.2); }
        button.filmstrip-action-tile:focus-visible { outline: 3px solid @theme_selected_bg_color; }
        .filmstrip-action-label { font-size: 90%; font-weight: 600; }
        .filmstrip-camera-tile { background-color: #17171a; color: white; }
        .filmstrip-camera-tile .filmstrip-page-icon, .filmstrip-camera-tile .filmstrip-dim { color: alpha(white, 0.7); }
        .filmstrip-camera-tile button.filmstrip-picker-help {
          background: alpha(white, 0.18); color: white; border: none; box-shadow: none; text-shadow: none;
        }
        .filmstrip-tile-preview.mirrored { transform: scaleX(-1); }
        button.filmstrip-tile-shutter, button.filmstrip-tile-record {
          min-width: 40px; min-height: 40px; padding: 0; border-radius: 999px; border: 3px solid white;
          box-shadow: 0 0 3px alpha(black, 0.5); text-shadow: none; -gtk-icon-shadow: none;
          transition: border-radius 160ms, opacity 160ms;
        }
        button.filmstrip-tile-shutter { background: alpha(white, 0.92); color: #222; }
        button.filmstrip-tile-record { background: alpha(black, 0.3); color: #ff4b3e; }
        button.filmstrip-tile-record.recording { border-radius: 12px; background: #e01b24; color: white; }
        button.filmstrip-tile-shutter:active { background: alpha(white, 0.6); }
        button.filmstrip-tile-shutter:disabled, button.filmstrip-tile-record:disabled { opacity: 0.5; }
        button.filmstrip-tile-shutter:focus-visible, button.filmstrip-tile-record:focus-visible,
        button.filmstrip-tile-button:focus-visible { outline: 2px solid @theme_selected_bg_color; outline-offset: 1px; }
        button.filmstrip-tile-button {
          min-width: 32px; min-height: 32px; padding: 0; border-radius: 999px; border: none; color: white;
          background: alpha(black, 0.42); box-shadow: none; text-shadow: none; -gtk-icon-shadow: none;
        }
        button.filmstrip-tile-button:hover { background: alpha(black, 0.6); }
        button.filmstrip-tile-button:checked { background: alpha(white, 0.92); color: #222; }
        .filmstrip-tile-time {
          padding: 3px 9px; border-radius: 999px; font-weight: bold; font-size: 90%; color: white; background: #c01c28;
        }
        """
}
