import CGTK

/// A button that stays down: one of a group, of which one is down.
final class ChoiceButton: Widget {
    /// - Parameter first: the first of the group; nil for that one itself.
    init(_ title: String, in first: ChoiceButton?) {
        super.init(taking: gtk_toggle_button_new_with_label(title)!)
        if let first { gtk_toggle_button_set_group(cast(), first.cast()) }
    }

    var isOn: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set { if newValue != isOn { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) } }
    }

    /// Told when it goes down.
    func onChosen(_ body: @escaping @MainActor () -> Void) {
        on("toggled") { [weak self] in if self?.isOn == true { body() } }
    }
}
