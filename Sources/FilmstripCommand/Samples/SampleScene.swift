import Foundation

/// What a sample picture shows. Each scene has many faces: all of it depends on the random numbers.
enum SampleScene: String, CaseIterable, Sendable {
    case mountains, sea, city, flowers, forest, dunes, night, portrait, food, lake

    /// The colours of the sky and of what lies under it, at one time of the day.
    struct Palette: Sendable {
        /// From the zenith down to the horizon.
        var sky: [SampleColor]
        var far: SampleColor
        var near: SampleColor
        var light: SampleColor
        var isDark = false
    }

    /// Paints it.
    func paint(_ canvas: inout SampleCanvas, _ random: inout SampleRandom) {
        let palette = random.pick(self == .night ? Self.nights : Self.days)
        switch self {
        case .mountains: Self.mountains(&canvas, &random, palette)
        case .sea: Self.sea(&canvas, &random, palette)
        case .city: Self.city(&canvas, &random, random.chance(0.5) ? random.pick(Self.nights) : palette)
        case .flowers: Self.flowers(&canvas, &random)
        case .forest: Self.forest(&canvas, &random, palette)
        case .dunes: Self.dunes(&canvas, &random, palette)
        case .night: Self.camp(&canvas, &random, palette)
        case .portrait: Self.portrait(&canvas, &random)
        case .food: Self.food(&canvas, &random)
        case .lake: Self.lake(&canvas, &random, palette)
        }
        canvas.finish(vignette: 0.16, grain: 0.02, &random)
    }

    static let days = [
        Palette(
            sky: [0x3A7BD5, 0x6FA8E8, 0xA9CFF2, 0xE6F1F5].map(SampleColor.init), far: SampleColor(0x9DB4CE),
            near: SampleColor(0x2F4B3C), light: SampleColor(0xFFF6DC)),
        Palette(
            sky: [0x2B2D5B, 0x6C4A86, 0xD4768B, 0xF7B267, 0xFFE0A3].map(SampleColor.init), far: SampleColor(0xA66A92),
            near: SampleColor(0x2A1F3D), light: SampleColor(0xFFE3B0)),
        Palette(
            sky: [0x8FB8DE, 0xB9CFE4, 0xEBD9D0, 0xF9E4CC].map(SampleColor.init), far: SampleColor(0xB6B5C9),
            near: SampleColor(0x4A4E69), light: SampleColor(0xFFF1D6)),
        Palette(
            sky: [0x264653, 0x2A9D8F, 0xA8D5BA, 0xE9F5DB].map(SampleColor.init), far: SampleColor(0x83B5A6),
            near: SampleColor(0x1F3B38), light: SampleColor(0xF4F1BB)),
        Palette(
            sky: [0x5C677D, 0x8D99AE, 0xC2CAD6, 0xE5E9EE].map(SampleColor.init), far: SampleColor(0xA7B1C0),
            near: SampleColor(0x39424E), light: SampleColor(0xF5F7FA)),
        Palette(
            sky: [0x1D3557, 0x457B9D, 0xF1A66A, 0xF4D9A0].map(SampleColor.init), far: SampleColor(0x7F8FA9),
            near: SampleColor(0x22283B), light: SampleColor(0xFFDca0)),
    ]

    static let nights = [
        Palette(
            sky: [0x070B1E, 0x101B3F, 0x243B6B, 0x4A5C8A].map(SampleColor.init), far: SampleColor(0x2C3A61),
            near: SampleColor(0x0A0F1F), light: SampleColor(0xF2EFD9), isDark: true),
        Palette(
            sky: [0x0B0A1A, 0x1F1637, 0x43245A, 0x7A3B69].map(SampleColor.init), far: SampleColor(0x37234F),
            near: SampleColor(0x0D0816), light: SampleColor(0xFFE9C7), isDark: true),
    ]

    // MARK: Parts that several scenes share

