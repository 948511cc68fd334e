import DoublesControl
import Testing
import UIKit

/// A controller that notes what it is told.
@MainActor private final class Teller: UIViewController {
    static var told: [String] = []
    private let called: String
    init(_ called: String) {
        self.called = called
        super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    private func tell(_ what: String) { Self.told.append("\(called) \(what)") }
    override func viewDidLoad() { tell("loaded") }
    override func viewWillAppear(_ animated: Bool) { tell("will appear") }
    override func viewDidAppear(_ animated: Bool) { tell("appeared") }
    override func viewWillDisappear(_ animated: Bool) { tell("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { tell("disappeared") }
}

@MainActor @Suite(.phone) struct PresentationTests {
    @Test func `A full screen tells both controllers in UIKit's order`() async throws {
        Teller.told = []
        let window = await Screen.show(Teller("base"))
        let base = try #require(window.rootViewController)
        let shown = Teller("screen")
        shown.modalPresentationStyle = .fullScreen
        Teller.told = []
        base.present(shown, animated: true) { Teller.told.append("presented") }
        #expect(shown.isBeingPresented)
        await Screen.settle()
        base.dismiss(animated: true) { Teller.told.append("dismissed") }
        #expect(shown.isBeingDismissed)
        await Screen.settle()
        #expect(
            Teller.told == [
                "screen loaded", "base will disappear", "screen will appear", "screen appeared", "base disappeared",
                "presented", "screen will disappear", "base will appear", "screen disappeared", "base appeared",
                "dismissed",
            ])
        #expect(base.presentedViewController == nil)
        #expect(shown.view.window == nil)
    }

    @Test func `A sheet leaves the screen below where it is`() async throws {
        let window = await Screen.show(Teller("base"))
        Teller.told = []
        window.rootViewController?.present(UIViewController(), animated: true)
        await Screen.settle()
        #expect(Teller.told.isEmpty)
    }

    @Test func `Presenting twice is refused`() async throws {
        let window = await Screen.show(UIViewController())
        let base = try #require(window.rootViewController)
        base.present(UIViewController(), animated: true)
        await Screen.settle()
        base.present(UIViewController(), animated: true)
        #expect(World.current.takeViolations().map(\.kind) == [.presentedTwice])
    }

    @Test func `Presenting while something moves is refused`() async throws {
        let window = await Screen.show(UIViewController())
        let base = try #require(window.rootViewController)
        base.present(UIViewController(), animated: true)
        base.present(UIViewController(), animated: true)
        base.dismiss(animated: true)
        #expect(World.current.takeViolations().map(\.kind) == [.duringTransition, .duringTransition])
    }

    @Test func `Presenting without a window is refused`() {
        UIViewController().present(UIViewController(), animated: true)
        #expect(World.current.takeViolations().map(\.kind) == [.presentedWithoutWindow])
    }

    @Test func `An action sheet without an anchor is refused on a tablet`() async throws {
        World.current.change { $0.idiom = .pad }
        let window = await Screen.show(UIViewController())
        let base = try #require(window.rootViewController)
        let bare = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        base.present(bare, animated: true)
        #expect(World.current.takeViolations().map(\.kind) == [.missingAnchor])
        await Screen.settle()
        base.dismiss(animated: true)
        await Screen.settle()
        let anchored = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        anchored.popoverPresentationController?.sourceItem = base.view
        base.present(anchored, animated: true)
        await Screen.settle()
        #expect(Screen.top === anchored)
    }

    @Test func `An action sheet on a phone has no popover`() {
        let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        #expect(sheet.popoverPresentationController == nil)
    }

    @Test func `A button of an alert is told when the alert is gone`() async throws {
        let window = await Screen.show(UIViewController())
        let alert = UIAlertController(title: "T", message: nil, preferredStyle: .alert)
        var presented: UIViewController?? = .none
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { _ in
                presented = .some(window.rootViewController?.presentedViewController)
            })
        window.rootViewController?.present(alert, animated: true)
        await Screen.settle()
        try await Hand.press("OK", of: alert)
        #expect(presented == .some(nil))
    }

    @Test func `A second cancel button is refused`() {
        let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "A", style: .cancel))
        alert.addAction(UIAlertAction(title: "B", style: .cancel))
        #expect(World.current.takeViolations().map(\.kind) == [.twoCancelButtons])
    }

    @Test func `A swipe asks the delegate, and is told to it`() async throws {
        final class Delegate: NSObject, UIAdaptivePresentationControllerDelegate {
            var told: [String] = []
            var may = false
            func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { may }
            func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
                told.append("attempt")
            }
            func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
                told.append("will")
            }
            func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
                told.append("did")
            }
        }
        let window = await Screen.show(UIViewController())
        let sheet = UIViewController()
        let delegate = Delegate()
        sheet.presentationController?.delegate = delegate
        window.rootViewController?.present(sheet, animated: true)
        await Screen.settle()
        #expect(await Hand.swipeAway(sheet) == false)
        delegate.may = true
        #expect(await Hand.swipeAway(sheet))
        #expect(delegate.told == ["attempt", "will", "did"])
        #expect(window.rootViewController?.presentedViewController == nil)
    }

    @Test func `What was presented is released after it is gone`() async throws {
        let window = await Screen.show(UIViewController())
        weak var gone: UIViewController?
        do {
            let sheet = UIViewController()
            gone = sheet
            window.rootViewController?.present(sheet, animated: true)
        }
        await Screen.settle()
        #expect(gone != nil)
        window.rootViewController?.dismiss(animated: true)
        await Screen.settle()
        #expect(gone == nil)
    }
}
