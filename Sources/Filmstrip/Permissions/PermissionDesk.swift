/// Takes a user through a `PermissionGate`: reads the status, lets the system ask, shows our alerts.
@MainActor public struct PermissionDesk {
    private let permissions: any PermissionProvider
    private let presenter: any Presenter

    /// - Parameters:
    ///   - permissions: what is read, and lets the system ask.
    ///   - presenter: shows our alerts.
    public init(permissions: any PermissionProvider, presenter: any Presenter) {
        self.permissions = permissions
        self.presenter = presenter
    }

    /// Makes sure that something may be done, and tells the user why not. Ends once; a cancelled task ends as `cancelled` when
    /// what is shown has been taken away.
    public func pass(_ permission: Permission, texts: Texts) async -> PermissionGate.Outcome {
        var gate = PermissionGate()
        var action = gate.handle(.start)
        while true {
            if Task.isCancelled { action = cancelled(&gate, instead: action) }
            switch action {
            case .readStatus: action = gate.handle(.read(await permissions.status(of: permission)))
            case .ask: action = gate.handle(.answered(await permissions.request(permission)))
            case .offerSettings:
                action = gate.handle(.pressed(await presenter.show(.turnOn(permission, texts: texts))))
            case .sayHow:
                action = gate.handle(.pressed(await presenter.show(.howToTurnOn(permission, texts: texts))))
            case .sayRestricted:
                action = gate.handle(.pressed(await presenter.show(.restricted(permission, texts: texts))))
            case .openSettings: action = gate.handle(.openedSettings(await presenter.openSettings(for: permission)))
            case .finish(let outcome): return outcome
            // The driver sends only events that belong to the state, so there is always something to do.
            case .none: return .cancelled
            }
        }
    }

    private func cancelled(
        _ gate: inout PermissionGate, instead action: PermissionGate.Action
    ) -> PermissionGate.Action {
        if case .finish(let outcome) = action, !outcome.mayGoOn { return action }
        let answer = gate.handle(.cancel)
        return answer == .none ? .finish(.cancelled) : answer
    }
}
