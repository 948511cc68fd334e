import DoublesControl
import FilmstripUIKit
import Foundation
import Testing
import UIKit

/// The question for the source, on phones and tablets.
@MainActor @Suite(.phone) struct SourceTests {
    @Test func `One import gives an app the core too`() {
        #expect(PickRequest.avatar.choice.rules.maximum == 1)
    }

    @Test func `0.5 1.1 the sheet says Take Photo, Choose from Library, Cancel, and Cancel does nothing`() async throws
    {
        let stage = await AppStage()
        let pick = stage.pick(.ask())
        let sheet = try await stage.alert()
        #expect(sheet.preferredStyle == .actionSheet)
        #expect(sheet.actions.map(\.title) == ["Take Photo", "Choose from Library", "Cancel"])
        #expect(sheet.actions.map(\.style) == [.default, .default, .cancel])
        try await Hand.press("Cancel", of: sheet)
        #expect(try await pick.value.isCancelled)
        #expect(stage.isClear)
    }

    @Test func `1.1 the avatar's sheet begins with the library, and has no camera row where there is no camera`()
        async throws
    {
        World.current.change { $0.cameras = [] }
        let stage = await AppStage()
        var avatar = PickRequest.avatar
        avatar.texts = .english
        let pick = stage.pick(avatar)
        let sheet = try await stage.alert()
        #expect(sheet.actions.map(\.title) == ["Choose from Library", "Cancel"])
        try await Hand.press("Cancel", of: sheet)
        #expect(try await pick.value.isCancelled)
    }

    @Test func `0.5 C67 without an anchor a tablet shows an alert`() async throws {
        World.current.change { $0.idiom = .pad }
        let stage = await AppStage()
        let pick = stage.pick(.ask())
        let alert = try await stage.alert()
        #expect(alert.preferredStyle == .alert)
        #expect(alert.title == "Choose a Picture")
        try await Hand.press("Cancel", of: alert)
        #expect(try await pick.value.isCancelled)
    }

    @Test func `0.5 C67 on a tablet the sheet points at the view of the one call`() async throws {
        World.current.change { $0.idiom = .pad }
        let stage = await AppStage()
        let button = UIButton(frame: CGRect(x: 10, y: 20, width: 80, height: 44))
        stage.root.view.addSubview(button)
        let pick = Task { [picker = stage.picker] in try await picker.pick(.ask(), anchor: button) }
        let sheet = try await stage.alert()
        #expect(sheet.preferredStyle == .actionSheet)
        #expect(sheet.popoverPresentationController?.sourceItem === button)
        await Hand.swipeAway(sheet)
        #expect(try await pick.value.isCancelled)
        button.removeFromSuperview()
        #expect(stage.isClear)
    }

    @Test func `0.5 C67 a bar button and a name are found as well`() async throws {
        World.current.change { $0.idiom = .pad }
        let stage = await AppStage()
        let bar = UIBarButtonItem()
        stage.root.navigationItem.rightBarButtonItem = bar
        let first = Task { [picker = stage.picker] in try await picker.pick(.ask(), anchor: bar) }
        var sheet = try await stage.alert()
        #expect(sheet.popoverPresentationController?.sourceItem === bar)
        try await Hand.press("Cancel", of: sheet)
        _ = try await first.value

        let named = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        named.accessibilityIdentifier = "avatar"
        stage.root.view.addSubview(named)
        var request = PickRequest.ask()
        request.sheet.anchor = .control("avatar")
        let second = stage.pick(request)
        sheet = try await stage.alert()
        #expect(sheet.popoverPresentationController?.sourceItem === named)
        try await Hand.press("Cancel", of: sheet)
        _ = try await second.value
    }

    @Test func `C67 an anchor that is not there is the middle without an arrow, also after a rotation`() async throws {
        World.current.change { $0.idiom = .pad }
        let stage = await AppStage()
        var request = PickRequest.ask()
        request.sheet.anchor = .control("nowhere")
        let pick = stage.pick(request)
        let sheet = try await stage.alert()
        let popover = try #require(sheet.popoverPresentationController)
        let middle = try #require(popover.sourceItem as? UIView)
        #expect(popover.permittedArrowDirections == [])
        #expect(middle.center == stage.root.view.center)
        await Screen.resize(stage.window, to: CGSize(width: 844, height: 390))
        stage.root.view.frame.size = CGSize(width: 844, height: 390)
        #expect(middle.center == stage.root.view.center)
        try await Hand.press("Cancel", of: sheet)
        #expect(try await pick.value.isCancelled)
        try await Screen.wait(for: "a clear screen") { stage.isClear }
    }

    @Test(arguments: [UIUserInterfaceIdiom.phone, .pad])
    func `C65 a sheet that is swiped away, or tapped beside, is one cancel`(_ idiom: UIUserInterfaceIdiom) async throws
    {
        World.current.change { $0.idiom = idiom == .pad ? .pad : .phone }
        let stage = await AppStage()
        var request = PickRequest.ask()
        request.sheet.anchor = .center
        let pick = stage.pick(request)
        let sheet = try await stage.alert()
        #expect(await Hand.swipeAway(sheet))
        #expect(try await pick.value.isCancelled)
    }

    @Test func `C65 a sheet that the app takes away without a word is one cancel too`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.ask())
        _ = try await stage.alert()
        stage.root.dismiss(animated: false)
        #expect(try await pick.value.isCancelled)
        #expect(stage.isClear)
    }

    @Test func `0.13 the app's words are on the buttons, and the Chinese ones are the origins'`() async throws {
        let stage = await AppStage()
        var request = PickRequest.ask()
        request.texts = .simplifiedChinese
        request.texts.buttons.cancel = "不要"
        let pick = stage.pick(request)
        let sheet = try await stage.alert()
        #expect(sheet.actions.map(\.title) == ["拍照", "从相册选择", "不要"])
        try await Hand.press("不要", of: sheet)
        #expect(try await pick.value.isCancelled)
    }

    @Test func `0.4 one call leads to the camera that was wished for, or to the library`() async throws {
        let stage = await AppStage()
        var pick = stage.pick(PickRequest(source: .camera, camera: .front, editing: .none, texts: .english))
        let camera = try await stage.camera()
        #expect(camera.cameraDevice == .front)
        await Hand.cancel(camera)
        #expect(try await pick.value.isCancelled)

        pick = stage.pick(.library())
        let library = try await stage.library()
        try await Hand.finish(library, [])
        #expect(try await pick.value.isCancelled)

        pick = stage.pick(.ask())
        try await Hand.press("Take Photo", of: try await stage.alert())
        let rear = try await stage.camera()
        #expect(rear.cameraDevice == .rear)
        await Hand.cancel(rear)
        #expect(try await pick.value.isCancelled)
    }

    @Test func `0.4 the rear camera is a wish: with only the front one, that one`() async throws {
        World.current.change { $0.cameras = [.front] }
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        let camera = try await stage.camera()
        #expect(camera.cameraDevice == .front)
        await Hand.cancel(camera)
        #expect(try await pick.value.isCancelled)
    }
}
