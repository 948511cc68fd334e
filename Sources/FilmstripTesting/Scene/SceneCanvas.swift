import Filmstrip
import Foundation

/// Draws filled shapes with smooth edges into BGRx rows.
///
/// The scene's own units are picture heights: (0, 0) is the middle of the upper edge, y grows downwards. Everything is
/// made of horizontal runs that are filled by copying memory, so that it is fast in builds without optimisation too.
struct SceneCanvas {
    let base: UnsafeMutableRawPointer
    let width: Int
    /// Rows that may be drawn; the strip below is not the canvas's.
    let height: Int
    let bytesPerRow: Int
    let light: SceneLight
    /// Where focus is sharp, in scene units.
    let focus: (x: Double, y: Double)
    /// Pixels to a scene unit.
    let scale: Double
    private let originX: Double
    private let originY: Double
    /// The widest blur of an edge, in pixels.
    private let blur: Double
    /// One over the square of the radius that is wholly in focus, in pixels.
    private let focusFalloff: Double

    /// - Parameter size: the whole picture's, with the strip.
    init(
        base: UnsafeMutableRawPointer, bytesPerRow: Int, size: PixelSize, light: SceneLight, zoom: Double,
        focus: PicturePoint
    ) {
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.light = light
        blur = Double(size.height) / 360
        focusFalloff = 1 / pow(Double(size.height) * 0.2, 2)
        width = size.width
        height = size.height - Int(Double(size.height) * SceneStrip.heightFraction)
        scale = Double(size.height) * zoom
        originX = Double(size.width) / 2
        originY = Double(size.height) / 2 - scale / 2
        self.focus = (
            (focus.x * Double(size.width) - originX) / scale, (focus.y * Double(size.height) - originY) / scale
        )
    }

    func pixelX(_ x: Double) -> Double { originX + x * scale }
    func pixelY(_ y: Double) -> Double { originY + y * scale }
    func sceneX(_ column: Double) -> Double { (column - originX) / scale }
    func sceneY(_ row: Double) -> Double { (row - originY) / scale }

    /// 1 where the focus lies, falling to 0 a third of the picture's height away from it.
    func sharpness(_ x: Double, _ y: Double) -> Double {
        let distance = hypot(x - focus.x, y - focus.y) * scale / (originY + scale / 2) / 2
        return max(0, min(1, 1.6 - distance / 0.2))
    }

    /// By how many pixels an edge is out of focus.
    private func softness(_ column: Double, _ row: Int) -> Double {
        let x = sceneX(column) - focus.x
        let y = sceneY(Double(row)) - focus.y
        let distance = (x * x + y * y) * scale * scale * focusFalloff
        return distance < 1 ? 0 : min(1, distance - 1) * blur
    }

    // MARK: Runs

    /// Fills whole pixels of a row with one value.
    func fill(row: Int, from start: Int, to end: Int, _ pixel: UInt32) {
        let (first, last) = (max(0, start), min(width, end))
        guard first < last, row >= 0, row < height else { return }
        let run = base + row * bytesPerRow + first * 4
        let count = (last - first) * 4
        var done = min(count, 4)
        run.storeBytes(of: pixel, as: UInt32.self)
        while done < count {
            let more = min(done, count - done)
            memcpy(run + done, run, more)
            done += more
        }
    }

    /// Mixes one pixel with what is there, by so many parts of 256.
    func blend(row: Int, column: Int, _ pixel: UInt32, _ part: Int) {
        guard row >= 0, row < height, column >= 0, column < width, part > 0 else { return }
        let place = base + row * bytesPerRow + column * 4
        guard part < 256 else { return place.storeBytes(of: pixel, as: UInt32.self) }
        // Two channels at once, each with eight bits of room above it.
        let (part, old) = (UInt32(part), place.load(as: UInt32.self))
        let rest = 256 - part
        let redBlue = ((pixel & 0xFF_00FF) * part + (old & 0xFF_00FF) * rest) >> 8 & 0xFF_00FF
        let green = ((pixel >> 8 & 0xFF_00FF) * part + (old >> 8 & 0xFF_00FF) * rest) & 0xFF00_FF00
        place.storeBytes(of: redBlue | green, as: UInt32.self)
    }

