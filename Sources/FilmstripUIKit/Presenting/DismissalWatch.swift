#if os(iOS) || FILMSTRIP_DOUBLES
    import UIKit

    /// Holds a presented controller weakly, what belongs to it strongly, and tells of a dismissal by the user's hand.
    @MainActor final class DismissalWatch: NSObject, UIAdaptivePresentationControllerDelegate {
        private(set) weak var controller: UIViewController?
        private let company: [AnyObject]
        private let onDismissal: @MainActor () -> Void

        init(_ controller: UIViewController, company: [AnyObject], onDismissal: @escaping @MainActor () -> Void) {
            self.controller = controller
            self.company = company
            self.onDismissal = onDismissal
            super.init()
            // An alert has a presentation of its own, which UIKit guards; its buttons tell all.
            if !(controller is UIAlertController) { controller.presentationController?.delegate = self }
        }

        func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { onDismissal() }

        /// Watches a view of a controller: when it has left the window and nobody presents the controller any more, somebody has
        /// taken it away without a word.
        /// - Parameter company: what has to live as long as the controller does, such as a delegate that it does not hold.
        static func presence(
            of controller: UIViewController, with company: AnyObject? = nil,
            onDismissal: @escaping @MainActor @Sendable () -> Void
        ) -> PresenceView {
            let view = PresenceView { [weak controller] isPresent in
                guard !isPresent else { return }
                // UIKit tidies up in the same turn.
                Task { @MainActor in
                    if controller?.presentingViewController == nil { onDismissal() }
                }
            }
            view.onEnd = onDismissal
            view.company = company
            return view
        }
    }
#endif
