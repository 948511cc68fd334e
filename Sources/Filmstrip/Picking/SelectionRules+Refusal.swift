extension SelectionRules {
    /// Why an asset is refused for itself, whatever else is chosen; nil when it passes. The app's veto is not asked.
    public func refusal(of asset: Asset) -> SelectionRefusal? {
        if excluded.contains(asset.id) { return .alreadyChosen(asset.id) }
        if !kinds.contains(asset.kind) { return .kindNotAllowed(asset.kind) }
        if let maximumByteCount, asset.byteCount > maximumByteCount { return .tooManyBytes(limit: maximumByteCount) }
        return durationRefusal(of: asset) ?? sizeRefusal(of: asset)
    }

    /// Why an asset is refused beside what is chosen; nil when there is room for it.
    public func refusal(of asset: Asset, beside chosen: [Asset]) -> SelectionRefusal? {
        if let maximum, chosen.count >= maximum { return .limitReached(announcedMaximum ?? maximum) }
        if let limit = maximumByKind[asset.kind], chosen.count(where: { $0.kind == asset.kind }) >= limit {
            return .limitOfKindReached(asset.kind, limit)
        }
        if !allowsMixing, chosen.contains(where: { ($0.kind == .video) != (asset.kind == .video) }) {
            return .kindsNotTogether
        }
        return nil
    }

    private func durationRefusal(of asset: Asset) -> SelectionRefusal? {
        guard let duration, asset.kind == .video else { return nil }
        guard let seconds = asset.duration else { return .tooLong(limit: duration.upperBound) }
        if seconds > duration.upperBound + Self.durationTolerance { return .tooLong(limit: duration.upperBound) }
        if seconds < duration.lowerBound - Self.durationTolerance { return .tooShort(limit: duration.lowerBound) }
        return nil
    }

    private func sizeRefusal(of asset: Asset) -> SelectionRefusal? {
        if let limit = maximumSize, !asset.size.fits(inside: limit) { return .tooLarge(limit: limit) }
        if let limit = minimumSize, !limit.fits(inside: asset.size) { return .tooSmall(limit: limit) }
        return nil
    }
}

extension PixelSize {
    /// Whether it fits into another size, turned if need be.
    fileprivate func fits(inside other: PixelSize) -> Bool {
        min(width, height) <= min(other.width, other.height) && max(width, height) <= max(other.width, other.height)
    }
}
