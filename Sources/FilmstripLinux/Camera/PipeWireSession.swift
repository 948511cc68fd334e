import CPipeWireProbe
import Filmstrip
import Foundation
import Glibc

/// A camera or microphone as PipeWire shows it.
struct PipeWireNode: Sendable, Hashable {
    /// The node's name: it says where the device is plugged in, and stays over replugging.
    var name: String
    var description: String
    var isCamera: Bool
    var offers: [FormatOffer]
    /// The kernel's device behind it, where there is one.
    var devicePath: String?
    /// Where it looks.
    var position: CameraDevice.Position
    /// The session manager's opinion; more is better.
    var priority: Int

    init?(_ info: GStreamerDeviceInfo) {
        let properties = info.properties
        guard let name = properties["node.name"], !name.isEmpty else { return nil }
        switch info.deviceClass {
        case "Video/Source": isCamera = true
        case "Audio/Source": isCamera = false
        default: return nil
        }
        self.name = name
        description = info.name.isEmpty ? name : info.name
        offers = info.offers
        devicePath = properties["api.v4l2.path"]
        priority = properties["priority.session"].flatMap { Int($0) } ?? 0
        position =
            switch properties["filmstrip.position"] ?? properties["api.libcamera.location"] {
            case "front", "0": .front
            case "back", "rear", "1": .rear
            default: .external
            }
    }

    /// Whether it sees infrared only: grey is all that it offers.
    var isInfrared: Bool { CameraList.isInfrared(offers) }
}

/// A look at PipeWire: the devices that it shows, over a connection that nothing else uses. GStreamer shares connections by the
/// *number* of their descriptor, and PipeWire 0.3 does not survive it when a list of devices and a stream that share one end apart.
final class PipeWireSession: Sendable {
    private let descriptor: OwnedDescriptor
    private let provider: GStreamerDeviceProvider
    private let opened = GStreamer.now

    enum Change: Sendable {
        case added(PipeWireNode)
        case removed(PipeWireNode)
    }

    /// - Parameter onChange: hears of nodes that come and go, on any thread.
    init?(
        _ descriptor: OwnedDescriptor, clientName: String, onChange: @escaping @Sendable (Change) -> Void
    ) {
        self.descriptor = descriptor
        let made = GStreamerDeviceProvider(
            "pipewiredeviceprovider", descriptor: descriptor, clientName: clientName
        ) { change in
            switch change {
            case .added(let info): if let node = PipeWireNode(info) { onChange(.added(node)) }
            case .removed(let info): if let node = PipeWireNode(info) { onChange(.removed(node)) }
            }
        }
        guard let made else { return nil }
        provider = made
    }

    /// Whether the daemon still holds the other end: one that has died leaves its devices in the list.
    var isAlive: Bool { !descriptor.isHungUp }

    /// The cameras and microphones that are there.
    func nodes() -> [PipeWireNode] { provider.devices().compactMap(PipeWireNode.init) }

    /// Whether it is so new that what it shows may not be all: behind the portal devices are let through one by one.
    var isSettling: Bool { GStreamer.now < opened + 700_000_000 }

    /// Whether a daemon shows a camera; false, too, when nobody answers.
    static func showsCamera(_ descriptor: OwnedDescriptor) -> Bool {
        fs_pipewire_look(descriptor.rawValue, 1000).has_camera
    }

    /// Why there is nothing to see over a connection: no daemon, no session manager, or really no camera.
    static func reasonForNothing(_ descriptor: OwnedDescriptor) -> CameraError {
        let view = fs_pipewire_look(descriptor.rawValue, 1000)
        guard view.is_alive else { return .pipeWireMissing }
        // From inside a sandbox the session manager cannot be seen, and its absence not told.
        return view.sees_all && !view.has_session_manager ? .sessionManagerMissing : .noCamera
    }
}
