import CGTK

/// Rules of style for one window, as long as they are kept.
@MainActor final class LookSheet {
    /// The style class of the widgets that it is for.
    let name: String
    private let provider: ObjectReference
    private let display: ObjectReference

    /// - Parameter rules: given the name of a class that is this window's own.
    init(for window: Window, _ rules: (String) -> String) {
        name = "filmstrip-look-\(UInt(bitPattern: window.raw))"
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, rules(name), -1)
        self.provider = ObjectReference(taking: provider)
        display = ObjectReference(holding: gtk_widget_get_display(window.widget)!)
        gtk_style_context_add_provider_for_display(
            display.pointer, self.provider.pointer, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        window.addClass(name)
    }

    isolated deinit { gtk_style_context_remove_provider_for_display(display.pointer, provider.pointer) }
}
