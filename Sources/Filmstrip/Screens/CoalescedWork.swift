/// Work that is asked for more often than it has to be done: while it runs, any number of further wishes lead to one more run.
@MainActor final class CoalescedWork {
    private(set) var isRunning = false
    private var isWanted = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Does the work, or lets the run that goes on be followed by another. Returns when a run has ended that began after the call.
    func run(_ work: @MainActor () async -> Void) async {
        isWanted = true
        guard !isRunning else { return await withCheckedContinuation { waiting.append($0) } }
        isRunning = true
        while isWanted {
            isWanted = false
            let asked = waiting
            waiting = []
            await work()
            for asker in asked { asker.resume() }
        }
        isRunning = false
    }
}
