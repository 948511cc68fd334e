import CGTK
import CGTKParts

/// Widgets in a row or a column.
final class Box: Widget {
    enum Direction {
        case horizontal, vertical

        fileprivate var value: GtkOrientation {
            self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        }
    }

    init(_ direction: Direction, spacing: Int = 0, _ children: [Widget] = []) {
        super.init(
            taking: gtk_box_new(direction.value, gint(spacing))!)
        children.forEach(append)
    }

    func append(_ child: Widget) { gtk_box_append(cast(), child.widget) }

    func prepend(_ child: Widget) { gtk_box_prepend(cast(), child.widget) }

    /// Takes all children out.
    func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(cast(), child) }
    }

    /// Which way it runs.
    var direction: Direction {
        get {
            gtk_orientable_get_orientation(pointer) == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical
        }
        set { gtk_orientable_set_orientation(pointer, newValue.value) }
    }

    /// Points between two children.
    var spacing: Int {
        get { Int(gtk_box_get_spacing(cast())) }
        set { gtk_box_set_spacing(cast(), gint(newValue)) }
    }

    /// All children as wide, or as high, as the largest.
    var isHomogeneous: Bool {
        get { gtk_box_get_homogeneous(cast()) != 0 }
        set { gtk_box_set_homogeneous(cast(), newValue ? 1 : 0) }
    }
}

/// One child, and others over it.
final class Overlay: Widget {
    init(_ child: Widget? = nil) {
        super.init(taking: gtk_overlay_new()!)
        if let child { gtk_overlay_set_child(pointer, child.widget) }
    }

    func setChild(_ child: Widget) { gtk_overlay_set_child(pointer, child.widget) }

    func add(_ child: Widget) { gtk_overlay_add_overlay(pointer, child.widget) }

    /// Adds what stands still over a picture that moves. It is drawn when it changes, and not with each frame of the picture.
    func addStill(_ child: Widget) {
        let layer = Widget(taking: fs_layer_new()!)
        fs_holder_set_child(layer.widget, child.widget)
        add(layer)
    }
}

/// Several pages, of which one is seen.
final class Pages<Name: RawRepresentable & Hashable>: Widget where Name.RawValue == String {
    /// How one page follows another.
    enum Transition { case crossfade, slide }

    init(_ transition: Transition) {
        super.init(taking: gtk_stack_new()!)
        gtk_stack_set_transition_type(
            pointer,
            transition == .crossfade
                ? GTK_STACK_TRANSITION_TYPE_CROSSFADE : GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
        // The window keeps its size, whichever page it shows.
        gtk_stack_set_hhomogeneous(pointer, 1)
        gtk_stack_set_vhomogeneous(pointer, 1)
        gtk_stack_set_transition_duration(pointer, 160)
    }

    func add(_ page: Widget, as name: Name) {
        gtk_stack_add_named(pointer, page.widget, name.rawValue)
        pages[name] = page
        tellScreenReaders()
    }

    /// Takes a page away.
    func remove(_ page: Widget, as name: Name) {
        pages[name] = nil
        gtk_stack_remove(pointer, page.widget)
    }

    private var pages: [Name: Widget] = [:]

    /// Screen readers are to meet the page that is seen, and no other.
    private func tellScreenReaders() {
        for (name, page) in pages { page.isHiddenFromScreenReaders = name != shown }
    }

    /// The page that is seen.
    var shown: Name? {
        get { gtk_stack_get_visible_child_name(pointer).flatMap { Name(rawValue: String(cString: $0)) } }
        set {
            if let newValue { show(newValue) }
        }
    }

    /// - Parameter isAnimated: whether it comes with the movement that the pages have.
    func show(_ name: Name, isAnimated: Bool = true) {
        guard name != shown else { return }
        if isAnimated {
            gtk_stack_set_visible_child_name(pointer, name.rawValue)
        } else {
            gtk_stack_set_visible_child_full(pointer, name.rawValue, GTK_STACK_TRANSITION_TYPE_NONE)
        }
        tellScreenReaders()
    }
}

/// A view on something larger.
final class Scroller: Widget {
    /// - Parameter horizontal: whether it scrolls to the sides too.
    init(_ child: Widget, horizontal: Bool = false, vertical: Bool = true) {
        super.init(taking: gtk_scrolled_window_new()!)
        gtk_scrolled_window_set_policy(
            pointer, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
            vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(pointer, child.widget)
        isSideways = horizontal && !vertical
    }

    /// Whether it scrolls to the sides alone: then lengths and places are along its width.
    private var isSideways = false

    /// As high as its content where there is room, instead of as high as can be.
    func fitsContent() { gtk_scrolled_window_set_propagate_natural_height(pointer, 1) }

    /// As wide as its content likes to be, where there is room.
    func fitsContentAcross() { gtk_scrolled_window_set_propagate_natural_width(pointer, 1) }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        isSideways ? gtk_scrolled_window_get_hadjustment(pointer) : gtk_scrolled_window_get_vadjustment(pointer)
    }

