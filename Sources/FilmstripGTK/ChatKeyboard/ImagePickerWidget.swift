import CGTK
public import Filmstrip
import Foundation

/// The image picker as a widget of GTK 4: action tiles, a live camera tile, and the newest pictures. To be put into any container of an app,
/// from whatever binding:
///
///     let picker = try ImagePickerWidget(library: library, permissions: permissions, session: session)
///     gtk_box_append(box, UnsafeMutablePointer(OpaquePointer(picker.widget)))
///     for await event in picker.events() { … }
///
/// `ImagePickerKeyboard` reveals it in place of a keyboard, `ImagePickerWindow` shows it in a window of its own.
///
/// Keep the object as long as the widget is there; when it goes, the camera is closed and nothing is loaded any more. Nothing is asked and
/// nothing is opened before the widget is first seen: then the photo library's permission, and the camera's when the camera tile comes into
/// sight. Main actor.
@MainActor public final class ImagePickerWidget {
    /// What it shows, and how things are chosen in code.
    public let model: ImagePickerModel
    var actionTiles = ImagePicker.TileFactories<ImagePickerModel.ActionTile.Action, any ImagePickerActionTile>()
    var cameraTiles = ImagePicker.TileFactories<Bool, any ImagePickerCameraTile>()
    var assetTiles = ImagePicker.TileFactories<MediaKind, any ImagePickerAssetTile>()
    var makeOverlay: (@MainActor (PermissionStatus) -> UnsafeMutableRawPointer?)?
    let root = Overlay()
    private let presenterGiven: (any Presenter)?
    private let cameras: GTKPresenter.Cameras?
    private let cover = Box(.vertical).styled("filmstrip-picker-cover")
    private let note: PickerMessage
    private let overlay: PickerMessage
    private let notice = NoticeView()
    private var look: LookSheet?
    private var grid: GridView?
    private var camera: CameraHost?
    /// What draws the camera tile: ours, or the app's.
    private var cameraTile: AnyObject?
    private var ownActions: [any ImagePickerActionTile] = []
    private var watches: [ObservationWatch] = []
    /// The pictures that are looked for first.
    private var opening: Task<Void, Never>?
    /// The screen that an action tile has opened: one at a time.
    private var acting: Task<Void, Never>?
    /// What was last done about what is missing.
    private var helping: Task<Void, Never>?
    /// The window of the picture that is looked at in full.
    private var looking: ViewerWindow?
    private var coveredBy: PermissionStatus?
    /// What shows screens and alerts above it now.
    private var presenting: [any Presenter] = []
    private var isOver = false

    /// A picker that shows a model.
    /// - Parameters:
    ///   - model: what it shows; not shown yet.
    ///   - cameras: makes the camera of the screen that the action tile opens; nil, the default, for none.
    ///   - presenter: shows camera, album browser and alerts; nil, the default, for one above the widget's window.
    public init(
        _ model: ImagePickerModel, cameras: GTKPresenter.Cameras? = nil, presenter: (any Presenter)? = nil
    ) {
        self.model = model
        self.cameras = cameras
        presenterGiven = presenter
        let relay = Weak<ImagePickerWidget>()
        note = PickerMessage(icon: "image-x-generic-symbolic") { [relay] in relay.value?.help($0) }
        overlay = PickerMessage(icon: "dialog-password-symbolic") { [relay] in relay.value?.help($0) }
        root.styled("filmstrip-picker")
        root.name = "image-picker"
        relay.value = self
        root.on("map") { [relay] in relay.value?.appear() }
        root.on("unmap") { [relay] in relay.value?.camera?.veil.insert(.gone) }
    }

    /// A picker over a library.
    /// - Parameters:
    ///   - library: where the pictures come from.
    ///   - permissions: what says whether library, camera and microphone may be used, and asks.
    ///   - session: the camera of the live tile; nil for no tile.
    ///   - configuration: layout, looks, mode, query; see there for the defaults.
    ///   - request: rules and badges; any number of any kind by default, with order numbers.
    ///   - texts: what the user reads; in the user's language by default.
    ///   - cameras: makes the camera of the screen that the action tile opens; nil, the default, for none.
    ///   - presenter: shows camera, album browser and alerts; nil, the default, for one above the widget's window.
    /// - Throws: `tooFewColumns`.
    public convenience init(
        library: any PhotoLibrary, permissions: any PermissionProvider, session: CameraSession? = nil,
        configuration: ImagePicker.Configuration = ImagePicker.Configuration(),
        request: ChoiceRequest = ChoiceRequest(rules: SelectionRules(maximum: nil), badges: .number),
        texts: Texts = .preferred(), cameras: GTKPresenter.Cameras? = nil, presenter: (any Presenter)? = nil
    ) throws(ImagePickerError) {
        self.init(
            try ImagePickerModel(
                library, permissions: permissions, session: session, configuration: configuration, request: request,
                texts: texts),
            cameras: cameras, presenter: presenter)
    }

    isolated deinit { close() }

