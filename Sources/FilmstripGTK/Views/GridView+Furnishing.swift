import Filmstrip
import Foundation

/// What stands before the assets of a grid, and scrolls with them.
@MainActor protocol GridLead: AnyObject {
    /// How long it is along the direction of scrolling, in a view of that size.
    func length(in view: CGSize) -> Double
    /// Adds its widgets.
    func attach(to area: ScrollArea)
    /// Places what is seen, in the middle of a layout.
    /// - Parameter offset: how far the whole is scrolled from its beginning.
    func layOut(in area: ScrollArea, view: CGSize, offset: Double)
}

extension GridView {
    /// What stands beside the tiles of a grid, and tiles of the app's own.
    struct Furnishing {
        var lead: (any GridLead)?
        /// Whether the counts stand under the last line, and dates beside the tiles.
        var hasFooter = true
        var ownTile: OwnAssetTile.Make?
    }

    /// The length of what stands before the assets.
    var leadLength: Double {
        furnishing.lead?.length(in: CGSize(width: viewSize.width, height: viewSize.height)) ?? 0
    }

    /// How far it is scrolled from the beginning of the assets: below nothing while what stands before them is seen.
    var offset: Double {
        get { area.offset - leadLength }
        set { area.offset = newValue + leadLength }
    }

    /// Whether it scrolls to the sides.
    var isSideways: Bool { model.configuration.axis == .horizontal }

    /// How much is seen along the direction of scrolling.
    var viewLength: Double { Double(isSideways ? viewSize.width : viewSize.height) }

    /// Where the corner of the content lies in the view when it is scrolled that far.
    func contentOrigin(_ offset: Double) -> CGPoint {
        guard isSideways else { return CGPoint(x: 0, y: -offset) }
        // What begins at the right is scrolled to the left.
        let isMirrored = model.configuration.isRightToLeft
        return CGPoint(x: isMirrored ? offset + viewLength - model.geometry.length : -offset, y: 0)
    }

    /// A point of the view as a point of the content.
    func contentPoint(_ x: Double, _ y: Double, _ offset: Double) -> CGPoint {
        let origin = contentOrigin(offset)
        return CGPoint(x: x - origin.x, y: y - origin.y)
    }

    /// How far a point of the view is from the beginning of what is seen.
    func along(_ point: CGPoint) -> Double {
        guard isSideways else { return point.y }
        return model.configuration.isRightToLeft ? viewLength - point.x : point.x
    }

    /// A mouse has one wheel: it moves a grid that scrolls to the sides, too. True when it did.
    func turnSideways(_ notches: Double) -> Bool {
        guard isSideways, notches != 0 else { return false }
        offset += notches * max(40, viewLength / 6)
        return true
    }
}
