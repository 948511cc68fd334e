import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite struct PreviewGeometryTests {
    private let wide = PixelSize(width: 1280, height: 720)
    private let square = CGSize(width: 360, height: 360)

    private func expect(
        _ point: PicturePoint?, near x: Double, _ y: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            abs((point?.x ?? .nan) - x) < 1e-6 && abs((point?.y ?? .nan) - y) < 1e-6, "\(String(describing: point))",
            sourceLocation: sourceLocation)
    }

    @Test func `2.1 the preview fills its view and is clipped by it`() {
        let geometry = PreviewGeometry(view: square, picture: wide)
        #expect(geometry.pictureFrame == CGRect(x: -140, y: 0, width: 640, height: 360))
        let part = geometry.visiblePart
        expect(part?.from, near: 140.0 / 640, 0)
        expect(part?.to, near: 500.0 / 640, 1)
    }

    @Test func `2.1 the preview follows the view's size and rotation`() {
        let tall = PreviewGeometry(view: CGSize(width: 360, height: 640), picture: wide, drawing: .right)
        #expect(tall.pictureFrame == CGRect(x: 0, y: 0, width: 360, height: 640))
        let turned = PreviewGeometry(view: CGSize(width: 640, height: 360), picture: wide)
        #expect(turned.pictureFrame == CGRect(x: 0, y: 0, width: 640, height: 360))
    }

    @Test func `A picture that fits leaves bars, and touches on them are none`() {
        let geometry = PreviewGeometry(view: square, picture: wide, gravity: .fit)
        #expect(geometry.pictureFrame == CGRect(x: 0, y: 78.75, width: 360, height: 202.5))
        #expect(geometry.picturePoint(at: CGPoint(x: 180, y: 70)) == nil)
        #expect(geometry.picturePoint(at: CGPoint(x: 180, y: 290)) == nil)
        expect(geometry.picturePoint(at: CGPoint(x: 0, y: 78.75)), near: 0, 0)
        expect(geometry.picturePoint(at: CGPoint(x: 360, y: 281.25)), near: 1, 1)
    }

    @Test func `2.4 a touch is a point of the picture, not of the view`() {
        let geometry = PreviewGeometry(view: square, picture: wide)
        expect(geometry.picturePoint(at: CGPoint(x: 180, y: 180)), near: 0.5, 0.5)
        expect(geometry.picturePoint(at: CGPoint(x: 0, y: 0)), near: 0.21875, 0)
        expect(geometry.picturePoint(at: CGPoint(x: 360, y: 90)), near: 0.78125, 0.25)
    }

    @Test func `2.4 a touch on a mirrored preview is the other side of the picture`() {
        let geometry = PreviewGeometry(view: square, picture: wide, drawing: .upMirrored)
        expect(geometry.picturePoint(at: CGPoint(x: 0, y: 90)), near: 0.78125, 0.25)
        #expect(geometry.place(of: PicturePoint(x: 0.78125, y: 0.25)) == CGPoint(x: 0, y: 90))
    }

    @Test func `2.4 a touch on a turned preview is turned back`() {
        // Drawn a quarter clockwise: the picture's left lower corner is shown at the view's left upper one.
        let geometry = PreviewGeometry(view: CGSize(width: 360, height: 640), picture: wide, drawing: .right)
        expect(geometry.picturePoint(at: CGPoint(x: 0, y: 0)), near: 0, 1)
        expect(geometry.picturePoint(at: CGPoint(x: 360, y: 0)), near: 0, 0)
        expect(geometry.picturePoint(at: CGPoint(x: 90, y: 160)), near: 0.25, 0.75)
    }

    @Test func `2.4 the sensor's point is the picture's before it was turned upright`() {
        let portrait = PreviewGeometry(
            view: CGSize(width: 360, height: 640), picture: PixelSize(width: 720, height: 1280))
        // A sensor that lies on its side: what it reads at the left bottom is the upright left top.
        expect(portrait.sensorPoint(at: .zero, sensorOrientation: .right), near: 0, 1)
        expect(portrait.sensorPoint(at: CGPoint(x: 90, y: 64), sensorOrientation: .right), near: 0.1, 0.75)
        #expect(portrait.sensorPoint(at: CGPoint(x: -1, y: 0), sensorOrientation: .right) == nil)
    }

    @Test(arguments: [(-0.1, 5.0), (360.1, 5), (5, -0.1), (5, 360.1), (.nan, 5), (5, .infinity)])
    func `Touches outside of the view are none`(x: Double, y: Double) {
        #expect(PreviewGeometry(view: square, picture: wide).picturePoint(at: CGPoint(x: x, y: y)) == nil)
    }

    @Test func `Empty views and pictures have no place and no point`() {
        let views = [CGSize.zero, CGSize(width: -5, height: 10), CGSize(width: CGFloat.nan, height: 10)]
        let empty =
            views.map { PreviewGeometry(view: $0, picture: wide) }
            + [PreviewGeometry(view: square, picture: .zero)]
        for geometry in empty {
            #expect(geometry.pictureFrame == nil && geometry.visiblePart == nil)
            #expect(geometry.picturePoint(at: .zero) == nil && geometry.place(of: .center) == nil)
        }
    }

    @Test func `2.4 view to picture and back is the same place, for any view, picture and orientation`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<3000 {
            let view = CGSize(
                width: .random(in: 1...3000, using: &random), height: .random(in: 1...3000, using: &random))
            let picture = PixelSize(
                width: .random(in: 1...5000, using: &random), height: .random(in: 1...5000, using: &random))
            let geometry = PreviewGeometry(
                view: view, picture: picture, drawing: try #require(Orientation.allCases.randomElement(using: &random)),
                gravity: Bool.random(using: &random) ? .fill : .fit)
            let place = CGPoint(
                x: .random(in: 0...view.width, using: &random), y: .random(in: 0...view.height, using: &random))
            let frame = try #require(geometry.pictureFrame)
            guard let point = geometry.picturePoint(at: place) else {
                #expect(geometry.gravity == .fit && !frame.insetBy(dx: 1e-3, dy: 1e-3).contains(place))
                continue
            }
            let back = try #require(geometry.place(of: point))
            #expect(abs(back.x - place.x) < 1e-2 && abs(back.y - place.y) < 1e-2)
            if geometry.gravity == .fill {
                #expect(frame.minX <= 1e-6 && frame.minY <= 1e-6)
                #expect(frame.maxX >= view.width - 1e-6 && frame.maxY >= view.height - 1e-6)
            }
        }
    }
}
