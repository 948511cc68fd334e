/// An alert, an action sheet or a toast as a value. The platform draws it; the core says what it says.
public struct Prompt: Sendable, Hashable {
    /// How it is shown.
    public enum Style: Sendable, Hashable {
        /// A question or a message in the middle, that has to be answered.
        case alert
        /// A list of actions that points at something where the platform wants that.
        case actionSheet(Anchor)
    }

    /// What an action sheet points at. Found anew after each rotation, so no coordinates.
    public enum Anchor: Sendable, Hashable {
        /// The middle of the presenting view, without an arrow.
        case center
        /// The view or widget that carries this name: its accessibility identifier on iOS, its widget name on GTK. The
        /// middle when there is none.
        case control(String)
        /// That very view, widget or bar button, where it is on the screen; the middle when it is not.
        case object(ObjectIdentifier)
    }

    /// One button.
    public struct Action: Sendable, Hashable, Identifiable {
        /// What a button means.
        public enum ID: String, Sendable, Hashable, Codable, CaseIterable {
            /// Each is what its button says in English.
            case takePhoto, chooseFromLibrary, recordVideo, openSettings, chooseMore, retry, delete, ok, cancel
        }

        /// How it is drawn.
        public enum Role: Sendable, Hashable {
            /// As any other, as the one that changes nothing, or with a warning.
            case normal, cancel, destructive
        }

        /// What it means, to whoever gets the answer.
        public var id: ID
        /// What stands on it.
        public var title: String
        /// How it is drawn.
        public var role: Role

        /// A button; a normal one by default.
        public init(id: ID, title: String, role: Role = .normal) {
            self.id = id
            self.title = title
            self.role = role
        }
    }

    /// A notice that goes by itself.
    public struct Toast: Sendable, Hashable {
        /// What it says.
        public var text: String
        /// Seconds; 2 by default.
        public var duration: Double

        /// A notice of 2 s, unless said otherwise.
        public init(text: String, duration: Double = 2) {
            self.text = text
            self.duration = duration
        }
    }

    /// How it is shown.
    public var style: Style
    /// The first line; nil for none.
    public var title: String?
    /// What is said below it; nil for nothing.
    public var message: String?
    /// In the order in which they are shown.
    public var actions: [Action]

    /// A prompt; whoever shows it adds no button.
    public init(style: Style, title: String? = nil, message: String? = nil, actions: [Action]) {
        self.style = style
        self.title = title
        self.message = message
        self.actions = actions
    }
}
