import FilmstripTesting
import Testing

@testable import Filmstrip

@Suite struct BacklogTests {
    private func next(_ backlog: inout Backlog<Int, String>) -> (ticket: Backlog<Int, String>.Ticket, job: String)? {
        backlog.next()
    }

    @Test func `The highest rank goes first, and among equals what came last`() {
        var backlog = Backlog<Int, String>(budget: 10)
        for (name, rank) in [("a", 1), ("b", 2), ("c", 1), ("d", 2), ("e", 0)] {
            _ = backlog.add(name, rank: rank, cost: 0)
        }
        #expect((0..<5).compactMap { _ in backlog.next()?.job } == ["d", "b", "c", "a", "e"])
        #expect(backlog.next() == nil)
    }

    @Test func `What is taken back does not run, and can be taken back once`() throws {
        var backlog = Backlog<Int, String>(budget: 10)
        let ticket = backlog.add("a", rank: 0, cost: 1)
        #expect(backlog.remove(ticket) == "a")
        #expect(backlog.remove(ticket) == nil)
        #expect(backlog.next() == nil)
        _ = backlog.add("b", rank: 0, cost: 1)
        let running = try #require(next(&backlog))
        #expect(backlog.remove(running.ticket) == nil)
    }

    @Test func `5.3, C29 what runs together never costs more than the budget`() {
        // libheif #665; stash #3471; Telegram-Archive PR 449
        var random = SeededGenerator(seed: 29)
        var backlog = Backlog<Int, Int>(budget: 100)
        var costs: [Int: Int] = [:]
        var running: [Backlog<Int, Int>.Ticket] = []
        var largest = 0
        for number in 0..<2000 {
            let cost = Int.random(in: 0...120, using: &random)
            costs[number] = cost
            _ = backlog.add(number, rank: Int.random(in: 0...2, using: &random), cost: cost)
            while let next = backlog.next() {
                running.append(next.ticket)
                let alone = backlog.runningCount == 1 || backlog.spent <= 100
                #expect(alone || backlog.spent == costs[next.job])
                largest = max(largest, backlog.spent)
            }
            if let place = running.indices.randomElement(using: &random) { backlog.end(running.remove(at: place)) }
        }
        #expect(largest > 80)
        while !running.isEmpty || backlog.waitingCount > 0 {
            while let next = backlog.next() { running.append(next.ticket) }
            backlog.end(running.removeLast())
        }
        #expect(backlog.spent == 0)
        #expect(backlog.runningCount == 0)
    }

    @Test func `A job that costs more than all may runs alone`() throws {
        var backlog = Backlog<Int, String>(budget: 10)
        _ = backlog.add("small", rank: 1, cost: 1)
        _ = backlog.add("huge", rank: 0, cost: 50)
        let small = try #require(next(&backlog))
        #expect(small.job == "small")
        #expect(backlog.next() == nil)
        backlog.end(small.ticket)
        #expect(backlog.next()?.job == "huge")
        _ = backlog.add("later", rank: 5, cost: 1)
        #expect(backlog.next() == nil)
    }

    @Test func `A costly job waits for room, but not for ever`() throws {
        var backlog = Backlog<Int, String>(budget: 10)
        for _ in 0..<100 { _ = backlog.add("cheap", rank: 1, cost: 5) }
        var running = try #require(next(&backlog)).ticket
        _ = backlog.add("costly", rank: 1, cost: 8)
        var passed = 0
        while let next = backlog.next() {
            #expect(next.job == "cheap")
            passed += 1
            backlog.end(running)
            running = next.ticket
            try #require(passed <= 100)
        }
        #expect(passed == Backlog<Int, String>.patience)
        backlog.end(running)
        #expect(backlog.next()?.job == "costly")
    }
}
