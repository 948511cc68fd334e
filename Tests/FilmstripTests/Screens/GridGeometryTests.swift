import Filmstrip
import Foundation
import Testing

@Suite struct GridGeometryTests {
    /// Days with 5, 1 and 7 pictures.
    private static let days = GridSections([
        DayCount(day: 9, count: 5), DayCount(day: 8, count: 1), DayCount(day: 7, count: 7),
    ])

    /// 3 cells of 100 points in 304, headings of 40.
    private func geometry(
        _ sections: GridSections = days, lanes: Int = 3, breadth: Double = 304, heading: Double = 40,
        axis: GridGeometry.Axis = .vertical, rightToLeft: Bool = false
    ) -> GridGeometry {
        GridGeometry(
            sections, lanes: lanes, breadth: breadth, spacing: 2, headingLength: heading, axis: axis,
            isRightToLeft: rightToLeft)
    }

    // MARK: Frames

    @Test func `3.6 cells stand in lanes, under the headings of their days`() {
        let geometry = geometry()
        #expect(geometry.side == 100)
        #expect(geometry.headingFrame(of: 0) == CGRect(x: 0, y: 0, width: 304, height: 40))
        #expect(geometry.frame(of: 0) == CGRect(x: 0, y: 40, width: 100, height: 100))
        #expect(geometry.frame(of: 2) == CGRect(x: 204, y: 40, width: 100, height: 100))
        #expect(geometry.frame(of: 3) == CGRect(x: 0, y: 142, width: 100, height: 100))
        #expect(geometry.headingFrame(of: 1) == CGRect(x: 0, y: 244, width: 304, height: 40))
        #expect(geometry.frame(of: 5) == CGRect(x: 0, y: 284, width: 100, height: 100))
        #expect(geometry.frame(of: 6) == CGRect(x: 0, y: 426, width: 100, height: 100))
        #expect(geometry.length == 730)
        #expect(geometry.frame(of: 12)?.maxY == 730)
        #expect(geometry.frame(of: 13) == nil)
        #expect(geometry.frame(of: -1) == nil)
        #expect(geometry.headingFrame(of: 3) == nil)
        #expect(geometry.extent(of: 1) == 244..<386)
    }

    @Test func `5.13 lines run from the right where the language does`() {
        let geometry = geometry(rightToLeft: true)
        #expect(geometry.frame(of: 0)?.minX == 204)
        #expect(geometry.frame(of: 2)?.minX == 0)
        #expect(geometry.index(at: CGPoint(x: 290, y: 50)) == 0)
    }

    @Test func `3.6 a grid that scrolls sideways has its lanes as rows`() {
        let geometry = geometry(GridSections(count: 7), lanes: 2, breadth: 202, axis: .horizontal)
        #expect(geometry.frame(of: 0) == CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(geometry.frame(of: 1) == CGRect(x: 0, y: 102, width: 100, height: 100))
        #expect(geometry.frame(of: 2) == CGRect(x: 102, y: 0, width: 100, height: 100))
        #expect(geometry.length == 406)
        let mirrored = self.geometry(
            GridSections(count: 7), lanes: 2, breadth: 202, axis: .horizontal, rightToLeft: true)
        #expect(mirrored.frame(of: 0) == CGRect(x: 306, y: 0, width: 100, height: 100))
        #expect(mirrored.index(at: CGPoint(x: 350, y: 150)) == 1)
    }

    @Test(arguments: [(0.0, 4), (-5, 4), (.infinity, 4), (.nan, 4), (3, 0), (1e6, -2)])
    func `bad sizes give a grid all the same`(_ breadth: Double, _ lanes: Int) {
        let geometry = geometry(lanes: lanes, breadth: breadth)
        #expect(geometry.side >= 1)
        #expect(geometry.lanes >= 1)
        #expect(geometry.length.isFinite)
        #expect(geometry.frame(of: 12) != nil)
    }

    @Test func `an empty grid has nothing anywhere`() {
        let geometry = geometry(GridSections(count: 0))
        #expect(geometry.length == 0)
        #expect(geometry.indices(from: 0, to: 1000).isEmpty)
        #expect(geometry.index(at: .zero) == nil)
        #expect(geometry.nearestIndex(to: .zero) == nil)
        #expect(geometry.indices(in: CGRect(x: 0, y: 0, width: 900, height: 900)).isEmpty)
        #expect(geometry.moved(3, .next, viewLength: 100) == 0)
    }

    // MARK: Points