    /// Where the view begins, from the top.
    var position: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// How high the view is.
    var pageHeight: Double { gtk_adjustment_get_page_size(adjustment) }

    /// How high all of it is.
    var contentHeight: Double { gtk_adjustment_get_upper(adjustment) }

    /// Tells when it has been scrolled to a side.
    func onScrolledSideways(_ body: @escaping @MainActor () -> Void) {
        ObjectReference(holding: gtk_scrolled_window_get_hadjustment(pointer)!).on("value-changed", body)
    }

    /// Tells when it has been scrolled.
    func onScrolled(_ body: @escaping @MainActor () -> Void) {
        ObjectReference(holding: adjustment).on("value-changed", body)
    }
}

/// Shows and hides its child with a movement, or at once where the user wants no movement.
final class Revealer: Widget {
    init(_ child: Widget, from side: Side = .bottom) {
        super.init(taking: gtk_revealer_new()!)
        gtk_revealer_set_child(pointer, child.widget)
        let type =
            switch side {
            case .bottom: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
            case .top: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
            case .nowhere: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
            }
        gtk_revealer_set_transition_type(pointer, type)
    }

    enum Side { case bottom, top, nowhere }

    var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(pointer) != 0 }
        set { gtk_revealer_set_reveal_child(pointer, newValue ? 1 : 0) }
    }
}

/// Tells of the size that its child is given.
final class SizeWatch: Widget {
    /// - Parameter changed: called in the middle of a layout: change what the child wants, and nothing around it.
    init(_ child: Widget, changed: @escaping @MainActor (Int, Int) -> Void) {
        let handler = Handler(changed)
        let call: @convention(c) (gint, gint, gpointer?) -> Void = { width, height, data in
            nonisolated(unsafe) let data = data  // Layout is a matter of the main thread.
            MainActor.assumeIsolated {
                Handler<@MainActor (Int, Int) -> Void>.body(of: data)(Int(width), Int(height))
            }
        }
        super.init(taking: fs_size_watch_new(call, handler.retained(), releaseHandler)!)
        fs_holder_set_child(widget, child.widget)
    }
}

/// A view on a content of any length, whose children are placed anew at each layout.
final class ScrollArea: Widget {
    /// - Parameter layout: called with the view's size; places each child that is seen. It may add and remove children, and
    ///   change nothing around the area.
    init(horizontal: Bool = false, layout: @escaping @MainActor (Int, Int) -> Void) {
        let handler = Handler(layout)
        let call: @convention(c) (gint, gint, gpointer?) -> Void = { width, height, data in
            nonisolated(unsafe) let data = data  // Layout is a matter of the main thread.
            MainActor.assumeIsolated {
                Handler<@MainActor (Int, Int) -> Void>.body(of: data)(Int(width), Int(height))
            }
        }
        super.init(
            taking: fs_scroll_area_new(
                horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, call, handler.retained(),
                releaseHandler)!)
    }