    /// A run whose ends fade: from nothing at `outer.0` to full at `inner.0`, and back from `inner.1` to `outer.1`. Out of
    /// focus they fade more slowly.
    func run(row: Int, outer: (Double, Double), inner: (Double, Double), _ pixel: UInt32) {
        guard outer.1 > 0, outer.0 < Double(width) else { return }
        let soft = (softness(outer.0, row), softness(outer.1, row))
        let outer = (outer.0 - soft.0, outer.1 + soft.1)
        let inner = (min(inner.0 + soft.0, inner.1), max(inner.1 - soft.1, inner.0))
        let (left, right) = (Int(outer.0.rounded(.down)), Int(outer.1.rounded(.up)))
        guard inner.0 + 1 < inner.1 - 1 else {
            return fade(row: row, columns: left..<right, outer: outer, inner: inner, pixel)
        }
        let (solidLeft, solidRight) = (Int((inner.0 + 0.5).rounded(.up)), Int((inner.1 - 0.5).rounded(.down)))
        fade(row: row, columns: left..<max(left, solidLeft), outer: outer, inner: inner, pixel)
        fill(row: row, from: solidLeft, to: solidRight, pixel)
        fade(row: row, columns: min(right, solidRight)..<right, outer: outer, inner: inner, pixel)
    }

    private func fade(
        row: Int, columns: Range<Int>, outer: (Double, Double), inner: (Double, Double), _ pixel: UInt32
    ) {
        for column in columns.clamped(to: 0..<width) {
            let middle = Double(column) + 0.5
            let rise = (middle - outer.0 + 0.5) / (inner.0 - outer.0 + 1)
            let fall = (outer.1 - middle + 0.5) / (outer.1 - inner.1 + 1)
            blend(row: row, column: column, pixel, Int(256 * max(0, min(1, rise, fall))))
        }
    }

    // MARK: Shapes

    /// The rows from one scene height to another.
    func rows(_ top: Double, _ bottom: Double) -> Range<Int> {
        let first = max(0, Int(pixelY(top).rounded(.down)))
        return first..<max(first, min(height, Int(pixelY(bottom).rounded(.up))))
    }

    /// Fills whole rows with a colour that depends on the height.
    func backdrop(from top: Double, to bottom: Double, _ ink: (Double) -> SceneInk) {
        for row in rows(top, bottom) {
            fill(row: row, from: 0, to: width, light.pixel(ink(sceneY(Double(row)))))
        }
    }

    /// An ellipse, or the part of it between two heights.
    func ellipse(
        _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, clippedTo clip: ClosedRange<Double>? = nil,
        _ ink: (Double) -> SceneInk
    ) {
        let (centerX, centerY) = (pixelX(x), pixelY(y))
        let (across, down) = (radiusX * scale, radiusY * scale)
        let top = max(y - radiusY, clip?.lowerBound ?? -.infinity)
        let bottom = min(y + radiusY, clip?.upperBound ?? .infinity)
        guard top < bottom else { return }
        for row in rows(top, bottom) {
            let upper = halfWidth(across, (Double(row) + 0.1 - centerY) / down)
            let lower = halfWidth(across, (Double(row) + 0.9 - centerY) / down)
            let (wide, narrow) = (max(upper, lower), min(upper, lower))
            guard wide > 0 else { continue }
            run(
                row: row, outer: (centerX - wide, centerX + wide), inner: (centerX - narrow, centerX + narrow),
                light.pixel(ink(sceneY(Double(row)))))
        }
    }

