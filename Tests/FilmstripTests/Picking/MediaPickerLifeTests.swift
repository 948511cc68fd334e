import Filmstrip
import FilmstripTesting
import Testing

/// Once, on the main actor, and nothing dangles.
@Suite(.timeLimit(.minutes(1))) @MainActor struct MediaPickerLifeTests {
    @MainActor final class Listener: MediaPickerDelegate {
        private(set) var events: [PickEvent] = []
        private var waiting: Answer<Void> = Answer()

        func mediaPicker(_ picker: MediaPicker, did event: PickEvent) {
            events.append(event)
            waiting.give(())
        }

        func waits() async { await waiting.value }
    }

    private let library = PickRequest(source: .library, editing: .none)

    @Test func `0.1 a weak delegate is told by one method that takes an event`() async {
        let stage = PickingStage()
        let listener = Listener()
        stage.presenter.choices = [.success(["a"])]
        stage.picker.start(library, delegate: listener)
        await listener.waits()
        #expect(listener.events.count == 1)
        guard case .picked(let items) = listener.events.first else {
            Issue.record("nothing was picked")
            return
        }
        #expect(items.map(\.asset) == ["a"])
    }

    @Test func `0.1 the delegate is told of a cancel and of an error, once each`() async {
        let stage = PickingStage(permissions: [.camera: .denied])
        let first = Listener()
        stage.picker.start(library, delegate: first)
        await first.waits()
        guard case .cancelled = first.events.first else {
            Issue.record("the cancel was not told")
            return
        }
        let second = Listener()
        stage.picker.start(PickRequest(source: .camera), delegate: second)
        await second.waits()
        guard case .failed(.permissionDenied(.camera)) = second.events.first else {
            Issue.record("the error was not told")
            return
        }
        #expect(first.events.count == 1)
        #expect(second.events.count == 1)
    }

    @Test func `0.1 a shared picker holds no configuration: nothing of one call is left in the next`() async throws {
        let stage = PickingStage()
        var special = PickRequest(source: .ask)
        special.sheet.order = [.chooseFromLibrary]
        special.texts.buttons.chooseFromLibrary = "Mine"
        _ = try await stage.picker.pick(special)
        _ = try await stage.picker.pick(PickRequest(texts: .english))
        #expect(stage.presenter.prompts[0].actions.map(\.title).first == "Mine")
        #expect(stage.presenter.prompts[1].actions.map(\.title) == ["Take Photo", "Choose from Library", "Cancel"])
    }

    @Test func `a second call while one is showing is a typed error and changes nothing`() async throws {
        let stage = PickingStage()
        stage.presenter.staysOpen = true
        let first = Task { try await stage.picker.pick(library) }
        await stage.presenter.waitUntilShowing()
        #expect(stage.picker.isShowing)
        await #expect(throws: PickError.alreadyShown) { try await stage.picker.pick(library) }
        stage.presenter.giveChoice(.success(["a"]))
        #expect(try await first.value.summary == ["a"])
        #expect(!stage.picker.isShowing)
        stage.presenter.staysOpen = false
        #expect(try await stage.picker.pick(library).isCancelled)
    }

    @Test func `C64 Done twice and Cancel after Done are one result`() async throws {
        // react-native-image-picker PR 1922
        let stage = PickingStage()
        stage.presenter.staysOpen = true
        let pick = Task { try await stage.picker.pick(library) }
        await stage.presenter.waitUntilShowing()
        #expect(stage.presenter.giveChoice(.success(["a"])))
        #expect(!stage.presenter.giveChoice(.success(["b"])))
        #expect(!stage.presenter.giveChoice(.success(nil)))
        #expect(try await pick.value.summary == ["a"])
        #expect(stage.library.started == ["a"])
    }

    @Test func `C64 camera and Done do not deliver the photo twice`() async throws {
        let stage = PickingStage()
        stage.presenter.staysOpen = true
        let pick = Task { try await stage.picker.pick(PickRequest(source: .camera, editing: .none, saving: .recents)) }
        await stage.presenter.waitUntilShowing()
        stage.presenter.giveCapture(.success([.photo("shot.jpg")]))
        stage.presenter.giveCapture(.success([.photo("shot.jpg")]))
        #expect(try await pick.value.summary == ["shot.jpg"])
        #expect(stage.library.added.count == 1)
    }

    @Test func `C64 a screen that hands over one photo twice gives it once, and it is saved once`() async throws {
        let stage = PickingStage()
        let photo = CapturedMedia.photo("shot.jpg")
        stage.presenter.captures = [.success([photo, photo, .photo("other.jpg")])]
        var request = PickRequest(source: .camera, editing: .none, saving: .recents)
        request.choice.rules.maximum = 2
        request.capture.maximumCount = 2
        #expect(try await stage.picker.pick(request).summary == ["shot.jpg", "other.jpg"])
        #expect(stage.library.added.count == 2)
    }

    @Test(arguments: ["prompt", "camera", "library"])
    func `C65 any dismissal is one cancel`(_ screen: String) async throws {
        // ionic-team/capacitor #3008
        let stage = PickingStage()
        stage.presenter.staysOpen = true
        let source: PickRequest.Source = screen == "prompt" ? .ask : screen == "camera" ? .camera : .library
        let pick = Task { try await stage.picker.pick(PickRequest(source: source)) }
        await stage.presenter.waits(for: screen)
        stage.presenter.close()
        #expect(try await pick.value.isCancelled)
        #expect(stage.presenter.shown == [screen])
    }

    @Test(arguments: ["prompt", "camera", "library", "editor"])
    func `cancelling the task takes the screen away and ends as cancelled`(_ screen: String) async throws {
        let stage = PickingStage()
        stage.presenter.staysOpen = true
        if screen == "editor" { stage.presenter.choices = [.success(["a"])] }
        let source: PickRequest.Source = screen == "prompt" ? .ask : screen == "camera" ? .camera : .library
        let pick = Task { try await stage.picker.pick(PickRequest(source: source)) }
        await stage.presenter.waits(for: screen)
        pick.cancel()
        #expect(try await pick.value.isCancelled)
        #expect(stage.presenter.shown == [screen, "dismiss"] || screen == "editor")
        #expect(stage.presenter.shown.last == "dismiss")
        #expect(!stage.picker.isShowing)
    }

    @Test func `cancelling while originals load cancels the loads`() async throws {
        let stage = PickingStage()
        stage.library.script("a", .hold)
        stage.presenter.choices = [.success(["a"])]
        let pick = Task { try await stage.picker.pick(library) }
        while stage.library.started.isEmpty { await Task.yield() }
        pick.cancel()
        #expect(try await pick.value.isCancelled)
        while stage.library.ended.isEmpty { await Task.yield() }
        #expect(stage.library.ended == ["a"])
    }

    @Test func `a late cancel never takes the next pick away`() async throws {
        let stage = PickingStage()
        let first = Task { try await stage.picker.pick(library) }
        #expect(try await first.value.isCancelled)
        stage.presenter.staysOpen = true
        let second = Task { try await stage.picker.pick(library) }
        await stage.presenter.waits(for: "library", count: 2)
        first.cancel()
        for _ in 0..<10 { await Task.yield() }
        #expect(!stage.presenter.shown.contains("dismiss"))
        stage.presenter.giveChoice(.success(["b"]))
        #expect(try await second.value.summary == ["b"])
    }

    @Test func `1.9 called before its screen is visible, it waits until it is`() async throws {
        let stage = PickingStage()
        stage.presenter.isHidden = true
        stage.presenter.choices = [.success(["a"])]
        let pick = Task { try await stage.picker.pick(library) }
        await stage.presenter.waits(for: "place")
        #expect(stage.presenter.shown.isEmpty)
        stage.presenter.becomeVisible()
        #expect(try await pick.value.summary == ["a"])
    }

    @Test func `1.9 a screen that goes before it was visible cancels the pick`() async throws {
        let stage = PickingStage()
        stage.presenter.isHidden = true
        let pick = Task { try await stage.picker.pick(library) }
        await stage.presenter.waits(for: "place")
        stage.presenter.close()
        #expect(try await pick.value.isCancelled)
        #expect(stage.presenter.shown.isEmpty)
    }

    @Test func `1.6 the caller need not keep the picker, and everything is released after the result`() async throws {
        weak var picker: MediaPicker?
        weak var presenter: ScriptedPresenter?
        weak var library: StubLibrary?
        let listener = Listener()
        do {
            let stage = PickingStage()
            stage.presenter.choices = [.success(["a"])]
            (picker, presenter, library) = (stage.picker, stage.presenter, stage.library)
            stage.picker.start(self.library, delegate: listener)
        }
        await listener.waits()
        // The task that ran the pick lets go of it after the delegate was told.
        while picker != nil || presenter != nil || library != nil, !Task.isCancelled { await Task.yield() }
        #expect(listener.events.count == 1)
        #expect(picker == nil)
        #expect(presenter == nil)
        #expect(library == nil)
    }

    @Test func `4.11 a delegate that has gone is not told, and not kept`() async throws {
        let stage = PickingStage()
        stage.presenter.staysOpen = true
        weak var gone: Listener?
        var listener: Listener? = Listener()
        gone = listener
        let pick = stage.picker.start(library, delegate: try #require(listener))
        await stage.presenter.waitUntilShowing()
        listener = nil
        #expect(gone == nil)
        stage.presenter.giveChoice(.success(["a"]))
        await pick.value
        #expect(!stage.picker.isShowing)
    }

    @Test func `1.7 the delegate is told on the main actor, once`() async {
        let stage = PickingStage()
        let listener = Listener()
        stage.presenter.choices = [.success(["a"])]
        let request = library
        let picker = stage.picker
        // Started from elsewhere.
        await Task.detached { await picker.start(request, delegate: listener).value }.value
        #expect(listener.events.count == 1)
    }

    @Test func `1.8 texts of one call leave the languages' own alone`() async throws {
        let stage = PickingStage()
        var request = PickRequest(texts: .english)
        request.texts.buttons.cancel = "Changed"
        _ = try await stage.picker.pick(request)
        #expect(Texts.english.buttons.cancel == "Cancel")
        #expect(PickRequest(texts: .english).texts.buttons.cancel == "Cancel")
    }

    @Test func `4.12 cancel in camera or library closes it and is told once`() async throws {
        let stage = PickingStage()
        for source in [PickRequest.Source.camera, .library] {
            #expect(try await stage.picker.pick(PickRequest(source: source)).isCancelled)
        }
        stage.presenter.captures = [.success([]), .failure(.cancelled)]
        stage.presenter.choices = [.success([]), .failure(.cancelled)]
        for source in [PickRequest.Source.camera, .library, .camera, .library] {
            #expect(try await stage.picker.pick(PickRequest(source: source)).isCancelled)
        }
        #expect(!stage.presenter.shown.contains("toast"))
    }
}
