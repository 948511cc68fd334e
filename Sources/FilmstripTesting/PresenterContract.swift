public import Filmstrip

/// What every presenter promises.
public enum PresenterContract {
    /// A fresh presenter on a visible place, and the hands of a user.
    public struct Subject: Sendable {
        /// The presenter.
        public var presenter: any Presenter
        /// Presses a button of the prompt on the screen, once it is there.
        public var press: @MainActor @Sendable (Prompt.Action.ID) async throws -> Void
        /// Takes away what is on the screen as a user does (swipe, Escape, window button), once it is there.
        public var swipeAway: @MainActor @Sendable () async throws -> Void
        /// Waits until something is on the screen.
        public var waitUntilShown: @MainActor @Sendable () async throws -> Void

        /// A presenter and its user.
        public init(
            presenter: any Presenter,
            press: @escaping @MainActor @Sendable (Prompt.Action.ID) async throws -> Void,
            swipeAway: @escaping @MainActor @Sendable () async throws -> Void,
            waitUntilShown: @escaping @MainActor @Sendable () async throws -> Void
        ) {
            self.presenter = presenter
            self.press = press
            self.swipeAway = swipeAway
            self.waitUntilShown = waitUntilShown
        }
    }

    /// The laws, each for a fresh subject.
    public static let laws: [ContractLaw<Subject>] = [
        ContractLaw("a visible place is there at once") { subject in
            let place = await subject.presenter.waitUntilVisible()
            try ContractViolation.unless(place != nil, "there is a place")
        },
        ContractLaw("a prompt is answered by the button that was pressed") { subject in
            let answer = try await answer(subject, alert) { try await subject.press(.ok) }
            try ContractViolation.unless(answer == .ok, "the answer is OK, not \(String(describing: answer))")
        },
        ContractLaw("an action sheet is answered in the same way") { subject in
            let answer = try await answer(subject, sheet) { try await subject.press(.takePhoto) }
            try ContractViolation.unless(answer == .takePhoto, "the answer is the row that was pressed")
        },
        ContractLaw("a prompt that is swiped away ends as cancelled") { subject in
            let answer = try await answer(subject, sheet) { try await subject.swipeAway() }
            try ContractViolation.unless(answer == nil || answer == .cancel, "swiped away is cancelled")
        },
        ContractLaw("dismiss ends an open prompt as cancelled, and the next one can be shown") { subject in
            let first = try await answer(subject, alert) { @MainActor in subject.presenter.dismiss() }
            try ContractViolation.unless(first == nil, "dismissed is cancelled")
            let second = try await answer(subject, alert) { try await subject.press(.ok) }
            try ContractViolation.unless(second == .ok, "the next prompt works")
        },
        ContractLaw("dismiss with nothing shown does nothing") { subject in
            await subject.presenter.dismiss()
            let place = await subject.presenter.waitUntilVisible()
            try ContractViolation.unless(place != nil, "the place is still there")
        },
        ContractLaw("dismiss ends an open library as cancelled") { subject in
            async let chosen = subject.presenter.choose(ChoiceRequest())
            try await subject.waitUntilShown()
            await subject.presenter.dismiss()
            let answer = try await chosen
            try ContractViolation.unless(answer == nil, "nothing was chosen")
        },
        ContractLaw("dismiss ends an open camera as cancelled") { subject in
            async let taken = subject.presenter.capture(CaptureRequest())
            try await subject.waitUntilShown()
            await subject.presenter.dismiss()
            let answer = try await taken
            try ContractViolation.unless(answer == nil, "nothing was taken")
        },
        ContractLaw("a notice returns at once and stands in nobody's way") { subject in
            await subject.presenter.notify(Prompt.Toast(text: "Notice"))
            let answer = try await answer(subject, alert) { try await subject.press(.ok) }
            try ContractViolation.unless(answer == .ok, "a prompt can be answered beside a notice")
        },
    ]

    private static let alert = Prompt(
        style: .alert, title: "Title", message: "Message",
        actions: [.init(id: .cancel, title: "Cancel", role: .cancel), .init(id: .ok, title: "OK")])
    private static let sheet = Prompt.sources(texts: .english)

    /// Shows a prompt, does something to it, and waits for its answer.
    private static func answer(
        _ subject: Subject, _ prompt: Prompt, after action: @MainActor @Sendable () async throws -> Void
    ) async throws -> Prompt.Action.ID? {
        async let answer = subject.presenter.show(prompt)
        try await subject.waitUntilShown()
        try await action()
        return await answer
    }
}
