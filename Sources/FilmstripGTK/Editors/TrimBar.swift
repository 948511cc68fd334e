import Filmstrip
import Foundation

/// The bar of a video's frames, with a handle at each end of what is kept, and the mark that plays. Time runs from the left in any language.
@MainActor final class TrimBar {
    /// What gives the frame of a moment.
    typealias Load = @MainActor (Double, PixelSize) async throws -> PixelFrame

    let root: Widget
    private let model: TrimEditorModel
    private let texts: Texts
    private let ratio: Double
    private let load: Load
    private let area: ScrollArea
    private let strip: Canvas
    private var handles: [(handle: TrimEditorModel.Handle, view: Canvas)] = []
    private var posters: [Texture?] = []
    private var task: Task<Void, Never>?
    private var watch: ObservationWatch?
    /// Where the pointer took the handle, beside its line.
    private var slip = 0.0
    private var pressed = 0.0

    private static let height = 64.0
    private static let handleWidth = 16.0
    private static let markWidth = 10.0

    init(_ model: TrimEditorModel, ratio: Double, texts: Texts, load: @escaping Load) {
        self.model = model
        self.ratio = min(4, max(0.3, ratio))
        self.texts = texts
        self.load = load
        let relay = Weak<TrimBar>()
        strip = Canvas(.decoration) { [relay] painter, size in relay.value?.drawStrip(painter, size) }
        area = ScrollArea { [relay] width, height in relay.value?.layOut(width, height) }
        area.styled("filmstrip-trim")
        area.keepLeftToRight()
        area.placed(.fill, .start, expands: false)
        area.expandHorizontally()
        area.setSizeRequest(width: 200, height: Int(Self.height) + 8)
        root = area
        relay.value = self
        area.add(strip)
        for handle in [TrimEditorModel.Handle.start, .playhead, .end] {
            let view = Canvas(.slider) { [relay] painter, size in relay.value?.draw(handle, painter, size) }
            view.isKeyboardTarget = true
            view.keepLeftToRight()
            view.setAccessibleDescription(texts.editing.handleHint)
            view.setCursor("ew-resize")
            let keys = Controller.keys()
            keys.onKey { [weak self] key, modifiers in self?.press(handle, key, modifiers.meant) ?? false }
            view.add(keys)
            handles.append((handle, view))
            area.add(view, above: true)
        }
        listen()
        watch = observe { [weak self] in self?.follow() }
    }

    deinit { task?.cancel() }

    func end() {
        watch?.end()
        watch = nil
        task?.cancel()
    }

    func grabFocus() { handles.first?.view.grabFocus() }

    // MARK: Places

    /// Where the frames are, beside the outer handles.
    private var inner: CGRect {
        let width = Double(area.size.width)
        return CGRect(x: Self.handleWidth, y: 4, width: max(1, width - 2 * Self.handleWidth), height: Self.height)
    }

    private func x(of seconds: Double) -> Double { inner.minX + inner.width * model.position(of: seconds) }

    private func seconds(at x: Double) -> Double { model.seconds(at: (x - inner.minX) / inner.width) }

    private func frame(of handle: TrimEditorModel.Handle) -> CGRect {
        switch handle {
        case .start:
            CGRect(
                x: x(of: model.range.lowerBound) - Self.handleWidth, y: 4, width: Self.handleWidth, height: Self.height)
        case .end: CGRect(x: x(of: model.range.upperBound), y: 4, width: Self.handleWidth, height: Self.height)
        case .playhead, .range:
            CGRect(
                x: x(of: model.playhead) - Self.markWidth / 2, y: 0, width: Self.markWidth, height: Self.height + 8)
        }
    }

    private func layOut(_ width: Int, _ height: Int) {
        area.place(strip, x: 0, y: 0, width: Double(width), height: Double(height))
        for (handle, view) in handles {
            let frame = frame(of: handle)
            area.place(view, x: frame.minX, y: frame.minY, width: frame.width, height: frame.height)
        }
        let count = max(1, Int((inner.width / (Self.height * ratio)).rounded(.up)))
        if count != posters.count { fill(count) }
    }

    // MARK: Following

    private func follow() {
        _ = (model.range, model.playhead, model.dragging)
        let all = 0...max(0.001, model.duration)
        for (handle, view) in handles {
            let (title, seconds) =
                switch handle {
                case .start: (texts.editing.start, model.range.lowerBound)
                case .end: (texts.editing.end, model.range.upperBound)
                case .playhead, .range: (texts.editing.position, model.playhead)
                }
            let text = texts.tenths(seconds)
            view.accessibleName = title + texts.listSeparator + text
            view.setValue(seconds, in: all, text: text)
            view.setNeedsDisplay()
        }
        strip.setNeedsDisplay()
        area.setNeedsLayout()
    }

