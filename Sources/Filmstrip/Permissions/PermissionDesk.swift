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
    /// - Throws: when the system cannot be asked, for a fault of the app. The user has been told nothing then.
    public func pass(
        _ permission: Permission, texts: Texts
    ) async throws(PermissionError) -> PermissionGate.Outcome {
        var gate = PermissionGate()
        var action = gate.handle(.start)
        while true {
            if Task.isCancelled { action = cancelled(&gate, instead: action) }
            switch action {
            case .readStatus: action = gate.handle(.read(await permissions.status(of: permission)))
            case .ask: action = gate.handle(.answered(try await permissions.request(permission)))
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

    /// Offers to let more of the library be seen, where the user has allowed a part of it.
    /// - Parameters:
    ///   - anchor: what the sheet points at; the middle by default.
    ///   - texts: what it says.
    ///   - choose: the platform's own way of choosing more. Called at most once, when the user wants that.
    public func offerMore(
        anchor: Prompt.Anchor = .center, texts: Texts, choose: @MainActor () async -> Void
    ) async {
        guard await permissions.status(of: .photoLibrary) == .limited, !Task.isCancelled else { return }
        switch await presenter.show(.limitedLibrary(anchor: anchor, texts: texts)) {
        case .chooseMore: if !Task.isCancelled { await choose() }
        case .openSettings:
            if !Task.isCancelled, !(await presenter.openSettings(for: .photoLibrary)) {
                _ = await presenter.show(.howToTurnOn(.photoLibrary, texts: texts))
            }
        case .takePhoto, .recordVideo, .chooseFromLibrary, .retry, .delete, .ok, .cancel, nil: break
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
