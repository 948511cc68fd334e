import Filmstrip
import Foundation
import Testing

@Suite struct CropHandleTests {
    private let size = PixelSize(width: 1000, height: 800)
    private let box = Crop(x: 100, y: 200, width: 400, height: 300)

    @Test(
        arguments: [
            (.topLeft, 150, 250, 350, 250), (.top, 100, 250, 400, 250), (.topRight, 100, 250, 450, 250),
            (.right, 100, 200, 450, 300), (.bottomRight, 100, 200, 450, 350), (.bottom, 100, 200, 400, 350),
            (.bottomLeft, 150, 200, 350, 350), (.left, 150, 200, 350, 300), (.inside, 150, 250, 400, 300),
        ] as [(CropHandle, Double, Double, Double, Double)])
    func `5.10 a free box follows each handle`(
        _ handle: CropHandle, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) {
        let crop = box.dragged(handle, x: 50, y: 50, in: size)
        #expect(crop == Crop(x: x, y: y, width: width, height: height))
    }

    @Test(arguments: CropHandle.allCases, [Crop.Shape.free, .square, .ratio(width: 16, height: 9), .circle])
    func `5.10 no hand leads outside, to nothing, or out of shape`(_ handle: CropHandle, _ shape: Crop.Shape) {
        let start = Crop(shape, in: size).scaled(by: 0.5, in: size)
        for x in [-5000.0, -300, -7, 0, 7, 300, 5000] {
            for y in [-5000.0, -300, -7, 0, 7, 300, 5000] {
                let crop = start.dragged(handle, x: x, y: y, in: size, least: 64)
                #expect(crop.x >= -1e-9 && crop.x + crop.width <= 1000 + 1e-9)
                #expect(crop.y >= -1e-9 && crop.y + crop.height <= 800 + 1e-9)
                #expect(min(crop.width, crop.height) >= 64 - 1e-9)
                if let aspect = shape.aspect { #expect(abs(crop.width / crop.height - aspect) < 1e-9) }
                #expect(crop.shape == shape)
            }
        }
    }

    @Test func `5.10 with a ratio, the opposite corner stays where it is`() {
        let square = Crop(x: 100, y: 100, width: 300, height: 300, shape: .square)
        let larger = square.dragged(.bottomRight, x: 80, y: 20, in: size)
        #expect(larger == Crop(x: 100, y: 100, width: 380, height: 380, shape: .square))
        let smaller = square.dragged(.topLeft, x: 10, y: 100, in: size)
        #expect(smaller == Crop(x: 200, y: 200, width: 200, height: 200, shape: .square))
    }

    @Test func `5.10 with a ratio, an edge grows to both sides`() {
        let square = Crop(x: 300, y: 300, width: 200, height: 200, shape: .square)
        #expect(
            square.dragged(.right, x: 100, y: 0, in: size)
                == Crop(x: 300, y: 250, width: 300, height: 300, shape: .square))
        #expect(square.dragged(.bottom, x: 0, y: 9000, in: size).height == 500)
    }

    @Test func `nonsense moves nothing`() {
        #expect(box.dragged(.left, x: .nan, y: 0, in: size) == box)
        #expect(box.dragged(.left, x: .infinity, y: 0, in: size) == box)
        #expect(box.dragged(.left, x: 5, y: 5, in: .zero) == box)
    }

    @Test func `5.10 another shape has about the same area, about the same middle, inside the picture`() {
        let wide = box.reshaped(.ratio(width: 3, height: 1), in: size)
        #expect(abs(wide.width * wide.height - box.width * box.height) < 1)
        #expect(abs(wide.x + wide.width / 2 - 300) < 1e-9)
        let atEdge = Crop(x: 0, y: 0, width: 1000, height: 100).reshaped(.square, in: size)
        #expect(atEdge.x >= 0 && atEdge.y >= 0 && atEdge.height <= 800)
        #expect(box.reshaped(.free, in: size) == box)
        #expect(Crop.Shape.ratio(width: 4, height: 3).turned == .ratio(width: 3, height: 4))
        #expect(Crop.Shape.circle.turned == .circle)
    }
}

