extension Style {
    /// The look of the editors, as `sheet`.
    static let editors = """
        .filmstrip-editor-stage { background-color: #0d0d0f; color: white; }
        .filmstrip-tools { padding: 10px 14px 12px 14px; }
        .filmstrip-chip { border-radius: 999px; padding: 4px 14px; min-height: 26px; }
        .filmstrip-chips { min-height: 40px; }
        .filmstrip-trim { background: transparent; }
        .filmstrip-trim filmstrip-canvas { outline: 0 solid transparent; }
        .filmstrip-trim filmstrip-canvas:focus-visible {
          outline: 2px solid @theme_selected_bg_color; outline-offset: 1px; border-radius: 4px;
        }
        .filmstrip-actions button.filmstrip-cancel { margin-top: 12px; }
        """
}
