import CKeeper
import Filmstrip
import Foundation

/// A process that starts the desktop's programs and ends them all when this object goes, or when we die.
final class Keeper: Sendable {
    private struct Pipes {
        var orders: Int32
        var answers: Int32
    }

    private let process: pid_t
    private let pipes: Locked<Pipes?>

    /// - Parameters:
    ///   - parts: the executable that has the keeper in it.
    ///   - folder: removed by the keeper at the end.
    init(parts: String, folder: String) throws(PrivateDesktopError) {
        var process: pid_t = 0
        var pipes = Pipes(orders: -1, answers: -1)
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let error = CStrings.with([parts, "keeper", folder]) { arguments in
            CStrings.with(environment) { environment in
                fs_keeper_start(parts, arguments, environment, &process, &pipes.orders, &pipes.answers)
            }
        }
        guard error == 0 else { throw .startFailed(program: parts, reason: String(cString: strerror(error))) }
        self.process = process
        self.pipes = Locked(pipes)
    }

    deinit {
        guard closePipes() else { return }
        // The keeper needs a moment to clean up, and nobody else will collect it.
        let process = process
        Thread.detachNewThread { waitpid(process, nil, 0) }
    }

    /// Ends everything, and returns when it is gone.
    func end() {
        guard closePipes() else { return }
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// Hands over an order and waits for the answer; orders of several threads take turns.
    func obey(_ order: KeeperOrder) throws(PrivateDesktopError) -> KeeperAnswer {
        let reason: String
        do {
            let line = try JSONEncoder().encode(order) + [UInt8(ascii: "\n")]
            let reply: Data? = pipes.withLock { pipes in
                guard let pipes, Self.writeAll(line, to: pipes.orders) else { return nil }
                return Self.readLine(from: pipes.answers)
            }
            if let reply { return try JSONDecoder().decode(KeeperAnswer.self, from: reply) }
            reason = "it is gone"
        } catch { reason = "it is not understood: \(error)" }
        throw .startFailed(program: "keeper", reason: reason)
    }

    private func closePipes() -> Bool {
        pipes.withLock { pipes in
            guard let open = pipes else { return false }
            close(open.orders)
            close(open.answers)
            pipes = nil
            return true
        }
    }

    private static func writeAll(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    private static func readLine(from descriptor: Int32) -> Data? {
        var line = Data()
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
    }
}
