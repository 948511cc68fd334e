import Filmstrip
import Foundation
import Testing

@testable import FilmstripCommand

/// What becomes of a call whose streams never end, or are not there.
@Suite(.timeLimit(.minutes(2))) struct StandardStreamsTests {
    private let fixture: CommandFixture
    private let command: BuiltCommand

    init() throws {
        fixture = try CommandFixture()
        command = BuiltCommand(in: fixture.folder)
        try fixture.folder.appending("a.jpg").writeNew(EncodeVerbTests.jpeg(), durably: false)
    }

    /// Starts with redirections as a shell has them.
    /// - Parameter before: what runs the shell.
    private func start(_ words: [String], _ redirections: String, before: [String] = []) throws -> RunningCommand {
        let shell = ["sh", "-c", "exec \"$@\" \(redirections)", "sh"]
        return try command.start(words.map { MediaPath($0) }, before: before + shell)
    }

    /// Ends what hangs.
    private let limit = ["timeout", "-s", "KILL", "30"]

    private var parts: [String] { fixture.names.filter { $0.hasSuffix(".part") } }

    @Test(arguments: [(["decode", "-o", "x.jpg"], SIGINT), (["encode", "-"], SIGTERM)])
    func `5.14 C76 a signal ends the wait for input that does not come, and leaves nothing`(
        _ words: [String], _ signal: Int32
    ) async throws {
        #expect(mkfifo(fixture.folder.appending("input").string, 0o600) == 0)
        // Open for writing too, so that it has no end.
        let running = try start(words + ["--json"], "<>input")
        for _ in 0..<400 where parts.isEmpty { try await Task.sleep(for: .milliseconds(25)) }
        #expect(parts.count == 1)
        running.signal(signal)
        for _ in 0..<400 where !parts.isEmpty { try await Task.sleep(for: .milliseconds(25)) }
        if !parts.isEmpty { running.signal(SIGKILL) }
        let outcome = running.wait()
        #expect(outcome.status == 1 && outcome.errorCode == "cancelled", "\(outcome.status) \(outcome.errorText)")
        #expect(fixture.names == ["a.jpg", "input"])
    }

    @Test(arguments: [["decode", "-o", "x.jpg"], ["encode", "-"]])
    func `C76 input that is closed cannot be read`(_ words: [String]) throws {
        let outcome = try start(words + ["--json"], "<&-", before: limit).wait()
        #expect(outcome.status == 2 && outcome.errorCode == "unreadable", "\(outcome.status) \(outcome.errorText)")
        #expect(outcome.errorText.split(separator: "\n").count == 1 && fixture.names == ["a.jpg"])
    }

    @Test(arguments: [["info", "a.jpg"], ["encode", "a.jpg"], ["--version"]])
    func `5.14 output that is closed is an error, and goes into no file`(_ words: [String]) throws {
        let outcome = try start(words, "<&- >&-", before: limit).wait()
        #expect(outcome.status == 2, "\(outcome.status)")
        #expect(
            outcome.errorText.hasPrefix("filmstrip: unreadable: The output cannot be written"), "\(outcome.errorText)")
        #expect(try start(words, "<&- >&- 2>&-", before: limit).wait().status == 2)
        #expect(try fixture.folder.appending("a.jpg").readAll() == EncodeVerbTests.jpeg())
    }

    @Test func `5.14 a user without a home is told one line`() throws {
        var stranger = command
        stranger.variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        // Only root can become somebody whom the list of users does not know.
        let before =
            geteuid() == 0 ? ["setpriv", "--reuid=12345", "--regid=12345", "--clear-groups"] : []
        let outcome = try stranger.start(["cameras"], before: before).wait()
        #expect(outcome.status == 0 && outcome.outputText.contains("(rear, "), "\(outcome.status)")
        #expect(outcome.errorText.split(separator: "\n").count <= 1, "\(outcome.errorText)")
    }
}
