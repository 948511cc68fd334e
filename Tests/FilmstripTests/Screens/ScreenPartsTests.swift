import FilmstripTesting
import Testing

@testable import Filmstrip

@Suite(.timeLimit(.minutes(1))) @MainActor struct AccessModelTests {
    @Test func `3.11 reading asks nobody, and asking asks once`() async {
        let permissions = ScriptedPermissions([.photoLibrary: .notDetermined])
        let access = AccessModel(permissions: permissions)
        #expect(access.status == nil)
        #expect(!access.isAllowed)
        #expect(await access.read() == .notDetermined)
        #expect(permissions.asked.isEmpty)
        permissions.answer(.photoLibrary, with: .limited)
        #expect(await access.ask() == .limited)
        #expect(access.isAllowed)
        #expect(access.isLimited)
        #expect(await access.ask() == .limited)
        #expect(permissions.asked == [.photoLibrary])
    }

    @Test(arguments: [PermissionStatus.denied, .restricted, .authorized])
    func `3.11 who has answered is not asked again`(_ status: PermissionStatus) async {
        let permissions = ScriptedPermissions([.photoLibrary: status])
        #expect(await AccessModel(permissions: permissions).ask() == status)
        #expect(permissions.asked.isEmpty)
    }

    @Test func `C61 a change in the settings is noticed while the screen is open`() async {
        // react-native-image-picker #1851
        let permissions = ScriptedPermissions([.photoLibrary: .denied, .camera: .denied])
        let access = AccessModel(permissions: permissions)
        await access.read()
        permissions.set(.photoLibrary, to: .authorized)
        await until { access.isAllowed }
        permissions.set(.camera, to: .authorized)
        permissions.set(.photoLibrary, to: .restricted)
        await until { access.status == .restricted }
    }

    @Test func `a fault of the app is kept for its developer`() async {
        let permissions = ScriptedPermissions([.photoLibrary: .notDetermined])
        let fault = PermissionError.usageDescriptionMissing(key: "NSPhotoLibraryUsageDescription", .photoLibrary)
        permissions.failRequest(.photoLibrary, with: fault)
        let access = AccessModel(permissions: permissions)
        #expect(await access.ask() == .notDetermined)
        #expect(access.fault == fault)
    }
}

@Suite struct LibraryPageTests {
    static let pages: [LibraryPage] = [
        .loading, .notAllowed(.denied), .notAllowed(.restricted), .notAllowed(.notDetermined), .empty, .emptyAlbum,
        .nothingFound("x"), .albumGone, .failed(.indexBusy(path: "/x")),
    ]

    @Test(arguments: [Texts.english, .simplifiedChinese, .traditionalChinese])
    func `4.1 each page without pictures says something, and no two say the same`(_ texts: Texts) {
        let contents = Self.pages.map { $0.content(texts) }
        #expect(contents.allSatisfy { $0?.title.isEmpty == false })
        #expect(Set(contents).count == contents.count)
        #expect(LibraryPage.assets.content(texts) == nil)
    }

    @Test func `1.3 a denied page leads to the settings, a restricted one promises nothing`() {
        #expect(LibraryPage.notAllowed(.denied).content(.english)?.action?.id == .openSettings)
        let restricted = LibraryPage.notAllowed(.restricted).content(.english)
        #expect(restricted?.action == nil)
        #expect(restricted?.message == Texts.english.photos.restricted)
    }

    @Test func `what can be tried again has a button for it, and a lost album has a way back`() {
        #expect(LibraryPage.failed(.indexBusy(path: "/x")).content(.english)?.action?.id == .retry)
        #expect(LibraryPage.albumGone.content(.english)?.action?.title == "Back")
        #expect(LibraryPage.empty.content(.english)?.action == nil)
    }
}

@Suite(.timeLimit(.minutes(1))) @MainActor struct CoalescedWorkTests {
    @Test func `wishes during a run lead to one more run, and all of them wait for it`() async {
        let work = CoalescedWork()
        let gate = Answer<Bool>()
        var runs = 0
        let body: @MainActor () async -> Void = {
            runs += 1
            if runs == 1 { _ = await gate.value }
        }
        let first = Task { await work.run(body) }
        await until { runs == 1 }
        let others = (0..<5).map { _ in Task { await work.run(body) } }
        await settle()
        #expect(runs == 1)
        gate.give(true)
        await first.value
        for other in others { await other.value }
        #expect(runs == 2)
        await work.run(body)
        #expect(runs == 3)
    }
}

@Suite struct AssetTileTests {
    @Test func `4.3 an empty mark is on what can be chosen beside others, and a full one on what is`() {
        let asset = Asset.sample("a")
        #expect(AssetTile(asset).showsMark(takesMany: true))
        #expect(!AssetTile(asset).showsMark(takesMany: false))
        #expect(AssetTile(asset, mark: .checked).showsMark(takesMany: false))
        #expect(!AssetTile(asset, mark: .blocked(.limitReached(1))).showsMark(takesMany: true))
        #expect(!AssetTile(nil).showsMark(takesMany: true))
    }

    @Test(
        arguments: [
            (.photo, [], nil), (.video, [], .video), (.video, .slowMotion, .slowMotion),
            (.video, .timeLapse, .timeLapse), (.livePhoto, .live, .livePhoto), (.livePhoto, .panorama, .livePhoto),
            (.photo, .panorama, .panorama), (.photo, [.animated, .panorama], .animated), (.photo, .burst, .burst),
            (.photo, .screenshot, nil),
        ] as [(MediaKind, AssetSubtypes, AssetTile.Sign?)])
    func `3.5 a tile has the sign of its kind`(_ kind: MediaKind, _ subtypes: AssetSubtypes, _ sign: AssetTile.Sign?) {
        var asset = Asset.sample("a", kind)
        asset.subtypes = subtypes
        #expect(AssetTile(asset).badges.sign == sign)
    }

    @Test func `3.5 a video shows its duration, and other kinds none`() {
        #expect(AssetTile(.sample("v", .video, duration: 65)).badges.duration == "1:05")
        #expect(AssetTile(.sample("v", .video)).badges.duration == nil)
        #expect(AssetTile(.sample("l", .livePhoto, duration: 3)).badges.duration == nil)
    }

    @Test func `a tile shows what is marked and what lies elsewhere, and a placeholder nothing`() {
        var asset = Asset.sample("a", isRemote: true)
        asset.isFavorite = true
        #expect(AssetTile(asset).badges.isRemote)
        #expect(AssetTile(asset).badges.isFavorite)
        #expect(AssetTile(nil).badges == AssetTile.Badges())
        #expect(AssetTile(nil).mark == .none)
    }
}
