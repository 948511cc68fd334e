import CGTK
import CGTKParts
import Filmstrip

/// The image picker in place of a keyboard: put `widget` under a text entry, and let it come and go.
///
///     let keyboard = ImagePickerKeyboard(picker)
///     keyboard.attach(to: entry)          // a GtkEntry or GtkText(View)
///     gtk_box_append(column, keyboard.widget)
///     button: keyboard.isShown.toggle()
///
/// It is as high as `ImagePicker.keyboardHeight` says of the window, 40 % and at least 240, unless the app knows better. The camera is closed
/// while it is hidden. Escape hides it, and the text entry has the keyboard again. Main actor.
@MainActor public final class ImagePickerKeyboard {
    /// What is shown.
    public let picker: ImagePickerWidget
    /// Told when it came or went, by whatever means.
    public var onChange: (@MainActor (_ isShown: Bool) -> Void)?
    private let revealer: Revealer
    private let frame: KeyboardFrame
    private var entry: Widget?

    /// - Parameter height: points; nil, the default, follows the window.
    public init(_ picker: ImagePickerWidget, height: Double? = nil) {
        self.picker = picker
        frame = KeyboardFrame(picker.root) { window in
            height.map { max(1, $0) } ?? ImagePicker.keyboardHeight(windowHeight: window)
        }
        revealer = Revealer(frame, from: .bottom)
        revealer.styled("filmstrip-keyboard")
        frame.isHiddenFromScreenReaders = true
        let keys = Controller.keys()
        keys.onKey { [weak self] key, modifiers in
            guard let self, key == .escape, modifiers.meant.isEmpty, isShown else { return false }
            isShown = false
            return true
        }
        revealer.add(keys)
    }

    /// The `GtkWidget`, to be put under the text entry. Borrowed: it lives as long as this object or its container holds it.
    public var widget: UnsafeMutableRawPointer { revealer.raw }

    /// Whether it is there, or on its way.
    public var isShown: Bool {
        get { revealer.isRevealed }
        set {
            guard newValue != isShown else { return }
            // Who used the picker goes on typing.
            if !newValue, revealer.holdsFocus { entry?.grabFocus() }
            revealer.isRevealed = newValue
            frame.isHiddenFromScreenReaders = !newValue
            onChange?(newValue)
        }
    }

    /// Gives the keyboard back to this widget when the picker is hidden, and hides the picker when that widget is clicked or tapped: an on-screen
    /// keyboard comes in its place then.
    /// - Parameter entry: a `GtkWidget` that takes text. What is none changes nothing.
    public func attach(to entry: UnsafeMutableRawPointer) {
        guard let widget = ForeignWidget.hold(entry) else { return }
        self.entry = widget
        let clicks = Controller.clicks(capturing: true)
        clicks.onPress("pressed") { [weak self] _, _, _ in self?.isShown = false }
        widget.add(clicks)
    }
}

/// As high as a part of its window, whatever its child wants.
final class KeyboardFrame: Widget {
    /// - Parameter height: its height in a window of that height.
    init(_ child: Widget, height: @escaping @MainActor (Double) -> Double) {
        let handler = Handler(height)
        let call: @convention(c) (gint, gpointer?) -> gint = { window, data in
            nonisolated(unsafe) let data = data  // Layout is a matter of the main thread.
            return MainActor.assumeIsolated {
                gint(max(1, min(Handler<@MainActor (Double) -> Double>.body(of: data)(Double(window)), 100_000)))
            }
        }
        super.init(taking: fs_keyboard_new(call, handler.retained(), releaseHandler)!)
        fs_holder_set_child(widget, child.widget)
    }
}
