import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1))) struct NewestFirstQueueTests {
    @Test func `Two run at a time, and of those that wait the newest is first`() async throws {
        let queue = NewestFirstQueue(name: "test", threads: 2)
        let gate = DispatchSemaphore(value: 0)
        let (began, order) = (Locked(0), Locked<[Int]>([]))
        let blockers = (0..<2).map { _ in
            Task {
                try await queue.run {
                    began.withLock { $0 += 1 }
                    gate.wait()
                }
            }
        }
        try await eventually { began.withLock { $0 } == 2 }
        var tasks: [Task<Void, any Error>] = []
        for number in 1...4 {
            tasks.append(Task { try await queue.run { order.withLock { $0.append(number) } } })
            try await eventually { queue.waitingCount == number }
        }
        tasks[2].cancel()
        #expect(order.withLock { $0 }.isEmpty)
        // One thread goes on alone, so that the order is to be seen.
        gate.signal()
        for number in [0, 1, 3] { try await tasks[number].value }
        #expect(order.withLock { $0 } == [4, 2, 1])
        await #expect(throws: LibraryError.cancelled) { try await tasks[2].value }
        gate.signal()
        for blocker in blockers { try await blocker.value }
    }
}