    @Test func `every tile is found at its middle, and nothing between tiles or on headings`() {
        for rightToLeft in [false, true] {
            let geometry = geometry(rightToLeft: rightToLeft)
            for index in 0..<13 {
                let frame = geometry.frame(of: index) ?? .zero
                #expect(geometry.index(at: CGPoint(x: frame.midX, y: frame.midY)) == index)
                #expect(geometry.nearestIndex(to: CGPoint(x: frame.midX, y: frame.midY)) == index)
            }
        }
        let geometry = geometry()
        #expect(geometry.index(at: CGPoint(x: 101, y: 50)) == nil)
        #expect(geometry.index(at: CGPoint(x: 50, y: 141)) == nil)
        #expect(geometry.index(at: CGPoint(x: 50, y: 20)) == nil)
        #expect(geometry.index(at: CGPoint(x: 250, y: 190)) == nil)
        #expect(geometry.index(at: CGPoint(x: 50, y: -1)) == nil)
        #expect(geometry.index(at: CGPoint(x: 50, y: 5000)) == nil)
        #expect(geometry.index(at: CGPoint(x: -3, y: 50)) == nil)
        #expect(geometry.index(at: CGPoint(x: 400, y: 50)) == nil)
    }

    @Test(
        arguments: [
            (CGPoint(x: 50, y: -900), 0), (CGPoint(x: 50, y: 20), 0), (CGPoint(x: 290, y: 200), 4),
            (CGPoint(x: 290, y: 330), 5), (CGPoint(x: 50, y: 9000), 12), (CGPoint(x: -80, y: 180), 3),
            (CGPoint(x: 900, y: 50), 2), (CGPoint(x: CGFloat.nan, y: .nan), 0),
        ])
    func `5.8 a sliding finger finds the nearest tile, also over gaps and edges`(_ point: CGPoint, _ index: Int) {
        #expect(geometry().nearestIndex(to: point) == index)
    }

    // MARK: What is seen

    @Test func `what is seen is exactly what the frames say, at every offset`() {
        let geometry = geometry()
        for start in stride(from: -60.0, through: 800, by: 7) {
            for length in [1.0, 90, 200, 1000] {
                let seen = (0..<13).filter { index in
                    let frame = geometry.frame(of: index) ?? .zero
                    return frame.maxY > start && frame.minY < start + length
                }
                let found = geometry.indices(from: start, to: start + length)
                #expect(Array(found) == seen, "\(start) \(length)")
            }
        }
    }

    @Test func `5.8 a rubber band holds the tiles that it touches, and no others`() {
        let geometry = geometry()
        for x in stride(from: -20.0, through: 320, by: 55) {
            for y in stride(from: -20.0, through: 750, by: 45) {
                for (width, height) in [(10.0, 10.0), (120, 60), (400, 300), (0, 0)] {
                    let band = CGRect(x: x, y: y, width: width, height: height)
                    let held = geometry.indices(in: band).flatMap { Array($0) }
                    #expect(held == held.sorted())
                    for index in 0..<13 {
                        let frame = geometry.frame(of: index) ?? .zero
                        let touches =
                            frame.minX <= band.maxX && frame.maxX >= band.minX
                            && frame.minY < max(band.maxY, band.minY + 0.001)
                            && frame.maxY > band.minY
                        #expect(held.contains(index) == touches, "\(band) \(index)")
                    }
                }
            }
        }
    }

    @Test func `a rubber band that is drawn upwards is the same band`() {
        let down = CGRect(x: 50, y: 50, width: 100, height: 150)
        let up = CGRect(x: 150, y: 200, width: -100, height: -150)
        #expect(geometry().indices(in: up) == geometry().indices(in: down))
    }

