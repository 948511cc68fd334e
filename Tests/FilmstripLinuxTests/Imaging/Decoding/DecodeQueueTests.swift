import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct DecodeQueueTests {
    /// Jobs that hold all threads until they are let go.
    private final class Gate: Sendable {
        let began = Locked(0)
        private let semaphore = DispatchSemaphore(value: 0)

        func pass() {
            began.withLock { $0 += 1 }
            semaphore.wait()
        }

        func open(_ count: Int = 1) { for _ in 0..<count { semaphore.signal() } }
    }

    @Test func `two run at a time, looks go before pictures, and of equals the newest is first`() async throws {
        let queue = DecodeQueue(name: "test", threads: 2, budget: 100)
        let (gate, order) = (Gate(), Locked<[Int]>([]))
        let blockers = (0..<2).map { _ in Task { try await queue.run(.look) { gate.pass() } } }
        try await eventually { gate.began.withLock { $0 } == 2 }
        var tasks: [Task<Void, any Error>] = []
        for (number, lane) in [(1, DecodeQueue.Lane.picture), (2, .look), (3, .picture), (4, .look), (5, .idle)] {
            tasks.append(Task { try await queue.run(lane) { order.withLock { $0.append(number) } } })
            try await eventually { queue.waitingCount == number }
        }
        // What is taken back ends at once, before its turn.
        tasks[2].cancel()
        await #expect(throws: LibraryError.cancelled) { try await tasks[2].value }
        #expect(order.withLock { $0 }.isEmpty)
        // One thread goes on alone, so that the order is to be seen.
        gate.open()
        for number in [0, 1, 3, 4] { try await tasks[number].value }
        #expect(order.withLock { $0 } == [4, 2, 1, 5])
        gate.open()
        for blocker in blockers { try await blocker.value }
    }

    @Test func `C29 costly work runs one after the other, cheap work beside it`() async throws {
        // libheif #665; stash #3471
        let queue = DecodeQueue(name: "test", threads: 3, budget: 100)
        let gate = Gate()
        let costly = (0..<3).map { _ in Task { try await queue.run(.picture, cost: 80) { gate.pass() } } }
        try await eventually { queue.waitingCount == 2 }
        #expect(try await queue.run(.picture, cost: 10) { 7 } == 7)
        #expect(gate.began.withLock { $0 } == 1)
        for number in 1...3 {
            try await eventually { gate.began.withLock { $0 } == number }
            gate.open()
        }
        for task in costly { try await task.value }
    }

    @Test func `what a job throws is thrown, and the queue goes on`() async throws {
        let queue = DecodeQueue(name: "test", threads: 1, budget: 1)
        await #expect(throws: LibraryError.truncated(path: "a")) {
            try await queue.run(.look) { () throws(LibraryError) in throw .truncated(path: "a") }
        }
        #expect(try await queue.run(.look) { 1 } == 1)
    }

    @Test func `5.4 whoever is cancelled does not wait for work that runs, and the queue counts it until it ends`()
        async throws
    {
        let queue = DecodeQueue(name: "test", threads: 1, budget: 1)
        let gate = Gate()
        let task = Task { try await queue.run(.picture) { gate.pass() } }
        try await eventually { gate.began.withLock { $0 } == 1 }
        task.cancel()
        await #expect(throws: LibraryError.cancelled) { try await task.value }
        let next = Task { try await queue.run(.look) { 1 } }
        try await eventually { queue.waitingCount == 1 }
        gate.open()
        #expect(try await next.value == 1)
    }
}
