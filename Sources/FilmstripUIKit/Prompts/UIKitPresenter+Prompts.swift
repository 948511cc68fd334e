#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import UIKit

    extension UIKitPresenter {
        /// An alert or an action sheet of the system. What an anchor names is looked for when it is shown.
        public func show(_ prompt: Prompt) async -> Prompt.Action.ID? {
            await present(orElse: nil) { answer, top in
                let alert = UIAlertController(
                    title: prompt.title, message: prompt.message, preferredStyle: prompt.style.uiKit)
                let lastWord = LastWord(answer, nil)
                for action in prompt.actions {
                    // A second button of that style would raise an exception.
                    let isSecondCancel = action.role == .cancel && alert.actions.contains { $0.style == .cancel }
                    alert.addAction(
                        UIAlertAction(title: action.title, style: isSecondCancel ? .default : action.role.uiKit) { _ in
                            lastWord.give(action.id)
                        })
                }
                guard case .actionSheet(let anchor) = prompt.style else { return (alert, []) }
                // There is none where sheets come from below.
                guard let popover = alert.popoverPresentationController else { return (alert, []) }
                return (alert, [self.point(popover, at: anchor, over: top)].compactMap(\.self))
            }
        }

        /// Lets a popover point at something on the screen, or at the middle without an arrow.
        /// - Returns: what has to be kept while the popover is there.
        func point(
            _ popover: UIPopoverPresentationController, at anchor: Prompt.Anchor, over top: UIViewController
        ) -> AnyObject? {
            if let item = AnchorSearch(anchor).find(from: top) {
                popover.sourceItem = item
                return nil
            }
            let middle = MiddleView(of: top.view)
            popover.sourceItem = middle
            popover.permittedArrowDirections = []
            return middle.owner
        }
    }

    extension Prompt.Style {
        var uiKit: UIAlertController.Style {
            switch self {
            case .alert: .alert
            case .actionSheet: .actionSheet
            }
        }
    }

    extension Prompt.Action.Role {
        var uiKit: UIAlertAction.Style {
            switch self {
            case .normal: .default
            case .cancel: .cancel
            case .destructive: .destructive
            }
        }
    }
#endif
