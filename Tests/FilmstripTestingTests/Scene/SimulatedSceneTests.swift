import Filmstrip
import Foundation
import Testing

@testable import FilmstripTesting

@Suite struct SimulatedSceneTests {
    private let size = PixelSize(width: 320, height: 240)

    private func picture(
        _ scene: SimulatedScene = SimulatedScene(), at milliseconds: Int64 = 20_000, lit: Bool = false,
        _ adjustment: DeviceAdjustment = DeviceAdjustment(), size: PixelSize? = nil
    ) -> PixelFrame {
        scene.frame(
            SimulatedFrame(
                number: 1, milliseconds: milliseconds, size: size ?? self.size, isLit: lit, adjustment: adjustment))
    }

    @Test func `There is a rear and a front camera, named as simulated`() throws {
        let devices = SimulatedScene.devices.map(\.device)
        #expect(devices.map(\.id) == ["simulated-rear", "simulated-front"])
        #expect(devices.map(\.position) == [.rear, .front])
        #expect(devices.allSatisfy { $0.kind == .simulated && $0.name.hasPrefix("Simulated") && !$0.formats.isEmpty })
        let (rear, front) = (try #require(devices.first), try #require(devices.last))
        #expect(rear.flash == [.off, .on, .auto])
        #expect(rear.focus?.takesPoint == true && rear.exposure?.takesPoint == true && rear.zoom == 1...4)
        #expect(front.flash == nil && front.focus == nil && front.zoom == nil)
    }

    @Test func `The same frame is always the same picture`() {
        #expect(picture(SimulatedScene()).bytes == picture(SimulatedScene()).bytes)
    }

    @Test(arguments: SimulatedScene.View.allCases)
    func `The scene moves`(view: SimulatedScene.View) {
        let scene = SimulatedScene(view)
        #expect(picture(scene, at: 20_000).bytes != picture(scene, at: 20_500).bytes)
    }

    @Test func `The front is another picture than the rear`() {
        #expect(picture(SimulatedScene(.front)).bytes != picture(SimulatedScene(.rear)).bytes)
    }

    @Test(arguments: SimulatedScene.View.allCases)
    func `2.3 the flash brightens the picture`(view: SimulatedScene.View) {
        let scene = SimulatedScene(view)
        #expect(picture(scene, lit: true).mean() > picture(scene).mean() + 20)
        #expect(picture(scene, DeviceAdjustment(torch: true)).bytes == picture(scene, lit: true).bytes)
    }

    @Test func `2.4 a bias moves the mean both ways`() {
        let plain = picture().mean()
        #expect(picture(SimulatedScene(), DeviceAdjustment(exposureBias: 1)).mean() > plain * 1.2)
        #expect(picture(SimulatedScene(), DeviceAdjustment(exposureBias: -1)).mean() < plain * 0.8)
    }

    @Test func `2.4 exposing at a dark place brightens, and at a bright place darkens`() {
        let scene = SimulatedScene()
        let (dark, bright) = (PicturePoint(x: 0.1, y: 0.9), PicturePoint(x: 0.16, y: 0.49))
        let atDark = picture(scene, DeviceAdjustment(exposurePoint: dark)).mean()
        let atBright = picture(scene, DeviceAdjustment(exposurePoint: bright)).mean()
        #expect(atDark > picture(scene).mean() * 1.2)
        #expect(atBright < picture(scene).mean() * 0.9)
    }

    @Test func `2.4 locked exposure does not follow the point`() {
        let locked = DeviceAdjustment(exposureMode: .locked, exposurePoint: PicturePoint(x: 0.1, y: 0.9))
        #expect(picture(SimulatedScene(), locked).bytes == picture().bytes)
    }

    @Test(arguments: [(0.2, 0.15), (0.8, 0.12), (0.5, 0.72), (0.25, 0.72)])
    func `2.4 focus sharpens the touched part and lets the rest go soft`(x: Double, y: Double) {
        let scene = SimulatedScene()
        let size = PixelSize(width: 640, height: 480)
        let (across, down) = (x - 0.1...x + 0.1, y - 0.1...y + 0.1)
        let here = picture(scene, DeviceAdjustment(focusPoint: PicturePoint(x: x, y: y)), size: size)
        let away = picture(scene, DeviceAdjustment(focusPoint: PicturePoint(x: 1 - x, y: 1 - y)), size: size)
        #expect(here.contrast(x: across, y: down) > away.contrast(x: across, y: down) * 1.05)
    }

    @Test func `5.9 zoom magnifies the middle`() {
        let scene = SimulatedScene()
        let zoomed = picture(scene, DeviceAdjustment(zoom: 2))
        let plain = picture(scene, size: PixelSize(width: 640, height: 480))
        // A quarter right of the middle at twice the size is an eighth right of it at the plain size.
        for (x, y) in [(0.3, 0.4), (0.7, 0.3), (0.5, 0.62), (0.2, 0.75)] {
            let seen = zoomed.mean(x: x - 0.04...x + 0.04, y: y - 0.04...y + 0.04)
            let (px, py) = (0.5 + (x - 0.5) / 2, 0.5 + (y - 0.5) / 2)
            let was = plain.mean(x: px - 0.02...px + 0.02, y: py - 0.02...py + 0.02)
            #expect(abs(seen - was) < 12, "at \(x), \(y)")
        }
    }

    @Test func `The strip keeps its own light, whatever the device does`() {
        let harsh = DeviceAdjustment(
            focusPoint: PicturePoint(x: 0, y: 0), exposurePoint: PicturePoint(x: 0.1, y: 0.9), exposureBias: 4, zoom: 4)
        #expect(SceneStrip.read(picture(SimulatedScene(), lit: true, harsh))?.frameNumber == 1)
        #expect(SceneStrip.read(picture(SimulatedScene(), DeviceAdjustment(exposureBias: -4)))?.frameNumber == 1)
    }

    @Test func `Rows may be further apart than they are wide, and nothing is written between them`() {
        let (stride, height) = (size.width * 4 + 32, size.height)
        var bytes = [UInt8](repeating: 0x5A, count: stride * height)
        bytes.withUnsafeMutableBytes {
            SimulatedScene().draw(
                SimulatedFrame(number: 1, milliseconds: 20_000, size: size), into: $0, bytesPerRow: stride)
        }
        let gaps = (0..<height).flatMap { bytes[$0 * stride + size.width * 4..<($0 + 1) * stride] }
        #expect(gaps.allSatisfy { $0 == 0x5A })
        #expect(Data(bytes[0..<size.width * 4]) == picture().bytes.prefix(size.width * 4))
    }

    @Test func `Memory that is too small is left alone`() {
        var bytes = [UInt8](repeating: 0x5A, count: 1000)
        bytes.withUnsafeMutableBytes {
            SimulatedScene().draw(SimulatedFrame(number: 1, milliseconds: 1, size: size), into: $0, bytesPerRow: 1280)
        }
        #expect(bytes.allSatisfy { $0 == 0x5A })
    }

    @Test(arguments: [(1, 1), (7, 5), (39, 29), (64, 2000), (2000, 64)])
    func `Odd sizes are drawn too`(width: Int, height: Int) {
        let picture = picture(size: PixelSize(width: width, height: height))
        #expect(picture.bytes.count == width * height * 4)
    }

    @Test func `A camera made of the scene draws it`() {
        let device = SimulatedScene().device
        var bytes = Data(count: size.pixelCount * 4)
        bytes.withUnsafeMutableBytes {
            device.draw(SimulatedFrame(number: 1, milliseconds: 20_000, size: size), $0, size.width * 4)
        }
        #expect(bytes == picture().bytes)
    }
}
