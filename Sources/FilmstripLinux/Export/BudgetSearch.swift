import Filmstrip
import Foundation

/// The best picture of at most so many bytes: quality is lowered first, down to where one would see it, then the size.
///
/// The search ends: it halves a range of qualities that has at most seven steps, and each smaller size has at most four fifths
/// of the last one's pixels.
struct BudgetSearch: Sendable {
    let frame: PixelFrame
    let hasAlpha: Bool
    let type: ContentType
    let quality: Int
    let keepsColors: Bool
    let budget: Int64?
    let path: MediaPath
    /// Whether nobody waits for the picture any more.
    var isUnwanted: @Sendable () -> Bool = { Task.isCancelled }

    /// The lowest quality before pixels are given up, by format.
    static let worstQuality = 40
    /// Smaller than this nothing is made.
    static let smallestSide = 16

    struct Made: Sendable {
        var bytes: [UInt8]
        var size: PixelSize
    }

    /// - Parameter finish: gives a file its metadata, which count.
    /// - Throws: `budgetTooSmall` with the bytes of the smallest attempt; as `PictureEncoder`.
    func run(_ finish: (PixelFrame, [UInt8]) throws(ExportError) -> [UInt8]) throws(ExportError) -> Made {
        var frame = frame
        var smallest = Int64.max
        while true {
            if isUnwanted() { throw .library(.cancelled) }
            let first = try attempt(frame, quality, finish)
            guard let budget, first.count > budget else { return Made(bytes: first, size: frame.size) }
            smallest = min(smallest, Int64(first.count))
            if let found = try lowerQuality(frame, budget, &smallest, finish) {
                return Made(bytes: found, size: frame.size)
            }
            let side = min(frame.size.width, frame.size.height)
            guard side > Self.smallestSide else { throw .budgetTooSmall(path: path.string, smallest: smallest) }
            // Bytes go with the pixels, more or less; a little less is taken, so that few rounds do.
            let ratio = Double(budget) / Double(smallest)
            let scale = max(0.25, min(0.89, (ratio * 0.9).squareRoot()))
            frame = frame.scaled(
                toFit: PixelSize(
                    width: max(1, Int(Double(frame.size.width) * scale)),
                    height: max(1, Int(Double(frame.size.height) * scale))))
        }
    }

    /// The best quality below the wanted one that keeps the budget; nil when the worst does not.
    private func lowerQuality(
        _ frame: PixelFrame, _ budget: Int64, _ smallest: inout Int64,
        _ finish: (PixelFrame, [UInt8]) throws(ExportError) -> [UInt8]
    ) throws(ExportError) -> [UInt8]? {
        guard type != .png, quality > Self.worstQuality else { return nil }
        let worst = try attempt(frame, Self.worstQuality, finish)
        smallest = min(smallest, Int64(worst.count))
        guard worst.count <= budget else { return nil }
        var (best, low, high) = (worst, Self.worstQuality, quality)
        // A slow format is tried less often.
        var rounds = type == .heic ? 2 : 7
        while high - low > 1, rounds > 0 {
            if isUnwanted() { throw .library(.cancelled) }
            rounds -= 1
            let middle = (low + high) / 2
            let made = try attempt(frame, middle, finish)
            if made.count <= budget {
                (best, low) = (made, middle)
            } else {
                high = middle
            }
        }
        return best
    }

    private func attempt(
        _ frame: PixelFrame, _ quality: Int, _ finish: (PixelFrame, [UInt8]) throws(ExportError) -> [UInt8]
    ) throws(ExportError) -> [UInt8] {
        try finish(
            frame,
            PictureEncoder(frame, hasAlpha: hasAlpha).encode(
                as: type, quality: quality, keepsColors: keepsColors && quality >= 90))
    }
}
