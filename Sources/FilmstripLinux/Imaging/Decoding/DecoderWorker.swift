import CWall
import Filmstrip
import Foundation
import Glibc

/// A process that decodes, one picture at a time. Used by one thread at a time.
final class DecoderWorker {
    /// Which program it is.
    enum Kind: Int, Sendable, CaseIterable {
        case pictures, movies

        /// The program's name.
        var program: String {
            switch self {
            case .pictures: "filmstrip-decoder"
            case .movies: "filmstrip-poster"
            }
        }
    }

    /// Why a worker gave no answer.
    enum Fault: Error, Hashable {
        /// It could not be started.
        case missing(String)
        /// It was gone before it was asked.
        case gone
        /// It took too long, and was ended.
        case late
        /// It ended by itself, as of waitpid.
        case died(status: Int32)
    }

    private let process: pid_t
    private let socket: Int32
    private var isEnded = false
    /// Held while the process is ended, so that nobody signals another one that has its number by then.
    private let ending = NSLock()
    /// Which walls it has built.
    let greeting: fs_greeting

    /// Starts a worker and waits until its walls stand.
    /// - Parameters:
    ///   - memory: bytes of address space, 0 for no limit.
    ///   - environment: what the worker knows of ours: `NAME=value`.
    init(
        _ program: MediaPath, memory: Int, processorSeconds: Int, environment: [String], patience: Double
    ) throws(Fault) {
        var process: pid_t = 0
        var socket: Int32 = -1
        let error = program.withCString { path in
            Self.withCStrings([program.string, String(memory), String(processorSeconds)]) { arguments in
                Self.withCStrings(environment) { fs_worker_start(path, arguments, $0, &process, &socket) }
            }
        }
        guard error == 0 else { throw .missing("\(program.string): \(SystemError(error).reason)") }
        var greeting = fs_greeting()
        let answer = fs_worker_listen(socket, &greeting, MemoryLayout<fs_greeting>.size, Int32(patience * 1000))
        guard answer == 0, greeting.version == UInt32(FS_WORKER_VERSION) else {
            close(socket)
            fs_worker_end(process)
            let reason = answer == 0 ? "it is of another version" : "it does not start: \(SystemError(answer).reason)"
            throw .missing("\(program.string): \(reason)")
        }
        self.process = process
        self.socket = socket
        self.greeting = greeting
    }

    deinit {
        end()
    }

    /// Asks, and waits for the answer. After any fault the worker has ended.
    /// - Parameter patience: seconds that it may work. On a machine with a lot to do that takes longer than by the clock: a worker
    ///   that gets a little of a processor's time now and then is waited for, up to eight times as long.
    func ask(_ question: fs_question, file: Int32, pixels: Int32, patience: Double) throws(Fault) -> fs_answer {
        var question = question
        guard !isEnded, fs_worker_ask(socket, &question, file, pixels) == 0 else {
            end()
            throw .gone
        }
        var answer = fs_answer()
        let slice = max(0.02, patience / 4)
        let began = fs_worker_processor_time(process)
        var (waited, last) = (0.0, began)
        while true {
            let result = fs_worker_listen(socket, &answer, MemoryLayout<fs_answer>.size, Int32(slice * 1000))
            if result == 0 { return answer }
            guard result == ETIMEDOUT else { throw .died(status: end()) }
            waited += slice
            let used = fs_worker_processor_time(process)
            let isStarved = used - last > slice / 20 && used - began < patience
            guard waited < patience || isStarved && waited < patience * 8 else {
                end()
                throw .late
            }
            last = used
        }
    }

    /// Ends the process, and takes its end.
    @discardableResult
    func end() -> Int32 {
        ending.withLock {
            guard !isEnded else { return 0 }
            isEnded = true
            close(socket)
            return fs_worker_end(process)
        }
    }

    /// Kills the process, from any thread. Whoever waits for its answer learns that it died.
    func kill() {
        ending.withLock { if !isEnded { _ = Glibc.kill(process, SIGKILL) } }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
