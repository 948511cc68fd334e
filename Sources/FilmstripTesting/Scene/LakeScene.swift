import Foundation

/// What the rear camera sees: a lake between mountains after sunset, with a balloon, a sailing boat, clouds and birds.
enum LakeScene {
    private static let horizon = 0.6
    private static let sun = (x: -0.34, y: 0.49)
    private static let glow = SceneInk(255, 196, 120)
    private static let sky = SceneGradient(stops: [
        (0, SceneInk(24, 30, 78)), (0.16, SceneInk(62, 54, 122)), (0.32, SceneInk(142, 84, 142)),
        (0.46, SceneInk(232, 130, 118)), (0.55, SceneInk(252, 178, 118)), (0.62, SceneInk(255, 214, 154)),
    ])

    private static func water(_ y: Double) -> SceneInk {
        let depth = y - horizon
        return sky.ink(at: horizon - depth * 1.55).mixed(with: SceneInk(30, 44, 92), 0.24 + depth * 0.9).shaded(0.94)
    }

    // MARK: Mountains

    private static func farRidge(_ x: Double) -> Double {
        0.475 + 0.045 * sin(x * 3.1 + 0.6) + 0.022 * sin(x * 9.7 + 2) + 0.009 * sin(x * 27 + 1)
            + 0.004 * sin(x * 71) + 0.075 * exp(-pow((x - sun.x) * 4.5, 2))
    }

    private static func nearRidge(_ x: Double) -> Double {
        0.545 + 0.04 * sin(x * 2.3 + 3.9) + 0.018 * sin(x * 7.3 + 0.4) + 0.006 * sin(x * 23)
    }

    private static func forest(_ x: Double) -> Double {
        let tree = abs((x * 46).truncatingRemainder(dividingBy: 1))
        let small = abs((x * 71 + 0.4).truncatingRemainder(dividingBy: 1))
        return 0.588 + 0.006 * sin(x * 5) - 0.013 * abs(1 - 2 * tree) - 0.007 * abs(1 - 2 * small)
    }

    private static func shore(_ x: Double) -> Double {
        0.905 - 0.07 * exp(-pow((x - 0.62) * 2.6, 2)) - 0.045 * exp(-pow((x + 0.75) * 3, 2)) + 0.008 * sin(x * 11)
            + 0.003 * sin(x * 43)
    }

    // MARK: What stands still

    static func drawStill(on canvas: SceneCanvas) {
        canvas.backdrop(from: -1, to: horizon, sky.ink(at:))
        drawStars(on: canvas)
        drawSun(on: canvas)
        drawMountains(on: canvas)
        drawWater(on: canvas)
        drawShore(on: canvas)
    }

    private static func drawStars(on canvas: SceneCanvas) {
        var dice = SceneDice(seed: 11)
        for _ in 0..<300 {
            let (x, y) = (dice.roll(-1...1), dice.roll() * dice.roll() * 0.44)
            canvas.mark(
                x, y, dice.roll(0.001...0.0028), SceneInk(255, 250, 232), strength: dice.roll(0.5...1) - y * 0.7)
        }
    }

    private static func drawSun(on canvas: SceneCanvas) {
        let rings = 40
        for ring in 0..<rings {
            let part = Double(ring) / Double(rings)
            let radius = 0.42 * (1 - part) + 0.045
            canvas.ellipse(sun.x, sun.y, radius * 1.25, radius, clippedTo: -1...horizon) { y in
                sky.ink(at: y).mixed(with: glow, 0.72 * part * part)
            }
        }
        canvas.ellipse(sun.x, sun.y, 0.05, 0.05, SceneInk(255, 232, 176))
        canvas.ellipse(sun.x, sun.y, 0.043, 0.043, SceneInk(255, 248, 222))
    }

