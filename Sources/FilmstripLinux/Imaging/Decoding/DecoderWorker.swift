import CWall
import Filmstrip
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
    func ask(_ question: fs_question, file: Int32, pixels: Int32, patience: Double) throws(Fault) -> fs_answer {
        var question = question
        guard !isEnded, fs_worker_ask(socket, &question, file, pixels) == 0 else {
            end()
            throw .gone
        }
        var answer = fs_answer()
        switch fs_worker_listen(socket, &answer, MemoryLayout<fs_answer>.size, Int32(patience * 1000)) {
        case 0: return answer
        case ETIMEDOUT:
            end()
            throw .late
        default: throw .died(status: end())
        }
    }

    /// Ends the process, and takes its end.
    @discardableResult
    func end() -> Int32 {
        guard !isEnded else { return 0 }
        isEnded = true
        close(socket)
        return fs_worker_end(process)
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
