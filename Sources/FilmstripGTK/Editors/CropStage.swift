import Filmstrip
import Foundation

/// The picture with the box over it, as hands, fingers and keys work at it.
@MainActor final class CropStage {
    /// What gives the picture, as large as it is wanted.
    typealias Load = @MainActor (PixelSize) async throws -> PixelFrame

    let root: Widget
    private let model: CropEditorModel
    private let canvas: Canvas
    private let load: Load
    private var texture: Texture?
    /// The longest side that was asked for.
    private var side = firstSize.width
    private var task: Task<Void, Never>?
    private var watch: ObservationWatch?
    private var pinch = 1.0

    /// The picture that is shown first.
    static let firstSize = PixelSize(width: 1024, height: 1024)
    /// The longest side that is ever asked for: no screen has more.
    private static let largest = 4096
    /// Points around the picture, so that a hand can take the handles at its edge.
    private static let margin = 26.0

    init(_ model: CropEditorModel, first: PixelFrame, load: @escaping Load) {
        self.model = model
        self.load = load
        texture = Texture(first)
        let relay = Weak<CropStage>()
        canvas = Canvas(.picture) { [relay] painter, _ in relay.value?.draw(painter) }
        canvas.keepLeftToRight()
        canvas.isKeyboardTarget = true
        canvas.name = "crop-stage"
        canvas.styled("filmstrip-editor-stage").placed(expands: true)
        canvas.setAccessibleDescription(model.texts.editing.boxHint)
        canvas.setSizeRequest(width: 240, height: 180)
        root = SizeWatch(canvas) { [weak model] width, height in
            let room = CGRect(x: 0, y: 0, width: width, height: height).insetBy(dx: Self.margin, dy: Self.margin)
            if model?.room != room { model?.room = room }
        }
        root.placed(expands: true)
        relay.value = self
        listen()
        watch = observe { [weak self] in self?.follow() }
    }

    deinit { task?.cancel() }

    func end() {
        watch?.end()
        watch = nil
        task?.cancel()
    }

    func grabFocus() { canvas.grabFocus() }

    var hasPicture: Bool { texture != nil && canvas.size.width > 0 }

    // MARK: Following

    private func follow() {
        let texts = model.texts
        let size = model.resultSize
        let box = texts.editing.box.replacing("{width}", with: "\(size.width)")
            .replacing("{height}", with: "\(size.height)")
        canvas.accessibleName = texts.buttons.crop + texts.listSeparator + box
        _ = (model.pictureFrame, model.cropFrame, model.shownStraightening, model.draft, model.dragging)
        canvas.setNeedsDisplay()
        sharpen()
    }

    /// Asks for a better picture where the window shows more than there is.
    private func sharpen() {
        let frame = model.pictureFrame
        let wanted = Int((max(frame.width, frame.height) * Double(canvas.scaleFactor) / 512).rounded(.up)) * 512
        let longest = max(model.picture.width, model.picture.height)
        let next = min(wanted, Self.largest)
        guard next > side, side < longest else { return }
        side = next
        task?.cancel()
        task = Task { [weak self, load] in
            do {
                let better = try await load(PixelSize(width: next, height: next))
                guard !Task.isCancelled, let self else { return }
                texture = Texture(better) ?? texture
                canvas.setNeedsDisplay()
            } catch {
                // What is seen already will do.
                return
            }
        }
    }

    // MARK: Drawing

