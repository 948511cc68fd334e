import Testing

@testable import Filmstrip

/// The steps of an editor.
struct EditHistoryTests {
    private func history(_ steps: ClosedRange<Int>) -> (EditHistory<Int>, last: Int) {
        var history = EditHistory<Int>()
        for step in steps { history.remember(step - 1, before: step) }
        return (history, steps.upperBound)
    }

    @Test func `5.10 steps are taken back and done again in their order`() {
        var (history, state) = history(1...3)
        #expect(history.canUndo && !history.canRedo)
        for expected in [2, 1, 0, 0] {
            history.undo(&state)
            #expect(state == expected)
        }
        #expect(!history.canUndo && history.canRedo)
        for expected in [1, 2, 3, 3] {
            history.redo(&state)
            #expect(state == expected)
        }
        #expect(history.canUndo && !history.canRedo)
    }

    @Test func `5.10 a new step forgets what was taken back, and one that changes nothing is none`() {
        var (history, state) = history(1...2)
        history.undo(&state)
        history.remember(1, before: 1)
        #expect(history.canRedo)
        history.remember(1, before: 9)
        #expect(!history.canRedo)
        state = 9
        history.undo(&state)
        #expect(state == 1)
    }

    @Test func `5.10 the oldest steps go when there are too many`() {
        let length = EditHistory<Int>.length
        var (history, state) = history(1...length + 5)
        var steps = 0
        while history.canUndo {
            history.undo(&state)
            steps += 1
        }
        #expect(steps == length && state == 5)
    }
}
