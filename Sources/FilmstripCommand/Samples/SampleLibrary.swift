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
    }

    /// - Parameter progress: is told how many items are done.
    /// - Throws: `exists` when the folder is there and not empty, `readOnly`, `noSpace`; cancellation.
    func write(progress: @Sendable (Int) -> Void) async throws -> Report {
        try prepareFolder()
        let items = SamplePlan(count: count, seed: seed).items
        for folder in Set(items.map(\.folder)) { try self.folder.appending(folder).makeFolders() }
        let maker = SampleMaker(seed: seed, isTiny: isTiny, scratch: folder)
        let workers = ProcessInfo.processInfo.activeProcessorCount
        return try await withThrowingTaskGroup(of: (files: Int, bytes: Int).self) { group in
            var report = Report()
            var waiting = items.makeIterator()
            for _ in 0..<workers {
                if let item = waiting.next() { group.addTask { try await write(item, maker) } }
            }
            while let done = try await group.next() {
                report.items += 1
                report.files += done.files
                report.byteCount += done.bytes
                progress(report.items)
                try Task.checkCancellation()
                if let item = waiting.next() { group.addTask { try await write(item, maker) } }
            }
            return report
        }
    }

    @concurrent
    private func write(_ item: SampleItem, _ maker: SampleMaker) async throws -> (files: Int, bytes: Int) {
        let files = try await maker.files(of: item)
        for file in files {
            let path = folder.appending(item.folder).appending(item.stem + file.ending)
            try path.writeNew(file.bytes, durably: false)
            path.setModificationTime(item.date.instant)
        }
        return (files.count, files.reduce(0) { $0 + $1.bytes.count })
    }

    private func prepareFolder() throws(CommandError) {
        try folder.makeFolders()
        guard try folder.isEmptyFolder() else {
            throw CommandError(.exists, "The folder is not empty.", path: folder)
        }
    }
}
