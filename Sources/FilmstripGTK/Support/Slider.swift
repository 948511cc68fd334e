import CGTK

/// A number on a line, set by hand or key.
final class Slider: Widget {
    private let range: ClosedRange<Double>

    /// - Parameters:
    ///   - step: how far one key goes; ten of them are a large one.
    ///   - marks: where the line has a mark.
    init(_ range: ClosedRange<Double>, step: Double, marks: [Double] = [], title: String) {
        self.range = range
        super.init(
            taking: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step)!)
        gtk_scale_set_draw_value(cast(), 0)
        gtk_range_set_increments(cast(), step, step * 10)
        // From the middle, in both ways.
        gtk_scale_set_has_origin(cast(), 0)
        for mark in marks { gtk_scale_add_mark(cast(), mark, GTK_POS_BOTTOM, nil) }
        accessibleName = title
    }

    var value: Double {
        get { gtk_range_get_value(cast()) }
        set { if newValue != value { gtk_range_set_value(cast(), newValue) } }
    }

    func onChange(_ body: @escaping @MainActor () -> Void) { on("value-changed", body) }
}

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
