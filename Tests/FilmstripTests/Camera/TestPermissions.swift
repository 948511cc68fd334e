import Filmstrip

/// Permissions that a test sets.
final class TestPermissions: PermissionProvider {
    private struct State {
        var statuses: [Permission: PermissionStatus]
        var answers: [Permission: PermissionStatus] = [:]
        var asked: [Permission] = []
    }

    private let state: Locked<State>
    private let hub = StreamHub<Permission>()

    init(camera: PermissionStatus = .authorized, microphone: PermissionStatus = .authorized) {
        state = Locked(State(statuses: [.camera: camera, .microphone: microphone]))
    }

    /// What the user will say when asked.
    func answer(_ permission: Permission, with status: PermissionStatus) {
        state.withLock { $0.answers[permission] = status }
    }

    func set(_ permission: Permission, to status: PermissionStatus) {
        state.withLock { $0.statuses[permission] = status }
        hub.send(permission)
    }

    var asked: [Permission] { state.withLock { $0.asked } }

    func status(of permission: Permission) async -> PermissionStatus {
        state.withLock { $0.statuses[permission] ?? .notDetermined }
    }

    func request(_ permission: Permission) async -> PermissionStatus {
        state.withLock { state in
            state.asked.append(permission)
            let answer = state.answers[permission] ?? .denied
            state.statuses[permission] = answer
            return answer
        }
    }

    func changes() -> AsyncStream<Permission> { hub.stream() }
}
