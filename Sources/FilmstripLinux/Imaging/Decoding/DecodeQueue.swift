import Filmstrip
import Foundation

/// Runs blocking work on a few threads: quick looks before whole pictures, what came last first, and never more at a time than
/// memory allows. Threads end when nothing waits.
final class DecodeQueue: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards what changes.
    private let name: String
    private let limit: Int
    private let prepareThread: (@Sendable () -> Void)?
    private let lock = NSLock()
    private var backlog: Backlog<Lane, Job>
    private var threadCount = 0

    /// Which work goes before which.
    enum Lane: Int, Comparable, Sendable {
        /// Pictures that nobody waits for.
        case idle
        /// Whole pictures.
        case picture
        /// Headers, previews, thumbnails that are there already.
        case look

        static func < (one: Lane, other: Lane) -> Bool { one.rawValue < other.rawValue }
    }

    private struct Job {
        var run: @Sendable () -> Void
        var cancel: @Sendable () -> Void
    }

    /// - Parameter budget: what the costs of all jobs that run together may come to.
    init(name: String, threads: Int, budget: Int, prepareThread: (@Sendable () -> Void)? = nil) {
        self.name = name
        self.prepareThread = prepareThread
        limit = max(1, threads)
        backlog = Backlog(budget: budget)
    }

    /// How many wait for their turn.
    var waitingCount: Int { lock.withLock { backlog.waitingCount } }

    /// Runs `body` when its turn comes.
    /// - Throws: what `body` throws, and `cancelled` when the task is cancelled before its turn.
    func run<Result: Sendable>(
        _ lane: Lane, cost: Int = 0, _ body: @escaping @Sendable () throws(LibraryError) -> Result
    ) async throws(LibraryError) -> Result {
        guard !Task.isCancelled else { throw .cancelled }
        let ticket = Locked<(ticket: Backlog<Lane, Job>.Ticket?, isCancelled: Bool)>((nil, false))
        let outcome: Swift.Result<Result, LibraryError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = Job(
                    run: {
                        do throws(LibraryError) {
                            continuation.resume(returning: .success(try body()))
                        } catch {
                            continuation.resume(returning: .failure(error))
                        }
                    },
                    cancel: { continuation.resume(returning: .failure(.cancelled)) })
                let added = submit(job, lane, cost)
                let isLate = ticket.withLock { state in
                    state.ticket = added
                    return state.isCancelled
                }
                // Cancelled between the first look and now.
                if isLate { takeBack(added) }
            }
        } onCancel: {
            let added = ticket.withLock { state in
                state.isCancelled = true
                return state.ticket
            }
            if let added { takeBack(added) }
        }
        return try outcome.get()
    }

    private func submit(_ job: Job, _ lane: Lane, _ cost: Int) -> Backlog<Lane, Job>.Ticket {
        lock.lock()
        defer { lock.unlock() }
        let ticket = backlog.add(job, rank: lane, cost: cost)
        if threadCount < limit { startThread() }
        return ticket
    }

    private func takeBack(_ ticket: Backlog<Lane, Job>.Ticket) {
        lock.withLock { backlog.remove(ticket) }?.cancel()
    }

    private func startThread() {
        threadCount += 1
        let thread = Thread { [self] in work() }
        thread.name = name
        thread.start()
    }

    private func work() {
        prepareThread?()
        var last: Backlog<Lane, Job>.Ticket?
        while let (ticket, job) = next(after: last) {
            job.run()
            last = ticket
        }
    }

    private func next(after last: Backlog<Lane, Job>.Ticket?) -> (Backlog<Lane, Job>.Ticket, Job)? {
        lock.lock()
        defer { lock.unlock() }
        if let last { backlog.end(last) }
        guard let next = backlog.next() else {
            // Whoever still runs comes back here, and takes what does not fit now.
            threadCount -= 1
            return nil
        }
        // Others may have gone while nothing fitted; now there may be room for two.
        if backlog.waitingCount > 0, threadCount < limit { startThread() }
        return (next.ticket, next.job)
    }
}