    /// A sky with sun or moon, its glow, and clouds.
    static func sky(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette, horizon: Float) {
        canvas.gradient(palette.sky, to: horizon + 0.02)
        if palette.isDark { stars(&canvas, &random, below: horizon) }
        let x = Float(random.number(in: 0.15...0.85)) * canvas.aspect
        let y = horizon * Float(random.number(in: 0.25...0.9))
        canvas.disc(x, y, 0.01, softness: 0.55, palette.light, opacity: palette.isDark ? 0.18 : 0.45)
        canvas.disc(x, y, 0.03, softness: 0.09, palette.light, opacity: 0.6)
        canvas.disc(x, y, palette.isDark ? 0.034 : 0.042, palette.light.mixed(with: SampleColor(1, 1, 1), 0.5))
        if !palette.isDark { clouds(&canvas, &random, palette, below: horizon) }
    }

    static func stars(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, below horizon: Float) {
        for _ in 0..<Int(260 * canvas.aspect) {
            let x = Float(random.number(in: 0...1)) * canvas.aspect
            let y = Float(random.number(in: 0...1)) * horizon
            let size = Float(random.number(in: 0.0004...0.0018))
            canvas.disc(x, y, size, softness: 0.0012, SampleColor(0xFFFBEA), opacity: Float(random.number(in: 0.3...1)))
        }
    }

    static func clouds(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette, below horizon: Float
    ) {
        for _ in 0..<random.integer(in: 0...5) {
            let x = Float(random.number(in: 0...1)) * canvas.aspect
            let y = Float(random.number(in: 0.05...0.6)) * horizon
            let width = Float(random.number(in: 0.08...0.22))
            let white = palette.sky[palette.sky.count - 1].mixed(with: SampleColor(1, 1, 1), 0.55)
            for _ in 0..<9 {
                let dx = Float(random.number(in: -1...1)) * width
                let puff = width * Float(random.number(in: 0.16...0.4)) * (1 - abs(dx) / width * 0.6)
                canvas.disc(
                    x + dx, y - puff * 0.3, puff * 0.4, softness: puff * 0.8, squeeze: 0.5, white, opacity: 0.32)
            }
        }
    }

    /// A curve like a ridge: waves of rising number and falling height.
    static func ridge(_ random: inout SampleRandom, base: Float, height: Float, roughness: Float) -> (Float) -> Float {
        let waves = (0..<7).map { octave -> (Float, Float, Float) in
            let pace = Float(random.number(in: 1.6...2.6)) * pow(2.05, Float(octave))
            return (pace, Float(random.number(in: 0...6.28)), height * pow(roughness, Float(octave)))
        }
        return { x in
            var y = base
            for (pace, phase, size) in waves { y -= size * (1 - abs(sin(x * pace * 0.5 + phase)) * 1.6) * 0.5 }
            return y
        }
    }

    /// Ridges one behind the other, paler the farther they are, with mist between them.
    static func ridges(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette, from top: Float,
        to bottom: Float, count: Int, height: Float
    ) {
        for layer in 0..<count {
            let part = Float(layer) / Float(max(1, count - 1))
            let color = palette.far.mixed(with: palette.near, part * part * 0.4 + part * 0.6)
            let mist = color.mixed(with: palette.sky[palette.sky.count - 1], 0.5 * (1 - part))
            let edge = ridge(
                &random, base: top + (bottom - top) * part, height: height * (1 - 0.35 * part), roughness: 0.5)
            canvas.ground(depth: 0.24, [color, color.mixed(with: mist, 0.5), mist], edge: edge)
        }
    }

    /// Water from a height down, with the light's glitter.
    static func water(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette, from top: Float,
        to bottom: Float
    ) {
        let mirrored = palette.sky.reversed().map { $0.mixed(with: palette.near, 0.35) }
        canvas.gradient(Array(mirrored), from: top, to: bottom)
        for _ in 0..<Int(140 * canvas.aspect) {
            let depth = Float(random.number(in: 0...1))
            let y = top + (bottom - top) * depth * depth
            let x = Float(random.number(in: 0...1)) * canvas.aspect
            let width = 0.012 + 0.06 * depth * Float(random.number(in: 0.4...1))
            let tint = random.chance(0.6) ? palette.light : palette.near
            canvas.disc(x, y, width, softness: width * 0.5, squeeze: 0.05, tint, opacity: 0.05 + 0.14 * (1 - depth))
        }
    }
}
