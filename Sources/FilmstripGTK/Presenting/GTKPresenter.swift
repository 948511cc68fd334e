public import Filmstrip

/// Shows the core's screens as windows of GTK 4: alerts, the source sheet, notices, the album browser, the camera, and
/// the editors.
///
/// Main actor. GTK must have been initialised, and `MainLoop.bridge()` be kept, or nothing of this ever runs.
@MainActor public final class GTKPresenter: Presenter {
    /// How the windows behave. Every field has a default.
    public struct Configuration: Sendable {
        /// Columns of the grid, however wide the window; nil, the default, for as many as suit it.
        public var columns: Int?
        /// What the user reads; in the user's language by default.
        public var texts: Texts
        /// A window of another program to stand above: `x11:XID` in hexadecimal, or `wayland:HANDLE`; nil by default.
        public var parentHandle: String?
        /// What shows and makes what is edited: on Linux a `FileEditor`. Nil, the default, for no editing: all stays as it is.
        public var editor: (any EditorBackend)?
        /// Opens the system's settings at a permission, and says whether that could be done; nil where there are none.
        public var openSettings: (@MainActor @Sendable (Permission) async -> Bool)?
        /// The app's own colours of the album browser; the theme's by default.
        public var appearance = Appearance()
        /// How photos are taken; JPEG by default. The flash is the request's and the user's.
        public var photo = PhotoSettings()
        /// Where the user's liking of the camera screen is kept; nil, the default, for nowhere.
        public var cameraSettings: CameraSettingsStore?
        /// What finds codes in the picture of the camera screen; nil, the default, for nothing. On Linux a `ZBarCodeReader`.
        public var codeReader: (any CodeReader)?
        /// Opens an address of the web that a code had and the user pressed; nil, the default, for the desktop's own way.
        public var openLink: (@MainActor @Sendable (String) -> Void)?
        /// What lies over an embedded camera; nil, the default, for a cross-hair and a button that takes the photo.
        public var cameraOverlay: CameraOverlay?
        /// What notices of the browser, and those in windows of their own, wait on.
        package var clock: any Clock<Duration> = ContinuousClock()

        /// The defaults.
        public init(
            columns: Int? = nil, texts: Texts = .preferred(), parentHandle: String? = nil,
            editor: (any EditorBackend)? = nil,
            openSettings: (@MainActor @Sendable (Permission) async -> Bool)? = nil
        ) {
            self.columns = columns
            self.texts = texts
            self.parentHandle = parentHandle
            self.editor = editor
            self.openSettings = openSettings
        }
    }

    let parent: WindowHandle?
    private let hasParent: Bool
    let library: any PhotoLibrary
    let permissions: any PermissionProvider
    let cameras: Cameras?
    let configuration: Configuration
    /// The album browser that is shown.
    package private(set) var browser: AlbumBrowser?
    /// The editor that is shown.
    package private(set) var editor: (any EditorScreen)?
    /// The camera screen that is shown.
    package private(set) var camera: CameraScreen?
    /// The embedded camera that is shown.
    var embedded: EmbeddedCamera?
    /// The viewer that is shown.
    package var viewer: ViewerWindow?
    private var prompt: PromptWindow?
    private var notice: NoticeWindow?
    /// Whether a notice is shown in a window of its own.
    package var isSaying: Bool { notice != nil }
    private var waiting: [Answer<Bool>] = []
    /// How often all was taken away: what was on its way then is not shown.
    private(set) var dismissals = 0

    /// - Parameters:
    ///   - window: the app's `GtkWindow`, held weakly; nil to stand alone.
    ///   - library: what the album browser shows.
    ///   - permissions: what says whether the library may be seen, and the cameras be used.
    ///   - cameras: makes the cameras of a visit; nil where there are none.
    public init(
        on window: UnsafeMutableRawPointer?, library: any PhotoLibrary, permissions: any PermissionProvider,
        cameras: Cameras? = nil, configuration: Configuration = Configuration()
    ) {
        parent = window.flatMap { WindowHandle($0) }
        hasParent = window != nil
        self.library = library
        self.permissions = permissions
        self.cameras = cameras
        self.configuration = configuration
    }

    /// Waits until the app's window is shown; nil when it goes before that.
    public func waitUntilVisible() async -> PresentationPlace? {
        guard hasParent else { return PresentationPlace() }
        guard let parent, parent.window != nil else { return nil }
        if parent.isMapped { return PresentationPlace() }
        let answer = Answer<Bool>()
        waiting.append(answer)
        let signals = Self.listen(to: parent, answer)
        let isThere = await answer.value
        // The window is the app's, and may live much longer.
        for signal in signals { parent.widget?.disconnect(signal) }
        waiting.removeAll { $0 === answer }
        return isThere ? PresentationPlace() : nil
    }

