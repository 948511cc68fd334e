import Filmstrip
import Foundation

/// Writes a sample library into a folder.
struct SampleLibrary: Sendable {
    let folder: MediaPath
    let count: Int
    let seed: UInt64
    let isTiny: Bool

    /// What was written.
    struct Report: Sendable, Equatable {
        var items = 0
        var files = 0
        var byteCount = 0
        /// The pictures that somebody would mark as favourites.
        var favorites: [MediaPath] = []
    }

    /// - Parameters:
    ///   - made: learns of each file and folder that is made, so that they can be removed when it goes wrong.
    ///   - progress: is told how many items are done.
    /// - Throws: `exists` when the folder is there and not empty, `readOnly`, `noSpace`; cancellation.
    func write(made: MadeFiles = MadeFiles(), progress: @Sendable (Int) -> Void) async throws -> Report {
        try prepareFolder(made)
        let plan = SamplePlan(count: count, seed: seed)
        let items = plan.items
        let favorites = Set(plan.favorites.map(\.number))
        for folder in Set(items.map(\.folder)) { try made.makeFolders(self.folder.appending(folder)) }
        let maker = SampleMaker(seed: seed, isTiny: isTiny, scratch: folder)
        let workers = ProcessInfo.processInfo.activeProcessorCount
        return try await withThrowingTaskGroup(of: Written.self) { group in
            var report = Report()
            var waiting = items.makeIterator()
            for _ in 0..<workers {
                if let item = waiting.next() { group.addTask { try await write(item, maker, made) } }
            }
            while let done = try await group.next() {
                report.items += 1
                report.files += done.files
                report.byteCount += done.byteCount
                if favorites.contains(done.number) { report.favorites.append(done.path) }
                progress(report.items)
                try Task.checkCancellation()
                if let item = waiting.next() { group.addTask { try await write(item, maker, made) } }
            }
            return report
        }
    }

    /// What became of one item.
    private struct Written: Sendable {
        var number: Int
        /// Its file, of a live photo the still.
        var path: MediaPath
        var files = 0
        var byteCount = 0
    }

    @concurrent
    private func write(_ item: SampleItem, _ maker: SampleMaker, _ made: MadeFiles) async throws -> Written {
        let stem = folder.appending(item.folder).appending(item.stem)
        var written = Written(number: item.number, path: stem)
        for file in try await maker.files(of: item) {
            let path = MediaPath(bytes: stem.bytes + Array(file.ending.utf8))
            try path.writeNew(file.bytes, durably: false)
            made.add(path)
            path.setModificationTime(item.date.instant)
            if written.files == 0 { written.path = path }
            written.files += 1
            written.byteCount += file.bytes.count
        }
        return written
    }

    private func prepareFolder(_ made: MadeFiles) throws(CommandError) {
        try made.makeFolders(folder)
        guard try folder.isEmptyFolder() else {
            throw CommandError(.exists, "The folder is not empty.", path: folder)
        }
    }
}
