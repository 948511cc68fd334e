import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)))
struct AbandonableWorkTests {
    @Test func `What is done is told to all who ask`() async {
        let work = AbandonableWork { 7 }
        #expect(await work.value == 7)
        #expect(await work.value == 7)
        work.abandon()
        #expect(await work.value == 7)
    }

    @Test func `Who waits for what hangs is let go, and so are all who come later`() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        let work = AbandonableWork {
            for await _ in gate.stream {}
            return 7
        }
        async let first = work.value
        async let second = work.value
        work.abandon()
        #expect(await first == nil)
        #expect(await second == nil)
        gate.continuation.finish()
        #expect(await work.value == nil)
    }

    @Test func `Nothing is waited for longer than was said`() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        defer { gate.continuation.finish() }
        let work = AbandonableWork { for await _ in gate.stream {} }
        work.abandon(after: 0.01)
        #expect(await work.value == nil)
    }
}
