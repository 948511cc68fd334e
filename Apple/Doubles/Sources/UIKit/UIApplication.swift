import DoublesGround

@MainActor open class UIApplication: UIResponder {
    package override init() { super.init() }
    @available(iOSApplicationExtension, unavailable)
    public class var shared: UIApplication { World.current.kept { UIApplication() } }
    @available(iOS 13.0, *)
    open package(set) var connectedScenes: Set<UIScene> = []
    open package(set) var applicationState = State.active

    @available(iOS 10.0, *)
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        Settings.open(url, completion)
    }
    @available(iOS 10.0, *)
    @discardableResult open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        await withCheckedContinuation { continuation in
            Settings.open(url) { continuation.resume(returning: $0) }
        }
    }

    public class var openSettingsURLString: String { "app-settings:" }
    nonisolated public class var didBecomeActiveNotification: NSNotification.Name {
        .init("UIApplicationDidBecomeActiveNotification")
    }
    public enum State: Int, Sendable { case active, inactive, background }
    public struct OpenExternalURLOptionsKey: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// Opens what lies outside of the app.
@MainActor enum Settings {
    static func open(_ url: URL, _ completion: (@MainActor @Sendable (Bool) -> Void)?) {
        let succeeds = World.current.now.canOpenSettings
        if succeeds { World.current.noteOpened(url) }
        MainQueue.later { completion?(succeeds) }
    }
}

@MainActor open class UIDevice: NSObject {
    package override init() { super.init() }
    public class var current: UIDevice { World.current.kept { UIDevice() } }
    open var userInterfaceIdiom: UIUserInterfaceIdiom { World.current.now.idiom == .pad ? .pad : .phone }
}

public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad = 1
    case tv = 2
    case carPlay = 3
    @available(iOS 14.0, *)
    case mac = 5
    @available(iOS 17.0, *)
    case vision = 6
}
