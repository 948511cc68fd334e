import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct ImagePickerModelTests {
    private func picker(
        _ library: some PhotoLibrary = ShelfLibrary(count: 40),
        permissions: ScriptedPermissions = ScriptedPermissions(),
        fixture: SessionFixture? = nil,
        as configuration: ImagePicker.Configuration = ImagePicker.Configuration(),
        texts: Texts = .english
    ) throws -> ImagePickerModel {
        try ImagePickerModel(
            library, permissions: permissions, session: fixture?.session, configuration: configuration, texts: texts,
            clock: ManualClock())
    }

    private func events(_ events: AsyncStream<ImagePickerModel.Event>, _ count: Int) async -> [String] {
        var told: [String] = []
        for await event in events.prefix(count) {
            switch event {
            case .selected(let asset): told.append("+\(asset.id)")
            case .deselected(let id): told.append("-\(id)")
            case .taken(let media, let saving): told.append("\(media.kind.rawValue) \(saving)")
            case .action(let index): told.append("action \(index)")
            }
        }
        return told
    }

    // MARK: Sections

    @Test func `3.3 actions, camera, assets, in this order`() throws {
        let picker = try picker(fixture: SessionFixture())
        let actions = [
            ImagePickerModel.ActionTile(id: .camera, title: "Camera"), .init(id: .photos, title: "Photos"),
        ]
        #expect(picker.sections == [.actions(actions), .camera, .assets])
        #expect(try self.picker(texts: .traditionalChinese).actionTiles.map(\.title) == ["相機", "相片"])
    }

    @Test func `3.3 a section that is off closes up, and an action's index is its place on the screen`() throws {
        var configuration = ImagePicker.Configuration()
        configuration.layout.showsCameraAction = false
        configuration.layout.showsCamera = false
        let picker = try picker(fixture: SessionFixture(), as: configuration)
        #expect(picker.sections == [.actions([.init(id: .photos, title: "Photos")]), .assets])
        #expect(picker.chooseAction(at: 0) == .photos)
        #expect(picker.chooseAction(at: 1) == nil)
        configuration.layout.showsPhotosAction = false
        #expect(try self.picker(as: configuration).sections == [.assets])
    }

    @Test func `3.3 the app may take the event of an action`() async throws {
        let picker = try picker()
        let events = picker.events()
        picker.onAction = { $0 == 0 }
        #expect(picker.chooseAction(at: 0) == nil)
        #expect(picker.chooseAction(at: 1) == .photos)
        #expect(await self.events(events, 2) == ["action 0", "action 1"])
    }

    @Test func `3.5 the asset section is there with an empty library too`() async throws {
        let picker = try picker(ShelfLibrary())
        await picker.open()
        #expect(picker.sections.last == .assets)
        #expect(picker.grid.page == .empty)
        #expect(picker.overlay == nil)
    }

    // MARK: Configuration

    @Test func `3.5 fewer than one tile a line is a typed error`() throws {
        var configuration = ImagePicker.Configuration()
        configuration.layout.columns = 0
        #expect(throws: ImagePickerError.tooFewColumns(0)) { try self.picker(as: configuration) }
        let picker = try picker()
        #expect(throws: ImagePickerError.tooFewColumns(-1)) { try picker.configure { $0.layout.columns = -1 } }
        #expect(picker.configuration.layout.columns == 2)
    }

    @Test func `3.1 what is configured after it showed is a typed error`() async throws {
        let picker = try picker()
        try picker.configure { $0.layout.columns = 3 }
        picker.resize(to: CGSize(width: 500, height: 302))
        #expect(picker.grid.geometry.lanes == 3)
        await picker.open()
        #expect(throws: ImagePickerError.alreadyShown) { try picker.configure { $0.layout.columns = 1 } }
        #expect(picker.configuration.layout.columns == 3)
    }

    @Test(
        arguments: [
            (1000, 400), (500, 240), (601, 240), (2000, 800), (100, 100), (0, 240), (.nan, 240), (-3, 240),
        ] as [(Double, Double)])
    func `3.1 in place of a keyboard it is 40 percent of the window, at least 240`(_ window: Double, _ height: Double) {
        #expect(ImagePicker.keyboardHeight(windowHeight: window) == height)
    }

    @Test func `3.7 a picker's own looks win over the general ones, field by field`() throws {
        let general = ImagePicker.defaultAppearance
        defer { ImagePicker.defaultAppearance = general }
        let (red, blue) = (ImagePicker.Color(red: 1, green: 0, blue: 0), ImagePicker.Color(red: 0, green: 0, blue: 2))
        ImagePicker.defaultAppearance = ImagePicker.Appearance(background: red, cornerRadius: 4)
        var configuration = ImagePicker.Configuration()
        configuration.appearance = ImagePicker.Appearance(background: blue, labelFont: .init(size: 12))
        let picker = try picker(as: configuration)
        #expect(picker.appearance.background == blue)
        #expect(picker.appearance.cornerRadius == 4)
        #expect(picker.appearance.labelFont == ImagePicker.Font(size: 12))
        #expect(picker.appearance.tint == nil)
        // Read when a picker is made, and not later.
        ImagePicker.defaultAppearance = ImagePicker.Appearance(cornerRadius: 9)
        #expect(picker.appearance.cornerRadius == 4)
        try picker.configure { $0.appearance.tint = red }
        #expect(picker.appearance.cornerRadius == 4)
        #expect(picker.appearance.tint == red)
        #expect(try self.picker().appearance.cornerRadius == 9)
    }

    @Test func `3.7 odd colours and fonts are moved inside`() {
        let color = ImagePicker.Color(red: -1, green: .nan, blue: 7, alpha: 0.5)
        #expect(color == ImagePicker.Color(red: 0, green: 0, blue: 1, alpha: 0.5))
        #expect(ImagePicker.Font(size: -3).size == 13)
    }

    // MARK: Assets

    @Test func `3.8 without a query all of Recents is shown, newest first`() async throws {
        let library = ShelfLibrary(count: 1500)
        let picker = try picker(library)
        await picker.open()
        #expect(picker.grid.count == 1500)
        #expect(library.fetches.last == AssetQuery())
        #expect(picker.grid.asset(at: 0)?.id == "0")
    }

    @Test func `3.8 the app may give the query, and one that answers nothing falls back`() async throws {
        let library = ShelfLibrary(count: 10)
        library.state.withLock { $0.assets.append(.dated("l", day: 3, .livePhoto)) }
        var configuration = ImagePicker.Configuration()
        configuration.query = { AssetQuery(kinds: [.livePhoto]) }
        let picker = try picker(library, as: configuration)
        await picker.open()
        #expect(picker.grid.count == 1)
        configuration.query = { nil }
        let fallback = try self.picker(library, as: configuration)
        await fallback.open()
        #expect(fallback.grid.count == 11)
    }

    @Test func `3.8 a limit may be set`() async throws {
        var configuration = ImagePicker.Configuration()
        configuration.limit = 12
        let picker = try picker(as: configuration)
        await picker.open()
        #expect(picker.grid.count == 12)
        #expect(picker.grid.asset(at: 11)?.id == "11")
    }

    @Test func `3.12 the app's query is asked anew after a change`() async throws {
        let library = ShelfLibrary(count: 10)
        let name = Locked("IMG_")
        var configuration = ImagePicker.Configuration()
        configuration.query = { AssetQuery(nameContains: name.withLock { $0 }) }
        let picker = try picker(library, as: configuration)
        await picker.open()
        #expect(picker.grid.count == 10)
        name.withLock { $0 = "IMG_7" }
        library.remove("0")
        await until { picker.grid.count == 1 }
        #expect(picker.grid.asset(at: 0)?.id == "7")
    }

    // MARK: Permissions

    @Test func `3.11 permissions are asked when they are needed first, and not before`() async throws {
        let permissions = ScriptedPermissions([
            .photoLibrary: .notDetermined, .camera: .notDetermined, .microphone: .notDetermined,
        ])
        let fixture = SessionFixture(permissions: permissions)
        var configuration = ImagePicker.Configuration()
        configuration.mode = .photoAndVideo
        let picker = try picker(permissions: permissions, fixture: fixture, as: configuration)
        #expect(permissions.asked.isEmpty)
        await picker.open()
        #expect(permissions.asked == [.photoLibrary])
        #expect(picker.grid.page == .assets)
        await picker.camera?.appear()
        #expect(permissions.asked == [.photoLibrary, .camera])
        await picker.camera?.toggleRecording()
        #expect(permissions.asked == [.photoLibrary, .camera, .microphone])
        await picker.camera?.disappear()
    }

    @Test func `3.4 without a camera tile the camera permission is never asked`() async throws {
        let permissions = ScriptedPermissions([.camera: .notDetermined])
        var configuration = ImagePicker.Configuration()
        configuration.layout.showsCamera = false
        let picker = try picker(
            permissions: permissions, fixture: SessionFixture(permissions: permissions), as: configuration)
        await picker.open()
        #expect(picker.camera == nil)
        #expect(permissions.asked.isEmpty)
        #expect(!permissions.reads.contains(.camera))
    }

    @Test(arguments: [PermissionStatus.denied, .restricted])
    func `3.9 without permission an overlay lies over the tiles`(_ status: PermissionStatus) async throws {
        let permissions = ScriptedPermissions([.photoLibrary: status])
        let picker = try picker(permissions: permissions)
        await picker.open()
        #expect(picker.overlayStatus == status)
        #expect(picker.overlay?.action?.id == (status == .denied ? .openSettings : nil))
        #expect(picker.overlay?.title.isEmpty == false)
        permissions.set(.photoLibrary, to: .authorized)
        await until { picker.overlayStatus == nil }
        #expect(picker.overlay == nil)
        await until { picker.grid.count == 40 }
    }

    // MARK: Choosing in code

    @Test func `3.10 choosing in code, with events in order`() async throws {
        let picker = try picker()
        let events = picker.events()
        await picker.open()
        try await picker.select(at: 3)
        try await picker.select(at: 1)
        await picker.grid.tap(at: 5)
        try await picker.deselect(at: 3)
        try await picker.deselect(at: 3)
        #expect(picker.selectedAssets.map(\.id) == ["1", "5"])
        picker.deselectAll()
        #expect(await self.events(events, 6) == ["+3", "+1", "+5", "-3", "-1", "-5"])
    }

    @Test func `3.10 assets at places, and places outside`() async throws {
        let picker = try picker(ShelfLibrary(count: 100))
        await picker.open()
        #expect(await picker.asset(at: 99)?.id == "99")
        #expect(await picker.asset(at: 100) == nil)
        #expect(await picker.asset(at: -1) == nil)
        #expect(await picker.assets(at: [0, 1, 50, 200]).map(\.id) == ["0", "1", "50"])
        await #expect(throws: ImagePickerError.noSuchPlace(100)) { try await picker.select(at: 100) }
        await #expect(throws: ImagePickerError.noSuchPlace(-1)) { try await picker.deselect(at: -1) }
    }

    @Test func `3.10 a choice in code may scroll to its tile, and is refused by the same rules`() async throws {
        let picker = try ImagePickerModel(
            ShelfLibrary(count: 100), permissions: ScriptedPermissions(),
            request: ChoiceRequest(rules: SelectionRules(maximum: 2)), texts: .english, clock: ManualClock())
        await picker.open()
        picker.resize(to: CGSize(width: 300, height: 201))
        try await picker.select(at: 80, scrolling: true, animated: true)
        #expect(picker.grid.scrollTarget?.index == 80)
        #expect(picker.grid.scrollTarget?.isAnimated == true)
        try await picker.select(at: 0)
        await #expect(throws: ImagePickerError.refused(.limitReached(2))) { try await picker.select(at: 1) }
        #expect(picker.selectedAssets.map(\.id) == ["80", "0"])
    }

    @Test func `3.10 with a maximum of 1 a tap swaps, and the picker stays open`() async throws {
        let picker = try ImagePickerModel(
            ShelfLibrary(count: 9), permissions: ScriptedPermissions(), request: ChoiceRequest(), texts: .english,
            clock: ManualClock())
        await picker.open()
        await picker.grid.tap(at: 0)
        await picker.grid.tap(at: 1)
        #expect(picker.selectedAssets.map(\.id) == ["1"])
        #expect(picker.choice.outcome == nil)
    }

    @Test func `3.10 what an album browser answers is chosen instead, in its order`() async throws {
        let picker = try picker()
        let events = picker.events()
        await picker.open()
        try await picker.select(at: 3)
        try await picker.select(at: 1)
        await picker.choose(only: ["7", "1", "gone", "2"])
        #expect(picker.selectedAssets.map(\.id) == ["7", "1", "2"])
        #expect(await self.events(events, 5) == ["+3", "+1", "-3", "+7", "+2"])
        await picker.choose(only: [])
        #expect(picker.selectedAssets.isEmpty)
    }

    @Test func `3.12 a removed asset is told as taken out`() async throws {
        let library = ShelfLibrary(count: 9)
        let picker = try picker(library)
        let events = picker.events()
        await picker.open()
        try await picker.select(at: 2)
        library.remove("2")
        #expect(await self.events(events, 2) == ["+2", "-2"])
        #expect(picker.selectedAssets.isEmpty)
    }

    // MARK: Captures

    @Test func `3.2 every capture is handed to the app, and saved only if asked`() async throws {
        let library = ShelfLibrary(count: 3)
        let fixture = SessionFixture()
        let picker = try picker(library, fixture: fixture)
        let events = picker.events()
        await picker.open()
        await picker.camera?.appear()
        await picker.camera?.takePhoto()
        #expect(await self.events(events, 1) == ["photo notAsked"])
        #expect(picker.selectedAssets.isEmpty)
        #expect(library.state.withLock { $0.assets.count } == 3)
        await picker.camera?.disappear()
    }

    @Test func `3.3 what a camera screen took is handed over as what the tile takes`() async throws {
        let library = ShelfLibrary(count: 3)
        var configuration = ImagePicker.Configuration()
        configuration.saving = .recents
        let (picker, fixture) = (try picker(library, as: configuration), SessionFixture())
        let events = picker.events()
        await picker.open()
        try await fixture.session.start()
        await picker.take(.photo(try await fixture.session.capturePhoto(PhotoSettings())))
        await fixture.session.stop()
        #expect(await self.events(events, 1).first?.hasPrefix("photo saved") == true)
    }

    @Test func `3.2 a capture that is saved shows in the grid`() async throws {
        let library = ShelfLibrary(count: 3)
        var configuration = ImagePicker.Configuration()
        configuration.saving = .recents
        let picker = try picker(library, fixture: SessionFixture(), as: configuration)
        let events = picker.events()
        await picker.open()
        await picker.camera?.appear()
        await picker.camera?.takePhoto()
        #expect(await self.events(events, 1).first?.hasPrefix("photo saved") == true)
        await until { picker.grid.count == 4 }
        #expect(picker.grid.asset(at: 0)?.id == "added-3")
        await picker.camera?.disappear()
    }

    @Test func `4.11 the picker goes with its screen`() async throws {
        let library = ShelfLibrary(count: 9)
        weak var gone: ImagePickerModel?
        do {
            var configuration = ImagePicker.Configuration()
            configuration.query = { nil }
            let picker = try picker(library, fixture: SessionFixture(), as: configuration)
            await picker.open()
            await picker.camera?.appear()
            await picker.camera?.disappear()
            gone = picker
        }
        await until { library.listeners == 0 }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }
}

