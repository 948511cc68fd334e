import Filmstrip
import Testing

@Suite struct CropFramingTests {
    private let room = CropFraming.Box(x: 10, y: 20, width: 300, height: 500)

    private func framing(_ width: Int, _ height: Int, _ shape: Crop.Shape = .square) -> CropFraming {
        CropFraming(picture: PixelSize(width: width, height: height), shape: shape, room: room)
    }

    @Test func `the frame is as large as the room lets it be, and stands in its middle`() {
        #expect(framing(4000, 3000).frame == .init(x: 10, y: 120, width: 300, height: 300))
        #expect(framing(4000, 2000, .free).frame == .init(x: 10, y: 195, width: 300, height: 150))
        #expect(framing(1000, 4000, .free).frame == .init(x: 97.5, y: 20, width: 125, height: 500))
        #expect(framing(4000, 3000, .ratio(width: 3, height: 5)).frame == room)
    }

    @Test(arguments: [(4000, 3000), (3000, 4000), (500, 500), (10_000, 40)])
    func `a picture covers the frame, and touches two of its edges`(_ width: Int, _ height: Int) {
        let framing = framing(width, height)
        let fitted = framing.fitted
        #expect(min(fitted.width, fitted.height).isClose(to: 300))
        #expect(max(fitted.width, fitted.height) >= 300 - 1e-9)
    }

    @Test func `untouched and in the middle, the crop is the largest square in the middle`() {
        let framing = framing(4000, 3000)
        let crop = framing.crop(offsetX: (framing.fitted.width - 300) / 2, offsetY: 0, zoom: 1)
        #expect(crop.pixels(in: framing.picture) == Crop(.square, in: framing.picture).pixels(in: framing.picture))
    }

    @Test func `enlarged to twice its size, the crop is half as wide, where the frame stands`() {
        let framing = framing(3000, 3000)
        let crop = framing.crop(offsetX: 150, offsetY: 300, zoom: 2)
        #expect(crop.pixels(in: framing.picture) == PixelRect(x: 750, y: 1500, width: 1500, height: 1500))
    }

    @Test(arguments: [(-80.0, -10.0), (5000, 4000)])
    func `a bounce beside the picture stays inside of it`(_ x: Double, _ y: Double) {
        let framing = framing(4000, 3000)
        let box = framing.crop(offsetX: x, offsetY: y, zoom: 1).pixels(in: framing.picture)
        #expect(box.x >= 0 && box.y >= 0)
        #expect(box.x + box.width <= 4000 && box.y + box.height <= 3000)
        #expect(box.width == box.height)
    }

    @Test(arguments: [Double.nan, 0, -1, .infinity])
    func `a zoom that is no positive number counts as one`(_ zoom: Double) {
        let framing = framing(3000, 3000)
        #expect(framing.crop(offsetX: 0, offsetY: 0, zoom: zoom) == framing.crop(offsetX: 0, offsetY: 0, zoom: 1))
    }

    @Test func `enlarging ends where the frame would show less than 64 pixels`() {
        let framing = framing(4000, 4000)
        #expect(framing.maximumZoom.isClose(to: 62.5))
        let crop = framing.crop(offsetX: 0, offsetY: 0, zoom: framing.maximumZoom)
        #expect(crop.width.isClose(to: 64))
        #expect(self.framing(20, 20).maximumZoom == 1)
    }

    @Test func `an empty picture and an empty room have no crop that could fail`() {
        let empty = CropFraming(
            picture: .zero, shape: .free, room: CropFraming.Box(x: 0, y: 0, width: 0, height: 0))
        #expect(empty.crop(offsetX: 0, offsetY: 0, zoom: 1).pixels(in: .zero).width == 0)
        #expect(empty.maximumZoom >= 1)
    }
}

extension Double {
    fileprivate func isClose(to other: Double) -> Bool { abs(self - other) < 1e-6 }
}
