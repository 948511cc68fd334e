import Foundation

/// What screenshots show: programs that never were.
enum SampleScreen {
    static func paint(_ canvas: inout SampleCanvas, _ random: inout SampleRandom) {
        let accent = SampleColor(random.pick([0x3D5A80, 0x2A9D8F, 0xE76F51, 0x7048E8, 0xD6336C]))
        if random.chance(0.5) { chat(&canvas, &random, accent) } else { weather(&canvas, &random, accent) }
        statusBar(&canvas)
    }

    private static func statusBar(_ canvas: inout SampleCanvas) {
        let gray = SampleColor(0x495057)
        canvas.box(0.02, 0.014, 0.05, 0.008, gray)
        for bar in 0..<4 {
            canvas.box(
                canvas.aspect - 0.11 + Float(bar) * 0.008, 0.022 - Float(bar) * 0.003, 0.005,
                0.004 + Float(bar) * 0.003,
                gray)
        }
        canvas.box(canvas.aspect - 0.06, 0.012, 0.036, 0.014, gray, opacity: 0.4)
        canvas.box(canvas.aspect - 0.058, 0.014, 0.024, 0.01, gray)
    }

    private static func chat(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ accent: SampleColor) {
        canvas.gradient([SampleColor(0xF8F9FA), SampleColor(0xF1F3F5)])
        canvas.box(0, 0.035, canvas.aspect, 0.065, accent)
        canvas.disc(0.05, 0.0675, 0.02, SampleColor(0xFFE8CC))
        canvas.box(0.085, 0.06, 0.14, 0.012, SampleColor(1, 1, 1))
        var y: Float = 0.13
        while y < 0.86 {
            let isMine = random.chance(0.45)
            let lines = random.integer(in: 1...3)
            let width = canvas.aspect * Float(random.number(in: 0.35...0.68))
            let height = 0.022 + 0.02 * Float(lines)
            let x = isMine ? canvas.aspect - width - 0.02 : 0.02
            bubble(
                &canvas, x, y, width, height,
                isMine ? accent.mixed(with: SampleColor(1, 1, 1), 0.25) : SampleColor(0xDEE2E6))
            for line in 0..<lines {
                let part: Float = line == lines - 1 ? Float(random.number(in: 0.35...0.85)) : 1
                canvas.box(
                    x + 0.018, y + 0.018 + Float(line) * 0.02, (width - 0.036) * part, 0.008,
                    isMine ? SampleColor(1, 1, 1) : SampleColor(0x868E96))
            }
            y += height + Float(random.number(in: 0.012...0.03))
        }
        canvas.box(0, 0.9, canvas.aspect, 0.1, SampleColor(1, 1, 1))
        bubble(&canvas, 0.02, 0.915, canvas.aspect - 0.1, 0.045, SampleColor(0xE9ECEF))
        canvas.disc(canvas.aspect - 0.04, 0.9375, 0.024, accent)
    }

    private static func bubble(
        _ canvas: inout SampleCanvas, _ x: Float, _ y: Float, _ width: Float, _ height: Float, _ color: SampleColor
    ) {
        let radius = min(0.016, height / 2)
        for (dx, dy) in [
            (radius, radius), (width - radius, radius), (radius, height - radius), (width - radius, height - radius),
        ] {
            canvas.disc(x + dx, y + dy, radius, color)
        }
        canvas.box(x + radius, y, width - 2 * radius, height, color)
        canvas.box(x, y + radius, width, height - 2 * radius, color)
    }

    private static func weather(_ canvas: inout SampleCanvas, _ random: inout SampleRandom, _ accent: SampleColor) {
        canvas.gradient([accent, accent.mixed(with: SampleColor(0xFFE5D0), 0.75)])
        let white = SampleColor(1, 1, 1)
        canvas.disc(canvas.aspect / 2, 0.2, 0.06, SampleColor(0xFFE066))
        canvas.disc(canvas.aspect / 2 + 0.05, 0.23, 0.045, white)
        canvas.disc(canvas.aspect / 2 + 0.1, 0.24, 0.032, white)
        canvas.box(canvas.aspect / 2 - 0.07, 0.31, 0.14, 0.045, white)
        for row in 0..<7 {
            let y = 0.44 + Float(row) * 0.07
            canvas.box(0.03, y + 0.055, canvas.aspect - 0.06, 0.002, white, opacity: 0.5)
            canvas.box(0.04, y + 0.02, 0.07, 0.012, white)
            canvas.disc(canvas.aspect * 0.45, y + 0.026, 0.014, random.chance(0.5) ? SampleColor(0xFFE066) : white)
            let start = Float(random.number(in: 0.6...0.7)) * canvas.aspect
            canvas.box(start, y + 0.022, canvas.aspect * 0.88 - start, 0.009, SampleColor(0xFFF3BF))
        }
    }
}