@Suite struct ImagePickerGeometryTests {
    private func geometry(_ width: Double, _ height: Double, _ change: (inout ImagePicker.Layout) -> Void = { _ in })
        -> ImagePickerGeometry
    {
        var layout = ImagePicker.Layout()
        change(&layout)
        return ImagePickerGeometry(layout, view: CGSize(width: width, height: height))
    }

    @Test func `3.6 sideways, with 1 between tiles, 1 after the actions and 10 after the camera`() {
        let geometry = geometry(400, 424)
        // Wider, it would leave no room for pictures.
        #expect(ImagePicker.Layout().spacing == 1)
        #expect(ImagePicker.Layout().columns == 2)
        #expect(geometry.actionLength == 100)
        #expect(geometry.cameraStart == 101)
        #expect(geometry.cameraLength == 149)
        #expect(geometry.assetStart == 260)
        #expect(geometry.assetOffset(scrolledTo: 500) == 240)
        #expect(geometry.actionFrame(0) == CGRect(x: 0, y: 0, width: 100, height: 211))
        #expect(geometry.actionFrame(1) == CGRect(x: 0, y: 212, width: 100, height: 211))
        #expect(geometry.actionFrame(2) == nil)
    }

    @Test func `3.6 the camera tile turns with the device`() {
        #expect(geometry(800, 240).cameraLength == 318)
        // In place of a keyboard every view is wide, and the device says how it is held.
        let held = { ImagePickerGeometry(ImagePicker.Layout(), view: CGSize(width: 600, height: 240), isWide: $0) }
        #expect(held(false).cameraLength == 181)
        #expect(held(true).cameraLength == 318)
    }

