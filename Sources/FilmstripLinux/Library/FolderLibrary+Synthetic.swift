package import Filmstrip
import Foundation
import Glibc

extension FolderLibrary {
    /// Fills the index with rows that have no files, for measuring at scale: `count` photos, videos and live photos in
    /// `folders` folders, spread evenly over `years` years before 2026. The index must be new.
    @concurrent
    package func fillSynthetic(count: Int, folders: Int = 200, years: Int = 20) async throws(LibraryError) {
        try await core.onOwnThread { core throws(LibraryError) in
            try core.withWriter { writer throws(DatabaseError) in
                try SyntheticRows(count: count, folders: folders, years: years).write(writer, below: core.roots[0])
            }
        }
    }
}

/// Rows that look like those of a library that grew over years: each folder holds a span of time.
private struct SyntheticRows {
    let count: Int
    let folders: Int
    let years: Int

    func write(_ writer: IndexWriter, below root: MediaPath) throws(DatabaseError) {
        let first = 1_767_225_600_000 - Int64(years) * 365 * 86_400_000
        let step = Int64(years) * 365 * 86_400_000 / Int64(max(1, count))
        var folder: Int64 = 0
        for number in 0..<count {
            let place = number * folders / max(1, count)
            if number == 0 || (number - 1) * folders / count != place {
                let identity = FileStatus.synthetic(UInt64(1_000_000_000 + place))
                folder = try writer.folder(root.appending("Album \(place + 1)"), status: identity, isRoot: false)
            }
            var item = IndexItem(
                uid: Int64(bitPattern: UInt64(number) &* 0x9E37_79B9_7F4A_7C15), folder: folder,
                name: Array("IMG_\(number).jpg".utf8), status: .synthetic(UInt64(number + 1)))
            item.role = .shown
            item.type = number % 20 == 7 ? .mp4 : .jpeg
            if item.type == .mp4 { item.duration = 12 }
            item.settle(number % 20 == 7 ? .video : number % 20 == 13 ? .livePhoto : .photo)
            if number % 500 == 3 { item.subtypes.insert(.panorama) }
            item.size = PixelSize(width: 4032, height: 3024)
            item.instant = first + Int64(number) * step
            item.zone = 7200
            item.source = .exif
            try writer.insert(item)
            try writer.commitIfFull(batch: 20_000)
        }
        try writer.set("complete", 1)
        try writer.commit()
    }
}

extension FileStatus {
    fileprivate static func synthetic(_ number: UInt64) -> FileStatus {
        var raw = stat()
        raw.st_mode = S_IFREG
        raw.st_ino = UInt(number)
        raw.st_size = 3_000_000
        return FileStatus(raw)
    }
}