    func ellipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, _ ink: SceneInk) {
        ellipse(x, y, radiusX, radiusY) { _ in ink }
    }

    private func halfWidth(_ radius: Double, _ height: Double) -> Double {
        height * height < 1 ? radius * (1 - height * height).squareRoot() : 0
    }

    /// A shape that each height cuts into one run: its left and right edge as points from top to bottom.
    func shape(left: [(Double, Double)], right: [(Double, Double)], _ ink: (Double) -> SceneInk) {
        let (top, bottom) = (left[0].1, left[left.count - 1].1)
        for row in rows(top, bottom) {
            let (high, low) = (sceneY(Double(row) + 0.1), sceneY(Double(row) + 0.9))
            let lefts = (pixelX(Self.edge(left, high)), pixelX(Self.edge(left, low)))
            let rights = (pixelX(Self.edge(right, high)), pixelX(Self.edge(right, low)))
            run(
                row: row, outer: (min(lefts.0, lefts.1), max(rights.0, rights.1)),
                inner: (max(lefts.0, lefts.1), min(rights.0, rights.1)), light.pixel(ink(sceneY(Double(row)))))
        }
    }

    func shape(left: [(Double, Double)], right: [(Double, Double)], _ ink: SceneInk) {
        shape(left: left, right: right) { _ in ink }
    }

    private static func edge(_ points: [(Double, Double)], _ y: Double) -> Double {
        for (upper, lower) in zip(points, points.dropFirst()) where y <= lower.1 {
            return upper.0 + (lower.0 - upper.0) * max(0, y - upper.1) / max(1e-9, lower.1 - upper.1)
        }
        return points[points.count - 1].0
    }

    /// Everything between two curves over the picture's width.
    func band(top: (Double) -> Double, bottom: (Double) -> Double, _ ink: (Double) -> SceneInk) {
        let tops = (0..<width).map { pixelY(top(sceneX(Double($0)))) }
        let bottoms = (0..<width).map { pixelY(bottom(sceneX(Double($0)))) }
        guard let highest = tops.min(), let lowest = bottoms.max() else { return }
        let rows = max(0, Int(highest))..<max(max(0, Int(highest)), min(height, Int(lowest.rounded(.up))))
        let fullyIn =
            (tops.max() ?? 0).rounded(
                .up)...max(
                (tops.max() ?? 0).rounded(.up), (bottoms.min() ?? 0).rounded(.down) - 1)
        for row in rows {
            let pixel = light.pixel(ink(sceneY(Double(row))))
            if fullyIn.contains(Double(row)) {
                fill(row: row, from: 0, to: width, pixel)
            } else {
                partial(row: row, tops: tops, bottoms: bottoms, pixel)
            }
        }
    }

    private func partial(row: Int, tops: [Double], bottoms: [Double], _ pixel: UInt32) {
        let (start, end) = (Double(row), Double(row) + 1)
        var column = 0
        while column < width {
            let first = column
            while column < width, tops[column] <= start, bottoms[column] >= end { column += 1 }
            if column > first {
                fill(row: row, from: first, to: column, pixel)
            } else {
                let covered = min(end, bottoms[column]) - max(start, tops[column])
                if covered > 0 { blend(row: row, column: column, pixel, Int(256 * covered)) }
                column += 1
            }
        }
    }

    /// A small mark that is crisp in focus, and a wide pale spot out of it.
    func mark(_ x: Double, _ y: Double, _ radius: Double, _ ink: SceneInk, strength: Double = 1) {
        let sharp = sharpness(x, y)
        let radius = max(0.6, radius * scale) * (1 + 1.6 * (1 - sharp))
        let part = Int(256 * strength * (0.16 + 0.84 * sharp))
        let (centerX, centerY) = (pixelX(x), pixelY(y))
        let pixel = light.pixel(ink)
        for row in Int(centerY - radius)...Int(centerY + radius) {
            for column in Int(centerX - radius)...Int(centerX + radius) {
                let distance = hypot(Double(column) + 0.5 - centerX, Double(row) + 0.5 - centerY)
                let covered = max(0, min(1, radius - distance + 0.5))
                blend(row: row, column: column, pixel, Int(Double(part) * covered))
            }
        }
    }
}
