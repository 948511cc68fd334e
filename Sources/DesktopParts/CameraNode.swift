import CPipeWireNode
import CTurboJPEG
import Filmstrip
import FilmstripTesting
import Foundation
import PrivateDesktop

/// `camera`: one or more cameras of PipeWire that show the simulated scene. Ends when it is told to, or with PipeWire.
struct CameraNode {
    private var camera = VirtualCamera()
    private var count = 1

    init(_ arguments: inout Arguments) throws(UsageError) {
        while let option = arguments.next() {
            switch option {
            case "--name": camera.name = try arguments.value(of: option)
            case "--description": camera.description = try arguments.value(of: option)
            case "--position": camera.position = try arguments.choice(of: option) as VirtualCamera.Position
            case "--size": camera.size = try arguments.size(of: option)
            case "--fps": camera.framesPerSecond = try arguments.number(of: option, in: 1...240)
            case "--format": camera.format = try arguments.choice(of: option)
            case "--count": count = try arguments.number(of: option, in: 1...16)
            default: throw UsageError("unknown option of camera: \(option)")
            }
        }
    }

    /// Runs until a signal (exit code 0), or until PipeWire goes away (1).
    func run() throws -> Int32 {
        guard let loop = fs_node_loop_new() else { throw UsageError("no loop for the camera") }
        defer { fs_node_loop_free(loop) }
        let sources = (0..<count).map { _ in FrameSource(camera) }
        for (number, source) in sources.enumerated() {
            let name = (camera.name ?? "virtual-camera") + (count > 1 ? "-\(number)" : "")
            guard add(source, named: name, to: loop) >= 0 else { throw UsageError("PipeWire refused the camera") }
        }
        return withExtendedLifetime(sources) { fs_node_loop_run(loop) ? 0 : 1 }
    }

    private func add(_ source: FrameSource, named name: String, to loop: OpaquePointer) -> Int32 {
        var options = fs_camera_options()
        options.width = UInt32(camera.size.width)
        options.height = UInt32(camera.size.height)
        options.rate = UInt32(camera.framesPerSecond)
        options.format =
            switch camera.format {
            case .bgrx: FS_FORMAT_BGRX
            case .yuy2: FS_FORMAT_YUY2
            case .mjpeg: FS_FORMAT_MJPEG
            }
        options.context = Unmanaged.passUnretained(source).toOpaque()
        options.draw = { context, number, milliseconds, pixels, stride in
            guard let context, let pixels else { return }
            Unmanaged<FrameSource>.fromOpaque(context).takeUnretainedValue()
                .draw(number: Int(number), milliseconds: milliseconds, pixels: pixels, bytesPerRow: stride)
        }
        options.compress = { context, pixels, stride, bytes, capacity in
            guard let context, let pixels, let bytes else { return 0 }
            return Unmanaged<FrameSource>.fromOpaque(context).takeUnretainedValue()
                .compress(pixels, bytesPerRow: stride, into: bytes, capacity: capacity)
        }
        return name.withCString { name in
            camera.description.withCString { description in
                // As libcamera names the places.
                (camera.position.map { $0 == .front ? "front" : "back" } ?? "").withCString { location in
                    options.name = name
                    options.description = description
                    options.location = camera.position == nil ? nil : location
                    return fs_node_loop_add_camera(loop, &options)
                }
            }
        }
    }
}

/// What one camera sees. Used on the loop's thread alone.
private final class FrameSource {
    private let size: PixelSize
    private let scene: SimulatedScene
    private let compressor = tjInitCompress()

    init(_ camera: VirtualCamera) {
        size = camera.size
        scene = SimulatedScene(camera.position == .front ? .front : .rear)
        // The still part of the scene takes its time to draw, once; a camera that is listed keeps its pace.
        _ = scene.frame(SimulatedFrame(number: 0, milliseconds: 0, size: size))
    }

    deinit {
        tjDestroy(compressor)
    }

    func draw(number: Int, milliseconds: Int64, pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
        scene.draw(
            SimulatedFrame(number: number, milliseconds: milliseconds, size: size),
            into: UnsafeMutableRawBufferPointer(start: pixels, count: bytesPerRow * size.height),
            bytesPerRow: bytesPerRow)
    }

    func compress(
        _ pixels: UnsafePointer<UInt8>, bytesPerRow: Int, into bytes: UnsafeMutablePointer<UInt8>, capacity: Int
    ) -> Int {
        var start: UnsafeMutablePointer<UInt8>? = bytes
        var count = UInt(capacity)
        let failed = tjCompress2(
            compressor, pixels, Int32(size.width), Int32(bytesPerRow), Int32(size.height), Int32(TJPF_BGRX.rawValue),
            &start, &count, Int32(TJSAMP_422.rawValue), 90, TJFLAG_NOREALLOC)
        return failed == 0 ? Int(count) : 0
    }
}
