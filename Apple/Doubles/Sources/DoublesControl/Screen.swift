import DoublesGround
public import Foundation
public import UIKit

/// What the screen of the device shows, and how a test waits for it.
@MainActor public enum Screen {
    /// The foreground scene of the app, made when first asked for.
    public static var scene: UIWindowScene {
        let app = UIApplication.shared
        if let scene = app.connectedScenes.compactMap({ $0 as? UIWindowScene }).first { return scene }
        let scene = UIWindowScene()
        app.connectedScenes.insert(scene)
        return scene
    }

    /// Shows a controller in a window of its own, as an app that has just started. The window belongs to the test.
    public static func show(_ root: UIViewController) async -> UIWindow {
        let window = UIWindow(windowScene: scene)
        window.rootViewController = root
        window.makeKeyAndVisible()
        await settle()
        return window
    }

    /// Waits until no transition goes on and the main queue is empty.
    public static func settle() async {
        var calm = 0
        while calm < 3 {
            await nextTurn()
            calm = MainQueue.pending == 0 ? calm + 1 : 0
        }
    }

    /// Waits until something holds, which turns of the main queue, or other queues, bring about.
    /// - Throws: after 10 s.
    public static func wait(for what: String, until condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(10)
        while !condition() || MainQueue.pending > 0 {
            guard ContinuousClock.now < end else { throw NeverCame(what: what) }
            await nextTurn()
        }
    }

    /// Waits until a presented controller of that type is on the top of the screen, and answers with it.
    public static func wait<Controller: UIViewController>(for type: Controller.Type) async throws -> Controller {
        try await wait(for: "\(type)") { top is Controller }
        guard let controller = top as? Controller else { throw NeverCame(what: "\(type)") }
        return controller
    }

    /// The controller that was presented last, in the key window.
    public static var top: UIViewController? {
        var top = scene.keyWindow?.rootViewController
        while let next = top?.presentedViewController { top = next }
        return top
    }

    /// Turns the device, or changes the window's size otherwise.
    public static func resize(_ window: UIWindow, to size: CGSize) async {
        window.frame.size = size
        await settle()
    }

    private static func nextTurn() async {
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
}

/// Something that a test waited for did not come.
public struct NeverCame: Error, CustomStringConvertible {
    public let what: String
    public var description: String { "\(what) never came" }
}
