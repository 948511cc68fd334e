import Foundation

extension SampleScene {
    static func city(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ palette: Palette) {
        let river = Float(random.number(in: 0.72...0.82))
        sky(&canvas, &random, palette, horizon: river)
        for layer in 0..<3 {
            let part = Float(layer) / 2
            let color = palette.far.mixed(with: palette.near, 0.2 + 0.8 * part)
            var x: Float = -0.05
            while x < canvas.aspect {
                let width = Float(random.number(in: 0.05...0.13))
                let height = Float(random.number(in: 0.08...0.42)) * (1.15 - 0.35 * part)
                let shade = color.shaded(Float(random.number(in: 0.85...1.12)))
                let top = river - height
                canvas.box(x, top, width, height + 0.01, shade)
                if random.chance(0.2) { canvas.box(x + width * 0.48, top - 0.06, width * 0.05, 0.07, shade) }
                if layer > 0 { windows(&canvas, &random, x, top, width, height, palette) }
                x += width + Float(random.number(in: -0.01...0.02))
            }
        }
        water(&canvas, &random, palette, from: river, to: 1)
    }

    private static func windows(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ x: Float, _ y: Float, _ width: Float,
        _ height: Float, _ palette: Palette
    ) {
        let light = random.pick([0xFFD98A, 0xFFE9BE, 0xFFC069].map(SampleColor.init))
        let share = palette.isDark ? 0.55 : 0.3
        for row in 0..<max(0, Int(height / 0.024) - 1) {
            for column in 0..<max(0, Int(width / 0.02) - 1) where random.chance(share) {
                canvas.box(
                    x + 0.012 + Float(column) * 0.02, y + 0.016 + Float(row) * 0.024, 0.009, 0.012, light,
                    opacity: palette.isDark ? 0.9 : 0.35)
            }
        }
    }

    static func flowers(_ canvas: inout SampleCanvas, _ random: inout SampleRandom) {
        let meadow = random.pick(
            [[0x86A873, 0x4F772D, 0x31572C], [0xA3B18A, 0x588157, 0x344E41], [0xBCB8D8, 0x7A6F9B, 0x3C3A5E]])
        canvas.gradient(meadow.map(SampleColor.init))
        for _ in 0..<40 {
            canvas.disc(
                Float(random.number(in: 0...1)) * canvas.aspect, Float(random.number(in: 0...1)),
                Float(random.number(in: 0.01...0.05)), softness: 0.03,
                SampleColor(random.pick([0xF6F1D1, 0xDDE5B6, 0xF2CC8F, 0xE5989B])),
                opacity: Float(random.number(in: 0.08...0.3)))
        }
        let colors = random.pick([
            (0xFFCAD4, 0xD6336C), (0xFFE066, 0xF08C00), (0xE5DBFF, 0x7048E8), (0xFFFFFF, 0xF1AEB5),
            (0xFFD8A8, 0xE03131),
        ])
        for flower in 0..<random.integer(in: 3...9) {
            let isFront = flower > 2
            let x = Float(random.number(in: 0.08...0.92)) * canvas.aspect
            let y = Float(random.number(in: 0.15...0.78))
            let size = Float(random.number(in: isFront ? 0.13...0.24 : 0.07...0.12))
            for stem in 0..<60 {
                let down = Float(stem) / 60
                canvas.disc(
                    x + 0.03 * sin(down * 2 + Float(flower)), y + (1.05 - y) * down, 0.006, SampleColor(0x3F6B2F))
            }
            bloom(&canvas, &random, x, y, size, SampleColor(colors.0), SampleColor(colors.1))
        }
    }

    private static func bloom(
        _ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ x: Float, _ y: Float, _ size: Float,
        _ inner: SampleColor, _ outer: SampleColor
    ) {
        let count = random.integer(in: 6...13)
        let turn = Float(random.number(in: 0...6.28))
        for ring in 0..<2 {
            for petal in 0..<count {
                let angle = turn + (Float(petal) + Float(ring) * 0.5) * 2 * .pi / Float(count)
                let length = size * (ring == 0 ? 1 : 0.74) * Float(random.number(in: 0.92...1.06))
                canvas.petal(
                    x, y, angle: angle, length: length, width: size * 2.2 / Float(count),
                    outer.shaded(ring == 0 ? 0.85 : 1), inner)
            }
        }
        canvas.disc(x, y, size * 0.2, SampleColor(0x7F4F24))
        canvas.disc(x - size * 0.03, y - size * 0.03, size * 0.15, softness: size * 0.06, SampleColor(0xF9C74F))
    }

