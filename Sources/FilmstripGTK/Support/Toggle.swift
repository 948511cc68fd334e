import CGTK

/// A button that is on or off. It is pressed by the user, and shows what it is told.
final class Toggle: Widget {
    /// A button that shows a symbol, and says its title to whoever rests on it or cannot see it.
    init(icon: String, title: String) {
        super.init(taking: gtk_toggle_button_new()!)
        gtk_button_set_icon_name(cast(), icon)
        tooltip = title
        accessibleName = title
    }

    /// The same with a sign of ours.
    init(sign: Sign, title: String) {
        super.init(taking: gtk_toggle_button_new()!)
        gtk_button_set_child(cast(), sign.placed(.center, .center).widget)
        tooltip = title
        accessibleName = title
    }

    init(_ title: String) {
        super.init(taking: gtk_toggle_button_new_with_label(title)!)
    }

    /// Only one of a group is on.
    func join(_ other: Toggle) { gtk_toggle_button_set_group(cast(), other.cast()) }

    var isOn: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set { if newValue != isOn { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) } }
    }

    /// Told when it is pressed. It shows the other state then, until it is told what holds.
    func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked", body) }

    /// Told when it goes on, whoever turns it on.
    func onChosen(_ body: @escaping @MainActor () -> Void) {
        on("toggled") { [weak self] in if self?.isOn == true { body() } }
    }
}
