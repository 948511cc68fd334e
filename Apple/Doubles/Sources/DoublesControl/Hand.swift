import DoublesGround
public import Foundation
public import UIKit

/// The hand of the user.
@MainActor public enum Hand {
    /// Presses the button with that title. The handler has been called when this returns.
    public static func press(_ title: String, of alert: UIAlertController) async throws {
        guard let action = alert.actions.first(where: { $0.title == title }), action.isEnabled else {
            throw NeverCame(what: "a button “\(title)” among \(alert.actions.map { $0.title ?? "" })")
        }
        alert.press(action)
        await Screen.settle()
    }

    /// Presses a button or another control.
    public static func press(_ control: UIControl) async {
        control.sendActions(for: .touchUpInside.union(.primaryActionTriggered))
        await Screen.settle()
    }

    /// Drags a finger over a window.
    /// - Returns: the view that the finger has touched; nil when none takes touches there.
    @discardableResult public static func drag(in window: UIWindow, from start: CGPoint, to end: CGPoint) async
        -> UIView?
    {
        guard let view = window.hitTest(start, with: nil) else { return nil }
        let (touch, event) = (UITouch(), UIEvent())
        touch.place = start
        view.touchesBegan([touch], with: event)
        touch.place = CGPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
        view.touchesMoved([touch], with: event)
        touch.place = end
        view.touchesMoved([touch], with: event)
        view.touchesEnded([touch], with: event)
        await Screen.settle()
        return view
    }

    /// Takes a presented controller away: a swipe down, or a tap beside a popover or an action sheet.
    /// - Returns: whether it went.
    @discardableResult public static func swipeAway(_ controller: UIViewController) async -> Bool {
        if let alert = controller as? UIAlertController {
            guard alert.preferredStyle == .actionSheet else { return false }
            if let cancel = alert.actions.first(where: { $0.style == .cancel }) {
                alert.press(cancel)
            } else if alert.isPopover {
                dismissByHand(alert)
            } else {
                return false
            }
            await Screen.settle()
            return true
        }
        switch controller.modalPresentationStyle {
        case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: return false
        default: break
        }
        let presentation = controller.presentationController
        let delegate = presentation?.adaptiveDelegate
        let may =
            !controller.isModalInPresentation
            && (presentation.flatMap { delegate?.presentationControllerShouldDismiss($0) } ?? true)
        if may {
            dismissByHand(controller)
        } else if let presentation {
            delegate?.presentationControllerDidAttemptToDismiss(presentation)
        }
        await Screen.settle()
        return may
    }

    private static func dismissByHand(_ controller: UIViewController) {
        let presentation = controller.presentationController
        if let presentation { presentation.adaptiveDelegate?.presentationControllerWillDismiss(presentation) }
        controller.presentingViewController?.dismiss(animated: true) {
            if let presentation { presentation.adaptiveDelegate?.presentationControllerDidDismiss(presentation) }
        }
    }

    /// Takes or chooses something in the system's image picker.
    public static func finish(_ picker: UIImagePickerController, _ info: [UIImagePickerController.InfoKey: Any]) async {
        picker.finish(info)
        await Screen.settle()
    }

    /// Presses Cancel of the system's image picker.
    public static func cancel(_ picker: UIImagePickerController) async {
        picker.cancel()
        await Screen.settle()
    }

    /// Saves a trimmed video in the system's video editor.
    public static func finish(_ editor: UIVideoEditorController, _ path: String) async {
        editor.finish(path)
        await Screen.settle()
    }

    /// Presses Cancel of the system's video editor.
    public static func cancel(_ editor: UIVideoEditorController) async {
        editor.cancel()
        await Screen.settle()
    }

    /// Lets the system's video editor fail.
    public static func fail(_ editor: UIVideoEditorController, _ error: any Error) async {
        editor.fail(error)
        await Screen.settle()
    }

    /// How often the app has pressed the shutter of the system's camera by code.
    public static func shutterPresses(of picker: UIImagePickerController) -> Int { picker.shutterPresses }
}
