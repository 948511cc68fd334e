import CGTK

/// A widget of GTK. Wrappers are thin: they hold a reference, and turn names of C into ours.
///
/// A closure that answers a signal lives as long as its widget, so it holds what it needs of our own objects weakly.
@MainActor class Widget: ObjectReference {
    /// Where a widget stands in the room that it is given.
    enum Alignment {
        case fill, start, end, center

        var value: GtkAlign {
            switch self {
            case .fill: GTK_ALIGN_FILL
            case .start: GTK_ALIGN_START
            case .end: GTK_ALIGN_END
            case .center: GTK_ALIGN_CENTER
            }
        }
    }

    var widget: UnsafeMutablePointer<GtkWidget> { cast() }

    /// Whether it is there; what is not takes no room.
    var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether it can be used.
    var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// Whether pointers and keys reach it, though it does not look disabled.
    var isTarget: Bool {
        get { gtk_widget_get_can_target(widget) != 0 }
        set {
            gtk_widget_set_can_target(widget, newValue ? 1 : 0)
            gtk_widget_set_can_focus(widget, newValue ? 1 : 0)
        }
    }

    /// Whether the keyboard can come to it; pointers can in any case.
    var isKeyboardTarget: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
    }

    /// What a screen reader calls it, where its own text does not say it.
    var accessibleName: String = "" {
        didSet { if accessibleName != oldValue { fs_accessible_set_label(widget, accessibleName) } }
    }

    /// The name that style sheets, tests and anchors know it by.
    var name: String {
        get { String(cString: gtk_widget_get_name(widget)) }
        set { gtk_widget_set_name(widget, newValue) }
    }

    var tooltip: String? {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
        set { gtk_widget_set_tooltip_text(widget, newValue) }
    }

    /// The size as laid out.
    var size: (width: Int, height: Int) {
        (Int(gtk_widget_get_width(widget)), Int(gtk_widget_get_height(widget)))
    }

    /// The size of the window that it is in, as laid out; nil outside of windows.
    var windowSize: (width: Int, height: Int)? {
        guard let root = gtk_widget_get_root(widget) else { return nil }
        let window = UnsafeMutablePointer<GtkWidget>(root)
        return (Int(gtk_widget_get_width(window)), Int(gtk_widget_get_height(window)))
    }

    /// How wide it likes to be.
    var naturalWidth: Int {
        var width: gint = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        return Int(width)
    }

    /// Device pixels for each of its own.
    var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }

    func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    func setClass(_ name: String, _ isOn: Bool) { isOn ? addClass(name) : removeClass(name) }

    /// The same with these style classes.
    @discardableResult
    func styled(_ classes: String...) -> Self {
        for name in classes { addClass(name) }
        return self
    }

    /// The same, placed so.
    @discardableResult
    func placed(
        _ horizontal: Alignment = .fill, _ vertical: Alignment = .fill, expands: Bool? = nil, margin: Int = 0
    ) -> Self {
        gtk_widget_set_halign(widget, horizontal.value)
        gtk_widget_set_valign(widget, vertical.value)
        if let expands {
            gtk_widget_set_hexpand(widget, expands ? 1 : 0)
            gtk_widget_set_vexpand(widget, expands ? 1 : 0)
        }
        if margin != 0 { setMargins(margin, margin, margin, margin) }
        return self
    }

    func setMargins(_ top: Int, _ end: Int, _ bottom: Int, _ start: Int) {
        gtk_widget_set_margin_top(widget, gint(top))
        gtk_widget_set_margin_end(widget, gint(end))
        gtk_widget_set_margin_bottom(widget, gint(bottom))
        gtk_widget_set_margin_start(widget, gint(start))
    }

    /// Whether the keyboard speaks to it.
    var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

    func expandHorizontally() { gtk_widget_set_hexpand(widget, 1) }

    func expandVertically() { gtk_widget_set_vexpand(widget, 1) }

    func setSizeRequest(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(widget, gint(width), gint(height))
    }

    @discardableResult
    func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Whether text runs from the right here.
    var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    /// Whether the keyboard speaks to it or to a part of it, or will when its window is in front again.
    var holdsFocus: Bool {
        guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root) else { return false }
        return focused == widget || gtk_widget_is_ancestor(focused, widget) != 0
    }

    /// Cuts what is drawn in it along its edge, corners included.
    func clip() { gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN) }

    /// The controllers, so that their own closures find them.
    private var controllers: [Controller] = []

    /// Hands a controller over; it lives as long as the widget.
    func add(_ controller: Controller) {
        controllers.append(controller)
        g_object_ref(controller.raw)
        gtk_widget_add_controller(widget, controller.pointer)
    }

    /// Runs one of the widget's actions that take a number.
    @discardableResult
    func activate(_ action: String, _ number: Int) -> Bool {
        fs_widget_activate_unsigned(widget, action, guint(number)) != 0
    }

    /// Whether screen readers pass it by.
    var isHiddenFromScreenReaders = false {
        didSet { fs_accessible_set_hidden(widget, isHiddenFromScreenReaders ? 1 : 0) }
    }
}

