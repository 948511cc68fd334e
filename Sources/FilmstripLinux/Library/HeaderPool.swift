import CFileSystem
import Filmstrip
import FilmstripFormats
import Foundation
import Glibc

/// A file whose header is to be read, and what is known of it.
struct HeaderJob: Sendable {
    var folder: Int64
    var path: MediaPath
    var status: FileStatus
    /// The row that it has already.
    var known: Int64?
}

/// What a file's header told.
struct HeaderResult: Sendable {
    /// The job, with the status of the file that was read: what lies at a path may be another one than when it was listed.
    var job: HeaderJob
    /// Nil when no file was there any more.
    var header: Result<MediaHeader, LibraryError>?
    /// Nanoseconds since 1970 at which the file came to be, or 0.
    var birth: Int64

    /// Opens a file and reads its header.
    init(reading job: HeaderJob) {
        self.job = job
        birth = job.known == nil ? job.path.withCString { fs_birth_time(AT_FDCWD, $0) } : 0
        do throws(LibraryError) {
            guard let (file, status) = try Self.open(job.path) else { return }
            self.job.status = status
            let source = try FileByteSource(descriptor: file.rawValue, name: job.path.string)
            header = .success(try MediaHeaderReader.read(source, at: job.path))
            withExtendedLifetime(file) {}
        } catch {
            header = .failure(error)
        }
    }

    /// The file that lies at a path, and the status of just that one; nil when none does any more. Not blocking, or a named pipe
    /// would wait for its other end for ever.
    private static func open(_ path: MediaPath) throws(LibraryError) -> (OwnedDescriptor, FileStatus)? {
        do throws(SystemError) {
            let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
            guard descriptor >= 0 else { throw SystemError() }
            let file = OwnedDescriptor(taking: descriptor)
            let status = try FileStatus.of(file)
            return status.kind == .file ? (file, status) : nil
        } catch {
            if error.meansGone || error.number == ESTALE { return nil }
            throw error.reading(path)
        }
    }
}

/// Reads headers on a few threads, while one thread walks folders and writes rows.
final class HeaderPool: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `condition` guards all that changes.
    private let condition = NSCondition()
    private let threadCount: Int
    private let prepareThread: (@Sendable () -> Void)?
    private let didOpen: (@Sendable (MediaPath) -> Void)?
    private let isCancelled: @Sendable () -> Bool
    private var jobs: [HeaderJob] = []
    private var next = 0
    private var pending = 0
    private var results: [HeaderResult] = []
    private var isFinished = false
    private var running = 0
    private static let limit = 1000

    /// - Parameter isCancelled: whether waiting for headers makes no sense any more.
    init(
        threads: Int = 2, prepareThread: (@Sendable () -> Void)? = nil,
        didOpen: (@Sendable (MediaPath) -> Void)? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        threadCount = threads
        self.isCancelled = isCancelled
        self.prepareThread = prepareThread
        self.didOpen = didOpen
    }

    /// Hands in a job, and waits while too many are waiting.
    func submit(_ job: HeaderJob) {
        condition.lock()
        defer { condition.unlock() }
        if running == 0 { startThreads() }
        while pending - results.count > Self.limit, !isCancelled() { condition.wait() }
        jobs.append(job)
        pending += 1
        condition.broadcast()
    }

    /// What has been read so far; waits for the rest when `all` is wanted, unless that is cancelled.
    func take(all: Bool) -> [HeaderResult] {
        condition.lock()
        defer { condition.unlock() }
        while all, results.count < pending, !isCancelled() { condition.wait() }
        pending -= results.count
        defer { results.removeAll(keepingCapacity: true) }
        return results
    }

    /// Ends the threads, and waits for their end. What they have not begun is left.
    func finish() {
        condition.lock()
        defer { condition.unlock() }
        isFinished = true
        next = jobs.count
        condition.broadcast()
        while running > 0 { condition.wait() }
    }

    private func startThreads() {
        running = threadCount
        for _ in 0..<threadCount {
            let thread = Thread { [self] in work() }
            thread.name = "filmstrip-headers"
            thread.start()
        }
    }

    private func work() {
        prepareThread?()
        condition.lock()
        while true {
            while next == jobs.count, !isFinished { condition.wait() }
            guard next < jobs.count, !isCancelled() else { break }
            let batch = Array(jobs[next..<min(next + 16, jobs.count)])
            next += batch.count
            if next == jobs.count || next > Self.limit {
                jobs.removeFirst(next)
                next = 0
            }
            condition.unlock()
            let read = batch.map { job in
                didOpen?(job.path)
                return HeaderResult(reading: job)
            }
            condition.lock()
            results += read
            condition.broadcast()
        }
        running -= 1
        condition.broadcast()
        condition.unlock()
    }
}
