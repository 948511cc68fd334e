public import Observation

/// Whether the photo library may be shown, followed while a screen is open. Main actor.
///
/// Reads the status and asks nobody until `ask()` is called, which the screen does when it needs the pictures for the first time.
@MainActor @Observable public final class AccessModel {
    /// What holds now; nil before it was read.
    public private(set) var status: PermissionStatus?
    /// Why the system could not be asked, for a fault of the app; nil when all is well.
    public private(set) var fault: PermissionError?
    /// What is followed.
    public let permission: Permission
    @ObservationIgnored private let permissions: any PermissionProvider
    @ObservationIgnored private let tasks = TaskBag<String>()
    @ObservationIgnored private var isWatching = false

    /// - Parameters:
    ///   - permission: reading the photo library by default.
    ///   - permissions: what is read and asked.
    public init(_ permission: Permission = .photoLibrary, permissions: any PermissionProvider) {
        self.permission = permission
        self.permissions = permissions
    }

    /// Whether pictures may be shown. Limited counts.
    public var isAllowed: Bool { status?.isAllowed ?? false }

    /// Whether a part of the library is allowed, so that "choose more" is offered.
    public var isLimited: Bool { status == .limited }

    /// Reads the status anew, and follows it from now on.
    /// - Returns: what holds.
    @discardableResult
    public func read() async -> PermissionStatus {
        watch()
        let status = await permissions.status(of: permission)
        if self.status != status { self.status = status }
        return status
    }

    /// Lets the system ask, where nobody was asked yet.
    /// - Returns: what holds afterwards; what held before where the system cannot be asked.
    @discardableResult
    public func ask() async -> PermissionStatus {
        let status = await read()
        guard status == .notDetermined else { return status }
        do throws(PermissionError) {
            let answer = try await permissions.request(permission)
            if self.status != answer { self.status = answer }
            return answer
        } catch {
            fault = error
            return status
        }
    }

    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        let (changes, permission) = (permissions.changes(), permission)
        let task = Task { [weak self] in
            for await changed in changes where changed == permission { await self?.read() }
        }
        tasks.keep(task, as: "changes")
    }
}
