import CGTK
import CGTKParts

/// A line or a paragraph of text.
final class Label: Widget {
    /// What screen readers make of it.
    enum Role {
        case text, alert, heading
        /// Nothing: somebody else says the same.
        case decoration
    }

    init(_ text: String = "", role: Role = .text, wraps: Bool = false) {
        let value =
            switch role {
            case .text: GTK_ACCESSIBLE_ROLE_LABEL
            case .alert: GTK_ACCESSIBLE_ROLE_ALERT
            case .heading: GTK_ACCESSIBLE_ROLE_HEADING
            case .decoration: GTK_ACCESSIBLE_ROLE_PRESENTATION
            }
        super.init(taking: fs_label_new_with_role(value)!)
        if wraps {
            gtk_label_set_wrap(pointer, 1)
            gtk_label_set_wrap_mode(pointer, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_natural_wrap_mode(pointer, GTK_NATURAL_WRAP_WORD)
            gtk_label_set_justify(pointer, GTK_JUSTIFY_CENTER)
        } else {
            gtk_label_set_ellipsize(pointer, PANGO_ELLIPSIZE_END)
        }
        self.text = text
    }

    var text: String {
        get { String(cString: gtk_label_get_text(pointer)) }
        set { if newValue != text { gtk_label_set_text(pointer, newValue) } }
    }

    /// Where its text begins: 0 at the side where one begins to read, 1 at the other.
    func alignText(_ place: Float) {
        gtk_label_set_xalign(pointer, place)
        if place == 0 { gtk_label_set_justify(pointer, GTK_JUSTIFY_LEFT) }
    }

    /// The width beyond which it wraps.
    func setMaximumWidth(characters: Int) { gtk_label_set_max_width_chars(pointer, gint(characters)) }

    /// Never cut, however narrow the place.
    func keepWhole() { gtk_label_set_ellipsize(pointer, PANGO_ELLIPSIZE_NONE) }

    /// Where there is no room, the middle is left out.
    func cutInMiddle() { gtk_label_set_ellipsize(pointer, PANGO_ELLIPSIZE_MIDDLE) }

    /// Digits of one width, so that a count does not dance.
    func useEvenDigits() {
        let list = pango_attr_list_new()
        pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1"))
        gtk_label_set_attributes(pointer, list)
        pango_attr_list_unref(list)
    }
}

/// A symbol of the icon theme.
final class Icon: Widget {
    init(_ name: String, size: Int? = nil) {
        super.init(taking: fs_image_new_decoration()!)
        gtk_image_set_from_icon_name(pointer, name)
        if let size { gtk_image_set_pixel_size(pointer, gint(size)) }
    }

    func setName(_ name: String) { gtk_image_set_from_icon_name(pointer, name) }

    func setSize(_ size: Int) { gtk_image_set_pixel_size(pointer, gint(size)) }
}

/// What is pressed.
final class Button: Widget {
    init(_ title: String = "") {
        super.init(taking: gtk_button_new_with_label(title)!)
    }

    /// A button that shows a symbol, and says its title to whoever rests on it or cannot see it.
    init(icon: String, title: String) {
        super.init(taking: gtk_button_new_from_icon_name(icon)!)
        tooltip = title
        accessibleName = title
    }

    /// A button around a widget.
    init(around child: Widget, title: String) {
        super.init(taking: gtk_button_new()!)
        gtk_button_set_child(cast(), child.widget)
        accessibleName = title
    }

    /// Shows another widget.
    func setChild(_ child: Widget) { gtk_button_set_child(cast(), child.widget) }

    /// Another symbol, for another title.
    func setIcon(_ name: String, title: String) {
        gtk_button_set_icon_name(cast(), name)
        tooltip = title
        accessibleName = title
    }

    var title: String {
        get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
        set { if newValue != title { gtk_button_set_label(cast(), newValue) } }
    }

    func onClick(_ body: @escaping @MainActor () -> Void) { on("clicked", body) }
}

/// That something is going on.
final class Spinner: Widget {
    init(size: Int = 32) {
        super.init(taking: gtk_spinner_new()!)
        setSizeRequest(width: size, height: size)
    }

    var isSpinning: Bool {
        get { gtk_spinner_get_spinning(pointer) != 0 }
        set { gtk_spinner_set_spinning(pointer, newValue ? 1 : 0) }
    }
}

/// Text that is looked for.
final class SearchField: Widget {
    init(placeholder: String) {
        super.init(taking: gtk_search_entry_new()!)
        fs_object_set_string(raw, "placeholder-text", placeholder)
        accessibleName = placeholder
    }

    var text: String {
        get { String(cString: gtk_editable_get_text(pointer)) }
        set { if newValue != text { gtk_editable_set_text(pointer, newValue) } }
    }

    /// Told a moment after the last key.
    func onSearch(_ body: @escaping @MainActor (String) -> Void) {
        on("search-changed") { [weak self] in if let self { body(text) } }
    }

    /// Told when Escape is pressed in it.
    func onStop(_ body: @escaping @MainActor () -> Void) { on("stop-search", body) }
}

/// A picture, centred in the room that there is.
final class PictureView: Widget {
    /// - Parameter covering: whether it fills the room, is cut there, and means nothing to screen readers; by default it is whole.
    init(covering: Bool = false) {
        super.init(taking: covering ? fs_picture_new_decoration()! : gtk_picture_new()!)
        gtk_picture_set_can_shrink(pointer, 1)
        gtk_picture_set_content_fit(pointer, covering ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN)
        if covering { gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN) }
    }

    var texture: Texture? {
        didSet { if movie == nil { gtk_picture_set_paintable(pointer, texture?.pointer) } }
    }

    /// A movie in place of the picture.
    var movie: Movie? {
        didSet { gtk_picture_set_paintable(pointer, movie?.pointer ?? texture?.pointer) }
    }
}

/// A tile: a picture that fills it, and one child over that.
final class TileFrame: Widget {
    /// What a screen reader or a key does with it. The last two are for tiles that stand in an order.
    enum Action: Int32 { case choose, look, earlier, later }

    /// - Parameter isOrdered: whether it is one of a list that can be put in another order; else it is chosen or not.
    init(isOrdered: Bool = false, _ act: @escaping @MainActor (Action) -> Void) {
        let handler = Handler(act)
        let call: @convention(c) (gint, gpointer?) -> Void = { action, data in
            nonisolated(unsafe) let data = data  // Actions come on the main thread.
            MainActor.assumeIsolated {
                if let action = Action(rawValue: action) {
                    Handler<@MainActor (Action) -> Void>.body(of: data)(action)
                }
            }
        }
        super.init(
            taking: fs_tile_new(
                isOrdered ? GTK_ACCESSIBLE_ROLE_LIST_ITEM : GTK_ACCESSIBLE_ROLE_CHECKBOX, isOrdered ? 1 : 0, call,
                handler.retained(), releaseHandler)!)
    }

    func setChild(_ child: Widget?) { fs_holder_set_child(widget, child?.widget) }

    var texture: Texture? {
        didSet { fs_tile_set_texture(widget, texture?.pointer) }
    }

    /// Whether screen readers say that it is chosen.
    var isChecked = false {
        didSet { if isChecked != oldValue { fs_tile_set_checked(widget, isChecked ? 1 : 0) } }
    }
}
