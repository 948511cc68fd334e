import Filmstrip
import Testing

@Suite struct EntranceTests {
    @Test func `4.9 the camera flips in: from its edge to its full width, and nothing shines through`() {
        let entrance = Entrance(movesByItself: true)
        #expect(entrance == .flip)
        let widths = stride(from: 0.0, through: 1, by: 0.05).map { part in
            let shape = entrance.shape(after: part * Entrance.duration)
            #expect(shape.opacity == 1)
            return shape.width
        }
        #expect(widths.first == 0 && widths.last == 1)
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `4.9, 5.13 under reduced motion nothing moves: it fades in`() {
        let entrance = Entrance(movesByItself: false)
        #expect(entrance == .crossfade)
        for part in stride(from: 0.0, to: 1, by: 0.05) {
            let shape = entrance.shape(after: part * Entrance.duration)
            #expect(shape.width == 1)
            #expect(abs(shape.opacity - part) < 0.001)
        }
    }

    @Test(arguments: Entrance.allCases) func `4.9 it ends whole, whatever the clock says`(_ entrance: Entrance) {
        for seconds in [Entrance.duration, 5, .infinity, .nan] {
            let shape = entrance.shape(after: seconds)
            #expect(shape.width == 1 && shape.opacity == 1)
        }
        #expect(entrance.shape(after: -1) == entrance.shape(after: 0))
    }
}
