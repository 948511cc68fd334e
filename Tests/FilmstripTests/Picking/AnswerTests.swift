import Filmstrip
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct AnswerTests {
    @Test func `C64 Done twice is one answer, and Done wins over a later Cancel`() async {
        let answer = Answer<Prompt.Action.ID?>()
        #expect(answer.give(.ok))
        #expect(!answer.give(.ok))
        #expect(!answer.give(nil))
        #expect(await answer.value == .ok)
    }

    @Test func `C65 a dismissal before Done is a cancel`() async {
        let answer = Answer<Prompt.Action.ID?>()
        #expect(!answer.isGiven)
        #expect(answer.give(nil))
        #expect(!answer.give(.ok))
        #expect(await answer.value == nil)
    }

    @Test func `whoever waits gets it, whenever it comes`() async {
        let answer = Answer<Int>()
        let waiting = (0..<3).map { _ in Task { await answer.value } }
        await Task.yield()
        answer.give(7)
        for task in waiting { #expect(await task.value == 7) }
        #expect(await answer.value == 7)
    }
}
