import CGTK

/// A mark on a line, moved by hand or by keys.
final class Slider: Widget {
    private let start: Double

    /// - Parameters:
    ///   - vertical: from the top down; else in the direction of text.
    ///   - steps: how far the arrow and the page keys go.
    init(
        _ range: ClosedRange<Double> = 0...1, vertical: Bool = false,
        steps: (small: Double, large: Double) = (0.01, 0.1)
    ) {
        (start, end) = (range.lowerBound, range.upperBound)
        super.init(
            taking: gtk_scale_new_with_range(
                vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, start, max(end, start + 0.001),
                steps.small)!)
        gtk_range_set_increments(cast(), steps.small, steps.large)
        gtk_scale_set_draw_value(cast(), 0)
        gtk_range_set_round_digits(cast(), -1)
    }

    /// Where the mark is. Setting it is no move of the user's.
    var value: Double {
        get { gtk_range_get_value(cast()) }
        set { if abs(newValue - value) > 1e-9 { gtk_range_set_value(cast(), newValue) } }
    }

    /// The last value that there is.
    var end: Double {
        didSet { if end != oldValue { gtk_range_set_range(cast(), start, max(end, start + 0.001)) } }
    }

    /// What a screen reader says in place of the number.
    var spokenValue = "" {
        didSet { if spokenValue != oldValue { fs_accessible_set_value_text(widget, spokenValue) } }
    }

    /// Words beside the line.
    func setMarks(_ marks: [(value: Double, text: String)]) {
        gtk_scale_clear_marks(cast())
        for mark in marks { gtk_scale_add_mark(cast(), mark.value, GTK_POS_LEFT, mark.text) }
    }

    /// Marks below the line, which begins in its middle and goes both ways.
    func setBalance(marks: [Double]) {
        gtk_scale_set_has_origin(cast(), 0)
        for mark in marks { gtk_scale_add_mark(cast(), mark, GTK_POS_BOTTOM, nil) }
    }

    /// Told of each move that the user makes, with the value that is wanted.
    func onMove(_ body: @escaping @MainActor (Double) -> Void) {
        onRangeChange { [weak self] wanted in
            guard let self else { return }
            body(min(max(start, wanted), end))
        }
    }

    /// Told of each change, whoever makes it.
    func onChange(_ body: @escaping @MainActor () -> Void) { on("value-changed", body) }
}
