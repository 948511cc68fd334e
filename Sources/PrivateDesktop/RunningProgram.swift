package import Foundation
import Glibc

/// A program that was started and is waited for, with what it says kept in files without a name.
///
/// Foundation's `Process` gives the thread that starts it a run loop, and takes that down so late in the thread's end that it
/// crashes under the thread sanitizer.
package final class RunningProgram: Sendable {
    package let process: Int32
    private let output: FileHandle
    private let errors: FileHandle

    /// Starts `words`, the first of which is looked for in PATH.
    /// - Parameters:
    ///   - folder: where it runs; nil for where we are.
    ///   - file: where its output goes; nil to keep it.
    /// - Throws: `POSIXError` when it cannot be started.
    package init(_ words: [String], in folder: String? = nil, output file: FileHandle? = nil) throws {
        output = try file ?? Self.namelessFile()
        errors = try Self.namelessFile()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.fileDescriptor, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.fileDescriptor, 2)
        // A dispatch thread blocks all signals, and a shell that inherits that never hears of its children's ends.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let all = folder.map { ["env", "-C", $0] + words } ?? words
        var arguments: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let number = posix_spawnp(&process, all[0], &actions, &attributes, &arguments, environ)
        guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }
        self.process = process
    }

    /// What it has written to standard output so far.
    package var outputSoFar: String { Self.text(of: output) }

    /// Waits for the end; once only.
    /// - Returns: the exit code, or the negative number of the signal that ended it, and what it said.
    package func wait() -> (status: Int32, output: String, errors: String) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return (signal == 0 ? status >> 8 & 0xFF : -signal, Self.text(of: output), Self.text(of: errors))
    }

    /// Runs `words` to their end.
    package static func run(
        _ words: [String], in folder: String? = nil
    ) throws -> (status: Int32, output: String, errors: String) {
        try RunningProgram(words, in: folder).wait()
    }

    private static func namelessFile() throws -> FileHandle {
        var path = Array((NSTemporaryDirectory() + "/filmstrip-output-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Read by place, for the program writes at the place that both share.
    private static func text(of file: FileHandle) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = pread(file.fileDescriptor, &piece, piece.count, off_t(bytes.count)), count > 0 {
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
