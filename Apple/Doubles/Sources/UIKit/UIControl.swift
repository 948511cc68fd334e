@MainActor open class UIControl: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    @available(iOS 14.0, *)
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    open var isEnabled = true
    open var isSelected = false
    open var isHighlighted = false
    @available(iOS 14.0, *)
    open func addAction(_ action: UIAction, for controlEvents: Event) { handlers.append((controlEvents, action)) }
    open func sendActions(for controlEvents: Event) {
        guard isEnabled else { return }
        for (event, action) in handlers where !event.isDisjoint(with: controlEvents) { action.handler(action) }
    }
    private var handlers: [(Event, UIAction)] = []

    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let valueChanged = Event(rawValue: 1 << 12)
        @available(iOS 9.0, *)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    }
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let highlighted = State(rawValue: 1 << 0)
        public static let disabled = State(rawValue: 1 << 1)
        public static let selected = State(rawValue: 1 << 2)
        public static let normal = State([])
    }
}

@MainActor open class UIButton: UIControl {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    @available(iOS 14.0, *)
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero)
        if let primaryAction {
            setTitle(primaryAction.title, for: .normal)
            addAction(primaryAction, for: .primaryActionTriggered)
        }
    }
    open func setTitle(_ title: String?, for state: State) { titles[state.rawValue] = title }
    open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }
    open func setImage(_ image: UIImage?, for state: State) { images[state.rawValue] = image }
    open func image(for state: State) -> UIImage? { images[state.rawValue] ?? images[0] }
    open var currentTitle: String? { title(for: isEnabled ? .normal : .disabled) }
    private var titles: [UInt: String] = [:]
    private var images: [UInt: UIImage] = [:]

    public enum ButtonType: Int, Sendable { case custom, system }
}

@MainActor open class UILabel: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var text: String?
    open var textColor: UIColor! = .white
    open var textAlignment = NSTextAlignment.natural
    open var numberOfLines = 1
    open var font: UIFont! = .preferredFont(forTextStyle: .body)
    open var adjustsFontForContentSizeCategory = false
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: CGFloat((text ?? "").count) * 9, height: 20)
    }
}

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

@available(iOS 13.0, *)
@MainActor open class UIMenuElement: NSObject {
    package init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
        super.init()
    }
    public let title: String
    public let image: UIImage?

    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let disabled = Attributes(rawValue: 1 << 0)
        public static let destructive = Attributes(rawValue: 1 << 1)
        public static let hidden = Attributes(rawValue: 1 << 2)
    }
    public enum State: Int, Sendable { case off, on, mixed }
}

public typealias UIActionHandler = (_ action: UIAction) -> Void

@available(iOS 13.0, *)
@MainActor open class UIAction: UIMenuElement {
    @available(iOS 13.0, *)
    @preconcurrency public convenience init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        self.init(made: title, image: image, handler: handler)
    }
    private init(made title: String, image: UIImage?, handler: @escaping UIActionHandler) {
        self.handler = handler
        super.init(title: title, image: image)
    }
    let handler: UIActionHandler

    @available(iOS 13.0, *)
    public struct Identifier: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}
