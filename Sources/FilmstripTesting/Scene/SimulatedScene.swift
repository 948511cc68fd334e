public import Filmstrip
import Foundation

/// A small world that a simulated camera looks at: a lake at dusk to the rear, a friendly face to the front.
///
/// What moves depends on the time of the frame alone, so that the same frame is always the same picture. The scene obeys
/// the device in pixels: flash and torch brighten it, the exposure point and bias move its mean, zoom magnifies the
/// middle, and details are crisp around the focus point and pale elsewhere. `SceneStrip` reads what is written along the
/// bottom edge. Safe to use from any thread.
public struct SimulatedScene: Sendable {
    /// What is looked at.
    public enum View: String, Sendable, Hashable, CaseIterable {
        /// The lake at dusk, or the friendly face.
        case rear, front
    }

    /// What is looked at.
    public let view: View
    private let backdrops = SceneBackdrops()

    /// A scene; the lake by default.
    public init(_ view: View = .rear) {
        self.view = view
    }

    /// The simulated cameras: `simulated-rear` with flash, focus, exposure and zoom, and `simulated-front` with exposure.
    public static var devices: [SimulatedDevice] { View.allCases.map { SimulatedScene($0).device } }

    /// This view as a camera that can be handed to a back end.
    public var device: SimulatedDevice {
        SimulatedDevice(device: camera) { [self] frame, pixels, bytesPerRow in
            draw(frame, into: pixels, bytesPerRow: bytesPerRow)
        }
    }

    private var camera: CameraDevice {
        let sizes = [(1280, 720), (1920, 1080), (640, 480), (320, 240)].map { PixelSize(width: $0.0, height: $0.1) }
        let formats = sizes.map { CameraFormat(size: $0, framesPerSecond: 30, media: "raw") }
        let exposure = CameraDevice.PointControl(modes: Set(AdjustmentMode.allCases), takesPoint: true)
        switch view {
        case .rear:
            return CameraDevice(
                id: "simulated-rear", name: "Simulated Rear Camera", position: .rear, kind: .simulated,
                formats: formats, flash: Set(FlashMode.allCases), focus: exposure, exposure: exposure, zoom: 1...4)
        case .front:
            return CameraDevice(
                id: "simulated-front", name: "Simulated Front Camera", position: .front, kind: .simulated,
                formats: formats, exposure: exposure)
        }
    }

    /// Draws a frame as BGRx. Any size from 40x30 up carries a strip; smaller ones are drawn without.
    /// - Parameters:
    ///   - pixels: at least `bytesPerRow` bytes for each row.
    ///   - bytesPerRow: at least four times the width.
    public func draw(_ frame: SimulatedFrame, into pixels: UnsafeMutableRawBufferPointer, bytesPerRow: Int) {
        guard let base = pixels.baseAddress, frame.size.pixelCount > 0, bytesPerRow >= frame.size.width * 4,
            pixels.count >= bytesPerRow * frame.size.height
        else { return }
        let optics = Optics(frame, meter: { meter(frame, at: $0) })
        let backdrop = backdrop(frame.size, optics)
        for row in 0..<backdrop.rows {
            memcpy(base + row * bytesPerRow, backdrop.row(row), frame.size.width * 4)
        }
        let canvas = optics.canvas(base: base, bytesPerRow: bytesPerRow, size: frame.size)
        let seconds = Double(frame.milliseconds % 3_600_000) / 1000
        switch view {
        case .rear: LakeScene.drawMoving(on: canvas, at: seconds)
        case .front: PortraitScene.drawMoving(on: canvas, at: seconds)
        }
        drawStrip(frame, base: base, bytesPerRow: bytesPerRow)
    }

    /// The picture of a frame in memory of its own. Its time is the frame's milliseconds in seconds.
    public func frame(_ frame: SimulatedFrame) -> PixelFrame {
        let bytesPerRow = frame.size.width * 4
        var bytes = Data(count: bytesPerRow * frame.size.height)
        bytes.withUnsafeMutableBytes { draw(frame, into: $0, bytesPerRow: bytesPerRow) }
        return PixelFrame(
            size: frame.size, bytesPerRow: bytesPerRow, bytes: bytes, time: Double(frame.milliseconds) / 1000)
    }
}

