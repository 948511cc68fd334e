import Filmstrip
import FilmstripTesting
import Testing

@Suite struct PixelSizeTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test func `C04 a limit is compared with the size as shown`() {
        // react-native-image-picker #1689 and flutter/flutter #149961: the stored size was compared.
        let stored = size(400, 200)
        #expect(Orientation.right.applied(to: stored).limited(to: size(100, 100)) == size(50, 100))
        #expect(Orientation.right.applied(to: size(400, 300)).limited(to: size(400, 300)) == size(225, 300))
        #expect(Orientation.right.applied(to: stored).limited(to: size(1000, 1000)) == size(200, 400))
    }

    @Test func `A limit never enlarges, and keeps what fits`() {
        #expect(size(100, 50).limited(to: size(100, 50)) == size(100, 50))
        #expect(size(100, 50).limited(to: size(4000, 50)) == size(100, 50))
        #expect(size(3, 2).limited(to: size(1000, 1000)) == size(3, 2))
    }

    @Test func `A limit leaves at least one pixel`() {
        #expect(size(10_000, 1).limited(to: size(100, 100)) == size(100, 1))
        #expect(size(1, 10_000).limited(to: size(100, 100)) == size(1, 100))
    }

    @Test func `Empty sizes and empty limits change nothing`() {
        #expect(size(0, 10).limited(to: size(5, 5)) == size(0, 10))
        #expect(size(10, 10).limited(to: size(0, 5)) == size(10, 10))
        #expect(size(10, 10).fitted(in: .zero) == .zero)
        #expect(size(-5, 10) == size(0, 10))
    }

    @Test func `Any size within any box touches two sides and keeps its shape to half a pixel`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let picture = size(.random(in: 1...12_000, using: &random), .random(in: 1...12_000, using: &random))
            let box = size(.random(in: 1...3000, using: &random), .random(in: 1...3000, using: &random))
            let fitted = picture.fitted(in: box)
            #expect(fitted.width <= box.width && fitted.height <= box.height)
            #expect(fitted.width == box.width || fitted.height == box.height)
            #expect(fitted.width >= 1 && fitted.height >= 1)
            let exact =
                fitted.width == box.width
                ? Double(picture.height) * Double(box.width) / Double(picture.width)
                : Double(picture.width) * Double(box.height) / Double(picture.height)
            let other = fitted.width == box.width ? fitted.height : fitted.width
            #expect(abs(exact - Double(other)) <= 0.5 || other == 1 || fitted == box)
        }
    }

    @Test func `A number of pixels never overflows`() {
        #expect(size(.max, 2).pixelCount == .max)
        #expect(size(3, 4).pixelCount == 12)
        #expect("\(size(1280, 720))" == "1280x720")
    }

    @Test func `A box knows whether it is inside`() {
        #expect(PixelRect(x: 10, y: 0, width: 90, height: 50).fits(in: size(100, 50)))
        #expect(!PixelRect(x: 11, y: 0, width: 90, height: 50).fits(in: size(100, 50)))
        #expect(!PixelRect(x: -1, y: 0, width: 9, height: 5).fits(in: size(100, 50)))
        #expect(!PixelRect(x: .max, y: 0, width: 9, height: 5).fits(in: size(100, 50)))
        #expect(PixelRect(x: 0, y: 0, width: -3, height: 5).isEmpty)
        #expect("\(PixelRect(x: 10, y: 20, width: 100, height: 200))" == "100x200+10+20")
    }
}