/// What listens to keys, clicks and gestures for a widget.
@MainActor final class Controller: ObjectReference {
    /// Keys. In the capture phase, before the widgets inside hear of them.
    static func keys(capturing: Bool = false) -> Controller {
        Controller(gtk_event_controller_key_new()!, capturing: capturing)
    }

    /// Clicks of a button, the first by default; and taps.
    static func clicks(button: Int = 1, capturing: Bool = false) -> Controller {
        let controller = Controller(gtk_gesture_click_new()!, capturing: capturing)
        gtk_gesture_single_set_button(controller.pointer, guint(button))
        return controller
    }

    /// A finger or button that rests.
    static func longPress() -> Controller { Controller(gtk_gesture_long_press_new()!, capturing: false) }

    /// A press that moves.
    static func drags() -> Controller { Controller(gtk_gesture_drag_new()!, capturing: false) }

    /// Two fingers that part or meet.
    static func pinch() -> Controller { Controller(gtk_gesture_zoom_new()!, capturing: true) }

    /// A pointer that moves over it.
    static func motion() -> Controller { Controller(gtk_event_controller_motion_new()!, capturing: false) }

    /// Turns of the wheel.
    static func wheel() -> Controller {
        Controller(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)!, capturing: true)
    }

    init(_ controller: some GObjectPointer, capturing: Bool) {
        super.init(taking: controller)
        if capturing { gtk_event_controller_set_propagation_phase(pointer, GTK_PHASE_CAPTURE) }
    }

    /// Takes what goes on for itself: other gestures, such as scrolling, end.
    func claim() { gtk_gesture_set_state(pointer, GTK_EVENT_SEQUENCE_CLAIMED) }

    /// Two gestures that are one: what one claims, the other keeps.
    func group(with other: Controller) { gtk_gesture_group(pointer, other.pointer) }

    /// The middle between all fingers of a gesture.
    var center: (x: Double, y: Double)? {
        var (x, y) = (0.0, 0.0)
        return gtk_gesture_get_bounding_box_center(pointer, &x, &y) != 0 ? (x, y) : nil
    }

    /// Answers fingers only.
    func setTouchOnly() { gtk_gesture_single_set_touch_only(pointer, 1) }

    /// Whether the current event comes from a finger; or from a mouse that GTK was told to take for one (`GTK_DEBUG=touchscreen`).
    var isTouch: Bool {
        if gtk_get_debug_flags().rawValue & GTK_DEBUG_TOUCHSCREEN.rawValue != 0 { return true }
        // Not the device: under X all pointers and fingers come from one that calls itself a mouse.
        guard let event = gtk_event_controller_get_current_event(pointer) else { return false }
        return [GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL].contains(
            gdk_event_get_event_type(event))
    }

    /// The modifiers that are held during the current event.
    var modifiers: Modifiers {
        Modifiers(rawValue: gtk_event_controller_get_current_event_state(pointer).rawValue)
    }
}
