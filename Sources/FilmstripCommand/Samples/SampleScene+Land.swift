import Foundation

extension SampleScene {
    static func mountains(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette) {
        sky(&canvas, &random, palette, horizon: 0.72)
        ridges(&canvas, &random, palette, from: 0.46, to: 0.9, count: random.integer(in: 4...6), height: 0.2)
        if random.chance(0.6) { firs(&canvas, &random, palette.near.shaded(0.7), base: 0.96, count: 26) }
    }

    static func lake(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette) {
        let shore = Float(random.number(in: 0.56...0.68))
        sky(&canvas, &random, palette, horizon: shore)
        ridges(&canvas, &random, palette, from: shore - 0.2, to: shore - 0.02, count: 3, height: 0.16)
        water(&canvas, &random, palette, from: shore, to: 1)
        if random.chance(0.7) { boat(&canvas, &random, at: shore + 0.12, palette) }
        let edge = ridge(&random, base: 0.99, height: 0.08, roughness: 0.5)
        canvas.ground(depth: 0.2, [palette.near.shaded(0.8), palette.near.shaded(0.5)], edge: edge)
    }

    static func sea(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette) {
        let horizon = Float(random.number(in: 0.42...0.56))
        sky(&canvas, &random, palette, horizon: horizon)
        let deep = SampleColor(0x0B5C7A).mixed(with: palette.near, 0.35)
        let shallow = SampleColor(0x6FC7C3).mixed(with: palette.sky[palette.sky.count - 1], 0.35)
        canvas.gradient([deep, deep.mixed(with: shallow, 0.55), shallow], from: horizon, to: 0.86)
        for _ in 0..<Int(110 * canvas.aspect) {
            let depth = Float(random.number(in: 0...1))
            let width = 0.01 + 0.05 * depth
            canvas.disc(
                Float(random.number(in: 0...1)) * canvas.aspect, horizon + 0.4 * depth * depth, width,
                softness: width * 0.4, squeeze: 0.05, palette.light, opacity: 0.2)
        }
        for _ in 0..<random.integer(in: 0...3) { boat(&canvas, &random, at: horizon + 0.03, palette) }
        let beach = Float(random.number(in: 0.78...0.88))
        let tilt = Float(random.number(in: -0.06...0.06))
        let shore: (Float) -> Float = { beach + tilt * ($0 - 0.7) + 0.012 * sin($0 * 9) + 0.006 * sin($0 * 23) }
        canvas.ground(depth: 0.03, [SampleColor(0xFFFFFF), SampleColor(0xE7DCC0)], opacity: 0.85) { shore($0) - 0.014 }
        canvas.ground(depth: 0.25, [SampleColor(0xD9C79A), SampleColor(0xEBDDB6), SampleColor(0xC9B284)], edge: shore)
    }

    static func dunes(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette) {
        sky(&canvas, &random, palette, horizon: 0.6)
        for layer in 0..<4 {
            let part = Float(layer) / 3
            let lit = SampleColor(0xF2C17D).mixed(with: SampleColor(0xC7733A), part)
            let shade = SampleColor(0xA65E3A).mixed(with: SampleColor(0x5A2E28), part)
            let (phase, pace) = (Float(random.number(in: 0...6)), Float(random.number(in: 1.6...3)))
            let crest: (Float) -> Float = { x in
                0.5 + 0.13 * Float(layer) + 0.07 * sin(x * pace + phase) + 0.025 * sin(x * pace * 2.3 + phase * 2)
            }
            canvas.ground(depth: 0.3, [lit, lit.shaded(0.93), lit.mixed(with: shade, 0.4)], edge: crest)
            // The side that the wind has steepened lies in the shade, from each crest down to the right.
            canvas.ground(depth: 0.5, [shade.mixed(with: lit, 0.35), shade], opacity: 0.8) { x in
                let slope = cos(x * pace + phase) * pace * 0.07
                return crest(x) + (slope > 0 ? 0.012 / max(0.02, slope * slope * 4) : 2)
            }
        }
    }

    static func forest(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette) {
        let fog = palette.sky[palette.sky.count - 1].mixed(with: SampleColor(0xDFEBDD), 0.5)
        canvas.gradient([palette.sky[1].mixed(with: fog, 0.5), fog, fog.shaded(0.92)])
        let sun = (x: Float(random.number(in: 0.1...0.9)) * canvas.aspect, y: Float(random.number(in: 0.08...0.35)))
        canvas.disc(sun.x, sun.y, 0.05, softness: Float(random.number(in: 0.3...0.8)), palette.light, opacity: 0.65)
        let isLeafy = random.chance(0.55)
        let colors =
            isLeafy ? [0x6B8E3D, 0x4F7A3A, 0xC9772B, 0xB5482A, 0xD9A441] : [0x274029, 0x33482B, 0x5C4A21, 0x20393F]
        let color = random.pick(colors.map(SampleColor.init))
        let (layers, height) = (random.integer(in: 3...5), Float(random.number(in: 0.7...1.3)))
        for layer in 0..<layers {
            let part = Float(layer) / Float(layers - 1)
            let shade = fog.mixed(with: color, 0.2 + 0.75 * part)
            let (base, size) = (0.62 + 0.4 * part, (0.16 + 0.3 * part) * height)
            if isLeafy {
                leafyTrees(&canvas, &random, shade, base: base - 0.08, count: 12 - 2 * layer, size: size)
            } else {
                firs(&canvas, &random, shade, base: base, count: 24 - 3 * layer, size: size)
            }
        }
        guard random.chance(0.4) else { return }
        let (foot, lean) = (Float(random.number(in: 0.3...0.7)) * canvas.aspect, Float(random.number(in: -0.5...0.5)))
        // A path that comes out of the trees and widens towards the eye.
        canvas.ground(depth: 0.3, [SampleColor(0xC8B48A).mixed(with: color, 0.2), SampleColor(0x9C835A)], opacity: 0.9)
        {
            x in 0.78 + abs(x - foot - lean * 0.1) * (x > foot ? 2.2 : 1.6)
        }
    }

