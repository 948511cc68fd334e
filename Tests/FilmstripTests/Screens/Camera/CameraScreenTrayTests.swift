import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraScreenTrayTests {
    /// A library whose user chooses what the test says.
    @MainActor private final class Shelf {
        var asked: [(rules: SelectionRules, preselected: [AssetID])] = []
        var answers: [[AssetID]?] = []
        var gate: Answer<Void>?

        func door(_ rules: SelectionRules = SelectionRules(maximum: nil)) -> LibraryDoor {
            LibraryDoor(rules: rules, store: StubLibrary(ids: "a", "b", "c")) { [weak self] rules, preselected in
                self?.asked.append((rules, preselected))
                await self?.gate?.value
                guard let self, !answers.isEmpty else { return nil }
                return answers.removeFirst()?.map(ChosenItem.asset)
            }
        }
    }

    private let shelf = Shelf()

    private func shown(
        _ fixture: SessionFixture = SessionFixture(), max count: Int, library: Bool = true,
        rules: SelectionRules = SelectionRules(maximum: nil)
    ) async -> CameraScreenModel {
        var request = CaptureRequest(allowedKinds: [.photo, .video], maximumCount: count)
        request.recording.wantsSound = false
        let model = CameraScreenModel(
            fixture.session, request: request, photo: PhotoSettings(format: .png),
            library: library ? shelf.door(rules) : nil, clock: fixture.clock)
        await model.appear()
        return model
    }

    private func shoot(_ model: CameraScreenModel) async {
        await model.press()
        await model.use()
    }

    private func names(_ items: [AcquiredItem]?) -> [String] {
        items?.map { $0.chosen?.id.rawValue ?? $0.captured!.kind.rawValue } ?? []
    }

    @Test func `5.9, 3.2 what is taken and what is chosen come in one list, in order, under one limit`() async throws {
        let model = await shown(max: 5)
        #expect(model.library == .enabled && model.maximumCount == 5)
        await shoot(model)
        shelf.answers = [["b", "a"], ["a"]]
        await model.openLibrary()
        #expect(shelf.asked[0].rules.maximum == 4 && shelf.asked[0].rules.announcedMaximum == 5)
        await shoot(model)
        await model.openLibrary()
        #expect(shelf.asked[1].rules.maximum == 3 && shelf.asked[1].preselected == ["b", "a"])
        #expect(model.name(of: model.tray.entries[1].id, .english).hasSuffix("Shot 2 of 3"))
        await model.finish()
        #expect(names(try await model.acquired()) == ["photo", "a", "photo"])
        #expect(try await model.result()?.count == 2)
    }

    @Test func `5.9 a closed library changes nothing, and meanwhile there is neither Done nor a second one`() async {
        let model = await shown(max: 3)
        await shoot(model)
        shelf.gate = Answer()
        let opening = Task { await model.openLibrary() }
        await until { model.isChoosing }
        #expect(model.library == .disabled && !model.canFinish)
        await model.openLibrary()
        shelf.gate?.give(())
        await opening.value
        #expect(shelf.asked.count == 1 && model.tray.entries.count == 1 && model.canFinish)
        await model.exit()
    }

    @Test func `5.11 a full tray lets nothing more be taken, says why, and can be changed`() async throws {
        let model = await shown(max: 2)
        shelf.answers = [["a", "b"]]
        await model.openLibrary()
        #expect(model.refusal == .limitReached(2) && model.controls.shutter == .disabled && model.canFinish)
        await model.press()
        model.look(at: model.tray.entries[0].id)
        // What is from the library cannot be taken anew.
        #expect(model.controls.retake == .hidden && model.controls.discard == .enabled)
        model.retakeLooked()
        #expect(model.replaced == nil)
        model.discardLooked()
        #expect(model.refusal == nil && model.controls.shutter == .enabled)
        await shoot(model)
        #expect(names(try await model.acquired()) == ["b", "photo"])
    }

    @Test func `5.9 where one is wanted, one that is chosen is enough`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture, max: 1)
        shelf.answers = [["c"]]
        await model.openLibrary()
        #expect(names(try await model.acquired()) == ["c"])
        // The camera is not opened once more for a screen that goes.
        #expect(starts(of: fixture) == ["simulated-rear"])
    }

    @Test func `2.10, 5.9 the camera is closed while the library is in front, and comes back as it was`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture, max: 3)
        await model.flip()
        await model.zoom(to: 2)
        while model.camera.preview == nil {
            fixture.camera.tick()
            await Task.yield()
        }
        let zoom = model.zoom
        shelf.gate = Answer()
        let opening = Task { await model.openLibrary() }
        await until { fixture.camera.openCamera == nil && model.isChoosing }
        await until { model.camera.page == .interrupted(.background) }
        // The last frame stays, for whoever draws it.
        #expect(model.camera.preview != nil && model.controls.shutter == .disabled)
        await model.press()
        shelf.gate?.give(())
        await opening.value
        #expect(model.camera.page == nil && model.controls.shutter == .enabled)
        #expect(starts(of: fixture) == ["simulated-rear", "simulated-front", "simulated-front"])
        #expect(model.zoom == zoom && (fixture.camera.adjustment.zoom ?? 1) == zoom)
        await shoot(model)
        #expect(model.shots.count == 1)
        await model.exit()
    }

    @Test func `2.10, 5.12 a screen that is left, or not allowed any more, at the library opens no camera again`() async
    {
        for isLeft in [true, false] {
            let fixture = SessionFixture()
            let model = await shown(fixture, max: 3)
            shelf.gate = Answer()
            let opening = Task { await model.openLibrary() }
            await until { fixture.camera.openCamera == nil }
            if isLeft { await model.exit() } else { fixture.permissions.set(.camera, to: .denied) }
            shelf.gate?.give(())
            await opening.value
            #expect(fixture.camera.openCamera == nil && starts(of: fixture) == ["simulated-rear"])
            if !isLeft { #expect(model.camera.page == .notAllowed(.denied)) }
            await model.exit()
        }
    }

    private func starts(of fixture: SessionFixture) -> [CameraDevice.ID] {
        fixture.camera.calls.compactMap { if case .start(let wanted) = $0 { wanted.camera } else { nil } }
    }

    @Test func `5.11 where there is no room for one kind, what there still is room for is named`() async {
        let model = await shown(max: 3, rules: SelectionRules(maximum: nil, maximumByKind: [.photo: 1]))
        #expect(model.refusalText(.english) == nil)
        await shoot(model)
        #expect(model.refusalText(.english) == "At most 1 photo · Still possible: Video")
        #expect(model.refusalText(.simplifiedChinese)?.hasSuffix(" · 还可以拍摄：视频") == true)
        await model.choose(.video)
        #expect(model.refusalText(.english) == nil)
        await model.exit()
        let full = await shown(max: 1, library: false)
        await shoot(full)
        #expect(full.tray.isFull && full.refusalText(.english) == "At most 1")
        // Words for what is taken: nothing is sent from here.
        #expect(full.refusalText(.simplifiedChinese) == "最多 1 项")
        #expect(full.refusalText(.traditionalChinese) == "最多 1 項")
    }

    @Test func `5.13 the picture says whether it is live, or what was taken`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, max: 3)
        #expect(model.pictureName(.english) == "Camera picture")
        await model.press()
        #expect(model.pictureName(.english) == "Photo")
        await model.use()
        model.look(at: model.tray.entries[0].id)
        #expect(model.pictureName(.english) == "Photo, Shot 1 of 1")
        model.closeLook()
        await model.choose(.video)
        await model.press()
        fixture.camera.tick(30)
        await model.press()
        #expect(model.pictureName(.english) == "Video, 1 second")
        await model.exit()
    }

    @Test func `5.9 a shot is taken anew in its place, also where there is no room for more`() async throws {
        let model = await shown(max: 3)
        for _ in 0..<2 { await shoot(model) }
        shelf.answers = [["a"]]
        await model.openLibrary()
        #expect(model.tray.isFull)
        model.look(at: model.tray.entries[0].id)
        #expect(model.controls.retake == .enabled && model.controls.back == .enabled)
        model.retakeLooked()
        #expect(model.replaced == model.tray.entries[0].id && model.controls.shutter == .enabled)
        await model.choose(.video)
        await model.press()
        // Nothing was taken into it yet: the session is told to end once a frame is there.
        #expect(model.camera.isRecording)
        await model.exit()
        #expect(try await model.acquired() == nil)
    }

    @Test func `5.9 the new shot stands where the old one stood, and a change of mind leaves that`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture, max: 4, library: false)
        #expect(model.library == .hidden)
        for _ in 0..<3 { await shoot(model) }
        let ids = model.tray.entries.map(\.id)
        model.look(at: ids[1])
        model.retakeLooked()
        await model.press()
        model.retake()
        #expect(model.replaced == ids[1])
        await model.choose(.video)
        await model.press()
        fixture.camera.tick(3)
        await model.press()
        await model.use()
        #expect(model.shots.map(\.media.kind) == [.photo, .video, .photo] && model.replaced == nil)
        #expect(model.tray.entries[0].id == ids[0] && model.tray.entries[2].id == ids[2])
        model.look(at: ids[0])
        model.retakeLooked()
        model.keepReplaced()
        await model.choose(.photo)
        await shoot(model)
        #expect(names(try await model.acquired()) == ["photo", "video", "photo", "photo"])
    }

    @Test func `5.9 the mirror is a setting of front cameras, holds for what is taken from then on, and is remembered`()
        async throws
    {
        let fixture = SessionFixture()
        let model = await shown(fixture, max: 3)
        var told: [CameraSettings] = []
        model.onSettings = { told.append($0) }
        #expect(model.mirror == .hidden)
        await model.toggleMirror()
        await model.flip()
        #expect(model.mirror == .enabled && !model.settings.mirrorsFrontCamera)
        await model.toggleMirror()
        #expect(model.settings.mirrorsFrontCamera && told.last?.mirrorsFrontCamera == true)
        let starts = fixture.camera.calls.compactMap { if case .start(let wanted) = $0 { wanted } else { nil } }
        #expect(starts.map(\.mirrorsFrontCamera) == [false, false, true])
        // One that cannot be opened anew stays as it was.
        fixture.camera.fail(.start, with: .configurationFailed("held"))
        await model.toggleMirror()
        #expect(model.settings.mirrorsFrontCamera && model.mirror == .enabled)
        await model.flip()
        await model.flip()
        let last = fixture.camera.calls.compactMap { if case .start(let wanted) = $0 { wanted } else { nil } }.last
        #expect(last?.mirrorsFrontCamera == true)
        await model.exit()
    }
}
