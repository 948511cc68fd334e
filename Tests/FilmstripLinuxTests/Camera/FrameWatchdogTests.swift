import Testing

@testable import FilmstripLinux

struct FrameWatchdogTests {
    private func verdicts(_ looks: [(now: Double, last: Double)]) -> [FrameWatchdog.Verdict?] {
        var watchdog = FrameWatchdog()
        return looks.map { watchdog.check(now: $0.now, lastFrame: $0.last) }
    }

    @Test func `Frames that come say nothing`() {
        #expect(verdicts([(0, 0), (1, 0.9), (2, 1.9), (3, 1.6)]) == [nil, nil, nil, nil])
    }

    @Test func `C74 silence is an interruption after 1.5 s, tried again each second, and lost after 5 s, each once`() {
        let looks = [0.5, 1.4, 1.5, 1.7, 2.5, 3.0, 3.5, 4.5, 5.0, 5.2, 9].map { (now: $0, last: 0.0) }
        #expect(
            verdicts(looks) == [nil, nil, .interrupted, nil, .retry, nil, .retry, .retry, .lost, nil, nil])
    }

    @Test func `Frames that come again are told once, and silence may begin anew`() {
        #expect(
            verdicts([(1.5, 0), (2, 1.9), (2.2, 2.1), (3.7, 2.1)]) == [.interrupted, .resumed, nil, .interrupted])
    }

    @Test func `A source that reports its failure is not waited for`() {
        var watchdog = FrameWatchdog()
        #expect(watchdog.fail(now: 0.1) == .interrupted)
        #expect(watchdog.fail(now: 0.2) == nil)
        #expect(watchdog.check(now: 0.3, lastFrame: 0.25) == .resumed)
    }
}
