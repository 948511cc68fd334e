import CGTK

/// A button that stays pressed.
final class ToggleButton: Widget {
    init(_ title: String) {
        super.init(taking: gtk_toggle_button_new_with_label(title)!)
    }

    /// A button that shows a symbol, and says its title to whoever rests on it or cannot see it.
    init(icon: String, title: String) {
        super.init(taking: gtk_toggle_button_new()!)
        gtk_button_set_icon_name(cast(), icon)
        tooltip = title
        accessibleName = title
    }

    /// Only one of a group is pressed.
    func join(_ other: ToggleButton) { gtk_toggle_button_set_group(cast(), other.cast()) }

    var isActive: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set { if newValue != isActive { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) } }
    }

    /// Told after each change, by whomever.
    func onToggle(_ body: @escaping @MainActor () -> Void) { on("toggled", body) }
}
