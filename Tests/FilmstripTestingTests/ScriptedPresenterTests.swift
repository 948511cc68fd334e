import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct ScriptedPresenterTests {
    @Test(arguments: PresenterContract.laws)
    func `5.2 keeps the law of presenters`(_ law: ContractLaw<PresenterContract.Subject>) async throws {
        let presenter = ScriptedPresenter()
        presenter.staysOpen = true
        try await law.check(
            PresenterContract.Subject(
                presenter: presenter, press: { presenter.press($0) }, swipeAway: { presenter.press(nil) },
                waitUntilShown: { await presenter.waitUntilShowing() }))
    }

    @Test func `answers come from the script in order, and then everything is cancelled`() async throws {
        let presenter = ScriptedPresenter()
        presenter.presses = [.takePhoto, nil]
        presenter.choices = [.success(["a"]), .failure(.permissionDenied)]
        let prompt = Prompt.sources(texts: .english)
        #expect(await presenter.show(prompt) == .takePhoto)
        #expect(await presenter.show(prompt) == nil)
        #expect(await presenter.show(prompt) == nil)
        #expect(try await presenter.choose(ChoiceRequest())?.map(\.id) == ["a"])
        await #expect(throws: LibraryError.permissionDenied) { try await presenter.choose(ChoiceRequest()) }
        #expect(try await presenter.choose(ChoiceRequest()) == nil)
        #expect(try await presenter.capture(CaptureRequest()) == nil)
        #expect(presenter.shown == ["prompt", "prompt", "prompt", "library", "library", "library", "camera"])
    }

    @Test func `a call that stays open takes the first answer only`() async {
        let presenter = ScriptedPresenter()
        presenter.staysOpen = true
        async let answer = presenter.show(.sources(texts: .english))
        await presenter.waits(for: "prompt")
        #expect(presenter.press(.chooseFromLibrary))
        #expect(!presenter.press(.cancel))
        #expect(await answer == .chooseFromLibrary)
        let file = MediaFile(path: MediaPath("/old.jpg"), contentType: .jpeg, isTemporary: false)
        let made = MediaFile(path: MediaPath("/new.jpg"), contentType: .jpeg, isTemporary: false)
        #expect(!presenter.giveEdit(made), "no editor is open")
        async let edited = presenter.edit(file, as: .square)
        await presenter.waits(for: "editor")
        #expect(presenter.giveEdit(made))
        #expect(!presenter.giveEdit(nil))
        #expect(await edited?.path == made.path)
    }

    @Test func `a hidden place is waited for, and a closed one is gone`() async {
        let presenter = ScriptedPresenter()
        presenter.isHidden = true
        async let first = presenter.waitUntilVisible()
        await presenter.waits(for: "place")
        presenter.becomeVisible()
        #expect(await first == PresentationPlace())
        presenter.close()
        #expect(await presenter.waitUntilVisible() == nil)
    }
}