    @Test func `5.4 a million tiles cost no more than a few`() {
        let days = GridSections((0..<20_000).map { DayCount(day: 20_000 - $0, count: 50) })
        let geometry = geometry(days)
        #expect(geometry.sections.assetCount == 1_000_000)
        let frame = geometry.frame(of: 999_999) ?? .zero
        #expect(geometry.index(at: CGPoint(x: frame.midX, y: frame.midY)) == 999_999)
        #expect(geometry.indices(from: frame.minY - 500, to: frame.maxY).upperBound == 1_000_000)
        let start = ContinuousClock.now
        for place in stride(from: 0, to: 1_000_000, by: 100) { _ = geometry.frame(of: place) }
        // Ten thousand look-ups; walking over sections would take minutes.
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    // MARK: Scrolling

    @Test func `scrolling to a tile moves as little as possible`() {
        let geometry = geometry()
        #expect(geometry.offset(showing: 3, from: 0, viewLength: 300) == 0)
        #expect(geometry.offset(showing: 5, from: 0, viewLength: 300) == 84)
        #expect(geometry.offset(showing: 0, from: 200, viewLength: 300) == 40)
        #expect(geometry.offset(showing: 12, from: 0, viewLength: 300) == 430)
        #expect(geometry.offset(showing: 12, from: 0, viewLength: 9000) == 0)
        #expect(geometry.offset(showing: 99, from: 17, viewLength: 300) == 17)
        // What stands before the tiles stays in sight while the tile is seen whole.
        #expect(geometry.offset(showing: 0, from: -50, viewLength: 300) == -50)
        #expect(geometry.offset(showing: 12, from: -50, viewLength: 300) == 430)
    }

    @Test func `5.8 the tile under the fingers stays where it is when columns change`() {
        let (three, five) = (geometry(GridSections(count: 300)), geometry(GridSections(count: 300), lanes: 5))
        let before = (three.frame(of: 100) ?? .zero).midY - 3300
        let offset = five.offset(keeping: 100, from: three, index: 100, offset: 3300, viewLength: 400)
        #expect(abs((five.frame(of: 100) ?? .zero).midY - offset - before) < 1e-9)
        #expect(five.offset(keeping: 0, from: three, index: 0, offset: 0, viewLength: 100) == 0)
        #expect(five.offset(keeping: 99, from: three, index: 999, offset: 3, viewLength: 100) == 3)
    }

    // MARK: The keyboard

    @Test(
        arguments: [
            (0, .next, 1), (12, .next, 12), (0, .previous, 0), (5, .previous, 4), (7, .first, 0), (2, .last, 12),
            (4, .rowStart, 3), (3, .rowEnd, 4), (7, .rowEnd, 8), (1, .rowAfter, 4), (2, .rowAfter, 4),
            (4, .rowAfter, 5), (5, .rowAfter, 6), (6, .rowBefore, 5), (8, .rowBefore, 5), (5, .rowBefore, 3),
            (1, .rowBefore, 1), (12, .rowAfter, 12), (-4, .next, 1), (99, .previous, 11),
        ] as [(Int, GridMove, Int)])
    func `5.13 keys move through lines and over the borders of days`(_ from: Int, _ move: GridMove, _ to: Int) {
        #expect(geometry().moved(from, move, viewLength: 300) == to)
    }

    @Test func `5.13 the column stays the goal over shorter lines`() {
        let geometry = geometry()
        let lane = geometry.lane(of: 2)
        var index = 2
        var way: [Int] = []
        for _ in 0..<5 {
            index = geometry.moved(index, .rowAfter, viewLength: 300, lane: lane)
            way.append(index)
        }
        #expect(way == [4, 5, 8, 11, 12])
    }

    @Test func `5.13 a page is as many lines as are seen`() {
        let geometry = geometry(GridSections(count: 300))
        #expect(geometry.moved(1, .pageAfter, viewLength: 510) == 16)
        #expect(geometry.moved(16, .pageBefore, viewLength: 510) == 1)
        #expect(geometry.moved(4, .pageBefore, viewLength: 510) == 1)
        #expect(geometry.moved(298, .pageAfter, viewLength: 510) == 298)
        #expect(geometry.moved(0, .pageAfter, viewLength: 1) == 3)
    }
}

@Suite struct GridMoveTests {
    @Test(
        arguments: [
            (.left, .previous), (.right, .next), (.up, .rowBefore), (.down, .rowAfter),
        ] as [(GridMove.Arrow, GridMove)])
    func `5.13 arrows go where they point`(_ arrow: GridMove.Arrow, _ move: GridMove) {
        #expect(GridMove(arrow) == move)
    }

    @Test func `5.13 from right to left, the left arrow leads on`() {
        #expect(GridMove(.left, isRightToLeft: true) == .next)
        #expect(GridMove(.right, isRightToLeft: true) == .previous)
        #expect(GridMove(.up, isRightToLeft: true) == .rowBefore)
    }

    @Test func `5.13 in a grid that scrolls sideways, arrows go where they point`() {
        #expect(GridMove(.right, axis: .horizontal) == .rowAfter)
        #expect(GridMove(.left, axis: .horizontal) == .rowBefore)
        #expect(GridMove(.down, axis: .horizontal) == .next)
        #expect(GridMove(.up, axis: .horizontal) == .previous)
        #expect(GridMove(.left, axis: .horizontal, isRightToLeft: true) == .rowAfter)
    }
}
