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
    /// - Throws: what `body` throws, and `cancelled` when the task is cancelled: at once, though `body` goes on when its turn had come.
    func run<Result: Sendable>(
        _ lane: Lane, cost: Int = 0, _ body: @escaping @Sendable () throws(LibraryError) -> Result
    ) async throws(LibraryError) -> Result {
        guard !Task.isCancelled else { throw .cancelled }
        let call = Call<Result>()
        let outcome: Swift.Result<Result, LibraryError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard call.begin(continuation) else { return continuation.resume(returning: .failure(.cancelled)) }
                let job = Job(
                    run: {
                        do throws(LibraryError) { call.settle(.success(try body())) } catch {
                            call.settle(.failure(error))
                        }
                    },
                    cancel: { call.settle(.failure(.cancelled)) })
                // Cancelled between the first look and now.
                if let late = call.take(submit(job, lane, cost)) { takeBack(late) }
            }
        } onCancel: {
            if let ticket = call.cancel() { takeBack(ticket) }
            call.settle(.failure(.cancelled))
        }
        return try outcome.get()
    }

    /// One caller who waits, until they have an answer or are cancelled.
    private final class Call<Value: Sendable>: Sendable {
        private struct State {
            var waiting: CheckedContinuation<Swift.Result<Value, LibraryError>, Never>?
            var ticket: Backlog<Lane, Job>.Ticket?
            var isCancelled = false
        }

        private let state = Locked(State())

        /// False when the caller is cancelled already.
        func begin(_ continuation: CheckedContinuation<Swift.Result<Value, LibraryError>, Never>) -> Bool {
            state.withLock { state in
                if !state.isCancelled { state.waiting = continuation }
                return !state.isCancelled
            }
        }

        /// Remembers the place in the queue; gives it back when the caller is cancelled already.
        func take(_ ticket: Backlog<Lane, Job>.Ticket) -> Backlog<Lane, Job>.Ticket? {
            state.withLock { state in
                state.ticket = ticket
                return state.isCancelled ? ticket : nil
            }
        }

        func cancel() -> Backlog<Lane, Job>.Ticket? {
            state.withLock { state in
                state.isCancelled = true
                return state.ticket
            }
        }

        /// The first answer counts.
        func settle(_ answer: Swift.Result<Value, LibraryError>) {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: answer)
        }
    }

    private func submit(_ job: Job, _ lane: Lane, _ cost: Int) -> Backlog<Lane, Job>.Ticket {
        let (ticket, thread) = lock.withLock { (backlog.add(job, rank: lane, cost: cost), makeThread()) }
        thread?.start()
        return ticket
    }

    private func takeBack(_ ticket: Backlog<Lane, Job>.Ticket) {
        lock.withLock { backlog.remove(ticket) }?.cancel()
    }

    /// One more, where there may be; under the lock. It is started without: whoever takes a job back meanwhile, such as a tile that
    /// scrolls away on the main thread, is not to wait for that.
    private func makeThread() -> Thread? {
        guard threadCount < limit else { return nil }
        threadCount += 1
        let thread = Thread { [self] in work() }
        thread.name = name
        return thread
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
        let (next, thread): ((Backlog<Lane, Job>.Ticket, Job)?, Thread?) = lock.withLock {
            if let last { backlog.end(last) }
            guard let next = backlog.next() else {
                // Whoever still runs comes back here, and takes what does not fit now.
                threadCount -= 1
                return (nil, nil)
            }
            // Others may have gone while nothing fitted; now there may be room for two.
            return ((next.ticket, next.job), backlog.waitingCount > 0 ? makeThread() : nil)
        }
        thread?.start()
        return next
    }
}
