import Filmstrip
import Foundation
import Testing

@Suite struct ZoomGeometryTests {
    /// A picture of 4000×3000 in a view of 400×600.
    private let geometry = ZoomGeometry(
        view: CGSize(width: 400, height: 600), picture: PixelSize(width: 4000, height: 3000))
    private let middle = CGPoint(x: 200, y: 300)

    private func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

    @Test func `5.8 at first a picture is seen whole, in the middle`() {
        #expect(geometry.fit == 0.1)
        #expect(geometry.fill == 0.2)
        #expect(geometry.actual == 1)
        #expect(geometry.frame(geometry.fitted) == CGRect(x: 0, y: 150, width: 400, height: 300))
        #expect(geometry.isFitted(geometry.fitted))
    }

    @Test func `5.8 a double tap fills the view about the point, and another goes back`() {
        let filled = geometry.toggled(geometry.fitted, about: CGPoint(x: 100, y: 300))
        #expect(filled.scale == 0.2)
        #expect(isClose(filled.x, -100))
        #expect(isClose(filled.y, 0))
        #expect(!geometry.isFitted(filled))
        #expect(geometry.toggled(filled, about: .zero) == geometry.fitted)
    }

    @Test func `5.8 the tapped point stays under the finger as far as edges allow`() {
        for x in stride(from: 0.0, through: 400, by: 40) {
            for y in stride(from: 150.0, through: 450, by: 50) {
                let point = CGPoint(x: x, y: y)
                let before = geometry.picturePoint(at: point, geometry.fitted)
                let zoomed = geometry.actualSize(geometry.fitted, about: point)
                let after = geometry.picturePoint(at: point, zoomed)
                #expect(zoomed.scale == 1)
                // At ten times the size, every point of the picture can stay.
                #expect(abs(before.x - after.x) < 1e-9 && abs(before.y - after.y) < 0.1)
            }
        }
    }

    @Test func `5.8 where filling is no larger, a double tap shows pixel for pixel, or twice the size`() {
        let same = ZoomGeometry(view: CGSize(width: 400, height: 300), picture: PixelSize(width: 4000, height: 3000))
        #expect(same.toggled(same.fitted, about: middle).scale == 1)
        let small = ZoomGeometry(view: CGSize(width: 400, height: 300), picture: PixelSize(width: 40, height: 30))
        #expect(small.toggled(small.fitted, about: middle).scale == 20)
    }

    @Test func `5.8 pixel for pixel counts the screen's pixels`() {
        let fine = ZoomGeometry(
            view: CGSize(width: 400, height: 600), picture: PixelSize(width: 4000, height: 3000), pixelsPerPoint: 2)
        #expect(fine.actualSize(fine.fitted, about: middle).scale == 0.5)
        #expect(fine.pixels(fine.fitted) == PixelSize(width: 800, height: 600))
        let largest = fine.zoomed(fine.fitted, by: 1000, about: middle)
        #expect(fine.pixels(largest) == PixelSize(width: 4000, height: 3000))
    }

    @Test func `5.8 pinching ends at the limits`() {
        #expect(geometry.zoomed(geometry.fitted, by: 0.2, about: middle) == geometry.fitted)
        #expect(geometry.zoomed(geometry.fitted, by: 1e9, about: middle).scale == geometry.maximum)
        #expect(geometry.maximum == 2)
        for nonsense in [0, -2, Double.nan, .infinity] {
            #expect(geometry.zoomed(geometry.fitted, by: nonsense, about: middle) == geometry.fitted)
        }
    }

    @Test func `5.8 no edge of the picture comes inside of the view`() {
        let large = geometry.actualSize(geometry.fitted, about: middle)
        for (x, y) in [(1e6, 1e6), (-1e6, -1e6), (1e6, -1e6), (37, -12)] {
            let frame = geometry.frame(geometry.moved(large, x: x, y: y))
            #expect(frame.minX <= 0 && frame.maxX >= 400 && frame.minY <= 0 && frame.maxY >= 600)
        }
        #expect(geometry.moved(geometry.fitted, x: 90, y: 90) == geometry.fitted)
        #expect(geometry.moved(large, x: .nan, y: .infinity) == large)
    }

    @Test func `5.8 a swipe turns the page when the picture cannot move further`() {
        #expect(!geometry.canMove(geometry.fitted, x: 30))
        let large = geometry.actualSize(geometry.fitted, about: middle)
        #expect(geometry.canMove(large, x: 30))
        let atEdge = geometry.moved(large, x: 1e6, y: 0)
        #expect(!geometry.canMove(atEdge, x: 30))
        #expect(geometry.canMove(atEdge, x: -30))
    }

    @Test func `a turned device keeps what is in the middle`() {
        let large = geometry.moved(geometry.actualSize(geometry.fitted, about: middle), x: -700, y: -300)
        let turned = ZoomGeometry(view: CGSize(width: 600, height: 400), picture: geometry.picture)
        let kept = turned.resized(large, from: geometry)
        let (before, after) = (
            geometry.picturePoint(at: middle, large), turned.picturePoint(at: CGPoint(x: 300, y: 200), kept)
        )
        #expect(abs(before.x - after.x) < 1e-9 && abs(before.y - after.y) < 1e-9)
        #expect(kept.scale == large.scale)
        #expect(turned.resized(geometry.fitted, from: geometry) == turned.fitted)
    }

