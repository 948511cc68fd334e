public import Foundation

/// Where the sections of a picker lie along the direction of scrolling: action tiles, camera tile, assets. A pure value; lengths are
/// points from the beginning, which is at the right where lines run from the right.
public struct ImagePickerGeometry: Sendable, Hashable {
    /// How long the action tiles are, as a part of the view: a quarter, as both together.
    public static let actionPart = 0.25
    /// The camera tile's width for its height, upright.
    public static let cameraRatio = 160.0 / 212.0

    /// Points of action tiles above one another, at most.
    public static let highestAction = 120.0
    /// How much of a large view the camera tile may take along the direction of scrolling, so that pictures begin in sight.
    public static let cameraPart = 0.45
    /// Points that it may take in any view where one and a half pictures are seen beside it.
    public static let longestCamera = 320.0
    /// Points that it keeps in any view.
    public static let shortestCamera = 120.0
    /// How many pictures are seen beside it, and how much of a view whose pictures are large they take at most.
    private static let picturesInSight = (count: 1.5, part: 0.35)

    /// What it was made from.
    public let layout: ImagePicker.Layout
    /// The view.
    public let view: CGSize
    /// Whether the camera tile lies on its side.
    public let isWide: Bool

    /// Where the sections lie in a view of that size.
    /// - Parameter isWide: whether the device, or the window around the view, is wider than high, which turns the camera tile: a view in place of
    ///   a keyboard always is. Nil, the default, lets the view say it.
    public init(_ layout: ImagePicker.Layout, view: CGSize, isWide: Bool? = nil) {
        self.layout = layout
        self.view = view
        self.isWide = isWide ?? (view.width > view.height)
    }

    /// Whether it scrolls down.
    private var isVertical: Bool { layout.scrollDirection == .vertical }
    /// The room across the direction of scrolling.
    private var breadth: Double { max(0, isVertical ? view.width : view.height) }

    /// How many action tiles there are, 0 to 2.
    public var actionCount: Int { (layout.showsCameraAction ? 1 : 0) + (layout.showsPhotosAction ? 1 : 0) }

    /// How long the section of action tiles is; 0 without them.
    public var actionLength: Double {
        guard actionCount > 0 else { return 0 }
        let quarter = max(0, view.width) * Self.actionPart
        // In a wide window they are no wider than two of them are high, and no higher than a button should be.
        return min(quarter, isVertical ? Self.highestAction : breadth / 2).rounded()
    }

    /// How long the camera tile is; 0 without it. It is turned with the device.
    public var cameraLength: Double {
        guard layout.showsCamera else { return 0 }
        return min(usualCameraLength, max(Self.shortestCamera, cameraRoom)).rounded()
    }

    /// The room that is left for the camera tile when pictures are to be seen as well.
    private var cameraRoom: Double {
        let columns = Double(max(1, layout.columns))
        let side = max(0, (breadth - (columns - 1) * max(0, layout.spacing)) / columns)
        let length = max(0, isVertical ? view.height : view.width)
        let pictures = min(
            max(Self.picturesInSight.count / columns, 0.5) * side, Self.picturesInSight.part * length)
        return length - cameraStart - max(0, layout.spacingAfterCamera) - pictures
    }

    private var usualCameraLength: Double {
        if isVertical {
            // However wide the window, the pictures begin in sight.
            let length = breadth * (isWide ? Self.cameraRatio : 1 / Self.cameraRatio)
            return isWide ? min(length, max(Self.longestCamera, view.height * Self.cameraPart)) : length
        }
        let length = breadth * (isWide ? 1 / Self.cameraRatio : Self.cameraRatio)
        return min(length, max(Self.longestCamera, view.width * Self.cameraPart))
    }

    /// Where the camera tile begins; a section that is off leaves no gap.
    public var cameraStart: Double { actionCount > 0 ? actionLength + max(0, layout.spacingAfterActions) : 0 }

    /// Where the assets begin.
    public var assetStart: Double {
        layout.showsCamera ? cameraStart + cameraLength + max(0, layout.spacingAfterCamera) : cameraStart
    }

    /// How much of the assets is seen when the whole is scrolled that far, from the beginning of the assets.
    public func assetOffset(scrolledTo offset: Double) -> Double { offset - assetStart }

    /// Where an action tile lies in its section, of breadth and length as the view has it; nil where there is none.
    public func actionFrame(_ index: Int) -> CGRect? {
        guard index >= 0, index < actionCount else { return nil }
        let count = Double(actionCount)
        let spacing = max(0, layout.spacing)
        let side = max(0, ((breadth - (count - 1) * spacing) / count).rounded(.down))
        let start = Double(index) * (side + spacing)
        if !isVertical { return CGRect(x: 0, y: start, width: actionLength, height: side) }
        return CGRect(
            x: layout.isRightToLeft ? breadth - start - side : start, y: 0, width: side, height: actionLength)
    }
}
