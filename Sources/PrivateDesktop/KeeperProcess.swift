import CKeeper
import Foundation

/// The other end of a `Keeper`: a small process that is the parent of all that a desktop runs, and ends with its
/// orders. However the ordering program dies, its end of the pipe closes, and everything goes.
package struct KeeperProcess {
    private let folder: String
    /// How children ended, by process, until the order that asks for it.
    var ended: [Int32: Int32] = [:]

    /// - Parameter folder: the desktop's folder, removed at the end.
    package init(folder: String) {
        self.folder = folder
    }

    /// Obeys until standard input ends, then ends all processes and removes the folder.
    package mutating func run() {
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        fs_keeper_adopt_orphans()
        while let line = readLine(), let reply = answer(to: line) {
            guard reply.withUnsafeBytes({ write(1, $0.baseAddress, $0.count) }) == reply.count else { break }
        }
        endEverything()
    }

    /// One line for one line; nil for an order that is none.
    private mutating func answer(to line: String) -> Data? {
        do {
            let order = try JSONDecoder().decode(KeeperOrder.self, from: Data(line.utf8))
            reap()
            return try JSONEncoder().encode(obey(order)) + [UInt8(ascii: "\n")]
        } catch {
            // Whoever sends this is no keeper's master; the closed pipe tells them, as if we had died.
            return nil
        }
    }

    mutating func obey(_ order: KeeperOrder) -> KeeperAnswer {
        switch order {
        case .start(let program):
            let process = spawn(program)
            return process > 0 ? .started(process: process) : .failed(error: -process)
        case .run(let program, let seconds):
            let process = spawn(program)
            guard process > 0 else { return .failed(error: -process) }
            if let code = wait(for: process, seconds: seconds) { return .ended(code: code) }
            kill(process, SIGKILL)
            _ = wait(for: process, seconds: 5)
            return .ended(code: nil)
        case .end(let process, let signal):
            guard ended[process] == nil, kill(process, signal) == 0 else { return .ended(code: ended[process]) }
            if let code = wait(for: process, seconds: 3) { return .ended(code: code) }
            kill(process, SIGKILL)
            return .ended(code: wait(for: process, seconds: 5))
        case .check(let process):
            return .isRunning(ended[process] == nil && kill(process, 0) == 0)
        }
    }

    private mutating func spawn(_ program: KeptProgram) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        let output = open(program.output, flags, 0o600)
        let errors = open(program.errors, flags, 0o600)
        defer {
            close(output)
            close(errors)
        }
        guard output >= 0, errors >= 0 else { return -errno }
        let environment = program.environment.map { "\($0)=\($1)" }
        let process = CStrings.with([program.path] + program.arguments) { arguments in
            CStrings.with(environment) { fs_keeper_spawn_tied(program.path, arguments, $0, -1, output, errors) }
        }
        begin(process)
        return process
    }

    /// Forgets how an earlier process of that number ended: the system gives numbers again.
    mutating func begin(_ process: Int32) { ended[process] = nil }

    /// Takes note of all children that ended, those that we adopted included.
    private mutating func reap() {
        var status: Int32 = 0
        while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
            ended[process] = fs_keeper_exit_code(status)
        }
    }

    private mutating func wait(for process: Int32, seconds: Double) -> Int32? {
        let limit = Date.now.addingTimeInterval(seconds)
        while true {
            reap()
            if let code = ended[process] { return code }
            if Date.now >= limit { return nil }
            usleep(2_000)
        }
    }

    private mutating func endEverything() {
        // Politely first: the document portal unmounts its file system when it is asked to go.
        for (signal, seconds) in [(SIGTERM, 1.5), (SIGKILL, 3.0)] {
            let limit = Date.now.addingTimeInterval(seconds)
            var told: Set<Int32> = []
            while case let children = children(), !children.isEmpty, Date.now < limit {
                for child in children where told.insert(child).inserted { kill(child, signal) }
                usleep(5_000)
                reap()
            }
        }
        fs_keeper_unmount(folder + "/run/doc")
        do { try FileManager.default.removeItem(atPath: folder) } catch {
            // Nobody is left to hear of a failure, and the folder is a temporary one.
        }
    }

    /// Our children, those that we adopted included.
    private func children() -> [Int32] {
        do {
            let text = try String(contentsOfFile: "/proc/self/task/\(getpid())/children", encoding: .utf8)
            return text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
        } catch {
            // A kernel without that list: those that we started are tied to us, and end with us.
            return []
        }
    }
}
