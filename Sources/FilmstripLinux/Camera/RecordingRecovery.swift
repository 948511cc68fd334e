public import Filmstrip
import FilmstripFormats
import Foundation
import Glibc

/// What becomes of recordings whose program was killed: those that play get a visible name, the rest goes.
public struct RecordingRecovery: Sendable {
    /// What stands behind the ending of a movie that is not finished.
    static let ending = ".part"
    /// What stands behind a movie's shorter copy, while that is being written.
    static let copyEnding = ".small" + ending

    private let folder: CaptureFolder

    /// - Parameter folder: where recordings are made.
    public init(folder: MediaPath) {
        self.init(CaptureFolder(path: folder))
    }

    init(_ folder: CaptureFolder) {
        self.folder = folder
    }

    /// Looks for unfinished movies that nobody is writing any longer. Returns those that were saved.
    public func recover() -> [MediaPath] {
        // A folder that cannot be read, or is somebody else's, holds nothing of ours.
        guard folder.isTrusted, let directory = folder.path.withCString({ opendir($0) }) else { return [] }
        defer { closedir(directory) }
        var names: [MediaPath] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { MediaPath(String(cString: $0)) }
            }
            if name.string.hasPrefix(".VID_"), name.string.hasSuffix(Self.ending) { names.append(name) }
            if name.string.hasPrefix(".filmstrip-") { removeLeftover(folder.path.appending(name)) }
        }
        names.sort { $0.string < $1.string }
        let movies = names.filter { !$0.string.hasSuffix(Self.copyEnding) }
        let saved = movies.compactMap { recover(folder.path.appending($0)) }
        for copy in names where copy.string.hasSuffix(Self.copyEnding) {
            // The movie itself, where there is one, is being looked after by somebody else.
            guard !movies.contains(where: { Self.copy(of: $0) == copy && exists($0) }) else { continue }
            folder.path.appending(copy).withCString { _ = unlink($0) }
        }
        return saved
    }

    /// Where a movie's shorter copy is written.
    static func copy(of file: MediaPath) -> MediaPath {
        MediaPath(bytes: file.bytes.dropLast(ending.utf8.count) + Array(copyEnding.utf8))
    }

    /// Takes the lock that tells others that a file is being written. False when the file has lost its name meanwhile: somebody
    /// took it for one that was left behind.
    static func lock(_ file: OwnedDescriptor) -> Bool {
        var status = stat()
        return flock(file.rawValue, LOCK_EX) == 0 && fstat(file.rawValue, &status) == 0 && status.st_nlink > 0
    }

    /// Photos that were being written when their program was killed are not whole.
    private func removeLeftover(_ path: MediaPath) {
        do throws(SystemError) { AtomicFile.removeLeftover(path, status: try FileStatus.of(path)) } catch {
            // It is gone already.
        }
    }

    private func exists(_ name: MediaPath) -> Bool { folder.path.appending(name).withCString { access($0, F_OK) == 0 } }

    private func recover(_ file: MediaPath) -> MediaPath? {
        let descriptor = file.withCString { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { return nil }
        let owner = OwnedDescriptor(taking: descriptor)
        var status = stat()
        // Somebody who records holds the lock; one without a name was somebody's who has finished.
        guard flock(owner.rawValue, LOCK_EX | LOCK_NB) == 0, fstat(owner.rawValue, &status) == 0, status.st_nlink > 0
        else { return nil }
        let type: ContentType = file.string.hasSuffix(".mp4" + Self.ending) ? .mp4 : .webM
        guard Self.isPlayable(file, type) else {
            file.withCString { _ = unlink($0) }
            return nil
        }
        Self.copy(of: file).withCString { _ = unlink($0) }
        let copy = type == .mp4 ? MovieCompactor.compact(file) : nil
        defer { withExtendedLifetime(copy) {} }
        let date = Date(timeIntervalSince1970: Double(FileStatus(status).instant / 1000))
        do throws(CameraError) {
            return try folder.publish(file, .video, at: date, in: .current, type: type)
        } catch {
            // It stays where it is, for the next attempt.
            return nil
        }
    }

    /// Whether a movie's file has a table with frames in it.
    static func isPlayable(_ file: MediaPath, _ type: ContentType) -> Bool {
        let source: FileByteSource
        // A file that cannot be read is none that plays.
        do { source = try FileByteSource(path: file) } catch { return false }
        guard source.byteCount > 1024 else { return false }
        guard type == .mp4 else { return true }
        var most: UInt32 = 0
        ISOBoxes(in: source).walk(into: ["moov", "trak", "mdia", "minf", "stbl"]) { box in
            // Behind version, flags, and the size that all samples share: how many there are.
            if box.type == "stsz", let count = box.number(at: 8) { most = max(most, count) }
        }
        return most > 0
    }
}