    /// A row of trees with round crowns, on a floor of leaves.
    private static func leafyTrees(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ color: SampleColor, base: Float, count: Int,
        size: Float
    ) {
        let floor = ridge(&random, base: base, height: 0.02, roughness: 0.5)
        canvas.ground(depth: 0.3, [color.shaded(0.9), color.shaded(0.6)], edge: floor)
        for _ in 0..<max(2, Int(Float(count) * canvas.aspect / 1.33)) {
            let x = Float(random.number(in: -0.05...1.05)) * canvas.aspect
            let height = size * Float(random.number(in: 0.7...1.2))
            let foot = floor(x) + 0.01
            canvas.box(
                x - height * 0.035, foot - height, height * 0.07, height, color.mixed(with: SampleColor(0x3A2A1E), 0.7))
            for _ in 0..<9 {
                canvas.disc(
                    x + height * Float(random.number(in: -0.3...0.3)),
                    foot - height * Float(random.number(in: 0.7...1.25)), height * Float(random.number(in: 0.1...0.22)),
                    softness: height * 0.04, color.shaded(Float(random.number(in: 0.8...1.2))), opacity: 0.92)
            }
        }
    }

    /// A row of fir trees.
    static func firs(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ color: SampleColor, base: Float, count: Int,
        size: Float = 0.14
    ) {
        let trees = (0..<Int(Float(count) * canvas.aspect / 1.33)).map { _ -> (Float, Float, Float) in
            (
                Float(random.number(in: -0.05...1.05)) * canvas.aspect, size * Float(random.number(in: 0.55...1.15)),
                Float(random.number(in: 0...1))
            )
        }
        let sway = Float(random.number(in: 0...6))
        canvas.ground(depth: 0.3, [color, color.shaded(0.75)]) { x in
            var top = base + 0.015 * sin(x * 5 + sway)
            for (center, height, twist) in trees {
                let distance = abs(x - center) / (height * 0.24)
                guard distance < 1 else { continue }
                // Branches: the side of the tree is a saw.
                let rise = 1 - distance
                let tooth = (rise * 7 + twist).truncatingRemainder(dividingBy: 1) * 0.1
                top = min(top, base - height * (rise - tooth * (1 - rise)))
            }
            return top
        }
    }

    static func camp(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette) {
        canvas.gradient(palette.sky)
        let (slope, start) = (Float(random.number(in: -0.5...0.5)), Float(random.number(in: 0.2...0.5)))
        for step in 0..<46 {
            let x = canvas.aspect * Float(step) / 45
            let y = start + slope * (x - canvas.aspect / 2) + Float(random.number(in: -0.03...0.03))
            canvas.disc(x, y, 0.01, softness: 0.16, palette.far.mixed(with: palette.light, 0.25), opacity: 0.09)
        }
        stars(&canvas, &random, below: 0.8)
        ridges(&canvas, &random, palette, from: 0.7, to: 0.88, count: 2, height: 0.14)
        let x = Float(random.number(in: 0.25...0.75)) * canvas.aspect
        canvas.disc(x, 0.9, 0.02, softness: 0.3, squeeze: 0.6, SampleColor(0xFFB347), opacity: 0.6)
        canvas.ground(depth: 0.12, [SampleColor(0xFFC66B), SampleColor(0xE8872E), SampleColor(0x8C3B1B)]) { px in
            abs(px - x) < 0.12 ? 0.8 + abs(px - x) * 1.15 : 2
        }
        canvas.ground(depth: 0.2, [SampleColor(0x5A230F)]) { px in
            abs(px - x) < 0.022 ? 0.86 + abs(px - x) * 3.2 : 2
        }
        let edge = ridge(&random, base: 0.95, height: 0.03, roughness: 0.6)
        canvas.ground(depth: 0.1, [palette.near, palette.near.shaded(0.5)], edge: edge)
    }

    private static func boat(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, at y: Float, _ palette: Palette
    ) {
        let x = Float(random.number(in: 0.12...0.88)) * canvas.aspect
        let size = Float(random.number(in: 0.03...0.08))
        let sail = SampleColor(0xFFF8EA).mixed(with: palette.light, 0.3)
        canvas.ground(depth: size * 2, [sail, sail.shaded(0.85)], bottom: y - size * 0.1) { px in
            let side = (px - x) / size
            return side > 0.04 && side < 0.75 ? y - size * 2 * (1 - side / 0.75) : 2
        }
        canvas.ground(depth: size * 2, [sail.shaded(0.9), sail.shaded(0.75)], bottom: y - size * 0.1) { px in
            let side = (x - px) / size
            return side > 0 && side < 0.5 ? y - size * 1.7 * (1 - side / 0.5) : 2
        }
        canvas.disc(x, y, size * 0.9, squeeze: 0.16, SampleColor(0x6B2D2D))
    }
}
