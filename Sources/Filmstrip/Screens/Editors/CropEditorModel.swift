public import Foundation
public import Observation

/// A crop editor without a screen: box and handles, shapes, straightening, turning, mirroring, undo. What comes out is an
/// `EditRecipe`; the picture stays as it is. Main actor.
///
/// The screen draws the picture as it is turned now, whole, into `pictureFrame`, straightened by `shownStraightening` about its middle,
/// and the box `cropFrame` over it. All hands come in points of the view. A screen that moves the picture behind a fixed frame uses
/// `framing` instead, and hands over what that calculates.
@MainActor @Observable public final class CropEditorModel {
    /// What is set now.
    public struct Draft: Sendable, Hashable {
        /// The box on the upright picture, as the user drew it.
        public var crop: Crop
        /// Degrees, clockwise, on the upright picture.
        public var straightening: Double
        /// How the cut-out is turned and mirrored.
        public var turn: Orientation
    }

    /// How the editor ended.
    public enum Outcome: Sendable, Hashable {
        /// Done; the recipe does something.
        case edited(EditRecipe)
        /// Done, and nothing was changed.
        case unchanged
        /// Left without Done; nothing is kept.
        case cancelled
    }

    /// The size of the picture, upright.
    public let picture: PixelSize
    /// The shapes that are offered; with a single one, the shape cannot be changed.
    public let shapes: [Crop.Shape]
    /// What the user reads.
    public let texts: Texts
    /// What is set now.
    public private(set) var draft: Draft
    /// What is dragged; nil when nothing is.
    public private(set) var dragging: CropHandle?
    /// How it ended; nil while it goes on.
    public private(set) var outcome: Outcome?
    /// Where the picture may be drawn, in points of the view.
    public var room = CGRect.zero
    private var history = EditHistory<Draft>()
    /// What was set when a hand began.
    private var before: Draft?
    @ObservationIgnored private let start: Draft
    @ObservationIgnored private let answer = Answer<Outcome>()

    /// Shapes for a picture that may have any: free, the picture's own, square, and the usual ratios in both directions.
    public static let allShapes: [Crop.Shape] = [
        .free, .square, .ratio(width: 4, height: 3), .ratio(width: 3, height: 4), .ratio(width: 3, height: 2),
        .ratio(width: 2, height: 3), .ratio(width: 16, height: 9), .ratio(width: 9, height: 16), .circle,
    ]

    /// So many steps can be taken back.
    public static let historyLength = EditHistory<Draft>.length

    /// An editor for a picture of that size.
    /// - Parameters:
    ///   - picture: its size, upright.
    ///   - shapes: what is offered, the first one set at first; a square alone by default.
    ///   - recipe: what was done to it before, to go on from there.
    public init(
        _ picture: PixelSize, shapes: [Crop.Shape] = [.square], recipe: EditRecipe = EditRecipe(),
        texts: Texts = .preferred()
    ) {
        self.picture = picture
        let shapes = shapes.isEmpty ? [.free] : shapes
        self.shapes = shapes
        self.texts = texts
        start = Draft(crop: Crop(shapes[0], in: picture), straightening: 0, turn: .up)
        draft = Draft(
            crop: recipe.crop.map { $0.moved(x: 0, y: 0, in: picture) } ?? start.crop,
            straightening: recipe.straightening, turn: recipe.turn)
    }

    /// An editor for a style of the picking flow: a square, or any shape. A trim is no crop, and counts as free.
    public convenience init(_ picture: PixelSize, style: EditStyle, texts: Texts = .preferred()) {
        self.init(picture, shapes: style == .square ? [.square] : Self.allShapes, texts: texts)
    }

    // MARK: What is shown

    /// The picture's size as it is turned now.
    public var shownSize: PixelSize { draft.turn.applied(to: picture) }

    /// Where the whole picture is drawn: as large as it can be in the room, in its middle.
    public var pictureFrame: CGRect {
        let size = shownSize
        guard !size.isEmpty, room.width > 0, room.height > 0 else { return .zero }
        let scale = min(room.width / Double(size.width), room.height / Double(size.height))
        let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
        return CGRect(
            x: room.midX - width / 2, y: room.midY - height / 2, width: width, height: height)
    }

    /// The box that counts: the user's, made smaller where straightening has turned the picture's edge into it.
    public var crop: Crop { recipe.settled(in: picture).crop ?? draft.crop }

