import Testing

@testable import Filmstrip

@Suite(.timeLimit(.minutes(1))) struct StreamHubTests {
    @Test func `Each listener gets every value from its own beginning on`() async {
        let hub = StreamHub<Int>()
        let first = hub.stream()
        hub.send(1)
        let second = hub.stream()
        hub.send(2)
        hub.finish()
        #expect(await first.reduce(into: []) { $0.append($1) } == [1, 2])
        #expect(await second.reduce(into: []) { $0.append($1) } == [2])
    }

    @Test func `A hub that keeps the newest only drops the rest`() async {
        let hub = StreamHub<Int>(.bufferingNewest(1))
        let stream = hub.stream()
        for value in 1...5 { hub.send(value) }
        hub.finish()
        #expect(await stream.reduce(into: []) { $0.append($1) } == [5])
    }

    @Test func `A listener that goes is forgotten, and the hub's end is theirs`() async {
        var hub: StreamHub<Int>? = StreamHub()
        do { _ = hub?.stream() }
        #expect(hub?.listenerCount == 0)
        let stream = hub?.stream()
        hub = nil
        #expect(await stream?.first { _ in true } == nil)
    }

    @Test func `A hub that keeps the unheard tells it to the next listener, once`() async {
        let hub = StreamHub<Int>(keepsUnheard: true)
        hub.send(1)
        let ended = Locked(0)
        let first = hub.stream { ended.withLock { $0 += 1 } }
        hub.send(2)
        let second = hub.stream()
        hub.finish()
        #expect(await first.reduce(into: []) { $0.append($1) } == [1, 2])
        #expect(await second.reduce(into: []) { $0.append($1) } == [])
        #expect(ended.withLock { $0 } == 1)
        hub.send(3)
        #expect(hub.takeUnheard() == [3])
        #expect(hub.takeUnheard().isEmpty)
    }
}
