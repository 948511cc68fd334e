import Testing

@testable import FilmstripLinux

struct MomentRingTests {
    /// Frames each 100 ns, each fifth a key frame, of ten bytes.
    private func ring(_ count: Int, span: UInt64 = 1000, byteLimit: Int = 1 << 20) -> MomentRing<Int> {
        var ring = MomentRing<Int>(span: span, byteLimit: byteLimit)
        for index in 0..<count { ring.append(moment(index)) }
        return ring
    }

    private func moment(_ index: Int, isKey: Bool? = nil) -> Moment<Int> {
        Moment(time: UInt64(index) * 100, isKey: isKey ?? (index % 5 == 0), byteCount: 10, payload: index)
    }

    @Test func `It reaches back so far, to where a movie can begin, and no farther`() {
        for count in 20..<60 {
            let moments = ring(count).moments
            let (first, last) = (moments[0], moments[moments.count - 1])
            #expect(first.isKey && last.payload == count - 1)
            #expect((1000..<1500).contains(last.time - first.time), "\(count)")
            #expect(moments.map(\.payload) == Array(first.payload..<count))
            #expect(ring(count).byteCount == moments.count * 10)
        }
    }

    @Test func `It never holds more bytes than it may, and begins with a key frame all the same`() {
        for count in 1..<60 {
            let ring = ring(count, byteLimit: 75)
            #expect(ring.byteCount <= 75)
            #expect(ring.byteCount == ring.moments.count * 10)
            #expect(ring.moments.first?.isKey ?? true)
            #expect(ring.moments.last?.payload == count - 1)
        }
        #expect(ring(30, byteLimit: 5).moments.isEmpty)
    }

    @Test func `Without key frames it empties at twice its span, and waits for one`() {
        var ring = ring(1)
        for index in 1...20 { ring.append(moment(index, isKey: false)) }
        #expect(ring.moments.count == 21)
        ring.append(moment(21, isKey: false))
        #expect(ring.moments.isEmpty && ring.byteCount == 0)
        ring.append(moment(22, isKey: false))
        #expect(ring.moments.isEmpty)
        ring.append(moment(23, isKey: true))
        #expect(ring.moments.map(\.payload) == [23])
    }

    @Test func `What is not newer is not taken`() {
        var ring = ring(3)
        ring.append(moment(2))
        ring.append(moment(1))
        #expect(ring.moments.map(\.payload) == [0, 1, 2])
    }

    @Test(arguments: [(0, 20), (2000, 20), (2400, 20), (2499, 20), (2500, 25), (2700, 25), (9999, 25)])
    func `Moments since a time begin with the last key frame at or before it, or with the first`(
        _ time: UInt64, _ first: Int
    ) {
        #expect(ring(30, span: 900).moments(since: time).map(\.payload) == Array(first..<30))
    }

    @Test func `Moments of an empty ring are none, and older ones can be let go`() {
        var ring = MomentRing<Int>(span: 1000, byteLimit: 100)
        #expect(ring.moments(since: 5).isEmpty)
        ring.removeAll(before: 5)
        ring = self.ring(10)
        ring.removeAll(before: 700)
        #expect(ring.moments.map(\.payload) == [5, 6, 7, 8, 9] && ring.byteCount == 50)
        ring.removeAll()
        #expect(ring.moments.isEmpty && ring.byteCount == 0)
    }
}
