import CGTK

/// The look of the attachments grid; like that of all our widgets, it takes its colours from the theme.
enum AttachmentsStyle {
    static let sheet = """
        .filmstrip-attachment {
          padding: 0; margin: 0; border: none; border-radius: 12px; min-width: 0; min-height: 0;
          background: alpha(@theme_fg_color, 0.08); color: @theme_fg_color; box-shadow: none;
          outline: 0 solid transparent; outline-offset: -3px; transition: none;
        }
        .filmstrip-attachment picture { transition: opacity 160ms; }
        .filmstrip-attachment image { color: alpha(@theme_fg_color, 0.55); }
        .filmstrip-attachment:hover { background: alpha(@theme_fg_color, 0.12); }
        .filmstrip-attachment:active { background: alpha(@theme_fg_color, 0.18); }
        .filmstrip-attachment:focus-visible { outline: 3px solid @theme_selected_bg_color; }
        .filmstrip-attachment.loading picture { opacity: 0.45; }
        .filmstrip-attachment.failed picture { opacity: 0.2; }
        .filmstrip-attachment.failed { font-size: 85%; font-weight: bold; }
        .filmstrip-attachment.failed image { color: @theme_fg_color; }
        .filmstrip-add {
          background: transparent; border: 2px dashed alpha(@theme_fg_color, 0.3);
        }
        .filmstrip-progress { margin: 8px; }
        .filmstrip-progress trough, .filmstrip-progress progress { min-height: 4px; border-radius: 99px; }
        .filmstrip-delete {
          min-width: 24px; min-height: 24px; padding: 0; margin: 5px; border: none; border-radius: 99px;
          background: alpha(black, 0.62); color: white; box-shadow: none;
        }
        .filmstrip-delete:hover { background: alpha(black, 0.8); }
        .filmstrip-delete:focus-visible { outline: 2px solid white; outline-offset: -2px; background: black; }
        """

    /// Lets a display know the look; once for each display.
    @MainActor static func install(for widget: Widget) {
        Style.install(sheet, named: "filmstrip-attachments-style", for: widget)
    }
}
