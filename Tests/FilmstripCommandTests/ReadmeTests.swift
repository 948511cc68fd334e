import Filmstrip
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripCommand

/// The shell lines of README, run as they stand, one after the other.
@Suite(.timeLimit(.minutes(3))) struct ReadmeTests {
    /// The lines of the block that puts the built programs into PATH.
    private static func shellLines() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        let block = try #require(blocks.first { $0.hasPrefix("export PATH=") })
        return block.split(separator: "\n").map(String.init)
    }

    @Test func `5.14 the shell lines of README work in their order on a machine without a camera`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let lines = try Self.shellLines()
        #expect(lines.first == #"export PATH="$PWD/.build/release:$PATH""#)
        // Small samples, quickly made; and not in a folder that somebody may have.
        let samples = fixture.folder.appending("photos").string
        let script = lines.dropFirst().map {
            $0.replacingOccurrences(of: "/tmp/photos", with: samples)
                .replacingOccurrences(of: "samples ", with: "samples --tiny ")
        }
        let places = ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"]
        let variables = places.map { "\($0)=\(command.variables[$0] ?? "")" }
        let programs = MediaPath(BuiltCommand.path).parent.string
        let path = "PATH=\(programs):/usr/bin:/bin"
        let shell = try RunningProgram(
            ["env"] + variables + [path, "bash", "-ec", script.joined(separator: "\n")], in: fixture.folder.string)
        let outcome = shell.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = outcome.output
        #expect(text.contains("data:image/jpeg;base64,/9j/"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix(samples) }.count == 20)
        #expect(try FileInfo(fixture.folder.appending("clip.mp4")).kind == .video)
    }
}
