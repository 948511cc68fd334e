/// Tasks by name, cancelled when they are replaced, removed, or when the bag goes. An object on the main actor keeps one,
/// because its own `deinit` may not touch main-actor state.
package final class TaskBag<Key: Hashable & Sendable>: Sendable {
    private let tasks = Locked<[Key: Task<Void, Never>]>([:])

    package init() {}

    deinit {
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
    }

    /// Keeps a task, and cancels the one that had its name.
    package func keep(_ task: Task<Void, Never>, as key: Key) {
        tasks.withLock { $0.updateValue(task, forKey: key) }?.cancel()
    }

    /// Cancels the task of that name and forgets it.
    package func cancel(_ key: Key) {
        tasks.withLock { $0.removeValue(forKey: key) }?.cancel()
    }

    /// Forgets the task of that name, which has come to its end.
    package func forget(_ key: Key) {
        _ = tasks.withLock { $0.removeValue(forKey: key) }
    }

    /// How many are kept.
    package var count: Int { tasks.withLock { $0.count } }
}
