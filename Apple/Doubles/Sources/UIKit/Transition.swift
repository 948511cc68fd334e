import DoublesGround

/// Presents and dismisses in UIKit's order, and refuses what UIKit refuses.
@MainActor enum Transition {
    static func present(
        _ shown: UIViewController, from caller: UIViewController, animated: Bool, completion: (() -> Void)?
    ) {
        let presenter = caller.outermost
        guard mayPresent(shown, from: presenter) else { return }
        let controller = shown.madePresentationController()
        controller?.begin(from: presenter)
        shown.checkBeforePresentation()
        presenter.presented = shown
        shown.presenting = presenter
        shown.isBeingPresented = true
        shown.loadViewIfNeeded()
        let covers = shown.coversPresenter
        if covers { presenter.willDisappear(animated) }
        if let window = presenter.viewIfLoaded?.window {
            shown.view.frame = window.bounds
            shown.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            window.addSubview(shown.view)
        }
        shown.willAppear(animated)
        MainQueue.later {
            shown.isBeingPresented = false
            shown.didAppear(animated)
            if covers { presenter.didDisappear(animated) }
            completion?()
        }
    }

    private static func mayPresent(_ shown: UIViewController, from presenter: UIViewController) -> Bool {
        let world = World.current
        if let present = presenter.presented {
            let kind: Violation.Kind =
                present.isBeingDismissed || present.isBeingPresented ? .duringTransition : .presentedTwice
            world.record(
                kind, "attempt to present \(shown.name) on \(presenter.name), which presents \(present.name) already")
            return false
        }
        if presenter.isBeingDismissed || presenter.isBeingPresented {
            world.record(
                .duringTransition, "attempt to present \(shown.name) on \(presenter.name), which is in transition")
            return false
        }
        if presenter.viewIfLoaded?.window == nil {
            world.record(
                .presentedWithoutWindow,
                "attempt to present \(shown.name) on \(presenter.name), whose view is not in the window hierarchy")
            return false
        }
        if shown === presenter || shown.presenting != nil || shown.parent != nil {
            world.record(.alreadyOnScreen, "\(shown.name) is presented already, or belongs to another controller")
            return false
        }
        return true
    }

    static func dismiss(from caller: UIViewController, animated: Bool, completion: (() -> Void)?) {
        // A controller that presents takes away what it presents; else it is taken away by who presents it.
        let presenter = caller.outermost.presented != nil ? caller.outermost : caller.presentingViewController
        // UIKit leaves it open whether the completion handler of a dismissal of nothing is called. Nobody should wait for it.
        guard let presenter, let shown = presenter.presented else { return }
        var stack = [shown]
        while let next = stack[stack.count - 1].presented { stack.append(next) }
        if stack.contains(where: { $0.isBeingPresented || $0.isBeingDismissed }) {
            World.current.record(
                .duringTransition,
                "attempt to dismiss from \(presenter.name) while a presentation or dismissal is in progress")
            return
        }
        for controller in stack { controller.isBeingDismissed = true }
        let covered = stack.contains { $0.coversPresenter }
        stack[stack.count - 1].willDisappear(animated)
        if covered { presenter.willAppear(animated) }
        MainQueue.later {
            for controller in stack.reversed() {
                controller.isBeingDismissed = false
                controller.viewIfLoaded?.removeFromSuperview()
                controller.willDisappear(animated)
                controller.didDisappear(animated)
                controller.presenting?.presented = nil
                controller.presenting = nil
                controller.ownPresentationController = nil
            }
            if covered { presenter.didAppear(animated) }
            completion?()
        }
    }
}

extension UIViewController {
    /// The controller of its family that presents.
    var outermost: UIViewController { parent?.outermost ?? self }
    var name: String { "<\(type(of: self))>" }

    /// Whether the controller below disappears meanwhile.
    var coversPresenter: Bool {
        switch modalPresentationStyle {
        case .fullScreen, .currentContext: true
        default: false
        }
    }

}
