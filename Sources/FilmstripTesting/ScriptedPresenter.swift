public import Filmstrip

/// A presenter without a screen. It answers from a script, or stays open until a test gives the answer, and keeps a record of
/// all that it was asked to show.
///
/// A call takes the next answer of its queue. With an empty queue a prompt, camera or library is cancelled and an editor
/// changes nothing; with `staysOpen` it waits for `give…` or `dismiss()`.
@MainActor public final class ScriptedPresenter: MixingPresenter {
    /// Something that was asked for.
    public enum Call: Sendable {
        /// `waitUntilVisible()`.
        case place
        /// `show(_:)`.
        case prompt(Prompt)
        /// `notify(_:)`.
        case toast(Prompt.Toast)
        /// `capture(_:)`, with or without a way to the library.
        case camera(CaptureRequest)
        /// `choose(_:)`.
        case library(ChoiceRequest)
        /// `edit(_:as:)`.
        case editor(MediaFile, EditStyle)
        /// `openSettings(for:)`.
        case settings(Permission)
        /// `dismiss()`.
        case dismiss

        /// The name of the call alone, for comparing sequences.
        public var name: String {
            switch self {
            case .place: "place"
            case .prompt: "prompt"
            case .toast: "toast"
            case .camera: "camera"
            case .library: "library"
            case .editor: "editor"
            case .settings: "settings"
            case .dismiss: "dismiss"
            }
        }
    }

    /// Everything that was asked for, in order.
    public private(set) var calls: [Call] = []
    /// The place that there is; nil when it has gone for good.
    public var place: PresentationPlace? = PresentationPlace()
    /// The buttons that will be pressed, one a prompt. Nil dismisses.
    public var presses: [Prompt.Action.ID?] = []
    /// What the camera will give.
    public var captures: [Result<[CapturedMedia]?, CameraError>] = []
    /// What the user does on a camera screen with a way to the library, and what it gives then; once each.
    public var mixes: [@MainActor (LibraryDoor) async -> [AcquiredItem]?] = []
    /// What will be chosen among the assets of the library.
    public var choices: [Result<[AssetID]?, LibraryError>] = []
    /// What a system's picker will hand over, once; nil for a choice among the assets of the library.
    public var handedOver: [HandedItem]?
    /// What the editor will make of it.
    public var edits: [MediaFile?] = []
    /// Whether there are settings to open.
    public var opensSettings = true
    /// Whether a call without a scripted answer stays open.
    public var staysOpen = false
    /// Whether the place is not visible yet: waiting for it stays open until `becomeVisible()`.
    public var isHidden = false
    /// Is told of each call before it is answered.
    public var onCall: (@MainActor (Call) -> Void)?

    private var openPlace: Answer<PresentationPlace?>?
    private var openPrompt: Answer<Prompt.Action.ID?>?
    private var openCamera: Answer<Result<[CapturedMedia]?, CameraError>>?
    private var openLibrary: Answer<Result<[AssetID]?, LibraryError>>?
    private var openEditor: Answer<MediaFile?>?
    private var showWatchers: [Answer<Void>] = []
    private var watchers: [(name: String, count: Int, answer: Answer<Void>)] = []

    /// A presenter that cancels everything, until it is told otherwise.
    public init() {}

    /// The names of the calls, in order, without waiting for the place.
    public var shown: [String] { calls.map(\.name).filter { $0 != "place" } }

    /// The prompts that were shown, in order.
    public var prompts: [Prompt] { calls.compactMap { if case .prompt(let prompt) = $0 { prompt } else { nil } } }

    /// The notices that were shown, in order.
    public var toasts: [Prompt.Toast] { calls.compactMap { if case .toast(let toast) = $0 { toast } else { nil } } }

    /// The cameras that were asked for, in order.
    public var captureRequests: [CaptureRequest] {
        calls.compactMap { if case .camera(let request) = $0 { request } else { nil } }
    }

    /// The libraries that were asked for, in order.
    public var choiceRequests: [ChoiceRequest] {
        calls.compactMap { if case .library(let request) = $0 { request } else { nil } }
    }

    /// Waits until a call of that name was made so many times.
    public func waits(for name: String, count: Int = 1) async {
        guard calls.count(where: { $0.name == name }) < count else { return }
        let answer = Answer<Void>()
        watchers.append((name, count, answer))
        await answer.value
    }

    /// Whether a prompt, camera, library or editor is open.
    public var isShowing: Bool {
        [openPrompt?.isGiven, openCamera?.isGiven, openLibrary?.isGiven, openEditor?.isGiven].contains(false)
    }

    /// Waits until a prompt, camera, library or editor is open.
    public func waitUntilShowing() async {
        guard !isShowing else { return }
        let answer = Answer<Void>()
        showWatchers.append(answer)
        await answer.value
    }