    /// Where the box is drawn.
    public var cropFrame: CGRect {
        let (frame, crop) = (pictureFrame, crop)
        guard !picture.isEmpty, frame.width > 0 else { return .zero }
        let corners = [
            PicturePoint(x: crop.x / Double(picture.width), y: crop.y / Double(picture.height)),
            PicturePoint(
                x: (crop.x + crop.width) / Double(picture.width), y: (crop.y + crop.height) / Double(picture.height)),
        ].map(draft.turn.applied(to:))
        let (left, right) = (min(corners[0].x, corners[1].x), max(corners[0].x, corners[1].x))
        let (top, bottom) = (min(corners[0].y, corners[1].y), max(corners[0].y, corners[1].y))
        return CGRect(
            x: frame.minX + left * frame.width, y: frame.minY + top * frame.height,
            width: (right - left) * frame.width, height: (bottom - top) * frame.height)
    }

    /// Degrees, clockwise, by which the drawn picture is turned about its middle: mirrored pictures turn the other way.
    public var shownStraightening: Double { draft.turn.isMirrored ? -draft.straightening : draft.straightening }

    /// The shape as it is seen now.
    public var shape: Crop.Shape { draft.turn.swapsAxes ? draft.crop.shape.turned : draft.crop.shape }

    /// The size of what comes out, in pixels.
    public var resultSize: PixelSize { recipe.resultSize(in: picture) }

    /// What is done to the picture.
    public var recipe: EditRecipe {
        EditRecipe(crop: draft.crop, straightening: draft.straightening, turn: draft.turn)
    }

    /// Whether something is set that "Reset" would take back.
    public var canReset: Bool { outcome == nil && draft != start }

    /// Whether there is a step to take back.
    public var canUndo: Bool { outcome == nil && history.canUndo }

    /// Whether there is a step to do again.
    public var canRedo: Bool { outcome == nil && history.canRedo }

    /// The name of a shape, for its button.
    public func name(of shape: Crop.Shape) -> String {
        switch shape {
        case .free: texts.buttons.freeShape
        case .square: texts.buttons.square
        case .circle: texts.buttons.circle
        case .ratio(let width, let height): "\(Self.number(width)):\(Self.number(height))"
        }
    }

    // MARK: Handles

    /// The handle at a point of the view: corners before edges, edges before the inside; nil where there is none.
    /// - Parameter reach: how far beside a line a finger may be; 22 points by default.
    public func handle(at point: CGPoint, reach: Double = 22) -> CropHandle? {
        let frame = cropFrame
        guard frame.width > 0, frame.insetBy(dx: -reach, dy: -reach).contains(point) else { return nil }
        // In a small box, the inside keeps a third of it, or it could not be moved.
        let (wide, high) = (min(reach, frame.width / 3), min(reach, frame.height / 3))
        let across = point.x < frame.minX + wide ? -1.0 : point.x > frame.maxX - wide ? 1 : 0
        let down = point.y < frame.minY + high ? -1.0 : point.y > frame.maxY - high ? 1 : 0
        return CropHandle.allCases.first { $0.across == across && $0.down == down }
    }

    /// A hand takes a handle.
    public func beginDrag(_ handle: CropHandle) {
        guard outcome == nil else { return }
        begin()
        // From what is seen, not from what lies behind the corners that straightening took.
        draft.crop = crop
        dragging = handle
    }

    /// The hand has moved so far since it began, in points of the view.
    public func drag(x: Double, y: Double) {
        guard let dragging, let before else { return }
        var base = before
        base.crop = settledCrop(of: before)
        let way = upright(x, y)
        let least = min(CropFraming.leastPixels, Double(min(picture.width, picture.height)))
        draft.crop = base.crop.dragged(
            Self.upright(dragging, draft.turn), x: way.x, y: way.y, in: picture, least: least)
    }

    /// The hand has left.
    public func endDrag() {
        guard dragging != nil else { return }
        dragging = nil
        draft.crop = crop
        end()
    }

    /// The hand takes its change back.
    public func cancelDrag() {
        guard dragging != nil, let before else { return }
        dragging = nil
        draft = before
        end()
    }

    /// Moves the box by keys, in pixels of the picture as it is seen: a step of its own for undo.
    public func nudge(_ handle: CropHandle, x: Double, y: Double) {
        change { draft in
            let way = Self.upright(x, y, draft.turn)
            let least = min(CropFraming.leastPixels, Double(min(picture.width, picture.height)))
            draft.crop = settledCrop(of: draft).dragged(
                Self.upright(handle, draft.turn), x: way.x, y: way.y, in: picture, least: least)
        }
    }

    /// Makes the box larger or smaller about its middle, in its shape: a step of its own, unless fingers are at it.
    /// - Parameter factor: above 1 the box becomes smaller, as what is in it comes nearer.
    public func zoom(by factor: Double) {
        guard outcome == nil, factor.isFinite, factor > 0 else { return }
        let least = min(CropFraming.leastPixels, Double(min(picture.width, picture.height)))
        func zoomed(_ draft: Draft) -> Crop {
            let crop = settledCrop(of: draft)
            let most = max(1, min(crop.width, crop.height) / least)
            return crop.scaled(by: 1 / min(factor, most), in: picture)
        }
        if before == nil { change { $0.crop = zoomed($0) } } else { draft.crop = zoomed(draft) }
    }

