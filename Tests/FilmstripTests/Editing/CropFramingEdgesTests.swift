import Filmstrip
import Testing

@Suite struct CropFramingEdgesTests {
    private let room = CropFraming.Box(x: 10, y: 20, width: 400, height: 400)

    /// A picture of 4000 by 2000 pixels, ten pixels a point: the frame stands at 10, 120, 400 wide and 200 high.
    private func free() -> CropFraming {
        CropFraming(picture: PixelSize(width: 4000, height: 2000), shape: .free, room: room)
    }

    private let start = CropFraming.Position(offsetX: 0, offsetY: 0, zoom: 1)

    private func pixels(_ framing: CropFraming, _ position: CropFraming.Position) -> PixelRect {
        framing.crop(offsetX: position.offsetX, offsetY: position.offsetY, zoom: position.zoom).pixels(
            in: framing.picture)
    }

    private struct Touch: Sendable {
        let x: Double
        let y: Double
        let edges: CropFraming.Edges
    }

    private static let touches = [
        Touch(x: 10, y: 220, edges: .left), Touch(x: 410, y: 220, edges: .right), Touch(x: 200, y: 120, edges: .top),
        Touch(x: 200, y: 320, edges: .bottom), Touch(x: 10, y: 120, edges: [.left, .top]),
        Touch(x: 410, y: 320, edges: [.right, .bottom]), Touch(x: -8, y: 102, edges: [.left, .top]),
        Touch(x: 28, y: 220, edges: .left), Touch(x: 200, y: 220, edges: []), Touch(x: -20, y: 220, edges: []),
        Touch(x: 200, y: 60, edges: []), Touch(x: 500, y: 500, edges: []),
    ]

    @Test(arguments: touches)
    private func `0.10 a finger holds the edges that are near, and a corner is two of them`(_ touch: Touch) {
        #expect(free().edges(atX: touch.x, y: touch.y, reach: 20) == touch.edges)
    }

    @Test func `of two edges that are both near, the nearer one is held`() {
        var framing = free()
        var position = start
        framing.move(.right, toX: 60, y: 0, &position)
        #expect(framing.frame.width == 50)
        #expect(framing.edges(atX: 20, y: 220, reach: 40) == .left)
        #expect(framing.edges(atX: 50, y: 220, reach: 40) == .right)
    }

    @Test(arguments: [Crop.Shape.square, .circle, .ratio(width: 3, height: 2)])
    func `a frame that keeps its shape has no edges to move`(_ shape: Crop.Shape) {
        var framing = CropFraming(picture: PixelSize(width: 4000, height: 2000), shape: shape, room: room)
        #expect(framing.edges(atX: framing.frame.x, y: framing.frame.y, reach: 20).isEmpty)
        let before = framing
        var position = start
        framing.move(.left, toX: 100, y: 100, &position)
        framing.settle(&position)
        #expect(framing == before && position == start)
    }

    @Test func `0.10 a moved edge changes the crop, and leaves the picture where it is on the screen`() {
        var framing = free()
        var position = start
        framing.move([.left, .top], toX: 110, y: 170, &position)
        #expect(framing.frame == .init(x: 110, y: 170, width: 300, height: 150))
        #expect(position == .init(offsetX: 100, offsetY: 50, zoom: 1))
        #expect(pixels(framing, position) == PixelRect(x: 1000, y: 500, width: 3000, height: 1500))
        framing.move([.right, .bottom], toX: 310, y: 270, &position)
        #expect(pixels(framing, position) == PixelRect(x: 1000, y: 500, width: 2000, height: 1000))
    }

