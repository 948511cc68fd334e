import CGTK

/// Rules of style for one widget and what is in it, as long as they are kept.
@MainActor final class LookSheet {
    private let provider: ObjectReference
    private let display: ObjectReference

    /// - Parameter rules: given the name of a style class that is this widget's own.
    init(for widget: Widget, _ rules: (String) -> String) {
        let name = "filmstrip-look-\(UInt(bitPattern: widget.raw))"
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, rules(name), -1)
        self.provider = ObjectReference(taking: provider)
        display = ObjectReference(holding: gtk_widget_get_display(widget.widget)!)
        gtk_style_context_add_provider_for_display(
            display.pointer, self.provider.pointer, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        widget.addClass(name)
    }

    isolated deinit { gtk_style_context_remove_provider_for_display(display.pointer, provider.pointer) }
}
