import Filmstrip
import Testing

@Suite struct DeviceAdjustmentMergingTests {
    @Test func `2.4 what a change names replaces what held, and the rest stays`() {
        let held = DeviceAdjustment(
            focusMode: .continuous, focusPoint: .center, exposureMode: .continuous, exposureBias: 1, zoom: 2,
            torch: true)
        let point = PicturePoint(x: 0.1, y: 0.2)
        let change = DeviceAdjustment(focusMode: .auto, exposurePoint: point, torch: false)
        #expect(
            held.merged(with: change)
                == DeviceAdjustment(
                    focusMode: .auto, focusPoint: .center, exposureMode: .continuous, exposurePoint: point,
                    exposureBias: 1, zoom: 2, torch: false))
        #expect(held.merged(with: DeviceAdjustment()) == held)
        #expect(DeviceAdjustment().merged(with: held) == held)
    }
}
