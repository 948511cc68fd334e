import Testing

@testable import FilmstripLinux

@Suite struct MovieTimelineTests {
    /// Hands over frames of those times, which have to lie there.
    private func place(
        _ times: [UInt64], _ places: [UInt64?], in timeline: inout MovieTimeline,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (time, wanted) in zip(times, places) {
            let found = timeline.place(frame: time)
            #expect(found == wanted, "\(time)", sourceLocation: sourceLocation)
        }
    }

    @Test func `frames lie where they were taken, counted from the first`() {
        var timeline = MovieTimeline(interval: 33)
        #expect(timeline.place(sound: 990) == nil)
        place([1000, 1033, 1070], [0, 33, 70], in: &timeline)
        // No later than the one before: a movie has no place for it.
        place([1070, 1060, 1101], [nil, nil, 101], in: &timeline)
        #expect(timeline.place(sound: 1050) == 50)
        #expect(timeline.place(sound: 999) == nil)
    }

    @Test func `what is paused is left out, and sound stays in step with the picture`() {
        var timeline = MovieTimeline(interval: 33)
        place([1000, 1033], [0, 33], in: &timeline)
        timeline.pause(at: 1080)
        #expect(timeline.isPaused)
        #expect(timeline.leavesOut(1080))
        #expect(!timeline.leavesOut(1079))
        // Taken before, and come late.
        place([1066, 1100, 5000], [66, nil, nil], in: &timeline)
        #expect(timeline.place(sound: 1079) == 79)
        #expect(timeline.place(sound: 1080) == nil)
        timeline.resume(at: 6000)
        place([5990], [nil], in: &timeline)
        // Heard before the picture goes on.
        #expect(timeline.place(sound: 6005) == nil)
        place([6010, 6043], [99, 132], in: &timeline)
        #expect(timeline.place(sound: 6005) == nil)
        #expect(timeline.place(sound: 6010) == 99)
        #expect(timeline.place(sound: 6050) == 139)
    }

    @Test func `a pause between two frames and one upon another are but one, and the second counts from where it lies`()
    {
        var timeline = MovieTimeline(interval: 33)
        place([1000, 1033], [0, 33], in: &timeline)
        timeline.pause(at: 1060)
        timeline.pause(at: 1061)
        timeline.resume(at: 1062)
        timeline.resume(at: 1063)
        timeline.pause(at: 1064)
        place([1066, 1100], [nil, nil], in: &timeline)
        timeline.resume(at: 2000)
        place([2001, 2034], [66, 99], in: &timeline)
        timeline.pause(at: 2200)
        timeline.resume(at: 3000)
        // The last frame is seen until the pause began.
        place([3010, 3043], [265, 298], in: &timeline)
    }

    @Test func `a movie that is paused before its first frame begins when it goes on`() {
        var timeline = MovieTimeline(interval: 33)
        timeline.pause(at: 900)
        place([1000], [nil], in: &timeline)
        #expect(timeline.start == nil)
        timeline.resume(at: 1500)
        place([1510, 1543], [0, 33], in: &timeline)
        timeline.resume(at: 1600)
        #expect(!timeline.isPaused)
        place([1576], [66], in: &timeline)
    }
}
