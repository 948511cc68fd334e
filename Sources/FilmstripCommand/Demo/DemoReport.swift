import Filmstrip
import FilmstripFormats
import FilmstripLinux
import FilmstripTesting
import Foundation

/// What the demo tells: what was done, and each file that came of it.
struct DemoReport: Sendable {
    /// One file with its proof.
    struct File: Sendable {
        var name: String
        var byteCount: Int
        var sha256: String
        /// What the scene's strip says about the pixels; a dash where there is none.
        var strip: String

        /// What was read, as the end of a sentence.
        var proof: String { strip == DemoReport.noStrip ? "" : ", which shows \(strip)" }
    }

    private(set) var lines: [String] = []
    private(set) var files: [File] = []
    /// The first photo and the first video, to show the user at the end.
    private(set) var captures: [(what: String, name: String)] = []
    let folder: MediaPath

    init(folder: MediaPath) { self.folder = folder }

    mutating func heading(_ title: String) { lines += ["", "## \(title)", ""] }

    mutating func tell(_ line: String) { lines.append("- \(line.onOneLine)") }

    /// Notes that the user wants to find that file.
    mutating func remember(_ file: File, as what: String) { captures.append((what, file.name)) }

    /// Shows pictures in their place, and names what is none.
    mutating func show(_ files: [File]) {
        guard !files.isEmpty else { return }
        let shown = files.map { file in
            let isPicture = [".jpg", ".png", ".gif"].contains { file.name.hasSuffix($0) }
            return isPicture
                ? "<a href=\"\(file.name)\"><img src=\"\(file.name)\" alt=\"\(file.name)\" height=\"180\"></a>"
                : "[\(file.name)](\(file.name))"
        }
        lines += ["", shown.joined(separator: "\n"), ""]
    }

    /// Adds a file, and says in words what it is.
    @discardableResult
    mutating func add(_ path: MediaPath) throws -> File {
        let name = MediaPath(bytes: Array(path.bytes.dropFirst(folder.bytes.count + 1))).string
        let file = File(
            name: name, byteCount: path.byteCount ?? 0, sha256: try FileDigest.sha256(of: path),
            strip: Self.strip(of: path))
        if !files.contains(where: { $0.name == name }) { files.append(file) }
        return file
    }

    fileprivate static let noStrip = "–"

    /// Frame numbers read from the pixels: of a still its one, of a movie the first and last, and how many are missing.
    private static func strip(of path: MediaPath) -> String {
        var readings: [SceneStrip.Reading] = []
        var frames = 0
        let isVideo: Bool
        do {
            let header = try FileInfo(path).header
            isVideo = header.contentType.isVideo
            try FrameReader.read(path, orientation: header.orientation) { frame in
                frames += 1
                if let reading = SceneStrip.read(frame) { readings.append(reading) }
                return true
            }
        } catch {
            let code = CommandError(error).code
            return code == .unsupportedFormat ? noStrip : code.rawValue
        }
        guard let first = readings.first, let last = readings.last else { return noStrip }
        guard isVideo else { return "frame \(first.frameNumber)" }
        let missing = SceneStrip.framesMissing(in: readings)
        return "frames \(first.frameNumber)–\(last.frameNumber), \(frames) decoded, \(missing) missing"
    }

    private static let explanation = """
        Virtual and simulated cameras paint a number into each frame, as a strip of blocks. It is read back from the files, which
        proves that they hold those frames, all of them, in order. A dash stands where there is no number: in pictures of other
        cameras, in samples, in text, and where the strip was cropped away, as from the avatar.
        """

    /// The report as text that reads well as it is.
    var text: String {
        let width = files.map(\.name.count).max() ?? 4
        let table = files.map {
            "| \($0.name.padded(to: width)) | \(String($0.byteCount).leftPadded(to: 9)) | \($0.sha256) | \($0.strip) |"
        }
        let heading = [
            "| \("file".padded(to: width)) | \("bytes".leftPadded(to: 9)) | \("SHA-256".padded(to: 64)) | frames read back |",
            "|\(String(repeating: "-", count: width + 2))|----------:|\(String(repeating: "-", count: 66))|---|",
        ]
        return
            (["# Filmstrip: what the demo did"] + lines + ["", "## Files", "", Self.explanation, ""] + heading + table
            + [""])
            .joined(separator: "\n")
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
