import Filmstrip

/// Which camera a verb is to use.
enum CameraChoice: Sendable, Hashable {
    /// Front or rear: a wish. With only one camera, that one.
    case position(CameraDevice.Position)
    case simulated
    case id(CameraDevice.ID)

    static let option = OptionSyntax.value("--camera", "ID|front|rear|simulated", "The camera. Default: rear.")

    init(_ invocation: Invocation) throws(CommandError) {
        switch try invocation.text("--camera") {
        case nil, "rear": self = .position(.rear)
        case "front": self = .position(.front)
        case "simulated": self = .simulated
        case let id?: self = .id(CameraDevice.ID(rawValue: id))
        }
    }

    /// The cameras of the machine; the simulated ones where it has none.
    static func list(_ desk: Desk) async throws -> [CameraDevice] {
        let folder = desk.environment.temporaryFolder
        do {
            return try await desk.environment.camera(CameraNeed(folder: folder)).devices()
        } catch  where error.code == .noCamera {
            return try await desk.environment.camera(CameraNeed(simulated: true, folder: folder)).devices()
        }
    }

    /// Finds the camera among those there are.
    func find(among devices: [CameraDevice]) throws(CommandError) -> CameraDevice {
        switch self {
        case .id(let id):
            if let device = devices.first(where: { $0.id == id }) { return device }
            let hint = nearest(to: id.rawValue, among: devices.map(\.id.rawValue)).map { "; there is \($0)" } ?? ""
            throw CommandError(.noCamera, "There is no camera \(id.rawValue)\(hint).")
        case .position(let position):
            if let device = devices.first(where: { $0.position == position }) ?? devices.first { return device }
        case .simulated:
            if let device = devices.first { return device }
        }
        throw CommandError(.noCamera, "No camera was found; --camera simulated uses one made of code.")
    }
}
