import CKeeper
import Foundation

extension PrivateDesktop {
    /// Runs a command inside the desktop with our own input and output, and waits until it ends. It dies with us.
    ///
    /// On the main actor, because the command is tied to the thread that starts it, and the main thread lives longest.
    /// - Returns: its exit code, or 128 plus the signal that ended it.
    @MainActor package func runInForeground(_ command: [String]) throws(PrivateDesktopError) -> Int32 {
        let words = ["/usr/bin/env"] + command
        let variables = environment.map { "\($0)=\($1)" }
        let process = CStrings.with(words) { words in
            CStrings.with(variables) { fs_keeper_spawn_tied("/usr/bin/env", words, $0, 0, 1, 2) }
        }
        guard process > 0 else {
            throw .startFailed(program: command[0], reason: String(cString: strerror(-process)))
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let code = fs_keeper_exit_code(status)
        return code < 0 ? 128 - code : code
    }
}
