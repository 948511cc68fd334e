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
        var listeners: [Int: AsyncStream<Permission>.Continuation] = [:]
        var lastListener = 0
    }

    private let state: Locked<State>

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
        let listeners = state.withLock { state in
            state.statuses[permission] = status
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(permission) }
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
        let (status, listeners) = state.withLock { state in
            let status = state.statuses[permission] ?? .authorized
            guard status == .notDetermined else { return (status, [AsyncStream<Permission>.Continuation]()) }
            state.asked.append(permission)
            let answer = state.answers[permission] ?? .authorized
            state.statuses[permission] = answer
            return (answer, answer == status ? [] : Array(state.listeners.values))
        }
        for listener in listeners { listener.yield(permission) }
        return status
    }

    public func changes() -> AsyncStream<Permission> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let number = state.withLock { state in
                state.lastListener += 1
                state.listeners[state.lastListener] = continuation
                return state.lastListener
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.listeners[number] = nil }
            }
        }
    }
}