    /// Presses a button of the open prompt, or dismisses it.
    /// - Returns: whether that counted: there was one, and nothing was pressed before.
    @discardableResult
    public func press(_ action: Prompt.Action.ID?) -> Bool { openPrompt?.give(action) ?? false }

    /// Ends the open camera.
    @discardableResult
    public func giveCapture(_ result: Result<[CapturedMedia]?, CameraError>) -> Bool {
        openCamera?.give(result) ?? false
    }

    /// Ends the open library.
    @discardableResult
    public func giveChoice(_ result: Result<[AssetID]?, LibraryError>) -> Bool { openLibrary?.give(result) ?? false }

    /// Ends the open editor.
    @discardableResult
    public func giveEdit(_ file: MediaFile?) -> Bool { openEditor?.give(file) ?? false }

    /// The screen appears.
    public func becomeVisible() {
        isHidden = false
        openPlace?.give(place)
    }

    /// The screen goes for good, with everything on it.
    public func close() {
        place = nil
        openPlace?.give(nil)
        cancelAll()
    }

    /// Notes the question, and answers at once unless the screen is hidden; then when it is shown, or dismissed.
    public func waitUntilVisible() async -> PresentationPlace? {
        record(.place)
        guard isHidden else { return place }
        let answer = Answer<PresentationPlace?>()
        openPlace = answer
        return await answer.value
    }

    /// Notes the prompt, and presses the next of `presses`; without one it is dismissed, or stays open if so wished.
    public func show(_ prompt: Prompt) async -> Prompt.Action.ID? {
        let answer = Answer<Prompt.Action.ID?>()
        openPrompt = answer
        record(.prompt(prompt))
        if !presses.isEmpty { answer.give(presses.removeFirst()) }
        if !staysOpen { answer.give(nil) }
        return await answer.value
    }

    /// Notes the notice.
    public func notify(_ toast: Prompt.Toast) {
        record(.toast(toast))
    }

    /// Notes the request, and answers with the next of `captures`; without one as cancelled, or stays open if so wished.
    public func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]? {
        let answer = Answer<Result<[CapturedMedia]?, CameraError>>()
        openCamera = answer
        record(.camera(request))
        if !captures.isEmpty { answer.give(captures.removeFirst()) }
        if !staysOpen { answer.give(.success(nil)) }
        return try await answer.value.get()
    }

    /// Notes the request, and answers with what is handed over, or the next of `choices`; without one as cancelled, or stays open.
    /// The next of `mixes`; else as the camera without the library.
    public func capture(
        _ request: CaptureRequest, beside library: LibraryDoor
    ) async throws(CameraError) -> [AcquiredItem]? {
        guard !mixes.isEmpty else { return try await capture(request)?.map(AcquiredItem.captured) }
        record(.camera(request))
        let mix = mixes.removeFirst()
        return await mix(library)
    }

    /// Answers with `handedOver`, else with the next of `choices`.
    public func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [ChosenItem]? {
        let answer = Answer<Result<[AssetID]?, LibraryError>>()
        openLibrary = answer
        record(.library(request))
        if let items = handedOver {
            handedOver = nil
            return items.map(ChosenItem.handedOver)
        }
        if !choices.isEmpty { answer.give(choices.removeFirst()) }
        if !staysOpen { answer.give(.success(nil)) }
        return try await answer.value.get()?.map(ChosenItem.asset)
    }

    /// Notes the request, and answers with the next of `edits`; without one nothing is edited, or the editor stays open.
    public func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile? {
        let answer = Answer<MediaFile?>()
        openEditor = answer
        record(.editor(file, style))
        if !edits.isEmpty { answer.give(edits.removeFirst()) }
        if !staysOpen { answer.give(nil) }
        return await answer.value
    }

    /// Notes the request; whether it could be done is `opensSettings`.
    public func openSettings(for permission: Permission) async -> Bool {
        record(.settings(permission))
        return opensSettings
    }

    /// Notes it, and closes what is open.
    public func dismiss() {
        record(.dismiss)
        openPlace?.give(nil)
        cancelAll()
    }

    private func cancelAll() {
        openPrompt?.give(nil)
        openCamera?.give(.success(nil))
        openLibrary?.give(.success(nil))
        openEditor?.give(nil)
    }

    private func record(_ call: Call) {
        calls.append(call)
        onCall?(call)
        let reached = watchers.filter { watcher in calls.count { $0.name == watcher.name } >= watcher.count }
        watchers.removeAll { watcher in reached.contains { $0.answer === watcher.answer } }
        for watcher in reached { watcher.answer.give(()) }
        guard isShowing else { return }
        for watcher in showWatchers { watcher.give(()) }
        showWatchers = []
    }
}
