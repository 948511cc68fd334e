#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import UIKit

    /// Where a presenter presents: finds the controller that can, waits until it can, and takes controllers away.
    @MainActor final class Stage {
        private weak var controller: UIViewController?
        private weak var scene: UIWindowScene?
        /// Who waits for the screen; more than one where an app asks for two things at once.
        private var waiting: [Answer<Bool>] = []

        /// How long a transition may need before it is looked at again. UIKit tells nobody of the end of all of them.
        private static let transitionCheck = Duration.milliseconds(20)

        init(controller: UIViewController) { self.controller = controller }

        init(scene: UIWindowScene) { self.scene = scene }

        /// The screen of the app; nil when it has gone.
        var base: UIViewController? { controller ?? scene?.keyWindow?.rootViewController }

        /// The controller that is shown last over the app's screen.
        var top: UIViewController? {
            guard var top = base else { return nil }
            while let next = top.presentedViewController { top = next }
            return top
        }

        /// The scene of the app's screen, once that is in a window.
        var windowScene: UIWindowScene? { scene ?? top?.viewIfLoaded?.window?.windowScene }

        /// Waits until `top` can present something. False when the screen has gone, or after `giveUp()`.
        func waitUntilReady() async -> Bool {
            while let obstacle {
                guard let end = obstacle.end else { return true }
                waiting.append(end)
                let goesOn = await end.value
                waiting.removeAll { $0 === end }
                obstacle.presence?.removeFromSuperview()
                if !goesOn { return false }
            }
            return false
        }

        /// Ends all waits: there will be nothing to present.
        func giveUp() {
            for end in waiting { end.give(false) }
        }

        /// Takes a controller away, with whatever it presents, and waits until that is done.
        ///
        /// UIKit drops a dismissal, together with its completion handler, while another transition goes on. So nobody waits for
        /// that handler alone, and the dismissal is asked for again until the controller is gone.
        func close(_ controller: UIViewController?, animated: Bool) async {
            while let controller, let presenter = controller.presentingViewController {
                let soon = Self.soon()
                if !Self.isMoving(controller), !Self.isMoving(presenter), !Self.isAnythingMoving(over: controller) {
                    presenter.dismiss(animated: animated) { soon.give(true) }
                }
                _ = await soon.value
            }
        }

        /// What keeps a screen from presenting.
        private struct Obstacle {
            /// Says true when it is time to look again, and false when the screen is gone for good; nil when nothing is in the
            /// way.
            var end: Answer<Bool>?
            /// In the view of a screen that is waited for. Weak, since its end tells of the screen's.
            weak var presence: PresenceView?
        }

        /// What is in the way now; nil when there is no screen any more.
        private var obstacle: Obstacle? {
            guard let base, let top else { return nil }
            if Self.isMoving(top) || Self.isMoving(base) { return Obstacle(end: Self.soon()) }
            if top.viewIfLoaded?.window != nil { return Obstacle() }
            // What is presented over a visible screen comes into its window, too.
            guard let view = base.view, view.window == nil else { return Obstacle(end: Self.soon()) }
            let end = Answer<Bool>()
            let presence = PresenceView { isPresent in if isPresent { end.give(true) } }
            presence.onEnd = { end.give(false) }
            view.addSubview(presence)
            return Obstacle(end: end, presence: presence)
        }

        private static func isMoving(_ controller: UIViewController) -> Bool {
            var next: UIViewController? = controller
            while let one = next {
                if one.isBeingPresented || one.isBeingDismissed { return true }
                next = one.parent
            }
            return false
        }

        private static func isAnythingMoving(over controller: UIViewController) -> Bool {
            var next = controller.presentedViewController
            while let one = next {
                if one.isBeingPresented || one.isBeingDismissed { return true }
                next = one.presentedViewController
            }
            return false
        }

        /// True in a moment.
        private static func soon() -> Answer<Bool> {
            let answer = Answer<Bool>()
            Task {
                await pause()
                answer.give(true)
            }
            return answer
        }

        private static func pause() async {
            // A cancelled sleep is a short one: whoever is cancelled still has to clear the screen.
            do { try await Task.sleep(for: transitionCheck) } catch { await Task.yield() }
        }
    }
#endif