    @Test func `an edge goes no farther than the room and the picture, and comes back`() {
        var framing = free()
        var position = start
        framing.move([.left, .top], toX: -1000, y: -1000, &position)
        #expect(framing == free() && position == start)
        framing.move([.right, .bottom], toX: 5000, y: 5000, &position)
        #expect(framing == free())
        framing.move(.right, toX: 300, y: 0, &position)
        framing.move(.right, toX: 5000, y: 0, &position)
        #expect(framing == free())
        // Enlarged, the picture reaches beyond the room, which keeps the frame then.
        position = .init(offsetX: 200, offsetY: 100, zoom: 2)
        framing.move([.top], toX: 0, y: -1000, &position)
        #expect(framing.frame.y == 20 && framing.frame.maxY == 320)
        #expect(pixels(framing, position).y == 0)
    }

    @Test func `an edge comes no nearer to the other than a finger needs, and 64 pixels`() {
        var framing = free()
        var position = start
        framing.move([.left, .top], toX: 1000, y: 1000, &position)
        #expect(framing.frame.width == CropFraming.leastSide && framing.frame.height == CropFraming.leastSide)
        // At twenty times the size, 64 pixels are 128 points.
        framing = free()
        position = .init(offsetX: 1000, offsetY: 1000, zoom: 20)
        framing.move([.right, .bottom], toX: 0, y: 0, &position)
        #expect(framing.frame.width == 128 && framing.frame.height == 128)
        #expect(pixels(framing, position).width == 64)
    }

    @Test func `0.10 left alone, the frame fills the room again and shows the same`() {
        var framing = free()
        var position = start
        framing.move([.left, .top], toX: 210, y: 120, &position)
        let before = pixels(framing, position)
        framing.settle(&position)
        #expect(framing.frame == room)
        #expect(position.zoom == 2)
        #expect(pixels(framing, position) == before)
        #expect(framing.minimumZoom == 2)
        #expect(framing.minimumZoom <= position.zoom && position.zoom <= framing.maximumZoom)
        // Nothing more to do.
        let settled = (framing, position)
        framing.settle(&position)
        #expect(framing == settled.0 && position == settled.1)
    }

    @Test func `a frame that has become narrow lets the picture become smaller than at first`() {
        var framing = free()
        var position = start
        framing.move([.right, .bottom], toX: 210, y: 220, &position)
        #expect(framing.minimumZoom == 0.5)
        #expect(
            pixels(framing, .init(offsetX: 0, offsetY: 0, zoom: 0.5))
                == PixelRect(x: 0, y: 0, width: 4000, height: 2000))
    }

    /// A hand that does not know what it wants, always the same one.
    @Test func `whatever edges are moved wherever, the crop stays inside and the zoom within its bounds`() {
        var seed: UInt64 = 42
        func next(_ range: ClosedRange<Double>) -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Double(seed >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
        }
        var framing = free()
        var position = start
        for _ in 0..<2000 {
            let edges = CropFraming.Edges(rawValue: Int(next(0...15.99)))
            framing.move(edges, toX: next(-500...900), y: next(-500...900), &position)
            if next(0...1) < 0.3 { framing.settle(&position) }
            let box = pixels(framing, position)
            #expect(box.x >= 0 && box.y >= 0 && box.width >= 63 && box.height >= 63)
            #expect(box.x + box.width <= 4000 && box.y + box.height <= 2000)
            #expect(position.zoom >= framing.minimumZoom - 1e-6 && position.zoom <= framing.maximumZoom + 1e-6)
            #expect(framing.frame.x >= 10 - 1e-6 && framing.frame.maxX <= 410 + 1e-6)
            #expect(framing.frame.y >= 20 - 1e-6 && framing.frame.maxY <= 420 + 1e-6)
        }
    }

    @Test func `what is no number, and a picture that is empty, change nothing`() {
        var framing = free()
        var position = start
        framing.move(.left, toX: .nan, y: 0, &position)
        framing.move(.left, toX: .infinity, y: 0, &position)
        #expect(framing == free() && position == start)
        var empty = CropFraming(picture: .zero, shape: .free, room: room)
        let before = empty
        empty.move(.left, toX: 100, y: 0, &position)
        empty.settle(&position)
        #expect(empty == before)
    }
}
