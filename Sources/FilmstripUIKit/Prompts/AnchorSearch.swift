#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import UIKit

    /// Finds what a popover is to point at: a view or a bar button, by its name or itself.
    @MainActor struct AnchorSearch {
        private let anchor: Prompt.Anchor

        init(_ anchor: Prompt.Anchor) { self.anchor = anchor }

        /// The thing, where it is on the screen that belongs to a controller.
        func find(from controller: UIViewController) -> (any UIPopoverPresentationControllerSourceItem)? {
            guard anchor != .center, let window = controller.viewIfLoaded?.window else { return nil }
            // From the root, since a bar's buttons belong to whatever the navigation shows, above or below the app's screen.
            var shown = window.rootViewController
            while let one = shown {
                if let item = findItem(in: one) { return item }
                shown = one.presentedViewController
            }
            return find(in: window)
        }

        /// Only among what is on the screen: a bar button that is not cannot be pointed at.
        private func findItem(in controller: UIViewController) -> UIBarButtonItem? {
            if controller.viewIfLoaded?.window != nil, let item = controller.barItems.first(where: isMeant) {
                return item
            }
            for part in controller.children {
                if let found = findItem(in: part) { return found }
            }
            return nil
        }

        private func find(in view: UIView) -> UIView? {
            if isMeant(view) { return view }
            for part in view.subviews {
                if let found = find(in: part) { return found }
            }
            return nil
        }

        private func isMeant(_ view: UIView) -> Bool {
            switch anchor {
            case .center: false
            case .control(let name): view.accessibilityIdentifier == name
            case .object(let identity): ObjectIdentifier(view) == identity
            }
        }

        private func isMeant(_ item: UIBarButtonItem) -> Bool {
            switch anchor {
            case .center: false
            case .control(let name): item.accessibilityIdentifier == name
            case .object(let identity): ObjectIdentifier(item) == identity
            }
        }
    }

    extension UIViewController {
        /// The buttons that this controller puts into bars.
        fileprivate var barItems: [UIBarButtonItem] {
            (navigationItem.leftBarButtonItems ?? []) + (navigationItem.rightBarButtonItems ?? [])
                + (toolbarItems ?? [])
        }
    }

    /// The middle of a view, which it follows when that changes its size, as at a rotation.
    @MainActor final class MiddleView: UIView {
        init(of view: UIView) {
            super.init(frame: CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0))
            autoresizingMask = [
                .flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin,
            ]
            isUserInteractionEnabled = false
            view.addSubview(self)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { nil }

        /// Takes the view out when it goes.
        var owner: AnyObject { Owner(self) }

        private final class Owner: Sendable {
            private let view: MiddleView

            init(_ view: MiddleView) { self.view = view }

            deinit {
                let view = view
                Task { @MainActor in view.removeFromSuperview() }
            }
        }
    }
#endif
