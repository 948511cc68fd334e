import DoublesGround

@MainActor open class UIAlertController: UIViewController {
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        style = preferredStyle
    }

    open var message: String?
    open var preferredStyle: Style { style }
    open private(set) var actions: [UIAlertAction] = []
    open var preferredAction: UIAlertAction?
    private var style = Style.alert

    open func addAction(_ action: UIAlertAction) {
        if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
            World.current.record(
                .twoCancelButtons, "an alert controller can only have one action with a style of cancel")
        }
        actions.append(action)
    }

    public enum Style: Int, Sendable { case actionSheet, alert }

    /// Presses a button as a user does: the alert goes away, then the handler is called.
    package func press(_ action: UIAlertAction) {
        dismiss(animated: true) { action.handler?(action) }
    }
}

@MainActor open class UIAlertAction: NSObject {
    public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.init(titled: title, style: style, handler: handler)
    }
    private init(titled title: String?, style: Style, handler: ((UIAlertAction) -> Void)?) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }

    public let title: String?
    public let style: Style
    open var isEnabled = true
    let handler: ((UIAlertAction) -> Void)?

    public enum Style: Int, Sendable { case `default`, cancel, destructive }
}
