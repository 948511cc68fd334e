import DoublesControl
import FilmstripApple
import FilmstripTesting
import Foundation
import PhotosUI
import Testing
import UIKit

@testable import FilmstripUIKit

/// How screens come and go where something is in their way.
@MainActor @Suite(.phone) struct PresentingTests {
    @Test func `C65 a dismissal that UIKit drops because another screen just comes is asked for again`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.library())
        let library = try await stage.library()
        stage.presenter.dismiss()
        // Comes over the picker before that can go.
        library.present(UIViewController(), animated: true)
        #expect(try await pick.value.isCancelled)
        #expect(stage.isClear)
    }

    @Test func `C65 a dismissal while the app takes away the screen below is no second one`() async throws {
        let stage = await AppStage()
        let below = UIViewController()
        stage.root.present(below, animated: true)
        let pick = stage.pick(.library())
        _ = try await stage.library()
        stage.presenter.dismiss()
        stage.root.dismiss(animated: true)
        #expect(try await pick.value.isCancelled)
        try await Screen.wait(for: "a clear screen") { stage.isClear }
    }

    @Test func `dismiss() ends everything that was asked for at once`() async throws {
        World.current.change {
            $0.statuses[.camera] = .denied
            $0.statuses[.microphone] = .denied
        }
        let stage = await AppStage()
        let asked = [Permission.camera, .microphone].map { permission in
            Task { [picker = stage.picker] in try await picker.ensureAllowed(permission, texts: .english) }
        }
        try await Screen.wait(for: "two alerts") {
            stage.root.presentedViewController?.presentedViewController is UIAlertController
        }
        stage.presenter.dismiss()
        for question in asked { #expect(try await question.value == false) }
        try await Screen.wait(for: "a clear screen") { stage.isClear }
    }

    @Test func `the end of a task takes away the alert that it waits for`() async throws {
        World.current.change { $0.statuses[.camera] = .denied }
        let stage = await AppStage()
        let asked = Task { [picker = stage.picker] in try await picker.ensureAllowed(.camera, texts: .english) }
        _ = try await stage.alert()
        asked.cancel()
        #expect(try await asked.value == false)
        #expect(stage.isClear)
    }

    @Test func `1.9 the end of a task ends the wait for a screen that is not there yet`() async throws {
        World.current.change { $0.statuses[.camera] = .denied }
        let stage = await AppStage(isShown: false)
        let asked = Task { [picker = stage.picker] in try await picker.ensureAllowed(.camera, texts: .english) }
        await Screen.settle()
        asked.cancel()
        #expect(try await asked.value == false)
        #expect(stage.root.view.subviews.isEmpty)
    }

    @Test func `1.9 it waits for a presented screen whose view is not in the window yet`() async throws {
        let stage = await AppStage()
        let slow = UIViewController()
        stage.root.present(slow, animated: true)
        await Screen.settle()
        let view = try #require(slow.view)
        view.removeFromSuperview()
        let pick = stage.pick(.ask())
        await Screen.settle()
        #expect(slow.presentedViewController == nil)
        stage.window.addSubview(view)
        try await Hand.press("Cancel", of: try await stage.alert())
        #expect(try await pick.value.isCancelled)
    }

    @Test func `a second button of the cancel style becomes a plain one, and answers`() async throws {
        let stage = await AppStage()
        let actions = [("No", Prompt.Action.ID.cancel), ("Never", .delete)].map { title, id in
            Prompt.Action(id: id, title: title, role: .cancel)
        }
        let prompt = Prompt(style: .alert, title: "Delete?", message: nil, actions: actions)
        let answer = Task { [presenter = stage.presenter] in await presenter.show(prompt) }
        try await Hand.press("Never", of: try await stage.alert())
        #expect(await answer.value == .delete)
    }

    @Test func `C67 a bar button of what a navigation shows is found, whatever screen the picker was given`()
        async throws
    {
        World.current.change { $0.idiom = .pad }
        let page = UIViewController()
        let bar = UIBarButtonItem()
        page.navigationItem.rightBarButtonItem = bar
        let stage = await AppStage(UINavigationController(rootViewController: page))
        let pick = Task { [picker = stage.picker] in try await picker.pick(.ask(), anchor: bar) }
        let sheet = try await stage.alert()
        #expect(sheet.popoverPresentationController?.sourceItem === bar)
        try await Hand.press("Cancel", of: sheet)
        #expect(try await pick.value.isCancelled)
    }
}

