import Filmstrip

/// The order and the names of a list of cameras.
enum CameraList {
    /// A camera that was found, and where.
    struct Found<Source: Sendable>: Sendable {
        var device: CameraDevice
        var isInfrared: Bool
        var priority = 0
        var source: Source
    }

    /// Rear before front before external; infrared last and called so.
    static func arrange<Source>(_ cameras: [Found<Source>]) -> [Found<Source>] {
        let rank: [CameraDevice.Position: Int] = [.rear: 0, .front: 1, .external: 2]
        let sorted = cameras.sorted { a, b in
            (a.isInfrared ? 1 : 0, rank[a.device.position] ?? 3, -a.priority, a.device.id.rawValue)
                < (b.isInfrared ? 1 : 0, rank[b.device.position] ?? 3, -b.priority, b.device.id.rawValue)
        }
        var seen: [CameraDevice.ID: Int] = [:]
        return sorted.map { camera in
            var camera = camera
            if camera.isInfrared { camera.device.name += " (infrared)" }
            // Two nodes of one identity, as a webcam's colour and infrared ones are, would be one camera to everybody else.
            let count = seen[camera.device.id, default: 0] + 1
            seen[camera.device.id] = count
            if count > 1 { camera.device.id = CameraDevice.ID(rawValue: "\(camera.device.id.rawValue)#\(count)") }
            return camera
        }
    }

    static func isInfrared(_ offers: [FormatOffer]) -> Bool {
        let raw = offers.filter { !$0.isJPEG }
        return !offers.isEmpty && raw.count == offers.count
            && raw.allSatisfy { !$0.pixelFormats.isEmpty && $0.pixelFormats.allSatisfy { $0.hasPrefix("GRAY") } }
    }

    /// What people are told about a camera's formats: one line for each size and encoding, with its best rate.
    static func described(_ offers: [FormatOffer]) -> [CameraFormat] {
        var found: [CameraFormat] = []
        for format in FormatChooser.list(offers).map(\.described)
        where !found.contains(where: { $0.size == format.size && $0.media == format.media }) {
            found.append(format)
        }
        return found
    }
}