    @Test func `a sharp picture in place of a preview looks as large`() {
        let preview = ZoomGeometry(view: geometry.view, picture: PixelSize(width: 400, height: 300))
        let zoom = preview.zoomed(preview.fitted, by: 2, about: middle)
        let sharp = geometry.resized(zoom, from: preview)
        let (one, other) = (preview.frame(zoom), geometry.frame(sharp))
        #expect(abs(one.width - other.width) < 1e-6 && abs(one.minX - other.minX) < 1e-6)
    }

    @Test func `empty pictures and views are arithmetic all the same`() {
        let nothing = ZoomGeometry(view: .zero, picture: .zero, pixelsPerPoint: 0)
        #expect(nothing.fitted.scale.isFinite)
        #expect(nothing.toggled(nothing.fitted, about: .zero).scale.isFinite)
        let odd = ZoomGeometry(view: CGSize(width: CGFloat.nan, height: -4), picture: PixelSize(width: 1, height: 9))
        #expect(odd.frame(odd.fitted).width.isFinite)
    }
}

@Suite struct PlaybackTests {
    private func run(_ playback: inout Playback, _ events: Playback.Event...) -> [Playback.Action] {
        events.map { playback.handle($0) }
    }

    @Test func `5.8 a video plays, stands still, ends and begins anew`() {
        var video = Playback(.video, duration: 10)
        #expect(video.showsPlayButton)
        #expect(run(&video, .appeared, .toggled) == [.none, .play])
        #expect(!video.showsPlayButton)
        #expect(run(&video, .reached(4), .toggled) == [.none, .pause])
        #expect(video.progress == 0.4)
        #expect(video.showsPlayButton)
        #expect(run(&video, .toggled, .finished) == [.play, .pause])
        #expect(video.state == .ended)
        #expect(video.progress == 1)
        #expect(run(&video, .toggled) == [.replay])
        #expect(video.position == 0)
    }

    @Test func `5.8 the bar of times leads anywhere, and does not start a video`() {
        var video = Playback(.video, duration: 10)
        #expect(run(&video, .scrubbed(3), .scrubbed(99), .scrubbed(-4)) == [.seek(3), .seek(10), .seek(0)])
        #expect(video.state == .paused)
        #expect(run(&video, .toggled, .scrubbed(5)) == [.play, .seek(5)])
        #expect(video.state == .playing)
        #expect(run(&video, .finished, .scrubbed(2)) == [.pause, .seek(2)])
        #expect(video.state == .paused)
    }

    @Test func `5.8 a live photo moves once by itself, and while it is held`() {
        var live = Playback(.livePhoto, duration: 3)
        #expect(run(&live, .appeared, .finished) == [.play, .rest])
        #expect(run(&live, .held, .released) == [.replay, .rest])
        #expect(run(&live, .toggled, .toggled) == [.play, .rest])
        #expect(!live.showsPlayButton)
    }

    @Test func `5.8 an animation goes round`() {
        var animation = Playback(.animation, duration: 1)
        #expect(run(&animation, .appeared, .finished, .toggled, .toggled) == [.play, .replay, .pause, .play])
        #expect(!animation.showsPlayButton)
    }

    @Test(arguments: [Playback.Kind.livePhoto, .animation])
    func `5.13 under reduced motion nothing moves by itself`(_ kind: Playback.Kind) {
        var playback = Playback(kind, duration: 3, movesByItself: false)
        #expect(playback.handle(.appeared) == .none)
        #expect(playback.state == .resting)
        #expect(playback.handle(.toggled) == .play)
        #expect(Playback(.animation, movesByItself: false).showsPlayButton)
    }

    @Test(arguments: Playback.Kind.allCases) func `5.8 a page that goes stops what plays`(_ kind: Playback.Kind) {
        var playback = Playback(kind, duration: 3)
        _ = run(&playback, .toggled, .reached(1))
        #expect(playback.handle(.left) == (kind == .still ? .none : .rest))
        #expect(playback.state == .resting)
        #expect(playback.position == 0)
        #expect(playback.handle(.left) == .none)
    }

    @Test func `5.8 what cannot be played rests, and further buttons do nothing`() {
        var video = Playback(.video, duration: 10)
        let error = LibraryError.notDecodable(path: "/x", reason: "no decoder")
        #expect(run(&video, .toggled, .failed(error), .toggled, .scrubbed(2)) == [.play, .rest, .none, .none])
        #expect(video.state == .failed(error))
        #expect(!video.showsPlayButton)
        #expect(run(&video, .left, .toggled) == [.rest, .play])
    }

    @Test(arguments: Playback.Kind.allCases) func `late events change nothing`(_ kind: Playback.Kind) {
        var playback = Playback(kind, duration: 3)
        for event in [Playback.Event.finished, .reached(2), .released] {
            #expect(playback.handle(event) == .none)
            #expect(playback.state == .resting)
            #expect(playback.position == 0)
        }
    }

    @Test func `an asset says what there is to play, and odd durations are none`() {
        #expect(Playback(.sample("v", .video, duration: 5)).kind == .video)
        #expect(Playback(.sample("l", .livePhoto, duration: 3)).kind == .livePhoto)
        #expect(Playback(.sample("p")).kind == .still)
        var animated = Asset.sample("a")
        animated.subtypes = .animated
        #expect(Playback(animated).kind == .animation)
        for odd in [Double.nan, -1, .infinity] { #expect(Playback(.video, duration: odd).duration == 0) }
        var video = Playback(.video)
        _ = run(&video, .toggled, .reached(.nan))
        #expect(video.position == 0)
        #expect(video.progress == 0)
    }
}
