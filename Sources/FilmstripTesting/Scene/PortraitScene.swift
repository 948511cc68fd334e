import Foundation

/// What the front camera sees: a friendly face in a room at evening.
enum PortraitScene {
    private static let wall = SceneGradient(stops: [
        (0, SceneInk(238, 190, 150)), (0.5, SceneInk(226, 160, 132)), (1, SceneInk(176, 112, 112)),
    ])
    private static let skin = SceneInk(244, 190, 152)
    private static let hair = SceneInk(74, 44, 48)
    private static let sweater = SceneInk(42, 124, 128)

    // MARK: What stands still

    static func drawStill(on canvas: SceneCanvas) {
        canvas.backdrop(from: -1, to: 2, wall.ink(at:))
        drawWallpaper(on: canvas)
        drawWindow(on: canvas)
        drawPlant(on: canvas)
        drawLamp(on: canvas)
    }

    private static func drawWallpaper(on canvas: SceneCanvas) {
        for row in 0..<16 {
            for column in -16...16 {
                let x = (Double(column) + (row % 2 == 0 ? 0 : 0.5)) * 0.07
                let y = 0.03 + Double(row) * 0.06
                canvas.mark(x, y, 0.0042, wall.ink(at: y).mixed(with: SceneInk(255, 236, 214), 0.5))
            }
        }
    }

    private static func drawWindow(on canvas: SceneCanvas) {
        let (left, right, top, bottom) = (0.36, 0.72, 0.1, 0.56)
        func pane(_ left: Double, _ right: Double, _ top: Double, _ bottom: Double, _ ink: (Double) -> SceneInk) {
            canvas.shape(
                left: [(left, top), (left, bottom)], right: [(right, top), (right, bottom)], ink)
        }
        let night = SceneGradient(stops: [
            (top, SceneInk(44, 48, 104)), (0.36, SceneInk(120, 82, 138)), (bottom, SceneInk(240, 160, 124)),
        ])
        pane(left - 0.02, right + 0.02, top - 0.02, bottom + 0.02) { _ in SceneInk(250, 238, 222) }
        pane(left, right, top, bottom, night.ink(at:))
        canvas.ellipse(0.62, 0.19, 0.034, 0.034, SceneInk(255, 244, 210))
        canvas.ellipse(0.606, 0.182, 0.03, 0.03, night.ink(at:))
        pane(left, right, 0.325, 0.337) { _ in SceneInk(250, 238, 222) }
        pane(0.534, 0.546, top, bottom) { _ in SceneInk(250, 238, 222) }
        pane(left - 0.04, right + 0.04, bottom + 0.02, bottom + 0.045) { _ in SceneInk(236, 218, 200) }
    }

    private static func drawPlant(on canvas: SceneCanvas) {
        let x = -0.56
        for (lean, length, ink) in [
            (-0.13, 0.2, SceneInk(66, 112, 84)), (0.12, 0.22, SceneInk(76, 128, 92)),
            (-0.06, 0.3, SceneInk(88, 146, 100)), (0.05, 0.28, SceneInk(70, 122, 90)),
            (0, 0.34, SceneInk(96, 158, 106)),
        ] {
            for step in 0..<9 {
                let part = Double(step) / 8
                canvas.ellipse(
                    x + lean * part, 0.68 - length * part, 0.012 + 0.03 * sin(part * 3.1), 0.028, ink)
            }
        }
        canvas.shape(
            left: [(x - 0.08, 0.66), (x - 0.06, 0.82)], right: [(x + 0.08, 0.66), (x + 0.06, 0.82)],
            SceneInk(196, 98, 72))
        canvas.shape(
            left: [(x - 0.09, 0.645), (x - 0.09, 0.68)], right: [(x + 0.09, 0.645), (x + 0.09, 0.68)],
            SceneInk(214, 116, 86))
        canvas.shape(
            left: [(-2, 0.82), (-2, 2)], right: [(-0.38, 0.82), (-0.38, 2)], SceneInk(122, 76, 66))
    }

    private static func drawLamp(on canvas: SceneCanvas) {
        for ring in 0..<28 {
            let part = Double(ring) / 28
            canvas.ellipse(-0.3, 0.06, 0.3 * (1 - part), 0.24 * (1 - part)) { y in
                wall.ink(at: y).mixed(with: SceneInk(255, 240, 196), 0.6 * part)
            }
        }
        canvas.shape(left: [(-0.302, -0.1), (-0.302, 0)], right: [(-0.298, -0.1), (-0.298, 0)], SceneInk(90, 60, 60))
        canvas.shape(
            left: [(-0.32, 0), (-0.39, 0.075)], right: [(-0.28, 0), (-0.21, 0.075)], SceneInk(255, 220, 150))
    }

