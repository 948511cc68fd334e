import DoublesControl
import FilmstripApple
import Foundation
import PhotosUI
import Testing
import UIKit

@testable import FilmstripUIKit

/// Permissions on the way, and how a pick begins and ends.
@MainActor @Suite(.phone) struct FlowTests {
    private final class Listener: MediaPickerDelegate {
        private(set) var events: [String] = []
        var onEvent: (() -> Void)?

        func mediaPicker(_ picker: MediaPicker, did event: PickEvent) {
            MainActor.assertIsolated()
            switch event {
            case .picked(let items): events.append("picked \(items.count)")
            case .cancelled: events.append("cancelled")
            case .failed(let error): events.append("failed \(error.code.rawValue)")
            }
            onEvent?()
        }
    }

    private func shot(_ width: Int = 400) -> [UIImagePickerController.InfoKey: Any] {
        [.mediaType: "public.image", .originalImage: Picture.image(width: width, height: 300)]
    }

    @Test func `0.1 1.7 a weak delegate is told of the picture once, on the main actor`() async throws {
        let stage = await AppStage()
        let listener = Listener()
        let pick = stage.picker.start(.camera(), delegate: listener)
        let camera = try await stage.camera()
        await Hand.finish(camera, shot())
        await Hand.cancel(camera)
        await pick.value
        #expect(listener.events == ["picked 1"])
    }

    @Test func `0.1 0.10 one async call tells of the picture, and of a cancel once`() async throws {
        let stage = await AppStage()
        var pick = stage.pick(.camera())
        await Hand.finish(try await stage.camera(), shot())
        #expect(try await pick.value.media.count == 1)
        pick = stage.pick(.camera())
        await Hand.cancel(try await stage.camera())
        #expect(try await pick.value.isCancelled)
    }

    @Test func `0.3 what is allowed goes on without a word, and what was refused leads to the app's settings`()
        async throws
    {
        let stage = await AppStage()
        #expect(try await stage.picker.ensureAllowed(.camera, texts: .english))
        World.current.change { $0.statuses[.camera] = .denied }
        let asking = Task { [picker = stage.picker] in try await picker.ensureAllowed(.camera, texts: .english) }
        let alert = try await stage.alert()
        #expect(alert.title == "Turn on camera access?")
        #expect(alert.actions.map(\.title) == ["Cancel", "Turn On"])
        try await Hand.press("Turn On", of: alert)
        #expect(try await asking.value == false)
        #expect(World.current.openedURLs.map(\.absoluteString) == ["app-settings:"])
        #expect(World.current.questionsAsked.isEmpty)
    }

    @Test func `0.3 where the settings cannot be opened, the alert says how`() async throws {
        World.current.change {
            $0.statuses[.camera] = .denied
            $0.canOpenSettings = false
        }
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        try await Hand.press("Turn On", of: try await stage.alert())
        let hint = try await stage.alert()
        #expect(hint.message == "Allow access in Settings, under Privacy, Camera.")
        try await Hand.press("OK", of: hint)
        await #expect(throws: PickError.permissionDenied(.camera)) { try await pick.value }
    }

    @Test func `1.2 0.3 never asked is the system's question only, granted goes on by itself to the camera`()
        async throws
    {
        World.current.change {
            $0.statuses = [:]
            $0.answers = [.camera: .authorized]
        }
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        let camera = try await stage.camera()
        #expect(World.current.questionsAsked == [.camera])
        await Hand.finish(camera, shot())
        #expect(try await pick.value.media.count == 1)
    }

    @Test func `1.2 refused at the system's question ends quietly, as cancelled`() async throws {
        World.current.change {
            $0.statuses = [:]
            $0.answers = [.camera: .denied]
        }
        let stage = await AppStage()
        #expect(try await stage.pick(.camera()).value.isCancelled)
        #expect(stage.isClear && stage.notices.isEmpty)
    }

    @Test func `1.3 refused earlier names the camera's switch, and can be cancelled`() async throws {
        World.current.change { $0.statuses[.camera] = .denied }
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        let alert = try await stage.alert()
        #expect(alert.message == "You have not allowed access to the camera.")
        try await Hand.press("Cancel", of: alert)
        await #expect(throws: PickError.permissionDenied(.camera)) { try await pick.value }
        #expect(World.current.openedURLs.isEmpty && stage.isClear)
    }

    @Test func `1.3 restricted says who blocks it, and promises no switch`() async throws {
        World.current.change { $0.statuses[.camera] = .restricted }
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        let alert = try await stage.alert()
        #expect(alert.message?.contains("administrator or by parental controls") == true)
        #expect(alert.actions.map(\.title) == ["OK"])
        try await Hand.press("OK", of: alert)
        await #expect(throws: PickError.permissionRestricted(.camera)) { try await pick.value }
    }