    @Test func `3.3 what is off leaves no gap`() {
        let none = geometry(400, 424) {
            ($0.showsCameraAction, $0.showsPhotosAction, $0.showsCamera) = (false, false, false)
        }
        #expect(none.assetStart == 0)
        #expect(none.actionLength == 0)
        let one = geometry(400, 424) { ($0.showsCameraAction, $0.showsCamera) = (false, false) }
        #expect(one.assetStart == 101)
        #expect(one.actionFrame(0)?.height == 424)
        #expect(geometry(400, 424) { ($0.showsCameraAction, $0.showsPhotosAction) = (false, false) }.cameraStart == 0)
    }

    @Test func `3.6 downwards the actions stand side by side, from the right where the language does`() {
        let down = geometry(401, 600) { $0.scrollDirection = .vertical }
        #expect(down.actionLength == 100)
        #expect(down.actionFrame(0) == CGRect(x: 0, y: 0, width: 200, height: 100))
        #expect(down.cameraLength == 339)
        let mirrored = geometry(401, 600) { ($0.scrollDirection, $0.isRightToLeft) = (.vertical, true) }
        #expect(mirrored.actionFrame(0)?.minX == 201)
    }

    @Test func `3.6 in a wide window neither actions nor camera fill the view`() {
        #expect(geometry(1200, 240).actionLength == 120)
        let down = geometry(1200, 800) { $0.scrollDirection = .vertical }
        #expect(down.actionLength == 120)
        #expect(down.cameraLength == 360)
        #expect(down.assetStart == 120 + 1 + 360 + 10)
        #expect(geometry(720, 430).cameraLength == 324)
        #expect(geometry(640, 430).cameraLength == 308)
    }

    @Test(
        arguments: [(360, 240, 2), (360, 260, 1), (400, 424, 2), (500, 430, 3), (720, 300, 4)]
            as [(Double, Double, Int)])
    func `3.6 beside the camera one and a half pictures are seen`(width: Double, height: Double, columns: Int) {
        let sideways = geometry(width, height) { $0.columns = columns }
        let side = (height - Double(columns - 1)) / Double(columns)
        let seen = (width - sideways.assetStart) / side * Double(columns)
        // The pictures of a single line are as large as the view, and leave room for the camera.
        #expect(seen >= (columns == 1 ? 0.45 : 1.3), "\(seen)")
        #expect(sideways.cameraLength >= 120)
    }

    @Test func `an empty view has no lengths below nothing`() {
        let geometry = geometry(0, 0) { $0.spacing = 50 }
        #expect(geometry.actionFrame(1)?.height == 0)
        #expect(geometry.cameraLength == 0)
    }
}
