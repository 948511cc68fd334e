/// What waits for its turn: the highest rank first, and among equals what came last, because whoever scrolls wants to see what is
/// on the screen now and not what went by. Each job has a cost, and all that run together must fit a budget.
///
/// A pure value: whoever runs the jobs guards it.
package struct Backlog<Rank: Comparable, Job> {
    /// How a waiting or running job is known.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Entry {
        var ticket: Ticket
        var rank: Rank
        var cost: Int
        var job: Job
        /// How often others went before it because they were cheaper.
        var passed = 0
    }

    /// After so many that went before it, a job that is too costly for now lets nobody before it any more.
    package static var patience: Int { 16 }

    /// What may run together.
    package let budget: Int
    private var waiting: [Entry] = []
    private var running: [Ticket: Int] = [:]
    private var lastNumber: UInt64 = 0

    package init(budget: Int) {
        self.budget = budget
    }

    /// How many wait.
    package var waitingCount: Int { waiting.count }
    /// How many run.
    package var runningCount: Int { running.count }
    /// What those that run cost together.
    package var spent: Int { running.values.reduce(0, +) }

    /// Lets a job wait.
    package mutating func add(_ job: Job, rank: Rank, cost: Int) -> Ticket {
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        let entry = Entry(ticket: ticket, rank: rank, cost: max(0, cost), job: job)
        // Kept in order, the next one last.
        let place = waiting.firstIndex { $0.rank > rank } ?? waiting.endIndex
        waiting.insert(entry, at: place)
        return ticket
    }

    /// Takes a waiting job back; nil when it runs, or has ended.
    package mutating func remove(_ ticket: Ticket) -> Job? {
        guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: place).job
    }

    /// The next job that the budget allows, which runs from now on; nil when none may. A job that costs more than the whole
    /// budget runs when no other that costs anything does.
    package mutating func next() -> (ticket: Ticket, job: Job)? {
        let left = budget - spent
        var place = waiting.endIndex
        while place > waiting.startIndex {
            place -= 1
            let entry = waiting[place]
            if entry.cost == 0 || entry.cost <= left || spent == 0 {
                waiting.remove(at: place)
                for passed in waiting[place...].indices { waiting[passed].passed += 1 }
                running[entry.ticket] = entry.cost
                return (entry.ticket, entry.job)
            }
            if entry.passed >= Self.patience { return nil }
        }
        return nil
    }

    /// Notes that a job has ended.
    package mutating func end(_ ticket: Ticket) {
        running[ticket] = nil
    }
}
