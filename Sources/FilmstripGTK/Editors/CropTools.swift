import Filmstrip

/// What stands under the picture of the crop editor: the ruler of degrees, the shapes, and the buttons.
@MainActor final class CropTools {
    let root: Widget
    private let model: CropEditorModel
    let ruler: Slider
    private let degrees = Label()
    private let size = Label()
    private let undo: Button
    private let redo: Button
    private let reset: Button
    private var shapes: [(shape: Crop.Shape, button: Toggle)] = []
    private var watch: ObservationWatch?
    /// What is set here comes back as a change of the ruler.
    private var isFollowing = false
    private var rest: LoopTimer?

    /// Seconds after which the next change of the ruler is a step of its own.
    private static let pause = 0.6

    init(_ model: CropEditorModel) {
        self.model = model
        let buttons = model.texts.buttons
        ruler = Slider(-45...45, steps: (0.5, 5))
        ruler.setBalance(marks: [-45, -30, -15, 0, 15, 30, 45])
        ruler.accessibleName = buttons.straighten
        ruler.keepLeftToRight()
        ruler.expandHorizontally()
        ruler.tooltip = buttons.straighten
        degrees.useEvenDigits()
        degrees.keepWhole()
        degrees.setSizeRequest(width: 52)
        size.useEvenDigits()
        // Width before height, and the sign before the number, in any language.
        for label in [size, degrees] { label.keepLeftToRight() }
        size.styled("filmstrip-dim", "filmstrip-count").placed(.center)
        let rotate = Button(icon: "object-rotate-right-symbolic", title: buttons.rotate)
        let mirror = Button(icon: "object-flip-horizontal-symbolic", title: buttons.mirror)
        undo = Button(icon: "edit-undo-symbolic", title: buttons.undo)
        redo = Button(icon: "edit-redo-symbolic", title: model.texts.editing.redo)
        reset = Button(buttons.reset)
        let tools = Box(.horizontal, spacing: 6)
        for part in [rotate, mirror, undo, redo] { tools.append(part.styled("flat")) }
        let space = Box(.horizontal)
        space.expandHorizontally()
        tools.append(space)
        tools.append(reset.styled("flat"))
        let column = Box(.vertical, spacing: 8, [size, Box(.horizontal, spacing: 8, [ruler, degrees])])
        root = Clamp(column.styled("filmstrip-tools"), width: 720)
        if model.shapes.count > 1 { column.append(makeShapes()) }
        column.append(tools)
        rotate.onClick { [weak self] in self?.settled.rotate() }
        mirror.onClick { [weak self] in self?.settled.mirror() }
        undo.onClick { [weak self] in self?.settled.undo() }
        redo.onClick { [weak self] in self?.settled.redo() }
        reset.onClick { [weak self] in self?.settled.reset() }
        ruler.onChange { [weak self] in self?.straighten() }
        watch = observe { [weak self] in self?.follow() }
    }

    func end() {
        watch?.end()
        (watch, rest) = (nil, nil)
    }

    /// The model, when what the ruler did has become a step.
    var settled: CropEditorModel {
        if rest != nil { model.endStraightening() }
        rest = nil
        return model
    }

    private func makeShapes() -> Widget {
        let row = Box(.horizontal, spacing: 6)
        for shape in model.shapes {
            let button = Toggle(model.name(of: shape))
            if let first = shapes.first { button.join(first.button) }
            button.styled("filmstrip-chip")
            button.onChosen { [weak self] in
                guard let self, !isFollowing else { return }
                settled.setShape(shape)
            }
            shapes.append((shape, button))
            row.append(button)
        }
        row.placed(.center)
        let scroller = Scroller(row, horizontal: true, vertical: false)
        scroller.styled("filmstrip-chips")
        return scroller
    }

    private func straighten() {
        guard !isFollowing else { return }
        if rest == nil { model.beginStraightening() }
        model.straighten(ruler.value)
        // All that the hand does without a rest is one step for undo.
        rest = LoopTimer(after: Self.pause) { [weak self] in
            self?.rest = nil
            self?.model.endStraightening()
        }
    }

    private func follow() {
        isFollowing = true
        defer { isFollowing = false }
        ruler.value = model.shownStraightening
        // Whole tenths, and no "−0.0".
        let tenths = (model.shownStraightening * 10).rounded()
        degrees.text = "\(tenths == 0 ? 0 : tenths / 10)°"
        let result = model.resultSize
        size.text = "\(result.width) × \(result.height)"
        undo.isEnabled = model.canUndo
        redo.isEnabled = model.canRedo
        reset.isEnabled = model.canReset
        for (shape, button) in shapes where shape == model.shape { button.isOn = true }
    }
}