    private static func drawMountains(on canvas: SceneCanvas) {
        let layers: [((Double) -> Double, SceneInk, SceneInk)] = [
            (farRidge, SceneInk(150, 96, 142), SceneInk(226, 146, 140)),
            (nearRidge, SceneInk(96, 66, 122), SceneInk(156, 98, 132)),
            (forest, SceneInk(46, 38, 82), SceneInk(58, 46, 92)),
        ]
        var dice = SceneDice(seed: 23)
        for (ridge, upper, lower) in layers {
            canvas.band(top: ridge, bottom: { _ in horizon }) { y in
                upper.mixed(with: lower, max(0, min(1, (y - 0.42) / 0.18)))
            }
            for _ in 0..<70 {
                let x = dice.roll(-1...1)
                let y = min(horizon - 0.004, ridge(x) + dice.roll(0.006...0.07))
                canvas.mark(x, y, dice.roll(0.001...0.0022), lower.mixed(with: SceneInk(255, 214, 190), 0.45))
            }
        }
    }

    private static func drawWater(on canvas: SceneCanvas) {
        canvas.backdrop(from: horizon, to: 2, water)
        // The mountains once more, upside down and flattened.
        canvas.band(top: { _ in horizon }, bottom: { horizon + (horizon - nearRidge($0)) * 0.9 }) { y in
            water(y).mixed(with: SceneInk(74, 56, 112), 0.5)
        }
        canvas.band(top: { _ in horizon }, bottom: { horizon + (horizon - forest($0)) }) { y in
            water(y).mixed(with: SceneInk(44, 38, 82), 0.75)
        }
        var dice = SceneDice(seed: 37)
        for _ in 0..<380 {
            let depth = dice.roll(0.02...0.32)
            let (x, y) = (dice.roll(-1...1), horizon + depth)
            let ink = water(y).mixed(with: SceneInk(255, 226, 214), 0.55)
            for step in 0..<4 {
                canvas.mark(x + Double(step) * 0.0035, y, 0.0011 + depth * 0.002, ink, strength: 0.85)
            }
        }
    }

    private static func drawShore(on canvas: SceneCanvas) {
        canvas.band(top: shore, bottom: { _ in 2 }) { y in
            SceneInk(34, 32, 62).mixed(with: SceneInk(20, 20, 40), max(0, min(1, (y - 0.85) / 0.1)))
        }
        for (x, size) in [(-0.83, 1.0), (-0.73, 0.72), (-0.66, 0.5), (0.83, 0.8), (0.76, 0.52)] {
            drawPine(on: canvas, x: x, foot: shore(x) + 0.012, height: 0.3 * size)
        }
        var dice = SceneDice(seed: 51)
        for _ in 0..<150 {
            let x = dice.roll(-1...1)
            let foot = shore(x) + 0.01
            let (lean, length) = (dice.roll(-0.006...0.006), dice.roll(0.012...0.034))
            for step in 0..<6 {
                let part = Double(step) / 5
                canvas.mark(
                    x + lean * part, foot - length * part, 0.0012, SceneInk(70, 62, 96), strength: 0.95)
            }
        }
        drawCabin(on: canvas)
    }

    private static func drawPine(on canvas: SceneCanvas, x: Double, foot: Double, height: Double) {
        let ink = SceneInk(24, 26, 54)
        canvas.shape(
            left: [(x - 0.004, foot - height * 0.2), (x - 0.005, foot)],
            right: [(x + 0.004, foot - height * 0.2), (x + 0.005, foot)], SceneInk(30, 24, 40))
        for tier in 0..<6 {
            let top = foot - height + height * 0.135 * Double(tier)
            let (bottom, half) = (top + height * 0.235, height * (0.055 + 0.034 * Double(tier)))
            canvas.shape(left: [(x, top), (x - half, bottom)], right: [(x, top), (x + half, bottom)], ink)
        }
    }

