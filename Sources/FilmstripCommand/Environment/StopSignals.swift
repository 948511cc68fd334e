import CStopSignals
import Filmstrip
import Foundation

/// How somebody asks the command to stop.
enum StopRequest: Sendable, Hashable {
    /// The user, by Ctrl-C.
    case interrupt
    /// The system, a script that wants the program gone, or a terminal that was closed.
    case terminate
}

/// SIGINT, SIGTERM and SIGHUP as a stream.
///
/// A handler of our own, and not an ignored signal with a dispatch source: programs that we start would inherit that they
/// ignore it.
enum StopSignals {
    nonisolated(unsafe) private static var pipeForSignals: Int32 = -1
    // Unsafe because a signal handler has no other way to its pipe; set once, before the handlers are installed.

    /// The end from which the signals are read, once they are taken over.
    private static let readingEnd: Int32? = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            fs_stop_signals_release()
            return nil
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipeForSignals = ends[1]
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            var byte = UInt8(truncatingIfNeeded: signal)
            let saved = errno
            _ = write(StopSignals.pipeForSignals, &byte, 1)
            errno = saved
        }
        action.sa_flags = SA_RESTART
        sigaction(SIGINT, &action, nil)
        sigaction(SIGTERM, &action, nil)
        // Who ignored the terminal's end beforehand, as `nohup` does, wants to outlive it.
        var before = sigaction()
        sigaction(SIGHUP, nil, &before)
        let isIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
        if !isIgnored { sigaction(SIGHUP, &action, nil) }
        // One that came while the program was being started is answered now.
        fs_stop_signals_release()
        return ends[0]
    }()

    /// Takes the signals over, and keeps them for who asks for the stream.
    static func takeOver() { _ = readingEnd }

    /// Takes the signals over and tells of each. Call once.
    static func stream() -> AsyncStream<StopRequest> {
        AsyncStream { continuation in
            guard let readingEnd else { return continuation.finish() }
            let thread = Thread {
                var byte: UInt8 = 0
                while true {
                    let count = read(readingEnd, &byte, 1)
                    if count == 1 {
                        continuation.yield(Int32(byte) == SIGINT ? .interrupt : .terminate)
                    } else if count == 0 || errno != EINTR {
                        break
                    }
                }
                continuation.finish()
            }
            thread.name = "signals"
            thread.start()
        }
    }
}