    // MARK: What moves

    static func drawMoving(on canvas: SceneCanvas, at seconds: Double) {
        let sway = 0.018 * sin(seconds * 0.9)
        let nod = 0.006 * sin(seconds * 1.7)
        drawBody(on: canvas, breath: 0.004 * sin(seconds * 1.4))
        drawHead(on: canvas, x: sway, y: 0.4 + nod)
        drawFace(on: canvas, x: sway * 1.35, y: 0.4 + nod * 1.4, at: seconds)
    }

    private static func drawBody(on canvas: SceneCanvas, breath: Double) {
        let top = 0.69 - breath
        canvas.ellipse(0, top + 0.22, 0.36, 0.24, sweater)
        canvas.shape(
            left: [(-0.36, top + 0.22), (-0.38, 1.1)], right: [(0.36, top + 0.22), (0.38, 1.1)], sweater)
        canvas.ellipse(0, top + 0.005, 0.115, 0.06, sweater.shaded(0.8))
        canvas.shape(
            left: [(-0.065, 0.56), (-0.075, top)], right: [(0.065, 0.56), (0.075, top)], skin.shaded(0.86))
        canvas.ellipse(0, top, 0.076, 0.03, skin.shaded(0.86))
    }

    private static func drawHead(on canvas: SceneCanvas, x: Double, y: Double) {
        canvas.ellipse(x, y - 0.075, 0.2, 0.175, hair)
        canvas.ellipse(x - 0.15, y + 0.03, 0.055, 0.15, hair)
        canvas.ellipse(x + 0.15, y + 0.03, 0.055, 0.15, hair)
        for side in [-1.0, 1.0] { canvas.ellipse(x + side * 0.158, y + 0.02, 0.024, 0.036, skin.shaded(0.93)) }
        canvas.ellipse(x, y + 0.01, 0.158, 0.196) { height in
            skin.mixed(with: skin.shaded(0.9), max(0, min(1, (height - y) / 0.2)))
        }
        // A fringe, combed to one side.
        canvas.ellipse(x - 0.045, y - 0.15, 0.13, 0.062, hair)
        canvas.ellipse(x + 0.085, y - 0.155, 0.075, 0.06, hair)
        canvas.ellipse(x - 0.06, y - 0.185, 0.07, 0.022, hair.mixed(with: SceneInk(255, 200, 170), 0.16))
    }

    private static func drawFace(on canvas: SceneCanvas, x: Double, y: Double, at seconds: Double) {
        let blink = seconds.truncatingRemainder(dividingBy: 3.7) < 0.14
        let look = 0.007 * sin(seconds * 0.6)
        for side in [-1.0, 1.0] {
            let eye = x + side * 0.062
            canvas.ellipse(x + side * 0.088, y + 0.075, 0.032, 0.022, SceneInk(240, 160, 136))
            canvas.ellipse(eye, y - 0.052, 0.034, 0.007, hair)
            if blink {
                canvas.ellipse(eye, y + 0.004, 0.026, 0.004, hair)
            } else {
                canvas.ellipse(eye, y, 0.026, 0.021, SceneInk(255, 252, 246))
                canvas.ellipse(eye + look, y + 0.001, 0.0155, 0.0175, SceneInk(70, 92, 92))
                canvas.ellipse(eye + look, y + 0.001, 0.0085, 0.0095, SceneInk(24, 22, 30))
                canvas.ellipse(eye + look + 0.005, y - 0.006, 0.004, 0.004, SceneInk(255, 255, 255))
            }
        }
        canvas.ellipse(x, y + 0.052, 0.017, 0.013, skin.shaded(0.87))
        let smile = 0.058 + 0.008 * sin(seconds * 0.7)
        canvas.ellipse(x, y + 0.096, smile, 0.042, clippedTo: y + 0.096...y + 0.15) { _ in SceneInk(146, 52, 60) }
        canvas.ellipse(x, y + 0.096, smile * 0.86, 0.014, clippedTo: y + 0.096...y + 0.15) { _ in
            SceneInk(255, 250, 244)
        }
    }
}
