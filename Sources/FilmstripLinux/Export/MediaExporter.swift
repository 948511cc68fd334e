public import Filmstrip
import FilmstripFormats
import Foundation

/// Makes new files by recipe, out of files from anywhere. Pictures are decoded behind a wall, several at a time.
public final class MediaExporter: MediaExporting {
    private let decoder: PictureDecoder
    private let jobs: Int

    /// An exporter.
    /// - Parameters:
    ///   - decoder: decodes what has to be coded anew.
    ///   - jobs: how many items are worked on at once; as many as there are processors by default.
    public init(decoder: PictureDecoder = PictureDecoder(), jobs: Int? = nil) {
        self.decoder = decoder
        self.jobs = max(1, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Makes a new file of each item, `jobs` at a time. What killed programs left in the folder is removed first.
    @concurrent
    public func export(
        _ items: [ExportItem], to folder: MediaPath, as recipe: ExportRecipe,
        progress: (@Sendable (ExportProgress) -> Void)? = nil
    ) async -> [Result<ExportedMedia, ExportError>] {
        var results = [Result<ExportedMedia, ExportError>?](repeating: nil, count: items.count)
        AtomicFile.removeLeftovers(in: folder)
        await withTaskGroup(of: (Int, Result<ExportedMedia, ExportError>).self) { group in
            var next = 0
            var finished = 0
            func start() {
                guard next < items.count else { return }
                let (index, item) = (next, items[next])
                next += 1
                group.addTask { (index, await self.result(item, folder, recipe)) }
            }
            for _ in 0..<min(jobs, items.count) { start() }
            while let (index, result) = await group.next() {
                results[index] = result
                finished += 1
                progress?(ExportProgress(finished: finished, total: items.count))
                start()
            }
        }
        return results.map { $0 ?? .failure(.library(.cancelled)) }
    }

    /// Makes one new file of exactly that name, which must be free. The movie of a live photo that lies in a file of its own is left out.
    /// - Throws: `exists`; as the results of `export`.
    @concurrent
    public func export(
        _ file: MediaPath, exactlyTo path: MediaPath, as recipe: ExportRecipe
    ) async throws(ExportError) -> ExportedMedia {
        AtomicFile.removeLeftovers(in: path.parent)
        return try await ItemExport(ExportItem(file: file), recipe: recipe, decoder: decoder).run(.exactly(path))
    }

    /// Puts the new file into the old one's place. Whoever reads it finds the old one or the new one, whole, whatever happens
    /// meanwhile; mode, owner and extended attributes stay, and a link goes on leading there.
    /// - Throws: `notChangeable` when the recipe asks for another format, whose name would be a lie; as the results of `export`.
    @concurrent
    public func replace(_ file: MediaPath, as recipe: ExportRecipe) async throws(ExportError) -> ExportedMedia {
        let target = file.resolved()
        AtomicFile.removeLeftovers(in: target.parent)
        return try await ItemExport(ExportItem(file: target), recipe: recipe, decoder: decoder).run(.over(target))
    }

    private func result(
        _ item: ExportItem, _ folder: MediaPath, _ recipe: ExportRecipe
    ) async -> Result<ExportedMedia, ExportError> {
        guard !Task.isCancelled else { return .failure(.library(.cancelled)) }
        do throws(ExportError) {
            return .success(try await ItemExport(item, recipe: recipe, decoder: decoder).run(.folder(folder)))
        } catch { return .failure(error) }
    }
}