    /// - Parameter above: whether it is drawn over the others; by default under them.
    func add(_ child: Widget, above: Bool = false) { fs_scroll_area_add(widget, child.widget, above ? 1 : 0) }

    /// Brings a child to the end of the order in which screen readers walk and children are drawn.
    func raise(_ child: Widget) { fs_scroll_area_raise(widget, child.widget) }

    func remove(_ child: Widget) { fs_scroll_area_remove(widget, child.widget) }

    /// Places a child, from the view's corner.
    func place(_ child: Widget, x: Double, y: Double, width: Double, height: Double) {
        func whole(_ length: Double) -> gint { gint(max(-100_000, min(length.rounded(), 100_000))) }
        fs_scroll_area_place(widget, child.widget, whole(x), whole(y), whole(width), whole(height))
    }

    /// How long the content is; called while laying out.
    func setLength(_ length: Double, viewLength: Double, step: Double) {
        fs_scroll_area_set_length(widget, length, viewLength, step)
    }

    /// How far it is scrolled from its beginning, which is at the right where lines run from there.
    var offset: Double {
        get { fs_scroll_area_get_offset(widget) }
        set { fs_scroll_area_set_offset(widget, newValue) }
    }

    /// Lets it be laid out anew.
    func setNeedsLayout() { gtk_widget_queue_allocate(widget) }
}

/// A child of a largest width, in the middle of what is more.
final class Clamp: Widget {
    init(_ child: Widget, width: Int) {
        super.init(taking: fs_clamp_new(gint(width))!)
        fs_holder_set_child(widget, child.widget)
    }
}

/// Rows that can be chosen with a click or a key: for short lists.
final class RowList: Widget {
    init() {
        super.init(taking: gtk_list_box_new()!)
        gtk_list_box_set_activate_on_single_click(pointer, 1)
        gtk_list_box_set_selection_mode(pointer, GTK_SELECTION_NONE)
    }

    func append(_ row: Row) { gtk_list_box_append(pointer, row.widget) }

    /// Takes out that row and all behind it.
    func removeRows(from index: Int) {
        while let row = gtk_list_box_get_row_at_index(pointer, gint(index)) {
            gtk_list_box_remove(pointer, UnsafeMutablePointer(OpaquePointer(row)))
        }
    }

    func onRow(_ body: @escaping @MainActor (Int) -> Void) {
        onObject("row-activated") { row in body(Int(gtk_list_box_row_get_index(UnsafeMutablePointer(row)))) }
    }

    /// A row of a list.
    final class Row: Widget {
        init(_ child: Widget) {
            super.init(taking: gtk_list_box_row_new()!)
            gtk_list_box_row_set_child(cast(), child.widget)
        }
    }

    /// Lets the keyboard speak to a row.
    func focusRow(_ index: Int) {
        guard let row = gtk_list_box_get_row_at_index(pointer, gint(index)) else { return }
        gtk_widget_grab_focus(UnsafeMutablePointer(OpaquePointer(row)))
    }
}

/// One child in the middle, and one at each side.
final class CenterBox: Widget {
    init(start: Widget? = nil, center: Widget? = nil, end: Widget? = nil) {
        super.init(taking: gtk_center_box_new()!)
        setParts(start: start, center: center, end: end)
    }

    func setParts(start: Widget?, center: Widget?, end: Widget?) {
        if let start { gtk_center_box_set_start_widget(pointer, start.widget) }
        if let center { gtk_center_box_set_center_widget(pointer, center.widget) }
        if let end { gtk_center_box_set_end_widget(pointer, end.widget) }
    }

    /// Puts another one into the middle, or none.
    func setCenter(_ child: Widget?) { gtk_center_box_set_center_widget(pointer, child?.widget) }

    /// Which way it runs; from side to side at first.
    func run(_ direction: Box.Direction) { gtk_orientable_set_orientation(pointer, direction.value) }
}
