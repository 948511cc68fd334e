import Testing

@testable import Filmstrip

@Suite struct PageScheduleTests {
    private func pages(_ schedule: inout PageSchedule) -> [Int] {
        var found: [Int] = []
        while let load = schedule.next() {
            found.append(load.page)
            let isMeant = schedule.ended(load)
            #expect(isMeant)
            _ = schedule.arrived(load.page)
        }
        return found
    }

    @Test func `what is seen comes first, from its middle, then the neighbours`() {
        var schedule = PageSchedule(keptPages: 24)
        schedule.show(10...12, of: 100)
        let order = pages(&schedule)
        #expect(order.first == 11)
        #expect(Set(order[..<3]) == [10, 11, 12])
        #expect(order[3...] == [13, 9])
    }

    @Test func `5.4 who scrolls on does not wait for what went by`() {
        var schedule = PageSchedule(keptPages: 24)
        schedule.show(0...1, of: 1000)
        let first = [schedule.next(), schedule.next()].compactMap { $0 }
        #expect(first.count == 2)
        let third = schedule.next()
        #expect(third == nil)
        schedule.show(500...500, of: 1000)
        let isMeant = schedule.ended(first[0])
        #expect(isMeant)
        let next = schedule.next()?.page
        #expect(next == 500)
        #expect(!schedule.wanted.contains(2))
    }

    @Test func `there are no pages beyond the ends`() {
        var schedule = PageSchedule(keptPages: 24)
        schedule.show(0...0, of: 1)
        #expect(pages(&schedule) == [0])
        schedule.show(0...0, of: 2)
        #expect(pages(&schedule) == [1])
    }

    @Test func `the farthest pages are let go, and never what is seen`() {
        var schedule = PageSchedule(keptPages: 3)
        schedule.show(0...4, of: 100)
        #expect(Set(pages(&schedule)) == [0, 1, 2, 3, 4, 5])
        schedule.show(50...50, of: 100)
        let evicted = schedule.evicted()
        #expect(evicted.count == 3)
        #expect(Set(evicted).isSubset(of: [0, 1, 2]))
        _ = pages(&schedule)
        #expect(schedule.loaded == [49, 50, 51])
    }

    @Test func `what failed is tried again when something else was seen`() {
        var schedule = PageSchedule(keptPages: 24)
        schedule.show(3...3, of: 4)
        if let load = schedule.next() { _ = schedule.ended(load) }
        schedule.failed(3)
        schedule.show(3...3, of: 4)
        #expect(!schedule.isWanted(3))
        schedule.show(2...2, of: 4)
        schedule.show(3...3, of: 4)
        #expect(schedule.isWanted(3))
    }

    @Test func `after a reset nobody waits for what is on its way`() {
        var schedule = PageSchedule(keptPages: 24)
        schedule.show(0...3, of: 9)
        guard let load = schedule.next() else {
            Issue.record("nothing to load")
            return
        }
        #expect(schedule.isWanted(load.page))
        let running = schedule.reset()
        #expect(running == [load])
        let isMeant = schedule.ended(load)
        #expect(!isMeant)
        #expect(!schedule.isWanted(0))
    }
}
