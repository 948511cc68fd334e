import Filmstrip
import Foundation

/// Runs blocking work on a few threads, what came last first: whoever scrolls wants to see what is on the screen now, and
/// not what went by. Threads end when nothing waits.
final class NewestFirstQueue: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards what changes.
    private let name: String
    private let limit: Int
    private let prepareThread: (@Sendable () -> Void)?
    private let lock = NSLock()
    private var waiting: [@Sendable () -> Void] = []
    private var running = 0

    init(name: String, threads: Int, prepareThread: (@Sendable () -> Void)? = nil) {
        self.name = name
        limit = threads
        self.prepareThread = prepareThread
    }

    /// Runs `body` when its turn comes.
    /// - Throws: what `body` throws, and `cancelled` when the task is cancelled before its turn.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws(LibraryError) -> Result
    ) async throws(LibraryError) -> Result {
        let isCancelled = Locked(false)
        let outcome: Swift.Result<Result, LibraryError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit {
                    do throws(LibraryError) {
                        if isCancelled.withLock({ $0 }) { throw .cancelled }
                        continuation.resume(returning: .success(try body()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        return try outcome.get()
    }

    /// How many wait for their turn.
    var waitingCount: Int { lock.withLock { waiting.count } }

    private func submit(_ job: @escaping @Sendable () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        waiting.append(job)
        guard running < limit else { return }
        running += 1
        let thread = Thread { [self] in work() }
        thread.name = name
        thread.start()
    }

    private func work() {
        prepareThread?()
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        lock.lock()
        defer { lock.unlock() }
        if let job = waiting.popLast() { return job }
        running -= 1
        return nil
    }
}
