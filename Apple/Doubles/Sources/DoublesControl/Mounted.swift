public import SwiftUI
public import UIKit

/// A SwiftUI view on the screen, as far as it is made of a controller of UIKit's.
@MainActor public final class Mounted {
    private let updating: @MainActor (any UIViewControllerRepresentable) -> Void
    private let dismantling: @MainActor () -> Void

    /// Makes the controller that is somewhere in a view, and puts it into a parent.
    /// - Throws: when there is none.
    public init(_ view: some View, in parent: UIViewController, frame: CGRect) throws {
        guard let representable = Self.representable(in: view) else {
            throw NeverCame(what: "a controller in the view")
        }
        (updating, dismantling) = Self.mount(representable, in: parent, frame: frame)
    }

    /// The view is made anew, after a change of its state.
    public func update(_ view: some View) {
        if let representable = Self.representable(in: view) { updating(representable) }
    }

    /// The view is taken away.
    public func dismantle() { dismantling() }

    private static func representable(in view: any View) -> (any UIViewControllerRepresentable)? {
        if let found = view as? any UIViewControllerRepresentable { return found }
        for layer in (view as? any Layers)?.layers ?? [] {
            if let found = representable(in: layer) { return found }
        }
        return nil
    }

    private static func mount<Shown: UIViewControllerRepresentable>(
        _ shown: Shown, in parent: UIViewController, frame: CGRect
    ) -> (@MainActor (any UIViewControllerRepresentable) -> Void, @MainActor () -> Void) {
        let context = UIViewControllerRepresentableContext<Shown>(coordinator: shown.makeCoordinator())
        let controller = shown.makeUIViewController(context: context)
        parent.addChild(controller)
        controller.view.frame = frame
        parent.view.addSubview(controller.view)
        controller.didMove(toParent: parent)
        shown.updateUIViewController(controller, context: context)
        return (
            { new in (new as? Shown)?.updateUIViewController(controller, context: context) },
            {
                Shown.dismantleUIViewController(controller, coordinator: context.coordinator)
                controller.willMove(toParent: nil)
                controller.view.removeFromSuperview()
                controller.removeFromParent()
            }
        )
    }
}
