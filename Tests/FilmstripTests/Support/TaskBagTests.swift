import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct TaskBagTests {
    /// A task that sleeps until it is cancelled.
    private func sleeper(_ clock: ManualClock) -> Task<Void, Never> {
        Task {
            do {
                try await clock.sleep(for: .seconds(1))
            } catch {
                // Cancelled, as the test wants.
                return
            }
        }
    }

    @Test func `a task that is forgotten is not cancelled`() async {
        let clock = ManualClock()
        let bag = TaskBag<String>()
        let task = sleeper(clock)
        bag.keep(task, as: "a")
        bag.forget("a")
        #expect(bag.count == 0 && !task.isCancelled)
        task.cancel()
        await task.value
    }

    @Test func `a task is cancelled when it is replaced, removed, or when the bag goes`() async {
        let clock = ManualClock()
        let tasks = (0..<3).map { _ in sleeper(clock) }
        do {
            let bag = TaskBag<String>()
            bag.keep(tasks[0], as: "a")
            bag.keep(tasks[1], as: "a")
            #expect(tasks[0].isCancelled)
            #expect(!tasks[1].isCancelled)
            bag.cancel("a")
            bag.cancel("a")
            #expect(tasks[1].isCancelled)
            bag.keep(tasks[2], as: "b")
            #expect(bag.count == 1)
            #expect(!tasks[2].isCancelled)
        }
        #expect(tasks[2].isCancelled)
        for task in tasks { await task.value }
    }
}
