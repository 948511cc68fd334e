/// Loads the original of what was chosen, once and whole.
struct OriginalLoader: Sendable {
    let library: any AssetStore
    /// What the asset must be, whoever let it be chosen. Only the rules for an asset by itself are asked.
    let rules: SelectionRules

    /// The original, or why there is none.
    /// - Parameter progress: told how far a download is, 0 to 1.
    func result(
        of chosen: ChosenItem, progress: @escaping @Sendable (Double) async -> Void = { _ in }
    ) async -> Result<PickedMedia, PickError> {
        switch chosen {
        case .asset(let id): await result(of: id, progress: progress)
        case .handedOver(let item): await result(of: item, progress: progress)
        }
    }

    /// What a system's picker hands over is known only when it is there; the rules are asked then.
    private func result(
        of item: HandedItem, progress: @escaping @Sendable (Double) async -> Void
    ) async -> Result<PickedMedia, PickError> {
        do throws(LibraryError) {
            let media = try await item.load { await progress(min(1, max(0, $0))) }
            if case .library(let asset) = media.origin, let refusal = rules.refusal(of: asset) {
                return .failure(.refused(refusal))
            }
            return .success(media)
        } catch {
            return .failure(.library(error))
        }
    }

    private func result(
        of id: AssetID, progress: @Sendable (Double) async -> Void
    ) async -> Result<PickedMedia, PickError> {
        do {
            guard let asset = try await library.asset(id) else { return .failure(.library(.itemGone(id))) }
            if let refusal = rules.refusal(of: asset) { return .failure(.refused(refusal)) }
            return .success(try await original(of: asset, progress: progress))
        } catch let error as LibraryError {
            return .failure(.library(error))
        } catch is CancellationError {
            return .failure(.library(.cancelled))
        } catch {
            return .failure(.library(.internal("\(error)")))
        }
    }

    private func original(of asset: Asset, progress: @Sendable (Double) async -> Void) async throws -> PickedMedia {
        var hadStandIn = false
        for try await delivery in library.original(asset.id) {
            switch delivery {
            case .progress(let fraction): await progress(min(1, max(0, fraction)))
            case .degraded: hadStandIn = true
            // The first one counts; leaving the loop ends the stream, so nothing can come twice.
            case .original(let file, let movie):
                return PickedMedia(origin: .library(asset), original: file, movie: movie)
            }
        }
        try Task.checkCancellation()
        throw hadStandIn || asset.isRemote
            ? LibraryError.needsDownload(asset.id) : .internal("the library gave no file for \(asset.fileName)")
    }
}
