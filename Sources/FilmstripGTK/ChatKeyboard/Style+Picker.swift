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
        """
}