    private static func drawCabin(on canvas: SceneCanvas) {
        let (x, foot) = (0.6, 0.856)
        canvas.shape(
            left: [(x - 0.055, foot - 0.05), (x - 0.055, foot)], right: [(x + 0.055, foot - 0.05), (x + 0.055, foot)],
            SceneInk(52, 36, 52))
        canvas.shape(
            left: [(x - 0.03, foot - 0.088), (x - 0.072, foot - 0.046)],
            right: [(x + 0.03, foot - 0.088), (x + 0.072, foot - 0.046)], SceneInk(30, 26, 48))
        canvas.shape(
            left: [(x + 0.022, foot - 0.108), (x + 0.022, foot - 0.07)],
            right: [(x + 0.036, foot - 0.108), (x + 0.036, foot - 0.07)], SceneInk(36, 28, 46))
        for window in [-0.034, 0.008] {
            canvas.shape(
                left: [(x + window, foot - 0.036), (x + window, foot - 0.014)],
                right: [(x + window + 0.026, foot - 0.036), (x + window + 0.026, foot - 0.014)],
                SceneInk(255, 206, 112))
        }
    }

    // MARK: What moves

    static func drawMoving(on canvas: SceneCanvas, at seconds: Double) {
        drawClouds(on: canvas, at: seconds)
        drawBirds(on: canvas, at: seconds)
        drawBalloon(on: canvas, at: seconds)
        drawGlitter(on: canvas, at: seconds)
        drawBoat(on: canvas, at: seconds)
        drawSmoke(on: canvas, at: seconds)
    }

    /// A place that wanders from one side to the other and comes in again.
    private static func drift(_ seconds: Double, _ speed: Double, _ start: Double, reach: Double = 1.25) -> Double {
        let way = (start + reach + seconds * speed).truncatingRemainder(dividingBy: 2 * reach)
        return (way < 0 ? way + 2 * reach : way) - reach
    }

    private static func drawClouds(on canvas: SceneCanvas, at seconds: Double) {
        for (start, y, size, speed) in [(-0.7, 0.13, 1.0, 0.010), (0.25, 0.2, 0.75, 0.014), (0.95, 0.085, 0.6, 0.007)] {
            let x = drift(seconds, speed, start)
            for (dx, dy, rx, ry) in [
                (0.0, 0.0, 0.2, 0.012), (-0.06, -0.012, 0.085, 0.015), (0.05, -0.016, 0.07, 0.019),
                (0.1, 0.01, 0.12, 0.008),
            ] {
                canvas.ellipse(x + dx * size, y + dy * size, rx * size, ry * size) { height in
                    sky.ink(at: height + 0.05).mixed(with: SceneInk(255, 168, 158), 0.42)
                }
            }
        }
    }

    private static func drawBirds(on canvas: SceneCanvas, at seconds: Double) {
        for bird in 0..<5 {
            let x = drift(seconds, 0.045, 0.1 + 0.045 * Double(bird), reach: 1.4)
            let y = 0.3 + 0.012 * Double((bird * 3) % 5) + 0.006 * sin(seconds * 0.9 + Double(bird))
            let wing = 0.009 * sin(seconds * 7 + Double(bird) * 1.3)
            for side in [-1.0, 1.0] {
                for step in 0..<6 {
                    let part = Double(step) / 5
                    canvas.mark(
                        x + side * part * 0.014, y - wing * part + part * part * 0.003, 0.0013, SceneInk(40, 30, 66))
                }
            }
        }
    }

