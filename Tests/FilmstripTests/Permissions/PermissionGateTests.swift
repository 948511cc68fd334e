import Filmstrip
import Testing

@Suite struct PermissionGateTests {
    typealias Gate = PermissionGate

    /// Every event that there is, so that the table below is whole.
    static let events: [Gate.Event] =
        [.start, .cancel, .openedSettings(true), .openedSettings(false), .pressed(nil)]
        + PermissionStatus.allCases.flatMap { [.read($0), .answered($0)] }
        + Prompt.Action.ID.allCases.map { .pressed($0) }

    /// The way into each state.
    static let ways: [Gate.State: [Gate.Event]] = [
        .idle: [],
        .checking: [.start],
        .asking: [.start, .read(.notDetermined)],
        .offeringSettings: [.start, .read(.denied)],
        .openingSettings: [.start, .read(.denied), .pressed(.openSettings)],
        .sayingHow: [.start, .read(.denied), .pressed(.openSettings), .openedSettings(false)],
        .sayingRestricted: [.start, .read(.restricted)],
        .allowed: [.start, .read(.authorized)],
        .allowedInPart: [.start, .read(.limited)],
        .refused: [.start, .read(.notDetermined), .answered(.denied)],
        .denied: [.start, .read(.denied), .pressed(.cancel)],
        .restricted: [.start, .read(.restricted), .pressed(.ok)],
        .cancelled: [.cancel],
    ]

    /// What must come of an event, written by hand; what is not named changes nothing.
    static func expected(_ state: Gate.State, _ event: Gate.Event) -> (Gate.State, Gate.Action) {
        switch (state, event) {
        case (.idle, .start): (.checking, .readStatus)
        case (.checking, .read(.notDetermined)): (.asking, .ask)
        case (.checking, .read(.denied)): (.offeringSettings, .offerSettings)
        case (.checking, .read(.restricted)): (.sayingRestricted, .sayRestricted)
        case (.checking, .read(.authorized)): (.allowed, .finish(.allowed))
        case (.checking, .read(.limited)): (.allowedInPart, .finish(.allowedInPart))
        case (.asking, .answered(.authorized)): (.allowed, .finish(.allowed))
        case (.asking, .answered(.limited)): (.allowedInPart, .finish(.allowedInPart))
        case (.asking, .answered): (.refused, .finish(.refused))
        case (.offeringSettings, .pressed(.openSettings)): (.openingSettings, .openSettings)
        case (.offeringSettings, .pressed): (.denied, .finish(.denied))
        case (.openingSettings, .openedSettings(true)): (.denied, .finish(.denied))
        case (.openingSettings, .openedSettings(false)): (.sayingHow, .sayHow)
        case (.sayingHow, .pressed): (.denied, .finish(.denied))
        case (.sayingRestricted, .pressed): (.restricted, .finish(.restricted))
        case (_, .cancel) where !ended.contains(state): (.cancelled, .finish(.cancelled))
        default: (state, .none)
        }
    }

    static let ended: Set<Gate.State> = [.allowed, .allowedInPart, .refused, .denied, .restricted, .cancelled]

    private func gate(in state: Gate.State) throws -> Gate {
        var gate = Gate()
        for event in try #require(Self.ways[state]) { _ = gate.handle(event) }
        #expect(gate.state == state)
        return gate
    }

    @Test(arguments: Gate.State.allCases)
    func `1.2 each event in each state does what the table says`(_ state: Gate.State) throws {
        for event in Self.events {
            var gate = try gate(in: state)
            let action = gate.handle(event)
            let (next, expectedAction) = Self.expected(state, event)
            #expect(gate.state == next, "\(event) in \(state)")
            #expect(action == expectedAction, "\(event) in \(state)")
        }
    }

    @Test func `1.2 the system's question is asked only where nobody asked before`() throws {
        for state in Gate.State.allCases {
            for event in Self.events {
                var gate = try gate(in: state)
                let asks = gate.handle(event) == .ask
                #expect(asks == (state == .checking && event == .read(.notDetermined)))
            }
        }
    }

    @Test func `1.3 a restriction never leads to the settings`() throws {
        var gate = try gate(in: .sayingRestricted)
        #expect(gate.handle(.pressed(.openSettings)) == .finish(.restricted))
    }

    @Test(arguments: Gate.State.allCases)
    func `1.7 the end is told once, and nothing after it counts`(_ state: Gate.State) throws {
        guard Self.ended.contains(state) else { return }
        var gate = try gate(in: state)
        for event in Self.events {
            #expect(gate.handle(event) == .none)
            #expect(gate.state == state)
        }
    }

    @Test func `only allowed, in whole or in part, lets the action go on`() {
        let going = Gate.Outcome.allCases.filter(\.mayGoOn)
        #expect(going == [.allowed, .allowedInPart])
    }
}
