import Filmstrip
import Foundation

/// The three streams that a program is started with.
enum StandardStreams {
    /// Fills the place of each stream that was closed by whoever started the program with one that cannot be used: else the next
    /// file that is opened would get its number, and would be read or written instead. Call first of all.
    static func fillGaps() {
        for (stream, useless) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            // The lowest number that is free is this one, since those below are taken by now.
            if fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", useless) }
        }
    }
}

/// Standard input, for somebody who may be told to stop waiting for it.
final class StandardInput: Sendable {
    /// Once it is closed, reading ends.
    private let pipe: (reading: Int32, writing: Int32)
    private let isOver = Locked(false)

    init() {
        var ends: [Int32] = [-1, -1]
        // Without a pipe, whoever waits cannot be told; and -1 is looked at by nobody.
        if Foundation.pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        pipe = (ends[0], ends[1])
    }

    deinit {
        end()
        if pipe.reading >= 0 { close(pipe.reading) }
    }

    /// Waits for the next bytes, and says how many there are; 0 at the end.
    /// - Throws: `cancelled` after `end`; `unreadable`.
    func read(into room: UnsafeMutableRawBufferPointer) throws(CommandError) -> Int {
        while true {
            var waiting = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
            ]
            let found = poll(&waiting, 2, -1)
            if isOver.withLock({ $0 }) { throw .cancelled }
            let count = found < 0 ? -1 : Foundation.read(STDIN_FILENO, room.baseAddress, room.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else {
                throw CommandError(.unreadable, "Standard input cannot be read: \(String(cString: strerror(errno))).")
            }
        }
    }

    /// Lets go who waits for it, now and later.
    func end() {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        if isFirst, pipe.writing >= 0 { close(pipe.writing) }
    }
}

extension CommandEnvironment {
    /// Runs what waits for standard input on a thread of its own: with one processor nobody else could run meanwhile, and so
    /// nobody hear of a request to stop. When the task is cancelled, reading throws `cancelled`.
    func waitingForInput<Value>(_ body: @escaping @Sendable () throws -> sending Value) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let thread = Thread {
                    do { continuation.resume(returning: try body()) } catch { continuation.resume(throwing: error) }
                }
                thread.name = "input"
                thread.start()
            }
        } onCancel: {
            endInput()
        }
    }
}
