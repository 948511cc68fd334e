/// Decides what comes before something that needs a permission: nothing, the system's question, or our alert. A pure state
/// machine; `PermissionDesk` carries out its actions.
///
/// * Allowed, fully or in part → on, without a word.
/// * Never asked → the *system's* question and never ours on top; granted there → on, refused there → a quiet end.
/// * Denied → our alert that names the switch, with a way to the settings; where these cannot be opened, a hint that says how.
/// * Restricted → an alert that promises no switch.
///
/// The status is read each time the gate starts.
public struct PermissionGate: Sendable, Hashable {
    /// Where the gate stands.
    public enum State: Sendable, Hashable, CaseIterable {
        /// Nobody wants through yet.
        case idle
        /// The status is being read.
        case checking
        /// The system's question is open.
        case asking
        /// Our alert about a refused permission is open.
        case offeringSettings
        /// The settings are being opened.
        case openingSettings
        /// The hint that says how is open.
        case sayingHow
        /// The alert about a block from above is open.
        case sayingRestricted
        case allowed
        case allowedInPart
        case refused
        case denied
        case restricted
        case cancelled
    }

    /// What happens.
    public enum Event: Sendable, Hashable {
        /// Somebody wants through.
        case start
        /// The status was read.
        case read(PermissionStatus)
        /// The system's question was answered, and that holds now.
        case answered(PermissionStatus)
        /// A button of an alert was pressed; nil when the alert was dismissed.
        case pressed(Prompt.Action.ID?)
        /// The settings were opened, or could not be.
        case openedSettings(Bool)
        /// The task was cancelled.
        case cancel
    }

    /// What is to be done.
    public enum Action: Sendable, Hashable {
        case none
        case readStatus
        case ask
        case offerSettings
        case openSettings
        case sayHow
        case sayRestricted
        /// Tells how it ended.
        case finish(Outcome)
    }

    /// How it ended. Only the first two let the action go on.
    public enum Outcome: Sendable, Hashable, CaseIterable {
        /// Allowed: go on.
        case allowed
        /// Allowed for a part of the library: go on, and offer to choose more.
        case allowedInPart
        /// Refused just now at the system's question: end quietly, as cancelled.
        case refused
        /// Refused earlier; the user has been told, and perhaps sent to the settings.
        case denied
        /// Blocked from above; the user has been told.
        case restricted
        /// The task was cancelled.
        case cancelled

        /// Whether the action may go on.
        public var mayGoOn: Bool { self == .allowed || self == .allowedInPart }
    }

    /// Where the gate stands now.
    public private(set) var state: State = .idle

    /// A gate through which nobody wants yet.
    public init() {}

    /// Takes an event and says what is to be done. Events that do not belong to the state change nothing: late answers after
    /// the end are ignored, and the end is told once.
    public mutating func handle(_ event: Event) -> Action {
        switch (state, event) {
        case (.idle, .start): return go(.checking, .readStatus)
        case (.checking, .read(.notDetermined)): return go(.asking, .ask)
        case (.checking, .read(.denied)): return go(.offeringSettings, .offerSettings)
        case (.checking, .read(.restricted)): return go(.sayingRestricted, .sayRestricted)
        case (.checking, .read(.authorized)), (.asking, .answered(.authorized)): return go(.allowed, .finish(.allowed))
        case (.checking, .read(.limited)), (.asking, .answered(.limited)):
            return go(.allowedInPart, .finish(.allowedInPart))
        case (.asking, .answered(.denied)), (.asking, .answered(.restricted)), (.asking, .answered(.notDetermined)):
            return go(.refused, .finish(.refused))
        case (.offeringSettings, .pressed(.openSettings)): return go(.openingSettings, .openSettings)
        case (.offeringSettings, .pressed), (.sayingHow, .pressed): return go(.denied, .finish(.denied))
        case (.openingSettings, .openedSettings(true)): return go(.denied, .finish(.denied))
        case (.openingSettings, .openedSettings(false)): return go(.sayingHow, .sayHow)
        case (.sayingRestricted, .pressed): return go(.restricted, .finish(.restricted))
        case (.idle, .cancel), (.checking, .cancel), (.asking, .cancel), (.offeringSettings, .cancel),
            (.openingSettings, .cancel), (.sayingHow, .cancel), (.sayingRestricted, .cancel):
            return go(.cancelled, .finish(.cancelled))
        case (.idle, _), (.checking, _), (.asking, _), (.offeringSettings, _), (.openingSettings, _), (.sayingHow, _),
            (.sayingRestricted, _), (.allowed, _), (.allowedInPart, _), (.refused, _), (.denied, _), (.restricted, _),
            (.cancelled, _):
            return .none
        }
    }

    private mutating func go(_ next: State, _ action: Action) -> Action {
        state = next
        return action
    }
}
