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
        /// What the scene's strip says about the pixels.
        var strip: String
    }

    private(set) var lines: [String] = []
    private(set) var files: [File] = []
    let folder: MediaPath

    init(folder: MediaPath) { self.folder = folder }

    mutating func heading(_ title: String) { lines += ["", "## \(title)", ""] }

    mutating func tell(_ line: String) { lines.append("- \(line.onOneLine)") }

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
            return code == .unsupportedFormat ? "–" : code.rawValue
        }
        guard let first = readings.first, let last = readings.last else { return "no strip" }
        guard isVideo else { return "frame \(first.frameNumber)" }
        let missing = SceneStrip.framesMissing(in: readings)
        return "frames \(first.frameNumber)–\(last.frameNumber), \(frames) decoded, \(missing) missing"
    }

    /// The report as text that reads well as it is.
    var text: String {
        let width = files.map(\.name.count).max() ?? 4
        let table = files.map {
            "| \($0.name.padded(to: width)) | \(String($0.byteCount).leftPadded(to: 9)) | \($0.sha256) | \($0.strip) |"
        }
        let heading = [
            "| \("file".padded(to: width)) | \("bytes".leftPadded(to: 9)) | \("SHA-256".padded(to: 64)) | read from the strip |",
            "|\(String(repeating: "-", count: width + 2))|----------:|\(String(repeating: "-", count: 66))|---|",
        ]
        return (["# Filmstrip: what the demo did"] + lines + ["", "## Files", ""] + heading + table + [""])
            .joined(separator: "\n")
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
