import Filmstrip
import Foundation

/// How bright each part of a preview is: a small grid of means, cheap enough for each frame.
struct LumaGrid: Sendable, Hashable {
    static let columns = 16
    static let rows = 12

    /// 0 to 255, row by row from the top left.
    var cells: [Double]

    init(cells: [Double]) {
        self.cells = cells
    }

    /// Samples a frame: four points by four in each cell.
    init(_ frame: PixelFrame) {
        cells = []
        cells.reserveCapacity(Self.columns * Self.rows)
        frame.bytes.withUnsafeBytes { bytes in
            for row in 0..<Self.rows {
                for column in 0..<Self.columns {
                    var sum = 0
                    for point in 0..<16 {
                        let x = (column * 4 + point % 4) * frame.size.width / (Self.columns * 4)
                        let y = (row * 4 + point / 4) * frame.size.height / (Self.rows * 4)
                        let at = y * frame.bytesPerRow + x * 4
                        guard at + 2 < bytes.count else { continue }
                        // ITU-R BT.601, in 256ths.
                        sum += 29 * Int(bytes[at]) + 150 * Int(bytes[at + 1]) + 77 * Int(bytes[at + 2])
                    }
                    cells.append(Double(sum) / (256 * 16))
                }
            }
        }
    }

    var mean: Double { cells.isEmpty ? 0 : cells.reduce(0, +) / Double(cells.count) }

    /// The mean of what the cells differ by.
    func difference(from other: LumaGrid) -> Double {
        guard cells.count == other.cells.count, !cells.isEmpty else { return .infinity }
        return zip(cells, other.cells).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(cells.count)
    }
}

/// Says when the picture has changed for good: another scene, which no longer fits the focus and exposure of the last touch.
struct SubjectAreaWatch: Sendable {
    /// The mean difference, of 255, that makes another scene.
    var threshold = 24.0
    /// Seconds for which it must hold.
    var hold = 0.5
    /// Seconds after a touch in which the picture may still change: frames under way, and the device getting used to it.
    var settling = 0.3

    private var reference: LumaGrid?
    private var settledAt: Double?
    private var changedSince: Double?

    /// Takes the picture as it is for the one that was focused.
    mutating func rebase() {
        reference = nil
        settledAt = nil
        changedSince = nil
    }

    /// Looks at a frame; true once for each lasting change, and never for what passes by.
    mutating func see(_ grid: LumaGrid, at time: Double) -> Bool {
        let settledAt = settledAt ?? time + settling
        self.settledAt = settledAt
        guard let reference, time >= settledAt else {
            reference = grid
            return false
        }
        guard grid.difference(from: reference) >= threshold else {
            changedSince = nil
            return false
        }
        guard let since = changedSince else {
            changedSince = time
            return false
        }
        guard time - since >= hold else { return false }
        self.reference = grid
        changedSince = nil
        return true
    }
}

/// What previews tell beside the picture, gathered on the streaming thread.
final class LightMeter: Sendable {
    private struct State {
        var watch = SubjectAreaWatch()
        var mean = 128.0
        /// When it looked last.
        var time = -Double.infinity
    }

    /// Seconds between two looks: light changes more slowly than frames come.
    private static let interval = 0.09

    private let state = Locked(State())

    /// Whether a flash on automatic would fire.
    var isDark: Bool { state.withLock { $0.mean < 60 } }

    /// Looks at a preview, unless it has just looked at one; true when the subject area has changed.
    func see(_ frame: PixelFrame) -> Bool {
        let isDue = state.withLock { state in
            // A camera that was opened anew may count from another beginning.
            guard abs(frame.time - state.time) >= Self.interval else { return false }
            state.time = frame.time
            return true
        }
        guard isDue else { return false }
        let grid = LumaGrid(frame)
        return state.withLock { state in
            state.mean = grid.mean
            return state.watch.see(grid, at: frame.time)
        }
    }

    /// What is seen now is the new reference.
    func rebase() {
        state.withLock { $0.watch.rebase() }
    }
}