    @Test func `1.4 a refused camera does not keep anybody from the library, nor a refused library from the camera`()
        async throws
    {
        World.current.change { $0.statuses = [.camera: .denied, .photosReadWrite: .denied] }
        let folder = try TestFolder()
        let stage = await AppStage()
        var pick = stage.pick(.library())
        try await Hand.finish(try await stage.library(), [.jpeg(try folder.jpeg())])
        #expect(try await pick.value.media.count == 1)
        World.current.change { $0.statuses[.camera] = .authorized }
        pick = stage.pick(.camera())
        await Hand.finish(try await stage.camera(), shot())
        #expect(try await pick.value.media.count == 1)
    }

    @Test func `1.6 screen, picker and callback are released after the result, and nobody keeps the picker`()
        async throws
    {
        weak var picker: MediaPicker?
        weak var presenter: UIKitPresenter?
        weak var screen: UIViewController?
        weak var camera: UIImagePickerController?
        weak var listener: Listener?
        do {
            let root = UIViewController()
            let heard = Listener()
            screen = root
            listener = heard
            let window = await Screen.show(root)
            var start: Task<Void, Never>?
            do {
                // Nobody keeps the picker but the pick itself.
                let made = MediaPicker(
                    over: root, configuration: .init(usage: AppStage.usage),
                    permissions: ApplePermissions(usage: AppStage.usage))
                picker = made
                presenter = made.presenter as? UIKitPresenter
                start = made.start(.camera(), delegate: heard)
            }
            do {
                let shown: UIImagePickerController = try await Screen.wait(for: UIImagePickerController.self)
                camera = shown
                await Hand.finish(shown, shot())
            }
            await start?.value
            start = nil
            #expect(heard.events == ["picked 1"])
            window.rootViewController = nil
        }
        try await Screen.wait(for: "the release of all") {
            picker == nil && presenter == nil && screen == nil && camera == nil && listener == nil
        }
    }

    @Test(arguments: ["alert", "library", "camera"])
    func `1.6 a screen that goes while something is shown over it is released too, and ends as cancelled`(
        _ what: String
    ) async throws {
        weak var screen: UIViewController?
        let pick: Task<PickOutcome, any Error>
        do {
            let stage = await AppStage()
            screen = stage.root
            pick = stage.pick(what == "alert" ? .ask() : what == "library" ? .library() : .camera())
            try await Screen.wait(for: what) { Screen.top !== stage.root && Screen.top != nil }
            stage.root.dismiss(animated: false)
            await Screen.settle()
            stage.window.rootViewController = nil
        }
        #expect(try await pick.value.isCancelled)
        try await Screen.wait(for: "the release of the screen") { screen == nil }
    }

    @Test func `1.8 no appearance of the app is changed`() async throws {
        let stage = await AppStage()
        let tint = UIColor(red: 0.1, green: 0.5, blue: 0.2, alpha: 1)
        stage.root.view.tintColor = tint
        stage.window.tintColor = tint
        let pick = stage.pick(.ask())
        try await Hand.press("Take Photo", of: try await stage.alert())
        await Hand.finish(try await stage.camera(), shot())
        _ = try await pick.value
        #expect(stage.root.view.tintColor === tint && stage.window.tintColor === tint)
        #expect(stage.root.view.subviews.isEmpty)
    }

    @Test func `1.9 called before its screen is visible, it waits until it is`() async throws {
        let stage = await AppStage(isShown: false)
        let pick = stage.pick(.ask())
        await Screen.settle()
        #expect(stage.root.presentedViewController == nil)
        stage.window.rootViewController = stage.root
        stage.window.makeKeyAndVisible()
        try await Hand.press("Cancel", of: try await stage.alert())
        #expect(try await pick.value.isCancelled)
        #expect(stage.isClear)
    }

