import Filmstrip
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct TrimEditorModelTests {
    private func editor(_ duration: Double = 20, fps: Double = 25, shortest: Double = 1, longest: Double? = nil)
        -> TrimEditorModel
    {
        TrimEditorModel(duration: duration, framesPerSecond: fps, shortest: shortest, longest: longest)
    }

    private func isClose(_ one: ClosedRange<Double>, _ start: Double, _ end: Double) -> Bool {
        abs(one.lowerBound - start) < 1e-9 && abs(one.upperBound - end) < 1e-9
    }

    @Test func `5.10 at first all is kept, or as much as may be`() {
        #expect(editor().range == 0...20)
        #expect(editor().isWhole)
        let limited = editor(longest: 15)
        #expect(limited.range == 0...15)
        #expect(!limited.isWhole)
        #expect(limited.label == "0:15")
        #expect(limited.longest == 15)
    }

    @Test func `5.10 handles stop at the shortest range and at the ends`() {
        let editor = editor()
        editor.beginDrag(.start)
        editor.drag(to: 19.9)
        #expect(isClose(editor.range, 19, 20))
        editor.drag(to: -5)
        #expect(isClose(editor.range, 0, 20))
        editor.endDrag()
        editor.beginDrag(.end)
        editor.drag(to: 0.2)
        #expect(isClose(editor.range, 0, 1))
        editor.drag(to: 99)
        #expect(isClose(editor.range, 0, 20))
        editor.endDrag()
    }

    @Test func `5.10 a range that would become too long takes its other end along`() {
        let editor = editor(longest: 5)
        editor.beginDrag(.end)
        editor.drag(to: 12)
        #expect(isClose(editor.range, 7, 12))
        editor.endDrag()
        editor.beginDrag(.start)
        editor.drag(to: 3)
        #expect(isClose(editor.range, 3, 8))
    }

    @Test func `5.10 a drag that is taken back leaves all as it was, and is no step`() {
        let editor = editor()
        editor.togglePlaying()
        editor.reached(3)
        editor.beginDrag(.start)
        editor.drag(to: 8)
        #expect(isClose(editor.range, 8, 20))
        editor.cancelDrag()
        #expect(editor.range == 0...20 && editor.playhead == 3 && editor.isPlaying)
        #expect(editor.dragging == nil && !editor.canUndo && !editor.canReset)
        // The hand that leaves then changes nothing.
        editor.drag(to: 5)
        editor.endDrag()
        #expect(editor.range == 0...20 && !editor.canUndo)
        editor.step(.end, frames: -25)
        #expect(editor.canReset)
    }

    @Test func `5.10 the whole range is moved without changing its length`() {
        let editor = editor(longest: 5)
        editor.beginDrag(.range)
        editor.drag(to: 4)
        #expect(isClose(editor.range, 4, 9))
        editor.drag(to: 99)
        #expect(isClose(editor.range, 15, 20))
        editor.drag(to: -3)
        #expect(isClose(editor.range, 0, 5))
    }

    @Test func `5.10 handles stand at the beginnings of frames`() {
        let editor = editor()
        editor.beginDrag(.start)
        editor.drag(to: 3.013)
        editor.endDrag()
        #expect(isClose(editor.range, 3, 20))
        editor.step(.start, frames: 1)
        #expect(isClose(editor.range, 3.04, 20))
        editor.step(.end, frames: -1)
        #expect(isClose(editor.range, 3.04, 19.96))
        editor.step(.range, frames: -10)
        #expect(isClose(editor.range, 2.64, 19.56))
    }

    @Test func `5.10 the frame at the handle is shown while it is dragged`() {
        let editor = editor()
        editor.beginDrag(.start)
        editor.drag(to: 3)
        editor.drag(to: 4)
        #expect(editor.hasWishes)
        #expect(editor.takeWishes() == [.seek(4)])
        #expect(!editor.hasWishes)
        #expect(editor.playhead == 4)
        editor.endDrag()
        editor.beginDrag(.playhead)
        editor.drag(to: 1)
        #expect(editor.playhead == 4)
        editor.drag(to: 7.013)
        #expect(editor.playhead == 7.013)
        editor.endDrag()
        editor.step(.playhead, frames: 2)
        #expect(abs(editor.playhead - 7.08) < 1e-9)
    }

    @Test func `5.10 it plays inside the range, and goes round`() {
        let editor = editor()
        editor.beginDrag(.start)
        editor.drag(to: 5)
        editor.endDrag()
        _ = editor.takeWishes()
        editor.togglePlaying()
        #expect(editor.takeWishes() == [.play])
        editor.reached(8)
        #expect(editor.playhead == 8)
        editor.reached(20)
        #expect(editor.playhead == 5)
        #expect(editor.takeWishes() == [.seek(5)])
        editor.togglePlaying()
        #expect(editor.takeWishes() == [.pause])
        editor.reached(9)
        #expect(editor.playhead == 5)
    }

    @Test func `5.10 at the end, playing begins anew`() {
        let editor = editor()
        editor.beginDrag(.playhead)
        editor.drag(to: 20)
        editor.endDrag()
        _ = editor.takeWishes()
        editor.togglePlaying()
        #expect(editor.takeWishes() == [.seek(0), .play])
    }

    @Test func `5.10 a hand lets the video stand still, and it plays on afterwards`() {
        let editor = editor()
        editor.togglePlaying()
        editor.beginDrag(.end)
        #expect(!editor.isPlaying)
        editor.togglePlaying()
        #expect(!editor.isPlaying)
        editor.drag(to: 10)
        editor.endDrag()
        #expect(editor.isPlaying)
        #expect(editor.takeWishes() == [.play, .pause, .seek(10), .play])
    }

    @Test func `5.10 the mark sets the beginning and the end`() {
        let editor = editor()
        editor.beginDrag(.playhead)
        editor.drag(to: 4)
        editor.endDrag()
        editor.startAtPlayhead()
        editor.beginDrag(.playhead)
        editor.drag(to: 12)
        editor.endDrag()
        editor.endAtPlayhead()
        #expect(isClose(editor.range, 4, 12))
    }

    @Test func `5.10 steps are taken back one by one`() {
        let editor = editor()
        editor.beginDrag(.start)
        for second in 1...6 { editor.drag(to: Double(second)) }
        editor.endDrag()
        editor.step(.end, frames: -25)
        editor.reset()
        #expect(editor.isWhole)
        editor.undo()
        #expect(isClose(editor.range, 6, 19))
        editor.undo()
        #expect(isClose(editor.range, 6, 20))
        editor.undo()
        #expect(editor.range == 0...20)
        #expect(!editor.canUndo && editor.canRedo)
        editor.redo()
        #expect(isClose(editor.range, 6, 20) && editor.playhead >= 6)
        editor.undo()
        editor.beginDrag(.start)
        editor.endDrag()
        #expect(!editor.canUndo)
    }

    @Test func `places on the bar and seconds lead to each other`() {
        let editor = editor()
        #expect(editor.position(of: 5) == 0.25)
        #expect(editor.seconds(at: 0.25) == 5)
        #expect(editor.seconds(at: 9) == 20)
        #expect(editor.seconds(at: .nan) == 0)
        #expect(self.editor(0).position(of: 3) == 0)
    }

    @Test(arguments: [(0.0, 25.0), (0.3, 25), (.nan, 0), (-4, .infinity), (.infinity, .nan)])
    func `short, empty and nonsensical videos are kept whole`(_ duration: Double, _ rate: Double) {
        let editor = editor(duration, fps: rate)
        #expect(editor.isWhole)
        editor.beginDrag(.start)
        editor.drag(to: 0.2)
        editor.drag(to: .nan)
        editor.endDrag()
        editor.step(.end, frames: -3)
        #expect(editor.isWhole)
        editor.togglePlaying()
        editor.reached(.nan)
        editor.finish()
        #expect(editor.outcome == .unchanged)
    }

    @Test func `5.10 Done hands over the range, and nothing where all is kept`() async {
        let editor = editor()
        editor.step(.start, frames: 50)
        editor.togglePlaying()
        editor.finish()
        guard case .trimmed(let range) = await editor.result() else {
            Issue.record("not trimmed")
            return
        }
        #expect(isClose(range, 2, 20))
        #expect(editor.takeWishes().last == .pause)
        #expect(ExportRecipe(trim: range).trim == range)
    }

    @Test func `C64 the first end counts, and nothing moves after it`() async {
        let editor = editor()
        editor.cancel()
        editor.finish()
        #expect(await editor.result() == .cancelled)
        editor.beginDrag(.start)
        editor.step(.start, frames: 5)
        editor.togglePlaying()
        editor.reset()
        editor.startAtPlayhead()
        #expect(editor.range == 0...20)
        #expect(!editor.isPlaying)
        #expect(editor.dragging == nil)
    }

    @Test func `C65 a cancelled task cancels the editor`() async {
        let editor = editor()
        let task = Task { await editor.result() }
        await settle()
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
