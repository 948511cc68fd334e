import Filmstrip
import Foundation

/// The crop editor: a picture, a box over it, and what turns, mirrors and straightens. Draws `CropEditorModel`.
@MainActor final class CropEditor: EditorScreen {
    private let file: MediaFile
    private let style: EditStyle
    private let backend: any EditorBackend
    private let texts: Texts
    let frame: EditorWindow
    private(set) var model: CropEditorModel?
    private var stage: CropStage?
    private var tools: CropTools?

    init(_ file: MediaFile, style: EditStyle, backend: any EditorBackend, texts: Texts) {
        self.file = file
        self.style = style
        self.backend = backend
        self.texts = texts
        frame = EditorWindow(title: texts.buttons.crop, name: "crop-editor", texts: texts)
    }

    /// Shows the window, and waits until it has gone.
    func run() async -> EditorResult {
        let result = await frame.run { [weak self] in await self?.edit() ?? .unchanged }
        close()
        return result
    }

    var isReady: Bool { frame.isReady && stage?.hasPicture == true }

    func close() {
        frame.cancel()
        model?.cancel()
        stage?.end()
        tools?.end()
        (stage, tools) = (nil, nil)
    }

    private func edit() async -> EditorResult {
        do {
            let subject = try await backend.subject(of: file)
            let model = CropEditorModel(subject.size, style: style, texts: texts)
            guard !Task.isCancelled else { return .unchanged }
            // Nothing that cannot be seen is offered to be cut.
            let first = try await backend.frame(of: file, at: 0, fitting: CropStage.firstSize)
            guard !Task.isCancelled else { return .unchanged }
            show(model, first)
            guard case .edited(let recipe) = await model.result() else { return .unchanged }
            frame.showWait(texts.editing.preparing)
            var export = ExportRecipe(edit: recipe)
            // What lies outside of a circle is to be nothing, which not every format can say.
            if recipe.isMasked, ![.png, .heic, .webP].contains(file.contentType) { export.format = .png }
            return .edited(try await backend.edited(file, by: export))
        } catch {
            return Task.isCancelled ? .unchanged : .failed
        }
    }

    private func show(_ model: CropEditorModel, _ picture: PixelFrame) {
        self.model = model
        let (file, backend) = (file, backend)
        let stage = CropStage(model, first: picture) { box in
            try await backend.frame(of: file, at: 0, fitting: box)
        }
        let tools = CropTools(model)
        (self.stage, self.tools) = (stage, tools)
        frame.show(Box(.vertical, [stage.root, tools.root]))
        frame.onDone = { [weak model] in model?.finish() }
        frame.escapes = { [weak model] in
            guard let model, model.dragging != nil else { return false }
            model.cancelDrag()
            return true
        }
        frame.onKey = { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
        stage.grabFocus()
    }

    /// What keys do wherever the keyboard is; those that move the box are the stage's own.
    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard let tools else { return false }
        // What keys do to the ruler without a rest is one step.
        let isTurning = tools.ruler.holdsFocus
        switch (key, modifiers) {
        case (KeyValue(character: "z"), .control): tools.settled.undo()
        case (KeyValue(character: "Z"), [.control, .shift]), (KeyValue(character: "y"), .control): tools.settled.redo()
        case (KeyValue(character: "r"), []): tools.settled.rotate()
        case (KeyValue(character: "R"), .shift): tools.settled.rotate(clockwise: false)
        case (KeyValue(character: "m"), []): tools.settled.mirror()
        default:
            if !isTurning { _ = tools.settled }
            return false
        }
        return true
    }
}
