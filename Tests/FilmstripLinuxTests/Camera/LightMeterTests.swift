import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

struct LightMeterTests {
    private func grid(_ value: Double) -> LumaGrid {
        LumaGrid(cells: Array(repeating: value, count: LumaGrid.columns * LumaGrid.rows))
    }

    private func frame(_ value: UInt8, width: Int = 64, height: Int = 48) -> PixelFrame {
        PixelFrame(
            size: PixelSize(width: width, height: height), bytesPerRow: width * 4,
            bytes: Data(repeating: value, count: width * height * 4))
    }

    @Test func `2.8 another scene that stays is told once, after half a second`() {
        var watch = SubjectAreaWatch()
        let looks = [(100.0, 0.0), (160, 1), (160, 1.4), (160, 1.5), (160, 1.6), (160, 3)]
        #expect(looks.map { watch.see(grid($0.0), at: $0.1) } == [false, false, false, true, false, false])
    }

    @Test func `What passes by is no other scene, and a slight change is none`() {
        var watch = SubjectAreaWatch()
        let values = [100.0, 160, 160, 100, 160, 110, 118]
        let told = values.enumerated().map { watch.see(grid($0.element), at: Double($0.offset) * 0.3) }
        #expect(!told.contains(true))
    }

    @Test func `After a touch the scene as it is counts as known`() {
        var watch = SubjectAreaWatch()
        _ = watch.see(grid(100), at: 0)
        watch.rebase()
        #expect([1.0, 2].map { watch.see(grid(200), at: $0) } == [false, false])
    }

    @Test(arguments: [0, 96, 255] as [UInt8]) func `A grid reads the brightness of a frame`(_ value: UInt8) {
        let grid = LumaGrid(frame(value))
        #expect(grid.cells.count == LumaGrid.columns * LumaGrid.rows)
        #expect(abs(grid.mean - Double(value)) < 1)
    }

    @Test func `A frame smaller than the grid is read without a fault`() {
        #expect(abs(LumaGrid(frame(80, width: 3, height: 2)).mean - 80) < 1)
    }

    @Test func `The meter looks some ten times a second, whatever comes between, and from another beginning at once`() {
        let meter = LightMeter()
        func isDark(_ value: UInt8, at time: Double) -> Bool {
            var seen = frame(value)
            seen.time = time
            _ = meter.see(seen)
            return meter.isDark
        }
        #expect(!isDark(200, at: 5) && !isDark(10, at: 5.03) && !isDark(10, at: 5.06))
        #expect(isDark(10, at: 5.1) && isDark(200, at: 5.13))
        #expect(!isDark(200, at: 0))
    }
}
