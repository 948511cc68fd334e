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
        var faults: [Permission: PermissionError] = [:]
        var holdsQuestions = false
        var held: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
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

    /// What keeps the system from asking: the request fails with it. Nil, the default, lets it ask.
    public func failRequest(_ permission: Permission, with error: PermissionError?) {
        state.withLock { $0.faults[permission] = error }
    }

    /// Whether the system's question stays open; off by default. All that are open are answered when it is turned off. A task that is
    /// cancelled takes its question back, and nothing has changed.
    public var holdsQuestions: Bool {
        get { state.withLock { $0.holdsQuestions } }
        set {
            let held = state.withLock { state in
                state.holdsQuestions = newValue
                guard !newValue else { return [CheckedContinuation<Void, Never>]() }
                defer { state.held = [:] }
                return Array(state.held.values)
            }
            for question in held { question.resume() }
        }
    }

    /// Waits until a question of the system is open, which `holdsQuestions` keeps so.
    public func waitUntilAsked() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.held.isEmpty { state.watchers.append(continuation) }
                return !state.held.isEmpty
            }
            if isOpen { continuation.resume() }
        }
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

    /// What was set, or authorized; the reading is recorded in `reads`.
    public func status(of permission: Permission) async -> PermissionStatus {
        state.withLock { state in
            state.reads.append(permission)
            return state.statuses[permission] ?? .authorized
        }
    }

    /// Asks where nothing is determined, records it in `asked`, and takes the scripted answer.
    /// - Throws: what `failRequest(_:with:)` was given.
    public func request(_ permission: Permission) async throws(PermissionError) -> PermissionStatus {
        if let fault = state.withLock({ $0.faults[permission] }) { throw fault }
        let isQuestion = state.withLock { $0.statuses[permission] == .notDetermined }
        let isTakenBack = isQuestion ? await !holdQuestion() : false
        let (status, isChanged) = state.withLock { state in
            let status = state.statuses[permission] ?? .authorized
            guard status == .notDetermined, !isTakenBack else { return (status, false) }
            state.asked.append(permission)
            let answer = state.answers[permission] ?? .authorized
            state.statuses[permission] = answer
            return (answer, answer != status)
        }
        if isChanged { hub.send(permission) }
        return status
    }

    /// False when it was taken back.
    private func holdQuestion() async -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
                    guard state.holdsQuestions, !Task.isCancelled else { return nil }
                    state.held[number] = continuation
                    defer { state.watchers = [] }
                    return state.watchers
                }
                guard let watchers else { return continuation.resume() }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            state.withLock { $0.held.removeValue(forKey: number) }?.resume()
        }
        return !Task.isCancelled
    }

    /// Each permission that was set, or answered otherwise than it stood.
    public func changes() -> AsyncStream<Permission> { hub.stream() }
}