    static func portrait(_ canvas: inout SampleCanvas, _ random: inout SampleRandom) {
        let wall = random.pick([
            [0xF2E9E4, 0xC9ADA7, 0x9A8C98], [0xDDEBF7, 0x9DB4C0, 0x5C6B73], [0xFFE8D6, 0xDDBEA9, 0xCB997E],
            [0xD8E2DC, 0xA3B18A, 0x588157],
        ])
        canvas.gradient(wall.map(SampleColor.init))
        for _ in 0..<26 {
            canvas.disc(
                Float(random.number(in: 0...1)) * canvas.aspect, Float(random.number(in: 0...0.8)),
                Float(random.number(in: 0.02...0.07)), softness: 0.03,
                SampleColor(random.pick([0xFFF3D6, 0xFFD7BA, 0xFEC89A, 0xE8F1F2])),
                opacity: Float(random.number(in: 0.08...0.35)))
        }
        let skin = SampleColor(random.pick([0xF6D5BC, 0xE8B796, 0xC68863, 0x8D5A3B, 0x5E3B28]))
        let hair = SampleColor(random.pick([0x2B1B12, 0x4A2F1B, 0x8A5A2B, 0xC99A4B, 0x1C1C22, 0xA9A9AE]))
        let shirt = SampleColor(random.pick([0x3D5A80, 0xE07A5F, 0x81B29A, 0xF2CC8F, 0x6D597A, 0x222831]))
        let x = canvas.aspect * Float(random.number(in: 0.38...0.62))
        let isLong = random.chance(0.5)
        let size = Float(random.number(in: 0.15...0.2))
        let y = 0.45 as Float
        if isLong { canvas.disc(x, y + size * 0.55, size * 1.16, squeeze: 1.35, hair.shaded(0.85)) }
        canvas.disc(x, 1.06, size * 2.05, squeeze: 0.86, shirt)
        canvas.box(x - size * 0.36, y + size * 0.7, size * 0.72, size * 0.7, skin.shaded(0.86))
        canvas.disc(x, y + size * 1.42, size * 0.4, squeeze: 0.6, skin.shaded(0.9))
        canvas.disc(x, y - size * 0.2, size * 1.1, squeeze: 1.12, hair)
        canvas.disc(x, y + size * 0.08, size * 0.93, squeeze: 1.2, skin)
        canvas.disc(x, y - size * 0.94, size * 0.82, squeeze: 0.5, hair)
        face(&canvas, x, y + size * 0.1, size, skin, hair)
    }

    private static func face(
        _ canvas: inout SampleCanvas, _ x: Float, _ y: Float, _ size: Float, _ skin: SampleColor, _ hair: SampleColor
    ) {
        for side: Float in [-1, 1] {
            let eye = x + side * size * 0.36
            canvas.disc(eye, y - size * 0.1, size * 0.1, squeeze: 1.1, SampleColor(0x20222B))
            canvas.disc(eye - size * 0.03, y - size * 0.14, size * 0.032, SampleColor(1, 1, 1))
            canvas.disc(eye, y - size * 0.36, size * 0.17, squeeze: 0.22, hair.shaded(0.9))
            canvas.disc(
                x + side * size * 0.52, y + size * 0.26, size * 0.08, softness: size * 0.16, SampleColor(0xE5707E),
                opacity: 0.4)
        }
        canvas.disc(x, y + size * 0.14, size * 0.08, squeeze: 1.1, skin.shaded(0.88))
        canvas.disc(x, y + size * 0.5, size * 0.3, squeeze: 0.42, SampleColor(0xB23A48))
        canvas.disc(x, y + size * 0.42, size * 0.34, squeeze: 0.3, skin)
    }

    static func food(_ canvas: inout SampleCanvas, _ random: inout SampleRandom) {
        let table = random.pick([
            [0xB08968, 0x7F5539], [0xDEE2E6, 0xADB5BD], [0x52796F, 0x354F52], [0x6C584C, 0x432818],
        ])
        canvas.gradient(table.map(SampleColor.init))
        for plank in 0..<9 {
            canvas.box(0, Float(plank) / 9, canvas.aspect, 0.004, SampleColor(0, 0, 0), opacity: 0.12)
        }
        let (x, y) = (canvas.aspect * Float(random.number(in: 0.42...0.58)), Float(random.number(in: 0.46...0.54)))
        canvas.disc(x + 0.02, y + 0.035, 0.36, softness: 0.05, SampleColor(0, 0, 0), opacity: 0.35)
        canvas.disc(x, y, 0.37, SampleColor(0xF8F9FA))
        canvas.disc(x, y, 0.29, softness: 0.02, SampleColor(0xE3E6EA))
        let soup = random.pick([
            [0xE76F51, 0xF4A261], [0x90A955, 0x4F772D], [0xFFD166, 0xF8961E], [0x9C6644, 0x7F5539],
        ])
        canvas.disc(x, y, 0.25, softness: 0.02, SampleColor(soup[1]))
        canvas.disc(x - 0.03, y - 0.03, 0.15, softness: 0.12, SampleColor(soup[0]), opacity: 0.8)
        for _ in 0..<26 {
            let (angle, distance) = (Float(random.number(in: 0...6.28)), Float(random.number(in: 0...0.2)))
            let color = SampleColor(random.pick([0x6A994E, 0xBC4749, 0xF2E8CF, 0xA7C957, 0xFFB703]))
            let (px, py) = (x + cos(angle) * distance, y + sin(angle) * distance)
            if random.chance(0.5) {
                canvas.petal(
                    px, py, angle: angle * 3, length: 0.07, width: 0.02, color.shaded(0.75), color)
            } else {
                canvas.disc(px, py, Float(random.number(in: 0.012...0.03)), color)
                canvas.disc(px - 0.006, py - 0.006, 0.004, softness: 0.008, SampleColor(1, 1, 1), opacity: 0.5)
            }
        }
        for (offset, length) in [(-0.5, 0.42), (0.5, 0.42)] as [(Float, Float)] {
            canvas.box(x + offset - 0.008, y - length / 2, 0.016, length, SampleColor(0xCED4DA))
            canvas.disc(x + offset, y - length / 2, 0.026, squeeze: 1.7, SampleColor(0xDEE2E6))
        }
    }
}
