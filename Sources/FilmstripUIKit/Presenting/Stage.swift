#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import UIKit

    /// Where a presenter presents: finds the controller that can, waits until it can, and takes controllers away.
    @MainActor final class Stage {
        private weak var controller: UIViewController?
        private weak var scene: UIWindowScene?
        private var waiting: Answer<Bool>?
        /// In the view of a screen that is waited for.
        private weak var presence: PresenceView?

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
                switch obstacle {
                case .none: return true
                case .hidden(let answer), .moving(let answer):
                    waiting = answer
                    let goesOn = await answer.value
                    waiting = nil
                    presence?.removeFromSuperview()
                    if !goesOn { return false }
                }
            }
            return false
        }

        /// Ends a wait: there will be nothing to present.
        func giveUp() { waiting?.give(false) }

        /// Takes a controller away, with whatever it presents, and waits until that is done.
        func close(_ controller: UIViewController?, animated: Bool) async {
            while let controller, let presenter = controller.presentingViewController {
                guard !controller.isBeingPresented, !controller.isBeingDismissed else {
                    await Self.pause()
                    continue
                }
                let done = Answer<Void>()
                presenter.dismiss(animated: animated) { done.give(()) }
                await done.value
            }
        }

        private enum Obstacle {
            case none
            /// The answer comes when the screen appears, or false when it is gone for good.
            case hidden(Answer<Bool>)
            /// Something comes or goes.
            case moving(Answer<Bool>)
        }

        /// What is in the way now; nil when there is no screen any more.
        private var obstacle: Obstacle? {
            guard let base, let top else { return nil }
            if Self.isMoving(top) || Self.isMoving(base) { return .moving(Self.soon()) }
            if top.viewIfLoaded?.window != nil { return Obstacle.none }
            guard let view = base.view else { return nil }
            let answer = Answer<Bool>()
            let presence = PresenceView { isPresent in if isPresent { answer.give(true) } }
            presence.onEnd = { answer.give(false) }
            view.addSubview(presence)
            self.presence = presence
            return .hidden(answer)
        }

        private static func isMoving(_ controller: UIViewController) -> Bool {
            var next: UIViewController? = controller
            while let one = next {
                if one.isBeingPresented || one.isBeingDismissed { return true }
                next = one.parent
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
