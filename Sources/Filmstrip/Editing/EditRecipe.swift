import Foundation

/// What is done to a picture, as a value: nothing happens before it is applied, and the original stays.
///
/// All coordinates are those of the picture as it is shown, upright, whatever its file says about turning. The steps come in
/// this order: the picture is straightened about its middle, then cropped, then the cut-out is turned and mirrored.
public struct EditRecipe: Sendable, Hashable {
    /// What is kept, in pixels of the upright picture; nil keeps all.
    public var crop: Crop?
    /// Degrees, clockwise, by which the picture is turned about its middle to make its horizon level; −45 to 45, other values
    /// count as the nearest of these. 0 by default.
    public var straightening: Double {
        didSet { straightening = Self.angle(straightening) }
    }
    /// How the cut-out is turned and mirrored in the end; `.up` by default.
    public var turn: Orientation

    /// A recipe; nothing is done by default.
    public init(crop: Crop? = nil, straightening: Double = 0, turn: Orientation = .up) {
        self.crop = crop
        self.straightening = Self.angle(straightening)
        self.turn = turn
    }

    /// Whether only the circle inside of the cut-out is shown: the rest is transparent, or white where a format knows no
    /// transparency.
    public var isMasked: Bool { crop?.shape == .circle }

    /// The cut-out turned by a further quarter.
    public mutating func turnClockwise() { turn = turn.then(.right) }

    /// The cut-out, as it is shown now, seen in a mirror.
    public mutating func mirror() { turn = turn.mirrored }

    /// Whether a picture of that size stays as it is.
    public func changesNothing(in size: PixelSize) -> Bool {
        straightening == 0 && turn == .up && !isMasked && box(in: size) == PixelRect(size)
    }

    /// The pixels of the upright picture, straightened, that are kept: at least one, all inside.
    public func box(in size: PixelSize) -> PixelRect {
        let settled = settled(in: size)
        return settled.crop?.pixels(in: size) ?? PixelRect(size)
    }

    /// The size of the result for an upright picture of that size.
    public func resultSize(in size: PixelSize) -> PixelSize { turn.applied(to: box(in: size).size) }

    /// The recipe with a crop that leaves no empty corner: where straightening has turned the picture's edge into the box, the box
    /// becomes smaller around its middle, as little as needed.
    public func settled(in size: PixelSize) -> EditRecipe {
        guard straightening != 0, !size.isEmpty else { return self }
        var recipe = self
        let whole = Crop(
            x: 0, y: 0, width: Double(size.width), height: Double(size.height),
            shape: .ratio(width: Double(size.width), height: Double(size.height)))
        let crop = (crop ?? whole).moved(x: 0, y: 0, in: size)
        if let factor = largestFactor(for: crop, in: size) {
            recipe.crop = factor < 1 ? crop.shrunk(by: factor) : crop
        } else {
            // Its middle lies where the picture is not: the box in the picture's middle is as near as any.
            let middle = Crop(crop.shape, in: size)
            recipe.crop = largestFactor(for: middle, in: size).map { middle.shrunk(by: $0) } ?? middle
        }
        return recipe
    }

    /// Where a point of the straightened picture was in the upright one; both in pixels from the top left corner.
    func unstraightened(_ x: Double, _ y: Double, in size: PixelSize) -> (x: Double, y: Double) {
        let turn = Turn(degrees: -straightening, around: size)
        return turn.applied(to: x, y)
    }

    /// How large a box may be, at most its own size, for all its corners to lie in the picture; nil when its middle does not.
    private func largestFactor(for crop: Crop, in size: PixelSize) -> Double? {
        let turn = Turn(degrees: -straightening, around: size)
        let middle = turn.applied(to: crop.x + crop.width / 2, crop.y + crop.height / 2)
        var factor = 1.0
        for (across, down) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
            let corner = turn.applied(
                to: crop.x + crop.width * (0.5 + across), crop.y + crop.height * (0.5 + down))
            for (start, end, limit) in [
                (middle.x, corner.x, Double(size.width)), (middle.y, corner.y, Double(size.height)),
            ] {
                guard start > 0, start < limit else { return nil }
                if end > limit { factor = min(factor, (limit - start) / (end - start)) }
                if end < 0 { factor = min(factor, start / (start - end)) }
            }
        }
        return factor
    }

    private static func angle(_ degrees: Double) -> Double {
        degrees.isFinite ? max(-45, min(degrees, 45)) : 0
    }
}

/// A turn about the middle of a picture, with y pointing down: positive degrees are clockwise.
struct Turn {
    private let sine: Double
    private let cosine: Double
    private let middle: (x: Double, y: Double)

    init(degrees: Double, around size: PixelSize) {
        sine = sin(degrees * .pi / 180)
        cosine = cos(degrees * .pi / 180)
        middle = (Double(size.width) / 2, Double(size.height) / 2)
    }

    func applied(to x: Double, _ y: Double) -> (x: Double, y: Double) {
        let (across, down) = (x - middle.x, y - middle.y)
        return (middle.x + cosine * across - sine * down, middle.y + sine * across + cosine * down)
    }
}

extension Crop {
    /// The box made smaller around its middle, which stays where it is.
    fileprivate func shrunk(by factor: Double) -> Crop {
        Crop(
            x: x + width * (1 - factor) / 2, y: y + height * (1 - factor) / 2, width: width * factor,
            height: height * factor, shape: shape)
    }
}
