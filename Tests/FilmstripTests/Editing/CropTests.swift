import Filmstrip
import FilmstripTesting
import Testing

@Suite struct CropTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test func `C07 crop pushed to the bottom ends on the last row`() {
        // dominictobias/react-image-crop #167: the box ended one pixel outside of the image.
        let picture = size(1000, 666)
        let pushed = Crop(.ratio(width: 16, height: 9), in: picture).moved(x: 0, y: 1000, in: picture)
        let box = pushed.pixels(in: picture)
        #expect(box.width == 1000)
        #expect(box.y + box.height == 666)
        #expect(box.height == 562 || box.height == 563)
    }

    @Test func `C07 crop of the full frame is the full frame`() {
        // fengyuanchen/cropperjs #440: 800x450 came back as 800x449.
        let picture = size(800, 450)
        #expect(Crop(.ratio(width: 16, height: 9), in: picture).pixels(in: picture) == PixelRect(picture))
        let nearly = Crop(
            x: 1e-7, y: 3e-7, width: 799.9999998, height: 449.999997, shape: .ratio(width: 16, height: 9))
        #expect(nearly.pixels(in: picture) == PixelRect(picture))
        #expect(Crop(x: 0, y: 0, width: 799.9995, height: 449.999997).pixels(in: picture) == PixelRect(picture))
    }

    @Test func `C07 crop of the largest square is square`() {
        // jamesssooi/Croppr.js #20: 1474x1473.
        let picture = size(5334, 4032)
        #expect(Crop(.square, in: picture).pixels(in: picture) == PixelRect(x: 651, y: 0, width: 4032, height: 4032))
        #expect(Crop(.circle, in: picture).pixels(in: picture).size == size(4032, 4032))
    }

    private static let shapes: [Crop.Shape] = [
        .free, .square, .circle, .ratio(width: 16, height: 9), .ratio(width: 9, height: 16),
        .ratio(width: 4, height: 3),
        .ratio(width: 2.39, height: 1), .ratio(width: 1, height: 1),
    ]

    @Test(arguments: shapes)
    func `C07 crop boxes are inside and have at least one pixel, wherever they were dragged`(shape: Crop.Shape) {
        // Mawi137/ngx-image-cropper #729.
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let picture = size(.random(in: 1...6000, using: &random), .random(in: 1...6000, using: &random))
            let crop = Crop(shape, in: picture)
                .scaled(by: .random(in: 0.0001...2, using: &random), in: picture)
                .moved(
                    x: .random(in: -7000...7000, using: &random), y: .random(in: -7000...7000, using: &random),
                    in: picture)
            let box = crop.pixels(in: picture)
            #expect(box.fits(in: picture) && box.width >= 1 && box.height >= 1, "\(crop) in \(picture)")
            if shape.aspect == 1 { #expect(box.width == box.height) }
            if let aspect = shape.aspect, min(box.width, box.height) > 1 {
                // The nearest pixel: the shorter side is off by at most one from what the longer one asks for.
                let off =
                    aspect >= 1
                    ? Double(box.width) / aspect - Double(box.height) : Double(box.height) * aspect - Double(box.width)
                #expect(abs(off) <= 1, "\(box) for \(aspect)")
            }
        }
    }

    @Test func `C07 crop boxes of any numbers at all are inside`() {
        let picture = size(640, 480)
        let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e300, 239.5, 449.999997]
        for shape in Self.shapes {
            for x in odd {
                for width in odd {
                    let box = Crop(x: x, y: width, width: width, height: x, shape: shape).pixels(in: picture)
                    #expect(box.fits(in: picture) && !box.isEmpty, "\(shape) \(x) \(width)")
                }
            }
        }
    }

    @Test func `C07 crop numbers within a thousandth of a whole one are that one`() {
        let picture = size(1000, 1000)
        for whole in [1, 99, 500, 998] {
            for off in [-0.001, -1e-9, 0, 1e-9, 0.001] {
                let place = Double(whole) + off
                let box = Crop(x: place, y: place, width: place, height: place).pixels(in: size(2000, 2000))
                #expect(box == PixelRect(x: whole, y: whole, width: whole, height: whole))
            }
        }
        #expect(Crop(x: 0, y: 0, width: 1000, height: 1000).pixels(in: picture) == PixelRect(picture))
    }

    @Test func `C01 crop boxes are those of the picture as shown`() {
        // CanHub/Android-Image-Cropper #279. Stored 400x200, shown turned clockwise as 200x400.
        let crop = Crop(x: 0, y: 0, width: 100, height: 200)
        let stored = crop.storedPixels(in: size(400, 200), shownAs: .right)
        // The shown upper left quarter is the stored lower left one: the blue one of the quad.
        #expect(stored == PixelRect(x: 0, y: 100, width: 200, height: 100))
    }

    @Test func `5.10 scaling keeps the middle and the shape, and stops at picture and pixel`() {
        let picture = size(400, 300)
        let half = Crop(.square, in: picture).scaled(by: 0.5, in: picture)
        #expect(half == Crop(x: 125, y: 75, width: 150, height: 150, shape: .square))
        #expect(
            half.scaled(by: 100, in: picture).pixels(in: picture) == PixelRect(x: 50, y: 0, width: 300, height: 300))
        #expect(half.scaled(by: 1e-9, in: picture).pixels(in: picture).size == size(1, 1))
        #expect(half.scaled(by: .nan, in: picture) == half && half.scaled(by: -1, in: picture) == half)
    }

    @Test func `5.10 a free crop starts as the whole picture`() {
        #expect(Crop(.free, in: size(123, 457)).pixels(in: size(123, 457)) == PixelRect(size(123, 457)))
        #expect(Crop(.free, in: .zero).pixels(in: .zero).isEmpty)
    }

    @Test func `A ratio that is none counts as a square`() {
        #expect(Crop.Shape.ratio(width: 0, height: 3).aspect == 1)
        #expect(Crop.Shape.ratio(width: 3, height: 0).aspect == 1)
        #expect(Crop.Shape.ratio(width: .nan, height: 1).aspect == 1)
    }
}
