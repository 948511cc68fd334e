public import Filmstrip

/// Permissions as a test sets them, and a system's question that answers itself.
///
/// Everything is authorized unless said otherwise.
public final class ScriptedPermissions: PermissionProvider, Sendable {
    private struct State {
        var statuses: [Permission: PermissionStatus]
        var answers: [Permission: PermissionStatus] = [:]
        var asked: [Permission] = []
        var reads: [Permission] = []
    }

    private let state: Locked<State>
    private let hub = StreamHub<Permission>()

    /// Permissions with those statuses; what is not named is authorized.
    public init(_ statuses: [Permission: PermissionStatus] = [:]) {
        state = Locked(State(statuses: statuses))
    }

    /// What the user answers when the system asks; authorized where nothing was said.
    public func answer(_ permission: Permission, with status: PermissionStatus) {
        state.withLock { $0.answers[permission] = status }
    }

    /// Changes a permission from outside, as the system's settings do, and tells whoever listens.
    public func set(_ permission: Permission, to status: PermissionStatus) {
        state.withLock { $0.statuses[permission] = status }
        hub.send(permission)
    }

    /// The questions that the system put, in order.
    public var asked: [Permission] { state.withLock { $0.asked } }

    /// The permissions whose status was read, in order.
    public var reads: [Permission] { state.withLock { $0.reads } }

    public func status(of permission: Permission) async -> PermissionStatus {
        state.withLock { state in
            state.reads.append(permission)
            return state.statuses[permission] ?? .authorized
        }
    }

    public func request(_ permission: Permission) async -> PermissionStatus {
        let (status, isChanged) = state.withLock { state in
            let status = state.statuses[permission] ?? .authorized
            guard status == .notDetermined else { return (status, false) }
            state.asked.append(permission)
            let answer = state.answers[permission] ?? .authorized
            state.statuses[permission] = answer
            return (answer, answer != status)
        }
        if isChanged { hub.send(permission) }
        return status
    }

    public func changes() -> AsyncStream<Permission> { hub.stream() }
}
