public import Filmstrip
import Foundation
import Glibc

/// Thumbnails on the disk: a cache that may be deleted at any time.
///
/// A thumbnail belongs to one state of one file: device, inode, size, and the moments at which bytes and node changed last, to the
/// nanosecond. A file that is changed, even with its old date put back, or another file of the same name, has none until it is
/// made. Files here are readable by their owner alone, and hold pixels and nothing else.
public final class ThumbnailStore: Sendable {
    /// Sides that are kept; a smaller thumbnail is made of the next larger one (freedesktop thumbnail specification's sizes).
    static let sides = [128, 256, 512, 1024]

    /// The folder.
    public let folder: MediaPath
    /// Bytes that all thumbnails together may take on the disk.
    public let limit: Int
    private let state = Locked<(kept: Int, isSweeping: Bool)>((0, false))

    /// How many are kept between two looks at how much there is.
    private static let sweepInterval = 500
    /// A thumbnail of more bytes is none of ours.
    private static let fileLimit = 8 << 20

    /// A store.
    /// - Parameters:
    ///   - folder: made when the first thumbnail is kept.
    ///   - limit: bytes of all thumbnails together; 512 MiB by default. What was made longest ago goes first.
    public init(folder: MediaPath, limit: Int = 512 << 20) {
        self.folder = folder
        self.limit = limit
    }

    /// The side that is kept for thumbnails of that size; nil for larger ones than are kept.
    static func side(for size: PixelSize) -> Int? {
        let longest = max(size.width, size.height)
        return sides.first { $0 >= longest }
    }

    /// The thumbnail of a file in that state; nil when there is none.
    func find(_ status: FileStatus, side: Int) -> PixelFrame? {
        guard let bytes = FileOperations.contents(of: path(status, side), atMost: Self.fileLimit), !bytes.isEmpty,
            bytes.count < Self.fileLimit
        else { return nil }
        // A damaged one is none: it is made again.
        return ThumbnailBytes.decode(bytes, side: side)
    }

    /// Where the thumbnail of a file in that state lies, if it is there.
    package func path(_ status: FileStatus, _ side: Int) -> MediaPath {
        func text(_ number: some BinaryInteger) -> String { String(number, radix: 36) }
        let name = [
            text(status.device), text(status.inode), text(status.size), text(status.modified), text(status.changed),
        ].joined(separator: "-")
        return folder.appending("\(side)").appending(text(status.inode % 256)).appending(name)
    }

    /// Keeps a thumbnail. That it cannot be kept, because the disk is full or the folder cannot be written, is no reason to fail:
    /// it is shown all the same.
    func keep(_ frame: PixelFrame, hasAlpha: Bool, _ status: FileStatus, side: Int) {
        do throws(LibraryError) {
            let path = path(status, side)
            let (bytes, _) = try ThumbnailBytes.encode(frame, hasAlpha: hasAlpha)
            try FileOperations.makeFolders(path.parent, mode: 0o700)
            guard Self.write(bytes, to: path) else { return }
        } catch {
            return
        }
        let isDue = state.withLock { state in
            state.kept += 1
            guard state.kept % Self.sweepInterval == 1, !state.isSweeping else { return false }
            state.isSweeping = true
            return true
        }
        guard isDue else { return }
        DispatchQueue.global(qos: .utility).async { [self] in
            sweep()
            state.withLock { $0.isSweeping = false }
        }
    }

    /// Writes a file under a name of its own, and then moves it: whoever reads finds all of it or nothing.
    private static func write(_ bytes: [UInt8], to path: MediaPath) -> Bool {
        let temporary = path.parent.appending(".\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        let raw = temporary.withCString { FileOperations.createNew($0, 0o600) }
        guard raw >= 0 else { return false }
        let file = OwnedDescriptor(taking: raw)
        let isWhole = bytes.withUnsafeBytes { Glibc.write(file.rawValue, $0.baseAddress, $0.count) } == bytes.count
        guard isWhole, temporary.withCString({ old in path.withCString { rename(old, $0) } }) == 0 else {
            _ = temporary.withCString { unlink($0) }
            return false
        }
        return true
    }

    /// Removes the oldest until four fifths of the limit are left, when there is more than the limit.
    func sweep() {
        var files: [(path: MediaPath, size: Int, made: Int64)] = []
        for side in Self.children(of: folder) {
            for part in Self.children(of: side) {
                for path in Self.children(of: part) {
                    do throws(SystemError) {
                        let status = try FileStatus.of(path)
                        if status.kind == .file { files.append((path, Int(status.size), status.modified)) }
                    } catch {
                        // Somebody else has removed it.
                        continue
                    }
                }
            }
        }
        var total = files.reduce(0) { $0 + $1.size }
        guard total > limit else { return }
        for file in files.sorted(by: { $0.made < $1.made }) {
            _ = file.path.withCString { unlink($0) }
            total -= file.size
            if total <= limit / 5 * 4 { return }
        }
    }

    private static func children(of path: MediaPath) -> [MediaPath] {
        var all: [MediaPath] = []
        do throws(SystemError) {
            let folder = try FileFolder(path)
            while let name = try folder.next() { all.append(path.appending(name)) }
        } catch {
            // What cannot be read is not ours to remove.
            return all
        }
        return all
    }
}