    /// Fingers begin to zoom.
    public func beginZoom() {
        guard outcome == nil, dragging == nil else { return }
        begin()
    }

    /// The fingers have left.
    public func endZoom() {
        guard dragging == nil else { return }
        end()
    }

    // MARK: Setting

    /// Sets a shape as it is seen; the box becomes as large as before, about its middle. Does nothing for one that is not offered.
    public func setShape(_ shape: Crop.Shape) {
        guard shapes.contains(shape) else { return }
        change { draft in
            draft.crop = draft.crop.reshaped(draft.turn.swapsAxes ? shape.turned : shape, in: picture)
        }
    }

    /// Turns by a quarter, clockwise or the other way.
    public func rotate(clockwise: Bool = true) {
        change { $0.turn = $0.turn.then(clockwise ? .right : .left) }
    }

    /// Exchanges left and right of what is seen.
    public func mirror() {
        change { $0.turn = $0.turn.mirrored }
    }

    /// A hand takes the wheel of degrees.
    public func beginStraightening() {
        guard outcome == nil else { return }
        begin()
    }

    /// Turns the picture as it is seen, clockwise, −45 to 45 degrees. Without `beginStraightening` it is a step of its own.
    public func straighten(_ degrees: Double) {
        guard outcome == nil else { return }
        let degrees = draft.turn.isMirrored ? -degrees : degrees
        let set = EditRecipe(straightening: degrees).straightening
        if before != nil { draft.straightening = set } else { change { $0.straightening = set } }
    }

    /// The hand has left the wheel.
    public func endStraightening() {
        guard dragging == nil else { return }
        end()
    }

    /// All as it was at first. Can be taken back.
    public func reset() {
        change { $0 = start }
    }

    /// Takes the last step back.
    public func undo() {
        guard canUndo, before == nil else { return }
        history.undo(&draft)
    }

    /// Does again what was taken back.
    public func redo() {
        guard canRedo, before == nil else { return }
        history.redo(&draft)
    }

    // MARK: A fixed frame

    /// The arithmetic of a screen that moves the picture behind a frame of fixed place, for the shape that is set.
    public var framing: CropFraming {
        CropFraming(
            picture: picture, shape: draft.crop.shape,
            room: .init(x: room.minX, y: room.minY, width: room.width, height: room.height))
    }

    /// Takes the box that such a screen shows.
    public func take(_ crop: Crop) {
        change { $0.crop = crop.moved(x: 0, y: 0, in: picture) }
    }

    // MARK: Ending

    /// Done.
    public func finish() {
        let recipe = recipe.settled(in: picture)
        end(with: recipe.changesNothing(in: picture) ? .unchanged : .edited(recipe))
    }

    /// Ends without a result.
    public func cancel() { end(with: .cancelled) }

    /// How the editor ends; waits for it. A cancelled task cancels it.
    public func result() async -> Outcome {
        await answer.value(orCancel: { [weak self] in self?.cancel() })
    }

    private func end(with outcome: Outcome) {
        guard answer.give(outcome) else { return }
        self.outcome = outcome
        (dragging, before) = (nil, nil)
    }

    // MARK: Inside

    private func begin() {
        if before == nil { before = draft }
    }

    private func end() {
        guard let before else { return }
        self.before = nil
        history.remember(before, before: draft)
    }

    private func change(_ body: (inout Draft) -> Void) {
        guard outcome == nil, before == nil else { return }
        let old = draft
        body(&draft)
        history.remember(old, before: draft)
    }

    private func settledCrop(of draft: Draft) -> Crop {
        EditRecipe(crop: draft.crop, straightening: draft.straightening).settled(in: picture).crop ?? draft.crop
    }

    /// A way on the view as pixels of the upright picture.
    private func upright(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let frame = pictureFrame
        guard frame.width > 0 else { return (0, 0) }
        let pixels = Double(shownSize.width) / frame.width
        return Self.upright(x * pixels, y * pixels, draft.turn)
    }

    /// A way on the turned picture as one on the upright picture.
    private static func upright(_ x: Double, _ y: Double, _ turn: Orientation) -> (x: Double, y: Double) {
        let back = turn.inverse
        let (across, down) = back.swapsAxes ? (y, x) : (x, y)
        return (back.flipsX ? -across : across, back.flipsY ? -down : down)
    }

    /// The handle of the upright picture that is seen as this one.
    private static func upright(_ handle: CropHandle, _ turn: Orientation) -> CropHandle {
        let side = upright(handle.across, handle.down, turn)
        return CropHandle.allCases.first { $0.across == side.x && $0.down == side.y } ?? handle
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e6 ? "\(Int(value))" : "\(value)"
    }
}