    /// The `GtkWidget`, to be put into a container. Borrowed: it lives as long as this object or its container holds it.
    public var widget: UnsafeMutableRawPointer { root.raw }

    /// What happens from now on: assets chosen and taken out, captures, actions. Ends with the picker.
    public func events() -> AsyncStream<ImagePickerModel.Event> { model.events() }

    /// Lets the keyboard speak to the pictures.
    public func grabFocus() { grid?.grabFocus() }

    /// Closes the camera, and lets go of all pictures. It cannot be shown again.
    public func close() {
        isOver = true
        root.isTarget = false
        for watch in watches { watch.end() }
        for task in [opening, acting, helping] { task?.cancel() }
        watches = []
        // Nobody would answer what it shows.
        for presenter in presenting { presenter.dismiss() }
        camera?.veil.insert(.gone)
        camera = nil
        grid?.clear()
        (cameraTile as? CameraView)?.clear()
        model.closePager()
        looking?.close()
        (look, looking) = (nil, nil)
    }

    /// Whether a picture is shown in full.
    package var isLooking: Bool { looking != nil }

    /// Whether every tile that is seen has its picture.
    package var isFilled: Bool { grid?.isFilled ?? false }

    /// Whether it shows what there is to show.
    package var isSettled: Bool { model.grid.page == .assets ? isFilled : model.isOpen && model.grid.page != .loading }

    // MARK: Appearing

    private func appear() {
        guard grid == nil, !isOver else {
            camera?.veil.remove(.gone)
            return
        }
        build()
        let model = model
        opening = Task { [weak self] in
            if !model.isOpen { await model.open() }
            // The library's question comes first, and no two at once; without its answer the camera lies under an overlay.
            self?.followPage()
            self?.camera?.veil.remove(.opening)
        }
    }

    private func build() {
        Style.install(for: root)
        followDirection()
        actionTiles.fix()
        cameraTiles.fix()
        assetTiles.fix()
        look = LookSheet(for: root, model.appearance.sheet)
        let actions = model.actionTiles.enumerated().map { makeAction($1, at: $0) }
        makeCamera()
        let sections = PickerSections(model, actions: actions, camera: camera?.root, note: note.root)
        var furnishing = GridView.Furnishing(lead: sections, hasFooter: false)
        if MediaKind.allCases.contains(where: assetTiles.has) {
            furnishing.ownTile = { [weak self] kind in self?.assetTiles.tile(for: kind).flatMap { OwnAssetTile($0) } }
        }
        let grid = GridView(model.grid, furnishing)
        self.grid = grid
        grid.onLook = { [weak model] index in model?.openPager(at: index, movesByItself: Toolkit.movesByItself) }
        root.setChild(grid.root)
        cover.isVisible = false
        root.add(cover)
        root.add(notice.root)
        follow()
    }

    /// The layout runs as the widget does, unless the app has said that it runs from the right.
    private func followDirection() {
        if model.configuration.layout.isRightToLeft {
            gtk_widget_set_direction(root.widget, GTK_TEXT_DIR_RTL)
        } else if gtk_widget_get_direction(root.widget) == GTK_TEXT_DIR_RTL {
            do {
                try model.configure { $0.layout.isRightToLeft = true }
            } catch {
                // A model that is shown elsewhere already keeps its direction.
                gtk_widget_set_direction(root.widget, GTK_TEXT_DIR_LTR)
            }
        }
    }

    private func makeAction(_ action: ImagePickerModel.ActionTile, at index: Int) -> Widget {
        let content: Widget
        if let own = actionTiles.tile(for: action.id), let widget = ForeignWidget.hold(own.widget) {
            own.show(action)
            ownActions.append(own)
            content = widget
        } else {
            let label = Label(action.title, role: .decoration).styled("filmstrip-action-label")
            content = Box(.vertical, spacing: 6, [Icon(action.id.iconName, size: 26), label]).placed(.center, .center)
        }
        let button = Button(around: content, title: action.title).styled("filmstrip-action-tile")
        button.onClick { [weak self] in self?.act(at: index) }
        return button
    }

    private func makeCamera() {
        guard let tile = model.camera else { return }
        if let own = cameraTiles.tile(for: true), let widget = ForeignWidget.hold(own.widget) {
            cameraTile = own
            watches.append(observe { [weak own] in own?.show(tile) })
            camera = CameraHost(tile, in: widget)
        } else {
            let view = CameraView(tile, texts: model.choice.texts) { [weak self] action in
                if action == .openSettings { self?.help(.camera) }
            }
            cameraTile = view
            camera = CameraHost(tile, in: view.root)
        }
    }

    // MARK: Following

    private func follow() {
        watches += [
            observe { [weak self] in self?.followPage() }, observe { [weak self] in self?.followPager() },
            observe { [weak self] in
                guard let self else { return }
                notice.show(model.choice.notice?.toast.text)
            },
        ]
    }