    /// Asks for the frames of the bar, from the left to the right.
    private func fill(_ count: Int) {
        posters = Array(repeating: nil, count: count)
        task?.cancel()
        let side = Int(Self.height * max(1, ratio)) * max(1, area.scaleFactor)
        task = Task { [weak self, load] in
            for place in 0..<count {
                guard let seconds = self?.model.seconds(at: (Double(place) + 0.5) / Double(count)) else { return }
                do {
                    let frame = try await load(seconds, PixelSize(width: side, height: side))
                    guard !Task.isCancelled, let self, posters.count == count else { return }
                    posters[place] = Texture(frame)
                    strip.setNeedsDisplay()
                } catch {
                    // Its place stays dark; the next frame may come.
                    if Task.isCancelled { return }
                }
            }
        }
    }

    // MARK: Drawing

    private func drawStrip(_ painter: Painter, _ size: CGSize) {
        let inner = inner
        painter.clipped(to: inner.insetBy(dx: -Self.handleWidth, dy: 0), radius: 8) {
            painter.fill(inner.insetBy(dx: -Self.handleWidth, dy: 0), Painter.Color(red: 0.1, green: 0.1, blue: 0.11))
        }
        let width = Self.height * ratio
        painter.clipped(to: inner) {
            for (place, poster) in posters.enumerated() {
                guard let poster else { continue }
                painter.draw(
                    poster, in: CGRect(x: inner.minX + Double(place) * width, y: 4, width: width, height: Self.height))
            }
        }
        let (start, end) = (x(of: model.range.lowerBound), x(of: model.range.upperBound))
        let veil = Painter.Color.black.faded(0.6)
        painter.fill(CGRect(x: inner.minX, y: 4, width: start - inner.minX, height: Self.height), veil)
        painter.fill(CGRect(x: end, y: 4, width: inner.maxX - end, height: Self.height), veil)
        for y in [4, 4 + Self.height - 3] {
            painter.fill(CGRect(x: start, y: y, width: end - start, height: 3), Self.handleColor)
        }
    }

    private static let handleColor = Painter.Color(red: 0.98, green: 0.8, blue: 0.25)

    private func draw(_ handle: TrimEditorModel.Handle, _ painter: Painter, _ size: CGSize) {
        let all = CGRect(origin: .zero, size: size)
        if handle == .playhead {
            let line = CGRect(x: all.midX - 2, y: 0, width: 4, height: all.height)
            painter.clipped(to: line.insetBy(dx: -1, dy: 0), radius: 3) {
                painter.fill(line.insetBy(dx: -1, dy: 0), .black.faded(0.6))
                painter.fill(line.insetBy(dx: 0, dy: 1), .white)
            }
            return
        }
        // Round outside, straight where the frames begin.
        let round = CGRect(x: handle == .start ? 0 : -8, y: 0, width: all.width + 8, height: all.height)
        painter.clipped(to: round, radius: 7) { painter.fill(all, Self.handleColor) }
        painter.fill(CGRect(x: all.midX - 1.5, y: all.midY - 10, width: 3, height: 20), .black.faded(0.7))
    }

    // MARK: Hands

    private func listen() {
        let drags = Controller.drags()
        drags.onPoint("drag-begin") { [weak self, weak drags] x, y in
            guard let self else { return }
            drags?.claim()
            begin(at: x)
        }
        drags.onPoint("drag-update") { [weak self] x, _ in
            guard let self, model.dragging != nil else { return }
            model.drag(to: seconds(at: pressed + x - slip))
        }
        drags.onPoint("drag-end") { [weak self] _, _ in self?.model.endDrag() }
        drags.onSequenceCancel { [weak self] in self?.model.cancelDrag() }
        area.add(drags)
    }

    /// Takes the handle that is near; in between, the mark comes to the hand.
    private func begin(at x: Double) {
        pressed = x
        let reach = 8.0
        let (start, end) = (frame(of: .start), frame(of: .end))
        let handle: TrimEditorModel.Handle
        if x < start.maxX + reach / 2, x > start.minX - reach {
            (handle, slip) = (.start, x - start.maxX)
        } else if x > end.minX - reach / 2, x < end.maxX + reach {
            (handle, slip) = (.end, x - end.minX)
        } else {
            (handle, slip) = (.playhead, 0)
        }
        model.beginDrag(handle)
        handles.first { $0.handle == handle }?.view.grabFocus()
        if handle == .playhead { model.drag(to: seconds(at: x)) }
    }

    private func press(_ handle: TrimEditorModel.Handle, _ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        let second = max(1, Int((1 / model.frameDuration).rounded()))
        let step = modifiers.contains(.shift) ? second : 1
        guard modifiers.isSubset(of: .shift) else { return false }
        switch key {
        case .left, .down: model.step(handle, frames: -step)
        case .right, .up: model.step(handle, frames: step)
        case .pageDown: model.step(handle, frames: -second * 10)
        case .pageUp: model.step(handle, frames: second * 10)
        case .home: model.step(handle, frames: -Int(saturating: model.duration / model.frameDuration + 1))
        case .end: model.step(handle, frames: Int(saturating: model.duration / model.frameDuration + 1))
        case .space: model.togglePlaying()
        default: return false
        }
        return true
    }
}
