import Filmstrip

/// `cameras`: lists cameras.
struct CamerasVerb: Verb {
    static let syntax = VerbSyntax(
        "cameras", "List the cameras.",
        details:
            "A machine without a camera lists the simulated ones, and says why. `--camera` takes them by their ids;\n"
            + "`--camera simulated` is the first.")

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws {
        let devices = try await CameraChoice.list(desk)
        let lines = devices.map { device in
            let flash = device.flash == nil ? "" : ", flash"
            let kind = "(\(device.position.rawValue), \(device.kind.rawValue)\(flash))"
            return "\(device.name.onOneLine) \(kind)  \(device.id.rawValue.onOneLine)"
        }
        try desk.print(.array(devices.map(JSON.device)), text: lines.joined(separator: "\n"))
    }
}

extension JSON {
    /// A camera as `cameras` prints it.
    static func device(_ device: CameraDevice) -> JSON {
        [
            "id": .string(device.id.rawValue), "name": .string(device.name),
            "position": .string(device.position.rawValue),
            "kind": .string(device.kind.rawValue), "flash": .bool(device.flash != nil),
            "formats": .array(
                device.formats.map {
                    [
                        "width": .integer($0.size.width), "height": .integer($0.size.height),
                        "fps": .number($0.framesPerSecond), "media": .string($0.media),
                    ]
                }),
        ]
    }
}
