import Filmstrip
import FilmstripTesting
import Testing

@Suite struct OrientationTests {
    private static let stored = PixelSize(width: 400, height: 200)
    /// What is shown of a stored picture that is red, green / blue, white: its size and its corners TL TR BL BR.
    private static let table: [(Orientation, PixelSize, String)] = [
        (.up, PixelSize(width: 400, height: 200), "RGBW"), (.upMirrored, PixelSize(width: 400, height: 200), "GRWB"),
        (.down, PixelSize(width: 400, height: 200), "WBGR"),
        (.downMirrored, PixelSize(width: 400, height: 200), "BWRG"),
        (.leftMirrored, PixelSize(width: 200, height: 400), "RBGW"),
        (.right, PixelSize(width: 200, height: 400), "BRWG"),
        (.rightMirrored, PixelSize(width: 200, height: 400), "WGBR"),
        (.left, PixelSize(width: 200, height: 400), "GWRB"),
    ]
    private static let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map { PicturePoint(x: $0.0, y: $0.1) }

    @Test(arguments: table)
    func `C02 each tag value turns size and corners as the table of EXIF says`(
        orientation: Orientation, size: PixelSize, colors: String
    ) {
        // awcodes/filament-curator #123: a rotation must be applied once, and in the right sense.
        #expect(orientation.applied(to: Self.stored) == size)
        var shown: [PicturePoint: Character] = [:]
        for (corner, color) in zip(Self.corners, "RGBW") { shown[orientation.applied(to: corner)] = color }
        #expect(String(Self.corners.compactMap { shown[$0] }) == colors)
    }

    @Test func `C02 the values are the tag's, 1 to 8`() {
        // jdamcd/android-crop #46: degrees were written where the tag wants 1 to 8.
        #expect(Orientation.allCases.map(\.rawValue) == Array(1...8))
        #expect(Orientation(rawValue: 0) == nil && Orientation(rawValue: 9) == nil && Orientation(rawValue: 90) == nil)
    }

    @Test(arguments: [(0, Orientation.up), (90, .right), (180, .down), (270, .left), (-90, .left), (450, .right)])
    func `Degrees clockwise become a turn`(degrees: Int, turn: Orientation) {
        #expect(Orientation(clockwiseDegrees: degrees) == turn)
    }

    @Test(arguments: [1, 45, 89, 91, -1, Int.max])
    func `Degrees between the quarters are no turn`(degrees: Int) {
        #expect(Orientation(clockwiseDegrees: degrees) == nil)
    }

    @Test(arguments: Orientation.allCases)
    func `C02 turning and turning back is nothing`(orientation: Orientation) {
        // FreeFeed/freefeed-server PR 628: applied twice or not at all.
        #expect(orientation.then(orientation.inverse) == .up)
        #expect(orientation.inverse.then(orientation) == .up)
        #expect(orientation.inverse.inverse == orientation)
        #expect(orientation.then(.up) == orientation && Orientation.up.then(orientation) == orientation)
    }

    @Test func `One turn after the other is what points see of both`() {
        for first in Orientation.allCases {
            for second in Orientation.allCases {
                for point in [PicturePoint(x: 0.25, y: 0.125), PicturePoint(x: 1, y: 0.5)] {
                    #expect(first.then(second).applied(to: point) == second.applied(to: first.applied(to: point)))
                }
                #expect(
                    first.then(second).applied(to: Self.stored) == second.applied(to: first.applied(to: Self.stored)))
                #expect(first.then(second).isMirrored == (first.isMirrored != second.isMirrored))
            }
        }
    }

    @Test func `Turns in a row are one turn, in whatever way they are grouped`() {
        for a in Orientation.allCases {
            for b in Orientation.allCases {
                for c in Orientation.allCases { #expect(a.then(b).then(c) == a.then(b.then(c))) }
            }
        }
    }

    @Test func `Four quarter turns are none, and two mirrors are none`() {
        #expect(Orientation.right.then(.right) == .down)
        #expect(Orientation.right.then(.right).then(.right).then(.right) == .up)
        #expect(Orientation.upMirrored.then(.upMirrored) == .up)
        #expect(Orientation.right.mirrored == .leftMirrored)
    }

    @Test func `Only the even upright and the odd turned values are mirrored`() {
        #expect(Orientation.allCases.filter(\.isMirrored).map(\.rawValue) == [2, 4, 5, 7])
        #expect(Orientation.allCases.filter(\.swapsAxes).map(\.rawValue) == [5, 6, 7, 8])
    }

    @Test func `C70 mirroring changes left and right of what is shown`() {
        // signalapp/Signal-Android #10698.
        for orientation in Orientation.allCases {
            let point = orientation.applied(to: PicturePoint(x: 0.25, y: 0.125))
            let mirrored = orientation.mirrored.applied(to: PicturePoint(x: 0.25, y: 0.125))
            #expect(mirrored == PicturePoint(x: 1 - point.x, y: point.y))
        }
    }

    @Test func `C01 a box is turned with its picture, and back`() {
        // imazen/imageflow #553: the crop box was taken on the unrotated pixels.
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let size = PixelSize(
                width: .random(in: 1...5000, using: &random), height: .random(in: 1...5000, using: &random))
            let (width, height) = (
                Int.random(in: 1...size.width, using: &random), Int.random(in: 1...size.height, using: &random)
            )
            let box = PixelRect(
                x: .random(in: 0...size.width - width, using: &random),
                y: .random(in: 0...size.height - height, using: &random), width: width, height: height)
            for orientation in Orientation.allCases {
                let shown = orientation.applied(to: box, in: size)
                #expect(shown.fits(in: orientation.applied(to: size)))
                #expect(orientation.inverse.applied(to: shown, in: orientation.applied(to: size)) == box)
                #expect(shown.size == orientation.applied(to: box.size))
            }
        }
    }
}