    private func followPage() {
        let page = model.grid.page
        note.show(page == .loading || model.overlayStatus != nil ? nil : model.grid.pageContent, icon: page.iconName)
        let status = model.overlayStatus
        grid?.root.isTarget = status == nil
        grid?.root.isHiddenFromScreenReaders = status != nil
        if status == nil { camera?.veil.remove(.overlay) } else { camera?.veil.insert(.overlay) }
        cover.isVisible = status != nil
        if status != coveredBy { fillCover(status) }
        overlay.show(model.overlay)
    }

    private func followPager() {
        guard looking?.pager !== model.pager else { return }
        looking?.close()
        looking = nil
        guard let pager = model.pager else { return grabFocus() }
        let window = ViewerWindow(pager, thumbnails: model.grid.thumbnails, library: model.grid.library)
        if let below = gtk_widget_get_root(root.widget).flatMap({ WindowHandle(UnsafeMutableRawPointer($0)) }) {
            window.window.setParent(below)
        }
        looking = window
        window.present()
        Task { [weak model] in
            await window.closed()
            if model?.pager === pager { model?.closePager() }
        }
    }

    private func fillCover(_ status: PermissionStatus?) {
        coveredBy = status
        cover.removeAll()
        guard let status else { return }
        let own = makeOverlay?(status).flatMap { ForeignWidget.hold($0) }
        cover.append(own ?? overlay.root)
    }

    // MARK: Acting

    /// Where the widget stands now.
    private func presenter() -> any Presenter {
        if let presenterGiven { return presenterGiven }
        let window = gtk_widget_get_root(root.widget).map { UnsafeMutableRawPointer($0) }
        return GTKPresenter(
            on: window, library: model.grid.library, permissions: model.permissions, cameras: cameras,
            configuration: GTKPresenter.Configuration(texts: model.choice.texts))
    }

    /// Does something with screens and alerts above the widget, which go when it does.
    private func present(_ body: @escaping @MainActor (any Presenter) async -> Void) -> Task<Void, Never> {
        let presenter = presenter()
        presenting.append(presenter)
        return Task { [weak self] in
            await body(presenter)
            guard let self, let place = presenting.firstIndex(where: { $0 === presenter }) else { return }
            presenting.remove(at: place)
        }
    }

    private func act(at index: Int) {
        guard acting == nil, !isOver else { return }
        switch model.chooseAction(at: index) {
        case .camera: openCamera()
        case .photos: openAlbums()
        case nil: break
        }
    }

    /// The camera screen has the camera while it is there, and the tile waits.
    private func openCamera() {
        let (model, camera) = (model, camera)
        var request = CaptureRequest(recording: model.configuration.recording)
        switch model.configuration.mode {
        case .photo: break
        case .photoAndLivePhoto: request.allowedKinds.insert(.livePhoto)
        case .photoAndVideo: request.allowedKinds.insert(.video)
        }
        camera?.veil.insert(.screen)
        acting = present { [weak self, request] presenter in
            defer {
                camera?.veil.remove(.screen)
                self?.acting = nil
            }
            await model.camera?.disappear()
            do {
                let desk = PermissionDesk(permissions: model.permissions, presenter: presenter)
                guard try await desk.pass(.camera, texts: model.choice.texts).mayGoOn else { return }
                for media in try await presenter.capture(request) ?? [] { await model.take(media) }
            } catch let error as CameraError where error != .cancelled {
                model.choice.say(.cameraUnavailable(error, texts: model.choice.texts))
            } catch {
                // A question that the app itself makes impossible, or a camera that was closed from outside.
                return
            }
        }
    }

    private func openAlbums() {
        let model = model
        var request = model.choice.request
        request.preselected = model.selectedAssets.map(\.id)
        // What is chosen here is the library's own.
        request.takesFiles = false
        acting = present { [weak self, request] presenter in
            defer { self?.acting = nil }
            do throws(LibraryError) {
                guard let chosen = try await presenter.choose(request) else { return }
                await model.choose(only: chosen.map(\.id))
            } catch  where error != .cancelled {
                model.choice.say(.libraryUnavailable(texts: model.choice.texts))
            } catch {
                return
            }
        }
    }

    private func help(_ action: Prompt.Action.ID) {
        switch action {
        case .openSettings: help(.photoLibrary)
        case .retry:
            let grid = model.grid
            helping = Task {
                await grid.access?.ask()
                await grid.reload()
            }
        case .takePhoto, .chooseFromLibrary, .recordVideo, .chooseMore, .delete, .ok, .cancel: break
        }
    }

    /// Leads to the settings of a permission, and says how to turn it on where they cannot be opened.
    private func help(_ permission: Permission) {
        let texts = model.choice.texts
        helping = present { presenter in
            guard await !presenter.openSettings(for: permission) else { return }
            _ = await presenter.show(.howToTurnOn(permission, texts: texts))
        }
    }
}

extension ImagePickerModel.ActionTile.Action {
    /// The symbol of the icon theme that stands for it.
    fileprivate var iconName: String {
        switch self {
        case .camera: "camera-photo-symbolic"
        case .photos: "folder-pictures-symbolic"
        }
    }
}
