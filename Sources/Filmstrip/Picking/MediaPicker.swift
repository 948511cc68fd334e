/// The one call: ask for the source, ask for permission, present, edit, save, and hand over files.
///
///     let outcome = try await picker.pick(.avatar)
///
/// A picker is made of connections (a presenter, permissions, a library, cameras) and holds no configuration: everything
/// that an app may want otherwise is in the request. One picker can therefore be shared by a whole app, or be made for a
/// single call; nobody needs to keep it alive.
///
/// Main actor. One pick at a time: a second call while one is showing throws `alreadyShown` and changes nothing. Each call
/// ends once. Cancelling its task takes the screens away and ends as cancelled.
@MainActor public final class MediaPicker {
    /// The usable cameras, as `CameraBackend.devices()` answers.
    public typealias CameraList = @Sendable () async throws(CameraError) -> [CameraDevice]

    /// Whether a pick is under way.
    public var isShowing: Bool { showing != nil }

    package let presenter: any Presenter
    package let permissions: any PermissionProvider
    let library: any AssetStore
    let cameras: CameraList
    private var showing: Showing?

    /// The identity of one pick, so that a late cancel never takes the next one away.
    private final class Showing: Sendable {}

    /// - Parameters:
    ///   - presenter: shows the screens of the platform.
    ///   - permissions: tells what the user has allowed, and asks.
    ///   - library: loads what is chosen, and takes what is saved.
    ///   - cameras: the cameras that there are, asked at each pick.
    public init(
        presenter: any Presenter, permissions: any PermissionProvider, library: any AssetStore,
        cameras: @escaping CameraList
    ) {
        self.presenter = presenter
        self.permissions = permissions
        self.library = library
        self.cameras = cameras
    }

    /// Lets the user take or choose something.
    /// - Throws: `alreadyShown`; `permissionDenied` or `permissionRestricted` when that was so before; `camera` or `library`
    ///   when these cannot be used; `refused` when the rules leave no room; `permission` when the app lacks what the system
    ///   wants before it asks. The user has been told of each but the first and the last.
    public func pick(_ request: PickRequest = PickRequest()) async throws(PickError) -> PickOutcome {
        try await exclusively { () async throws(PickError) in
            guard let acquired = try await self.acquire(request) else { return .cancelled }
            var items = await self.loadAll(acquired, rules: request.choice.rules)
            // What an embedded camera took is as the camera saw it.
            let isEdited = request.capture.placement == .fullScreen || acquired.contains { $0.captured == nil }
            if isEdited { await self.edit(&items, of: acquired, as: request.editing, texts: request.texts) }
            await self.save(&items, as: request.saving, texts: request.texts)
            return Task.isCancelled ? .cancelled : .picked(items)
        } ?? .cancelled
    }

    /// Whether something may be done now, asked without asking the user. Limited counts where a part can be allowed: for
    /// the library.
    public func isAllowed(_ permission: Permission) async -> Bool {
        let status = await permissions.status(of: permission)
        return permission == .photoLibrary ? status.isAllowed : status == .authorized
    }

    /// Makes sure that something may be done: nothing happens when it may; the system's question when nobody asked yet; else
    /// our alert with the way to the settings.
    /// - Returns: whether it may be done now.
    /// - Throws: when the system cannot be asked, for a fault of the app.
    public func ensureAllowed(
        _ permission: Permission, texts: Texts = .preferred()
    ) async throws(PermissionError) -> Bool {
        try await PermissionDesk(permissions: permissions, presenter: presenter).pass(permission, texts: texts).mayGoOn
    }

    /// Runs a pick alone, and takes its screens away when the task is cancelled: nil then, or what the body answers.
    func exclusively<Answer: Sendable>(
        _ body: @MainActor () async throws(PickError) -> Answer
    ) async throws(PickError) -> Answer? {
        guard showing == nil else { throw .alreadyShown }
        let current = Showing()
        showing = current
        defer { showing = nil }
        let result: Result<Answer, PickError> = await withTaskCancellationHandler {
            do throws(PickError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            Task { @MainActor [weak self] in
                if let self, self.showing === current { self.presenter.dismiss() }
            }
        }
        return Task.isCancelled ? nil : try result.get()
    }
}
