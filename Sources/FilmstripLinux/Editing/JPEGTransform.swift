import Filmstrip
import FilmstripFormats
import Foundation

/// How a JPEG is cut and turned without coding its pixels again, where its blocks allow it. The work itself is a decoder's: see
/// `PictureDecoder.transformed`.
///
/// Blocks of 8 by 8 pixels, or groups of them where colours are shared, are moved and turned whole. So a cut has to begin at a
/// border of blocks, and a turn needs a picture that is made of whole ones where the cut-out touches its edge.
struct JPEGTransform {
    /// What is done to the stored pixels.
    struct Plan: Equatable {
        var operation: Orientation
        /// In the picture as it is after the operation.
        var box: PixelRect
        /// How the result is turned to be shown.
        var orientation: Orientation
    }

    /// The size as stored.
    let size: PixelSize
    /// What is moved whole.
    let blockSize: PixelSize

    /// Nil for what cannot be moved.
    init?(_ file: JPEGFile, size: PixelSize) {
        guard let block = file.blockSize else { return nil }
        (self.size, blockSize) = (size, block)
    }

    /// How a recipe can be kept without loss: with upright pixels where possible, else with the old turning and a tag that
    /// says so; nil where it cannot.
    static func plan(
        _ recipe: EditRecipe, stored size: PixelSize, shownAs orientation: Orientation, block: PixelSize
    ) -> Plan? {
        guard recipe.straightening == 0, !recipe.isMasked else { return nil }
        let shown = orientation.applied(to: size)
        let kept = recipe.box(in: shown)
        let all = orientation.then(recipe.turn)
        let upright = Plan(
            operation: all, box: recipe.turn.applied(to: kept, in: shown), orientation: .up)
        if isPossible(upright, size, block) { return upright }
        let asStored = Plan(
            operation: .up, box: orientation.inverse.applied(to: kept, in: shown), orientation: all)
        return isPossible(asStored, size, block) ? asStored : nil
    }

    private static func isPossible(_ plan: Plan, _ size: PixelSize, _ block: PixelSize) -> Bool {
        let turned = plan.operation.applied(to: block)
        guard plan.box.x % turned.width == 0, plan.box.y % turned.height == 0 else { return false }
        // Where left and right, or top and bottom, change places, the part of a block at the far edge would come first.
        let partial = (size.width % block.width != 0, size.height % block.height != 0)
        let (flipsX, flipsY) = plan.operation.storedFlips
        return !(flipsX && partial.0) && !(flipsY && partial.1)
    }

    /// What can be done for a recipe here.
    func plan(_ recipe: EditRecipe, shownAs orientation: Orientation) -> Plan? {
        Self.plan(recipe, stored: size, shownAs: orientation, block: blockSize)
    }
}

extension Orientation {
    /// Which of the stored axes are run through backwards.
    fileprivate var storedFlips: (x: Bool, y: Bool) {
        switch self {
        case .up, .leftMirrored: (false, false)
        case .upMirrored, .left: (true, false)
        case .downMirrored, .right: (false, true)
        case .down, .rightMirrored: (true, true)
        }
    }
}