    private static func drawBalloon(on canvas: SceneCanvas, at seconds: Double) {
        let x = drift(seconds, 0.016, 0.22)
        let y = 0.27 + 0.014 * sin(seconds * 0.45)
        let (rx, ry) = (0.078, 0.09)
        canvas.shape(
            left: [(x - 0.045, y + 0.066), (x - 0.014, y + 0.118)],
            right: [(x + 0.045, y + 0.066), (x + 0.014, y + 0.118)], SceneInk(150, 50, 60))
        let gores: [(Double, SceneInk)] = [
            (1, SceneInk(206, 66, 74)), (0.74, SceneInk(246, 208, 150)), (0.42, SceneInk(226, 92, 80)),
            (0.14, SceneInk(255, 226, 176)),
        ]
        for (width, ink) in gores {
            canvas.ellipse(x, y, rx * width, ry) { height in ink.shaded(1.06 - max(0, height - y) * 3.4) }
        }
        for side in [-1.0, 1.0] {
            canvas.shape(
                left: [(x + side * 0.013 - 0.0012, y + 0.112), (x + side * 0.011 - 0.0012, y + 0.136)],
                right: [(x + side * 0.013 + 0.0012, y + 0.112), (x + side * 0.011 + 0.0012, y + 0.136)],
                SceneInk(70, 46, 60))
        }
        canvas.shape(
            left: [(x - 0.014, y + 0.134), (x - 0.011, y + 0.156)],
            right: [(x + 0.014, y + 0.134), (x + 0.011, y + 0.156)], SceneInk(92, 58, 56))
    }

    private static func drawGlitter(on canvas: SceneCanvas, at seconds: Double) {
        var dice = SceneDice(seed: 77)
        for _ in 0..<64 {
            let depth = dice.roll(0.004...0.27)
            let phase = dice.roll(0...6.28)
            let shine = 0.5 + 0.5 * sin(seconds * dice.roll(1.2...2.6) + phase)
            let spread = 0.03 + depth * 0.5
            let x = sun.x + dice.roll(-1...1) * spread * 0.5 + 0.006 * sin(seconds + phase)
            let (half, thick) = ((0.008 + depth * 0.11) * shine, 0.0012 + depth * 0.009)
            let (y, sharp) = (horizon + depth, canvas.sharpness(x, horizon + depth))
            canvas.ellipse(
                x, y, half, thick * shine * (1.9 - 0.9 * sharp),
                water(y).mixed(with: glow, (0.35 + 0.6 * shine) * (0.4 + 0.6 * sharp)))
        }
    }

    private static func drawBoat(on canvas: SceneCanvas, at seconds: Double) {
        let x = drift(seconds, -0.021, 0.18)
        let y = 0.715 + 0.003 * sin(seconds * 1.1)
        let lean = 0.006 * sin(seconds * 0.8)
        for (tip, foot, ink) in [(0.11, 0.012, 0.35), (0.085, 0.012, 0.5)] {
            canvas.shape(
                left: [(x - 0.052, y + 0.018), (x - 0.01 - lean, y + foot + tip)],
                right: [(x + 0.05, y + 0.018), (x + 0.006 - lean, y + foot + tip)]
            ) { height in water(height).mixed(with: SceneInk(240, 214, 206), ink * 0.55) }
        }
        canvas.shape(
            left: [(x + lean, y - 0.148), (x - 0.056, y - 0.012)],
            right: [(x + 0.003 + lean, y - 0.148), (x + 0.002, y - 0.012)], SceneInk(255, 240, 226))
        canvas.shape(
            left: [(x + 0.006 + lean, y - 0.13), (x + 0.006, y - 0.014)],
            right: [(x + 0.008 + lean, y - 0.13), (x + 0.046, y - 0.014)], SceneInk(238, 198, 190))
        canvas.shape(
            left: [(x - 0.062, y - 0.006), (x - 0.044, y + 0.016)],
            right: [(x + 0.064, y - 0.006), (x + 0.046, y + 0.016)], SceneInk(120, 44, 58))
    }

    private static func drawSmoke(on canvas: SceneCanvas, at seconds: Double) {
        for puff in 0..<7 {
            let age = (seconds * 0.35 + Double(puff) / 7).truncatingRemainder(dividingBy: 1)
            canvas.mark(
                0.629 + 0.02 * age + 0.008 * sin(age * 6 + seconds * 0.3), 0.742 - 0.11 * age, 0.004 + 0.008 * age,
                SceneInk(206, 186, 206), strength: 0.4 * (1 - age))
        }
    }
}