    /// Not where it is waited: who holds a window would keep it from going.
    private static func listen(to parent: WindowHandle, _ answer: Answer<Bool>) -> [ObjectReference.Connection] {
        guard let window = parent.widget else { return [] }
        return [
            window.on("map") { [weak answer] in answer?.give(true) },
            window.on("destroy") { [weak answer] in answer?.give(false) },
        ]
    }

    /// Shows an alert or a sheet above the window; nil when it is closed without an answer, and for a task that is cancelled.
    public func show(_ prompt: Prompt) async -> Prompt.Action.ID? {
        guard !Task.isCancelled else { return nil }
        let window = PromptWindow(prompt, parent: top, handle: configuration.parentHandle)
        self.prompt = window
        defer { if self.prompt === window { self.prompt = nil } }
        return await window.run()
    }

    /// Says it in the screen of ours that is open, else in a small window that goes by itself.
    public func notify(_ toast: Prompt.Toast) {
        if let browser { return browser.choice.say(toast) }
        if let camera { return camera.say(toast) }
        notice?.close()
        notice = NoticeWindow(toast, parent: parent, clock: configuration.clock) { [weak self] gone in
            if self?.notice === gone { self?.notice = nil }
        }
    }

    /// Shows the album browser; nil when it is cancelled, by whatever means.
    public func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [ChosenItem]? {
        var grid = AssetGridModel.Configuration()
        grid.isRightToLeft = Toolkit.isRightToLeft
        // A line of text, and the room around it.
        grid.headingLength = max(grid.headingLength, (16 + 24 * Toolkit.textScale).rounded())
        if let columns = configuration.columns {
            grid.density = GridDensity(portraitColumns: columns, landscapeColumns: columns, largestCell: 10_000)
        }
        let browser = AlbumBrowser(
            request,
            connections: AlbumBrowser.Connections(
                library: library, permissions: permissions,
                openSettings: { [weak self] permission in await self?.openSettings(for: permission) ?? false },
                clock: configuration.clock),
            configuration: grid, appearance: configuration.appearance, texts: configuration.texts)
        if let top { browser.window.setParent(top) }
        // Without a parent that can be found the window stands alone, and can be used all the same.
        if camera == nil, let handle = configuration.parentHandle { _ = browser.window.setParent(handle: handle) }
        self.browser = browser
        defer { if self.browser === browser { self.browser = nil } }
        return await browser.run()
    }

    /// Shows the editor for that style; nil when nothing was edited.
    public func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile? {
        guard let backend = configuration.editor else { return nil }
        let result: EditorResult
        switch style {
        case .trim(let longest):
            guard file.contentType.isVideo else { return nil }
            let screen = TrimEditor(file, longest: longest, backend: backend, texts: configuration.texts)
            result = await show(screen, screen.frame) { await screen.run() }
        case .square, .free:
            guard !file.contentType.isVideo else { return nil }
            let screen = CropEditor(file, style: style, backend: backend, texts: configuration.texts)
            result = await show(screen, screen.frame) { await screen.run() }
        }
        switch result {
        case .edited(let file): return file
        case .unchanged: return nil
        case .failed:
            // The original is handed over where there is no crop, and the user reads why.
            notify(Prompt.Toast(text: configuration.texts.editing.failed))
            return nil
        }
    }

    private func show(
        _ screen: any EditorScreen, _ frame: EditorWindow, _ run: @MainActor () async -> EditorResult
    ) async -> EditorResult {
        frame.stand(above: parent, handle: configuration.parentHandle)
        editor = screen
        defer { if editor === screen { editor = nil } }
        return await run()
    }

    /// Opens the desktop's settings through the configuration; false where there is nothing that could.
    public func openSettings(for permission: Permission) async -> Bool {
        await configuration.openSettings?(permission) ?? false
    }

    /// Takes away all that is shown; each visit ends as cancelled.
    public func dismiss() {
        dismissals += 1
        for answer in waiting { answer.give(false) }
        prompt?.dismiss()
        browser?.close()
        editor?.close()
        camera?.close()
        embedded?.close()
        viewer?.close()
        notice?.close()
    }

    /// What the next window stands above: the camera's while that is shown.
    private var top: WindowHandle? { camera.flatMap { WindowHandle($0.window) } ?? parent }

    /// Places a camera screen above what the presenter stands on, and knows of it.
    func show(_ screen: CameraScreen) {
        if let parent { screen.window.setParent(parent) }
        // Without a parent that can be found the window stands alone, and can be used all the same.
        if let handle = configuration.parentHandle { _ = screen.window.setParent(handle: handle) }
        camera = screen
    }

    func forget(_ screen: CameraScreen) { if camera === screen { camera = nil } }
}
