import CTurboJPEG
import Filmstrip
import FilmstripFormats
import Foundation

/// Cuts and turns a JPEG without coding its pixels again, where its blocks allow it.
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

    let bytes: [UInt8]
    private let size: PixelSize
    private let blockSize: PixelSize
    private let isProgressive: Bool

    /// Nil for what the library cannot transform.
    /// - Parameter isProgressive: whether the new file is to be read from coarse to fine, as the old one is.
    init?(_ bytes: [UInt8], isProgressive: Bool) {
        guard let decoder = tjInitDecompress() else { return nil }
        defer { tjDestroy(decoder) }
        var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) == 0 else {
            return nil
        }
        let blocks: [UInt32: (Int, Int)] = [
            TJSAMP_444.rawValue: (8, 8), TJSAMP_GRAY.rawValue: (8, 8), TJSAMP_422.rawValue: (16, 8),
            TJSAMP_420.rawValue: (16, 16), TJSAMP_440.rawValue: (8, 16), TJSAMP_411.rawValue: (32, 8),
        ].reduce(into: [:]) { $0[UInt32($1.key)] = $1.value }
        guard let block = blocks[UInt32(bitPattern: sampling)] else { return nil }
        self.bytes = bytes
        self.isProgressive = isProgressive
        size = PixelSize(width: Int(width), height: Int(height))
        blockSize = PixelSize(width: block.0, height: block.1)
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

    /// The new file, without any metadata.
    func run(_ plan: Plan) throws(LibraryError) -> [UInt8] {
        guard let transformer = tjInitTransform() else { throw .internal("the JPEG library does not start") }
        defer { tjDestroy(transformer) }
        var transform = tjtransform()
        transform.r = tjregion(
            x: Int32(plan.box.x), y: Int32(plan.box.y), w: Int32(plan.box.width), h: Int32(plan.box.height))
        transform.op = Int32(Self.operation(plan.operation).rawValue)
        transform.options = TJXOPT_CROP | TJXOPT_PERFECT | TJXOPT_COPYNONE | (isProgressive ? TJXOPT_PROGRESSIVE : 0)
        var made: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(made) }
        let result = tjTransform(transformer, bytes, UInt(bytes.count), 1, &made, &count, &transform, 0)
        guard result == 0, let made else {
            throw .unreadable(path: "picture", reason: String(cString: tjGetErrorStr2(transformer)))
        }
        return Array(UnsafeBufferPointer(start: made, count: Int(count)))
    }

    private static func operation(_ orientation: Orientation) -> TJXOP {
        switch orientation {
        case .up: TJXOP_NONE
        case .upMirrored: TJXOP_HFLIP
        case .down: TJXOP_ROT180
        case .downMirrored: TJXOP_VFLIP
        case .leftMirrored: TJXOP_TRANSPOSE
        case .right: TJXOP_ROT90
        case .rightMirrored: TJXOP_TRANSVERSE
        case .left: TJXOP_ROT270
        }
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