    @Test func `1.9 with a screen that goes before it was visible, it is cancelled`() async throws {
        var root: UIViewController? = UIViewController()
        let picker = MediaPicker(
            over: try #require(root), permissions: ApplePermissions(usage: AppStage.usage))
        let pick = Task { try await picker.pick(.ask()) }
        await Screen.settle()
        root = nil
        #expect(try await pick.value.isCancelled)
    }

    @Test func `1.9 it waits for the end of a transition, and for a screen below another one`() async throws {
        let stage = await AppStage()
        let sheet = UIViewController()
        stage.root.present(sheet, animated: true)
        // While the sheet comes, it can neither present nor be presented over.
        let pick = stage.pick(.ask())
        let question = try await stage.alert()
        #expect(question.presentingViewController === sheet)
        try await Hand.press("Cancel", of: question)
        #expect(try await pick.value.isCancelled)
        #expect(stage.root.presentedViewController === sheet)
    }

    @Test func `cancelling the task takes away what is shown, and ends as cancelled`() async throws {
        let stage = await AppStage()
        for step in ["alert", "library", "camera"] {
            let pick = stage.pick(step == "alert" ? .ask() : step == "library" ? .library() : .camera())
            try await Screen.wait(for: step) { Screen.top !== stage.root && Screen.top != nil }
            pick.cancel()
            #expect(try await pick.value.isCancelled)
            try await Screen.wait(for: "a clear screen") { stage.isClear }
        }
    }

    @Test func `C64 a second call while one is showing is a typed error, and changes nothing`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.ask())
        let sheet = try await stage.alert()
        await #expect(throws: PickError.alreadyShown) { try await stage.pick(.ask()).value }
        try await Hand.press("Cancel", of: sheet)
        #expect(try await pick.value.isCancelled)
    }

    @Test func `C61 what was allowed in the settings meanwhile is noticed at the next call`() async throws {
        World.current.change { $0.statuses[.camera] = .denied }
        let stage = await AppStage()
        let refused = stage.pick(.camera())
        try await Hand.press("Turn On", of: try await stage.alert())
        await #expect(throws: PickError.permissionDenied(.camera)) { try await refused.value }
        World.current.change { $0.statuses[.camera] = .authorized }
        let allowed = stage.pick(.camera())
        await Hand.cancel(try await stage.camera())
        #expect(try await allowed.value.isCancelled)
    }

    @Test func `0.10 a new capture is saved with the permission to add alone, and a library pick is not`() async throws
    {
        World.current.change {
            $0.statuses = [.camera: .authorized, .photosReadWrite: .denied]
            $0.answers = [.photosAddOnly: .authorized]
        }
        let folder = try TestFolder()
        let stage = await AppStage()
        var request = PickRequest.camera()
        request.saving = .recents
        var pick = stage.pick(request)
        await Hand.finish(try await stage.camera(), shot())
        let media = try #require(try await pick.value.media.first)
        #expect(World.current.questionsAsked == [.photosAddOnly])
        #expect(Library.items.count == 1)
        guard case .saved(let id) = media.saving else {
            Issue.record("it was saved")
            return
        }
        #expect(id.rawValue == Library.items.first?.identifier)
        #expect(Library.items[0].files[0].bytes == (try Data(contentsOf: media.file.url)))

        request = .library()
        request.saving = .recents
        pick = stage.pick(request)
        try await Hand.finish(try await stage.library(), [.jpeg(try folder.jpeg())])
        _ = try await pick.value
        #expect(Library.items.count == 1)
    }

    @Test func `0.10 a failed save is told by a notice, and the item is still handed over`() async throws {
        World.current.change { $0.failures[.photoLibraryChanges] = 3305 }
        let stage = await AppStage()
        var request = PickRequest.camera()
        request.saving = .recents
        let pick = stage.pick(request)
        await Hand.finish(try await stage.camera(), shot())
        let media = try #require(try await pick.value.media.first)
        guard case .failed(let error) = media.saving else {
            Issue.record("it could not be saved")
            return
        }
        #expect(error.code == .noSpace)
        #expect(stage.notices == ["There is no space left to save the photo"])
    }
}

/// A part of the library.
@MainActor @Suite(.phone { $0.statuses[.photosReadWrite] = .limited })
struct LimitedLibraryTests {
    @Test func `C62 C67 choose more is offered where a part is allowed, points at something, and is the system's`()
        async throws
    {
        World.current.change { $0.idiom = .pad }
        let stage = await AppStage()
        let offer = Task { [picker = stage.picker] in await picker.offerMore(texts: .english) }
        let sheet = try await stage.alert()
        #expect(sheet.popoverPresentationController?.sourceItem != nil)
        #expect(sheet.actions.map(\.title) == ["Choose More Photos", "Open Settings", "Cancel"])
        try await Hand.press("Choose More Photos", of: sheet)
        try await Screen.wait(for: "the limited library") { Hand.showsLimitedLibrary }
        try await Hand.finishLimitedLibrary(adding: ["A/L0/001"])
        await offer.value
        #expect(stage.isClear)
    }

    @Test func `C62 the whole library offers nothing, and limited counts as allowed`() async throws {
        let stage = await AppStage()
        #expect(await stage.picker.isAllowed(.photoLibrary))
        World.current.change { $0.statuses[.photosReadWrite] = .authorized }
        await stage.picker.offerMore(texts: .english)
        #expect(stage.isClear)
    }
}