/// Screens of the system that call back late, twice, or never.
@MainActor @Suite(.phone) struct SystemsScreenTests {
    @Test func `C64 a video editor may tell of its file again after all is over`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let file = MediaFile(
            path: MediaPath(try folder.movie()), contentType: .quickTime, isTemporary: false)
        let edit = Task { [presenter = stage.presenter] in
            await presenter.edit(file, as: .trim(maximumDuration: nil))
        }
        let editor = try await Screen.wait(for: UIVideoEditorController.self)
        let trimmed = try folder.movie("trimmed.mov", seconds: 1)
        await Hand.finish(editor, trimmed.path)
        #expect(await edit.value != nil)
        await Hand.finish(editor, trimmed.path)
    }

    @Test func `0.7 a press before the camera is ready is ignored, and the next one takes the photo`() async throws {
        final class Shutter {
            var press: (@MainActor () -> Void)?
        }
        let shutter = Shutter()
        let stage = await AppStage {
            $0.overlay = { take, _ in
                take()
                shutter.press = take
                return UIView()
            }
        }
        var request = PickRequest.embeddedPhoto()
        request.texts = .english
        let pick = stage.pick(request)
        try await Screen.wait(for: "the camera") { !stage.root.children.isEmpty }
        let camera = try #require(stage.root.children.first as? UIImagePickerController)
        #expect(Hand.shutterPresses(of: camera) == 0)
        shutter.press?()
        #expect(Hand.shutterPresses(of: camera) == 1)
        await Hand.finish(
            camera, [.mediaType: "public.image", .originalImage: Picture.image(width: 40, height: 30)])
        #expect(try await pick.value.media.count == 1)
    }

    @Test func `cancelling does not wait for an item that never comes`() async throws {
        World.current.change { $0.failures[.itemProviderAnswers] = 1 }
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        try await Hand.finish(try await stage.library(), [.jpeg(try folder.jpeg())])
        pick.cancel()
        #expect(try await pick.value.isCancelled)
    }

    @Test func `0.10 a live photo whose movie cannot be had is handed over as its still`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        try await Hand.finish(
            try await stage.library(), [.livePhoto(bundle: nil, still: try folder.jpeg("IMG_0003.HEIC"))])
        let media = try #require(try await pick.value.media.first)
        #expect(media.kind == .photo && media.movie == nil)
    }

    @Test func `C62 a list of photos that is taken away without a word ends the offer`() async throws {
        World.current.change { $0.statuses[.photosReadWrite] = .limited }
        let stage = await AppStage()
        let added = Task { [presenter = stage.presenter] in await presenter.chooseMore() }
        try await Screen.wait(for: "the list") { Hand.showsLimitedLibrary }
        stage.root.dismiss(animated: false)
        await stage.clock.waitForSleepers()
        stage.clock.advance(by: .milliseconds(500))
        #expect(await added.value.isEmpty)
    }

    @Test func `C62 the list tells what was added, also after it has left the screen`() async throws {
        World.current.change { $0.statuses[.photosReadWrite] = .limited }
        let stage = await AppStage()
        let added = Task { [presenter = stage.presenter] in await presenter.chooseMore() }
        try await Screen.wait(for: "the list") { Hand.showsLimitedLibrary }
        try await Hand.finishLimitedLibrary(adding: ["A", "B"])
        #expect(await added.value == ["A", "B"])
    }
}