@Suite(.timeLimit(.minutes(1))) @MainActor struct CropEditorModelTests {
    private let picture = PixelSize(width: 4000, height: 3000)

    private func editor(_ shapes: [Crop.Shape] = CropEditorModel.allShapes, recipe: EditRecipe = EditRecipe())
        -> CropEditorModel
    {
        let editor = CropEditorModel(picture, shapes: shapes, recipe: recipe, texts: .english)
        editor.room = CGRect(x: 20, y: 10, width: 400, height: 300)
        return editor
    }

    // MARK: What is shown

    @Test func `5.10 the picture is drawn whole, with the largest box of its shape`() {
        let square = editor([.square])
        #expect(square.pictureFrame == CGRect(x: 20, y: 10, width: 400, height: 300))
        #expect(square.cropFrame == CGRect(x: 70, y: 10, width: 300, height: 300))
        #expect(square.resultSize == PixelSize(width: 3000, height: 3000))
        let free = editor()
        #expect(free.cropFrame == free.pictureFrame)
        #expect(!free.canReset)
        #expect(!free.canUndo)
    }

    @Test func `1.5 the styles of the picking flow: a square, or any shape`() {
        #expect(CropEditorModel(picture, style: .square, texts: .english).shapes == [.square])
        #expect(CropEditorModel(picture, style: .free, texts: .english).shapes.first == .free)
    }

    @Test func `5.10 shapes have names`() {
        let editor = editor()
        #expect(
            editor.shapes.map(editor.name) == ["Free", "Square", "4:3", "3:4", "3:2", "2:3", "16:9", "9:16", "Circle"])
        #expect(editor.name(of: .ratio(width: 2.35, height: 1)) == "2.35:1")
    }

    // MARK: Handles

    @Test func `5.10 a handle is dragged in points of the view`() {
        let editor = editor()
        editor.beginDrag(.left)
        editor.drag(x: 40, y: 0)
        #expect(editor.cropFrame == CGRect(x: 60, y: 10, width: 360, height: 300))
        editor.drag(x: 100, y: 0)
        editor.endDrag()
        #expect(editor.crop.x == 1000)
        #expect(editor.resultSize == PixelSize(width: 3000, height: 3000))
        #expect(editor.dragging == nil)
        editor.drag(x: 5, y: 5)
        #expect(editor.crop.x == 1000)
    }

    @Test(arguments: Orientation.allCases)
    func `5.10 however the picture is turned, the handle that is seen is the one that moves`(_ turn: Orientation) {
        let editor = editor(recipe: EditRecipe(turn: turn))
        let before = editor.cropFrame
        editor.beginDrag(.topLeft)
        editor.drag(x: 30, y: 20)
        editor.endDrag()
        let after = editor.cropFrame
        #expect(abs(after.minX - before.minX - 30) < 1e-6)
        #expect(abs(after.minY - before.minY - 20) < 1e-6)
        #expect(abs(after.maxX - before.maxX) < 1e-6 && abs(after.maxY - before.maxY) < 1e-6)
    }

    @Test func `5.10 a drag that is taken back leaves no step`() {
        let editor = editor()
        editor.beginDrag(.inside)
        editor.drag(x: 3, y: 3)
        editor.cancelDrag()
        editor.beginDrag(.right)
        editor.drag(x: -50, y: 0)
        editor.cancelDrag()
        #expect(editor.cropFrame == editor.pictureFrame)
        #expect(!editor.canUndo)
    }

    @Test func `5.10 corners are found before edges, and the inside of a small box too`() {
        let editor = editor()
        #expect(editor.handle(at: CGPoint(x: 25, y: 15)) == .topLeft)
        #expect(editor.handle(at: CGPoint(x: 415, y: 305)) == .bottomRight)
        #expect(editor.handle(at: CGPoint(x: 10, y: 150)) == .left)
        #expect(editor.handle(at: CGPoint(x: 220, y: 320)) == .bottom)
        #expect(editor.handle(at: CGPoint(x: 220, y: 160)) == .inside)
        #expect(editor.handle(at: CGPoint(x: 500, y: 160)) == nil)
        editor.beginDrag(.bottomRight)
        editor.drag(x: -9000, y: -9000)
        editor.endDrag()
        let small = editor.cropFrame
        #expect(small.width < 10)
        #expect(editor.handle(at: CGPoint(x: small.midX, y: small.midY)) == .inside)
    }

    @Test func `5.10 a crop is never smaller than 64 pixels, where the picture is not`() {
        let editor = editor()
        editor.beginDrag(.bottomRight)
        editor.drag(x: -9000, y: -9000)
        editor.endDrag()
        #expect(editor.resultSize == PixelSize(width: 64, height: 64))
        let tiny = CropEditorModel(PixelSize(width: 20, height: 10), shapes: [.free], texts: .english)
        tiny.room = CGRect(x: 0, y: 0, width: 200, height: 100)
        tiny.beginDrag(.right)
        tiny.drag(x: -9000, y: 0)
        tiny.endDrag()
        #expect(tiny.resultSize == PixelSize(width: 10, height: 10))
    }

    @Test func `5.13 keys move the box in pixels, each a step of its own`() {
        let editor = editor()
        editor.nudge(.right, x: -100, y: 0)
        editor.nudge(.inside, x: 30, y: 0)
        #expect(editor.crop.x == 30)
        #expect(editor.crop.width == 3900)
        editor.undo()
        #expect(editor.crop.x == 0)
    }

    // MARK: Setting

    @Test func `5.10 a shape is set as it is seen`() {
        let editor = editor()
        editor.setShape(.ratio(width: 16, height: 9))
        #expect(abs(editor.cropFrame.width / editor.cropFrame.height - 16.0 / 9) < 1e-6)
        editor.rotate()
        #expect(editor.shape == .ratio(width: 9, height: 16))
        editor.setShape(.ratio(width: 4, height: 3))
        #expect(abs(editor.cropFrame.width / editor.cropFrame.height - 4.0 / 3) < 1e-6)
        #expect(editor.shape == .ratio(width: 4, height: 3))
        editor.setShape(.ratio(width: 5, height: 1))
        #expect(editor.shape == .ratio(width: 4, height: 3))
    }

    @Test func `5.10 four quarters are none, and the box stays on the same pixels`() {
        let editor = editor()
        editor.nudge(.left, x: 500, y: 0)
        let (crop, frame) = (editor.crop, editor.cropFrame)
        editor.rotate()
        #expect(editor.crop == crop)
        #expect(editor.resultSize == PixelSize(width: 3000, height: 3500))
        #expect(editor.pictureFrame == CGRect(x: 107.5, y: 10, width: 225, height: 300))
        for _ in 0..<3 { editor.rotate() }
        #expect(editor.cropFrame == frame)
        editor.rotate(clockwise: false)
        editor.rotate()
        #expect(editor.recipe.turn == .up)
    }

    @Test func `5.10 a mirror exchanges left and right of what is seen`() {
        let editor = editor()
        editor.nudge(.left, x: 1000, y: 0)
        editor.mirror()
        #expect(editor.cropFrame == CGRect(x: 20, y: 10, width: 300, height: 300))
        editor.mirror()
        #expect(editor.recipe.turn == .up)
    }

    @Test func `5.10 straightening leaves no empty corner, and gives back what it took`() {
        let editor = editor()
        editor.beginStraightening()
        for degrees in stride(from: 0.0, through: 10, by: 1) { editor.straighten(degrees) }
        editor.endStraightening()
        #expect(editor.shownStraightening == 10)
        #expect(editor.resultSize.width < 4000)
        #expect(editor.recipe.settled(in: picture) == editor.recipe.settled(in: picture).settled(in: picture))
        editor.undo()
        #expect(editor.resultSize == picture)
        #expect(!editor.canUndo)
        editor.straighten(90)
        #expect(editor.draft.straightening == 45)
        editor.straighten(0)
        #expect(editor.resultSize == picture)
    }

    @Test func `5.10 a mirrored picture is straightened as it is seen`() {
        let editor = editor()
        editor.mirror()
        editor.straighten(7)
        #expect(editor.shownStraightening == 7)
        #expect(editor.draft.straightening == -7)
    }

    // MARK: Undo

    @Test func `5.10 every step can be taken back and done again`() {
        let editor = editor()
        var drafts = [editor.draft]
        editor.setShape(.square)
        drafts.append(editor.draft)
        editor.rotate()
        drafts.append(editor.draft)
        editor.straighten(3)
        drafts.append(editor.draft)
        for draft in drafts.dropLast().reversed() {
            editor.undo()
            #expect(editor.draft == draft)
        }
        #expect(!editor.canUndo)
        editor.undo()
        for draft in drafts.dropFirst() {
            editor.redo()
            #expect(editor.draft == draft)
        }
        #expect(!editor.canRedo)
        editor.undo()
        editor.mirror()
        #expect(!editor.canRedo)
    }

    @Test func `5.10 a reset is a step like any other`() {
        let editor = editor()
        editor.setShape(.circle)
        editor.rotate()
        let draft = editor.draft
        editor.reset()
        #expect(!editor.canReset)
        #expect(editor.resultSize == picture)
        editor.undo()
        #expect(editor.draft == draft)
    }

    @Test func `while a hand holds something, nothing else is set`() {
        let editor = editor()
        editor.beginDrag(.left)
        editor.rotate()
        editor.setShape(.square)
        editor.undo()
        #expect(editor.recipe.turn == .up)
        #expect(editor.shape == .free)
        editor.cancelDrag()
        editor.rotate()
        #expect(editor.recipe.turn == .right)
    }

    // MARK: A fixed frame

    @Test func `5.10 a screen that moves the picture hands over what it shows`() {
        let editor = editor([.square])
        let framing = editor.framing
        #expect(framing.frame == .init(x: 70, y: 10, width: 300, height: 300))
        editor.take(framing.crop(offsetX: 0, offsetY: 0, zoom: 2))
        #expect(editor.resultSize == PixelSize(width: 1500, height: 1500))
        #expect(editor.crop.x == 0)
    }

    // MARK: Ending

    @Test func `0.10 Done hands over a recipe, and nothing where nothing was changed`() async {
        let unchanged = editor()
        unchanged.finish()
        #expect(await unchanged.result() == .unchanged)
        let editor = editor([.square])
        editor.finish()
        guard case .edited(let recipe) = await editor.result() else {
            Issue.record("a square of a picture that is none is an edit")
            return
        }
        #expect(recipe.resultSize(in: picture) == PixelSize(width: 3000, height: 3000))
    }

    @Test func `5.10 a circle is an edit even of a square picture`() {
        let editor = CropEditorModel(PixelSize(width: 100, height: 100), shapes: [.circle], texts: .english)
        editor.finish()
        guard case .edited(let recipe) = editor.outcome else {
            Issue.record("no edit")
            return
        }
        #expect(recipe.isMasked)
    }

    @Test func `C64 the first end counts`() async {
        let editor = editor()
        editor.cancel()
        editor.finish()
        #expect(await editor.result() == .cancelled)
        editor.rotate()
        editor.beginDrag(.left)
        editor.straighten(4)
        #expect(editor.draft.turn == .up)
        #expect(editor.dragging == nil)
        #expect(editor.draft.straightening == 0)
    }

    @Test func `C65 a cancelled task cancels the editor`() async {
        let editor = editor()
        let task = Task { await editor.result() }
        await settle()
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `5.10 the editor goes on from an earlier recipe`() {
        let crop = Crop(x: 100, y: 100, width: 500, height: 400)
        let editor = editor(recipe: EditRecipe(crop: crop, straightening: 2, turn: .right))
        #expect(editor.draft.crop == crop)
        #expect(editor.recipe.turn == .right)
        #expect(editor.canReset)
    }

    @Test func `5.10 the box is zoomed about its middle, in its shape, and not to nothing`() {
        let model = CropEditorModel(PixelSize(width: 1000, height: 800), shapes: [.square])
        model.zoom(by: 2)
        #expect(model.crop == Crop(x: 300, y: 200, width: 400, height: 400, shape: .square))
        model.zoom(by: 1000)
        #expect(model.crop.width == CropFraming.leastPixels)
        model.undo()
        model.undo()
        #expect(model.crop.width == 800 && !model.canUndo)
        for nonsense in [0, -1, Double.nan, .infinity] { model.zoom(by: nonsense) }
        #expect(model.crop.width == 800)
    }

    @Test func `5.10 all that two fingers do is one step`() {
        let model = CropEditorModel(PixelSize(width: 1000, height: 800), shapes: [.free])
        model.beginZoom()
        for _ in 0..<10 { model.zoom(by: 1.05) }
        model.zoom(by: 0.99)
        model.endZoom()
        #expect(model.crop.width < 700)
        model.undo()
        #expect(model.crop.width == 1000 && !model.canUndo)
    }
}
