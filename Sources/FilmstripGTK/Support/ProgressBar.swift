import CGTK

/// How far something is, from 0 to 1.
final class ProgressBar: Widget {
    init() { super.init(taking: gtk_progress_bar_new()!) }

    var fraction: Double {
        get { gtk_progress_bar_get_fraction(pointer) }
        set { gtk_progress_bar_set_fraction(pointer, newValue) }
    }
}
