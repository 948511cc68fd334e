import CGTK
import Filmstrip
import Foundation

/// The live picture: the newest frame and nothing older, cut to fill its room, and mirrored only when it is drawn. Over it the
/// cursor of a touch, and lines that help to compose.
@MainActor final class PreviewView {
    let canvas: Canvas
    private let model: any CameraViewModel
    private var texture: Texture?
    /// What the texture shows, and what was drawn last.
    private var frame: PixelFrame?
    private(set) var drawn: PixelFrame?
    /// The last frame as one sees through frosted glass; while there is none, the picture is live.
    private var veil: Texture?
    private var drawing = Orientation.up
    private var cursor: (mark: FocusCursor, start: ContinuousClock.Instant)?
    private var frames: LoopTimer?
    /// The room that the model was told of, and the one that it will be told of when the window has come to rest.
    private var room = PixelSize.zero
    private var nextRoom = PixelSize.zero
    private var telling: LoopTimer?
    private var watches: [ObservationWatch] = []
    /// Whether lines divide the picture into nine.
    var showsGrid = false {
        didSet { canvas.setNeedsDisplay() }
    }
    /// Told of each drawing, for those who measure.
    var onDraw: (@MainActor () -> Void)?
    /// What is drawn over the picture besides.
    var decorate: (@MainActor (Painter, CGSize) -> Void)?

    init(_ model: any CameraViewModel) {
        self.model = model
        let relay = Weak<PreviewView>()
        canvas = Canvas(.picture) { [relay] painter, size in relay.value?.draw(painter, size) }
        relay.value = self
        watches = [
            observe { [weak self] in self?.followPicture() }, observe { [weak self] in self?.followCursor() },
        ]
    }

    /// Follows the model no longer; the last picture stays.
    func clear() {
        for watch in watches { watch.end() }
        watches = []
        (frames, telling, onDraw) = (nil, nil, nil)
    }

    /// Whether a picture is seen.
    var hasPicture: Bool { texture != nil }

    // MARK: Following

    private func followPicture() {
        let (frame, page) = (model.preview, model.page)
        if page == nil {
            veil = nil
            if let frame {
                texture = Texture(frame, isOpaque: true)
                self.frame = frame
                drawing = model.drawing
            }
        } else if veil == nil, let frame {
            veil = frame.shrunk(toWidth: 28).flatMap { Texture($0) }
        }
        canvas.setNeedsDisplay()
    }

    private func followCursor() {
        let mark = model.cursor
        if mark != cursor?.mark { cursor = mark.map { ($0, .now) } }
        step()
    }

    private func step() {
        canvas.setNeedsDisplay()
        // A user who wants no movement sees the mark at its size.
        guard cursor != nil, Toolkit.movesByItself else { return frames = nil }
        frames = LoopTimer(after: 1.0 / 60) { [weak self] in self?.step() }
    }

    // MARK: Room

    /// Seconds without another size after which a window counts as being at rest.
    private static let rest = 0.15

    /// Tells the model how large the picture is shown: at once when it is seen first, and at rest when the window is being resized.
    private func fit(_ size: CGSize) {
        let scale = canvas.scaleFactor
        var shown = PixelSize(width: Int(size.width) * scale, height: Int(size.height) * scale)
        if model.drawing.swapsAxes { shown = PixelSize(width: shown.height, height: shown.width) }
        guard !shown.isEmpty, shown != nextRoom else { return }
        nextRoom = shown
        telling = LoopTimer(after: room.isEmpty ? 0 : Self.rest) { [weak self] in
            guard let self else { return }
            room = nextRoom
            Task { [model, room] in await model.act(.fill(room)) }
        }
    }

    /// The nearest place at which pixels of the picture lie upon those of the screen.
    private func snapped(_ frame: CGRect) -> CGRect {
        let scale = CGFloat(canvas.scaleFactor)
        return CGRect(
            x: (frame.minX * scale).rounded() / scale, y: (frame.minY * scale).rounded() / scale, width: frame.width,
            height: frame.height)
    }

    // MARK: Drawing

    private func draw(_ painter: Painter, _ size: CGSize) {
        fit(size)
        let room = CGRect(origin: .zero, size: size)
        guard let texture = veil ?? texture else { return painter.fill(room, .black) }
        let picture = self.texture?.size ?? texture.size
        let geometry = PreviewGeometry(view: size, picture: picture, drawing: drawing)
        guard let frame = geometry.pictureFrame else { return }
        painter.draw(texture, in: snapped(frame), drawing)
        drawn = self.frame
        onDraw?()
        if veil != nil { return painter.fill(room, .black.faded(0.5)) }
        if let drawn { model.drew(drawn) }
        if showsGrid { drawGrid(painter, room) }
        decorate?(painter, size)
        drawCursor(painter, geometry)
    }

    private func drawGrid(_ painter: Painter, _ room: CGRect) {
        for third in 1...2 {
            let (x, y) = ((room.width * Double(third) / 3).rounded(), (room.height * Double(third) / 3).rounded())
            for (offset, color) in [(0.0, Painter.Color.white.faded(0.6)), (1.0, .black.faded(0.25))] {
                painter.fill(CGRect(x: x + offset, y: 0, width: 1, height: room.height), color)
                painter.fill(CGRect(x: 0, y: y + offset, width: room.width, height: 1), color)
            }
        }
    }

    private static let cursorSide = 74.0

    private func drawCursor(_ painter: Painter, _ geometry: PreviewGeometry) {
        guard let cursor, let place = geometry.place(of: cursor.mark.point) else { return }
        let scale = Toolkit.movesByItself ? FocusCursor.scale(after: .now - cursor.start) ?? 1 : 1
        let side = Self.cursorSide * scale
        let box = CGRect(x: place.x - side / 2, y: place.y - side / 2, width: side, height: side)
        painter.frame(box.insetBy(dx: -1, dy: -1), .black.faded(0.35), width: 4, radius: 9)
        painter.frame(box, Painter.Color(red: 1, green: 0.84, blue: 0.04), width: 2, radius: 8)
    }
}