extension SimulatedScene {
    /// What the device does to the light on its way.
    struct Optics: Hashable {
        var light: SceneLight
        var zoom: Double
        var focus: PicturePoint

        init(light: SceneLight, zoom: Double, focus: PicturePoint) {
            self.light = light
            self.zoom = zoom
            self.focus = focus
        }

        /// - Parameter meter: how bright the scene is around a point, 0 to 255, before any exposure.
        init(_ frame: SimulatedFrame, meter: (PicturePoint) -> Double) {
            let adjustment = frame.adjustment
            var gain = exp2((adjustment.exposureBias ?? 0) / 2.2)
            if let point = adjustment.exposurePoint, adjustment.exposureMode != .locked {
                gain *= min(1.8, max(0.55, 118 / max(1, meter(point))))
            }
            light = SceneLight(gain: gain, isLit: frame.isLit || adjustment.torch == true)
            zoom = min(16, max(1, adjustment.zoom ?? 1))
            focus = adjustment.focusPoint ?? .center
        }

        func canvas(base: UnsafeMutableRawPointer, bytesPerRow: Int, size: PixelSize) -> SceneCanvas {
            SceneCanvas(
                base: base, bytesPerRow: bytesPerRow, size: size, light: light, zoom: zoom, focus: focus)
        }
    }

    private func backdrop(_ size: PixelSize, _ optics: Optics) -> SceneBackdrops.Backdrop {
        backdrops.backdrop(for: size, optics) { canvas in
            switch view {
            case .rear: LakeScene.drawStill(on: canvas)
            case .front: PortraitScene.drawStill(on: canvas)
            }
        }
    }

    /// The mean brightness around a point of the still part of the scene, unlit and unexposed.
    private func meter(_ frame: SimulatedFrame, at point: PicturePoint) -> Double {
        let plain = Optics(light: SceneLight(), zoom: min(16, max(1, frame.adjustment.zoom ?? 1)), focus: .center)
        let backdrop = backdrop(PixelSize(width: 160, height: 120), plain)
        var sum = 0.0
        for sample in 0..<25 {
            let x = Int(point.x * 159) + (sample % 5 - 2) * 4
            let y = Int(point.y * 119) + (sample / 5 - 2) * 4
            let row = backdrop.row(min(backdrop.rows - 1, max(0, y)))
            let pixel = row + min(159, max(0, x)) * 4
            sum += Double(pixel[0]) + 2 * Double(pixel[1]) + Double(pixel[2])
        }
        return sum / 100
    }

    private func drawStrip(_ frame: SimulatedFrame, base: UnsafeMutableRawPointer, bytesPerRow: Int) {
        let (width, height) = (frame.size.width, frame.size.height)
        guard width >= SceneStrip.columns, height >= 30 else { return }
        let blocks = SceneStrip.blocks(frameNumber: frame.number, milliseconds: frame.milliseconds)
        let (columns, rows) = (SceneStrip.columns, SceneStrip.rows)
        let top = Double(height) * (1 - SceneStrip.heightFraction)
        let edges = (0...rows).map { Int(top + (Double(height) - top) * Double($0) / Double(rows)) }
        for row in 0..<rows {
            let first = base + edges[row] * bytesPerRow
            for column in 0..<columns {
                let pixel: UInt32 = blocks[row * columns + column] ? 0xFFEB_EBEB : 0xFF12_1212
                for place in column * width / columns..<(column + 1) * width / columns {
                    first.storeBytes(of: pixel.littleEndian, toByteOffset: place * 4, as: UInt32.self)
                }
            }
            for line in edges[row] + 1..<edges[row + 1] { memcpy(base + line * bytesPerRow, first, width * 4) }
        }
    }
}
