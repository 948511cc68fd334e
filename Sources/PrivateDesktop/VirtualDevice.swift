package import Filmstrip
import Foundation

/// A camera or microphone of a private desktop, that can be pulled out and put in again.
package final class VirtualDevice: Sendable {
    /// The name of its PipeWire node.
    package let name: String
    /// What people read.
    package let description: String
    /// How the program that makes it is called.
    package let arguments: [String]
    /// The process that is the device, while it is plugged in.
    let process = Locked<Int32?>(nil)

    init(name: String, description: String, arguments: [String]) {
        self.name = name
        self.description = description
        self.arguments = arguments
    }

    /// Whether the device was plugged in and not pulled out since.
    package var isPlugged: Bool { process.withLock { $0 != nil } }
}

/// How a virtual camera is made.
package struct VirtualCamera: Sendable, Hashable {
    package enum Format: String, Sendable, CaseIterable { case bgrx, yuy2, mjpeg }
    package enum Position: String, Sendable, CaseIterable { case front, rear }

    /// The name of its node; "virtual-camera-" and its number by default.
    package var name: String?
    /// What people read; "Virtual Camera" by default.
    package var description: String
    /// Where it looks; nil (unknown, as of most cameras on a desk) by default.
    package var position: Position?
    /// 1280 × 720 by default. The width is even.
    package var size: PixelSize
    /// Frames a second; 30 by default.
    package var framesPerSecond: Int
    /// YUY2 by default, what most cameras give.
    package var format: Format

    package init(
        name: String? = nil, description: String = "Virtual Camera", position: Position? = nil,
        size: PixelSize = PixelSize(width: 1280, height: 720), framesPerSecond: Int = 30, format: Format = .yuy2
    ) {
        self.name = name
        self.description = description
        self.position = position
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.format = format
    }

    func device(number: Int) -> VirtualDevice {
        let name = name ?? "virtual-camera-\(number)"
        var arguments = [
            "camera", "--name", name, "--description", description, "--size", "\(size.width)x\(size.height)",
            "--fps", "\(framesPerSecond)", "--format", format.rawValue,
        ]
        if let position { arguments += ["--position", position.rawValue] }
        return VirtualDevice(name: name, description: description, arguments: arguments)
    }
}