    private func draw(_ painter: Painter) {
        let all = CGRect(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
        let crop = model.cropFrame
        drawPicture(painter)
        painter.fill(all, .black.faded(0.62))
        let isRound = model.shape == .circle
        painter.clipped(to: crop, radius: isRound ? min(crop.width, crop.height) / 2 : 0) { drawPicture(painter) }
        if model.dragging != nil || model.shownStraightening != 0 { drawThirds(painter, crop) }
        // Dark beside light, so that the frame is seen on any picture.
        painter.frame(crop.insetBy(dx: -1, dy: -1), .black.faded(0.55), width: 1)
        painter.frame(crop, .white, width: isRound ? 1 : 1.5)
        if isRound {
            painter.frame(crop, .white.faded(0.9), width: 1.5, radius: min(crop.width, crop.height) / 2)
        }
        drawHandles(painter, crop)
        if canvas.hasFocus { painter.frame(crop.insetBy(dx: -4, dy: -4), .white.faded(0.55), width: 1, radius: 3) }
    }

    private func drawPicture(_ painter: Painter) {
        guard let texture else { return }
        painter.draw(texture, in: model.pictureFrame, model.draft.turn, degrees: model.shownStraightening)
    }

    private func drawThirds(_ painter: Painter, _ crop: CGRect) {
        let color = Painter.Color.white.faded(0.5)
        for part in [1.0 / 3, 2.0 / 3] {
            painter.fill(CGRect(x: crop.minX + crop.width * part, y: crop.minY, width: 1, height: crop.height), color)
            painter.fill(CGRect(x: crop.minX, y: crop.minY + crop.height * part, width: crop.width, height: 1), color)
        }
    }

    private func drawHandles(_ painter: Painter, _ crop: CGRect) {
        let long = min(24, crop.width / 4, crop.height / 4)
        let (thick, out) = (4.0, 2.0)
        for right in [false, true] {
            for low in [false, true] {
                let x = right ? crop.maxX + out - long : crop.minX - out
                let y = low ? crop.maxY + out - thick : crop.minY - out
                painter.fill(CGRect(x: x, y: y, width: long, height: thick), .white)
                let standing = CGRect(
                    x: right ? crop.maxX + out - thick : crop.minX - out,
                    y: low ? crop.maxY + out - long : crop.minY - out, width: thick, height: long)
                painter.fill(standing, .white)
            }
        }
        for side in [crop.minX - out, crop.maxX + out - thick] {
            painter.fill(CGRect(x: side, y: crop.midY - long / 2, width: thick, height: long), .white)
        }
        for side in [crop.minY - out, crop.maxY + out - thick] {
            painter.fill(CGRect(x: crop.midX - long / 2, y: side, width: long, height: thick), .white)
        }
    }

    // MARK: Hands

    private func listen() {
        let drags = Controller.drags()
        drags.onPoint("drag-begin") { [weak self, weak drags] x, y in
            guard let self, let handle = model.handle(at: CGPoint(x: x, y: y)) else { return }
            drags?.claim()
            canvas.grabFocus()
            model.beginDrag(handle)
        }
        drags.onPoint("drag-update") { [weak self] x, y in self?.model.drag(x: x, y: y) }
        drags.onPoint("drag-end") { [weak self] _, _ in self?.model.endDrag() }
        drags.onSequenceCancel { [weak self] in self?.model.cancelDrag() }
        canvas.add(drags)
        let pointer = Controller.motion()
        pointer.onPoint("motion") { [weak self] x, y in
            guard let self, model.dragging == nil else { return }
            canvas.setCursor(model.handle(at: CGPoint(x: x, y: y))?.cursorName)
        }
        canvas.add(pointer)
        let wheel = Controller.wheel()
        wheel.onScroll { [weak self] _, turned in
            // A touchpad turns in many small parts.
            self?.model.zoom(by: pow(1.08, -turned))
            return true
        }
        canvas.add(wheel)
        let fingers = Controller.pinch()
        fingers.onGesture("begin") { [weak self] in
            self?.pinch = 1
            self?.model.cancelDrag()
            self?.model.beginZoom()
        }
        fingers.onScale { [weak self] scale in
            guard let self, scale > 0 else { return }
            model.zoom(by: scale / pinch)
            pinch = scale
        }
        fingers.onGesture("end") { [weak self] in self?.model.endZoom() }
        fingers.onSequenceCancel { [weak self] in self?.model.endZoom() }
        canvas.add(fingers)
        let keys = Controller.keys()
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        canvas.add(keys)
    }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        switch key {
        case .plus, .equal, .padPlus: model.zoom(by: 1.05)
        case .minus, .padMinus: model.zoom(by: 1 / 1.05)
        default:
            let ways: [KeyValue: (x: Double, y: Double)] = [
                .left: (-1, 0), .right: (1, 0), .up: (0, -1), .down: (0, 1),
            ]
            guard let way = ways[key], modifiers.isSubset(of: [.shift, .control]) else { return false }
            // A hundredth of what is seen; with Ctrl a single pixel.
            let shown = model.shownSize
            let step = modifiers.contains(.control) ? 1 : max(1, Double(max(shown.width, shown.height)) / 100)
            model.nudge(
                modifiers.contains(.shift) ? .bottomRight : .inside, x: way.x * step, y: way.y * step)
        }
        return true
    }
}

extension CropHandle {
    /// The pointer of CSS that says what it does.
    fileprivate var cursorName: String {
        switch self {
        case .topLeft, .bottomRight: "nwse-resize"
        case .topRight, .bottomLeft: "nesw-resize"
        case .top, .bottom: "ns-resize"
        case .left, .right: "ew-resize"
        case .inside: "move"
        }
    }
}
