import Filmstrip
import FilmstripTesting

/// Which camera a verb is to use.
enum CameraChoice: Sendable, Hashable {
    /// Front or rear: a wish. With only one camera, that one.
    case position(CameraDevice.Position)
    case simulated
    /// One of the simulated cameras.
    case simulatedID(CameraDevice.ID)
    case id(CameraDevice.ID)

    static let option = OptionSyntax.value("--camera", "ID|front|rear|simulated", "The camera. Default: rear.")

    init(_ invocation: Invocation) throws(CommandError) {
        switch try invocation.text("--camera") {
        case nil, "rear": self = .position(.rear)
        case "front": self = .position(.front)
        case "simulated": self = .simulated
        case let text?: self = Self.device(CameraDevice.ID(rawValue: text))
        }
    }

    private static func device(_ id: CameraDevice.ID) -> CameraChoice {
        SimulatedScene.devices.contains { $0.device.id == id } ? .simulatedID(id) : .id(id)
    }

    /// Whether it is made of code: nobody is asked for it, and the machine needs no camera.
    var isSimulated: Bool {
        switch self {
        case .simulated, .simulatedID: true
        case .position, .id: false
        }
    }

    /// Whether an error means that the machine can have no camera as it is.
    static func meansNone(_ code: ErrorCode) -> Bool {
        [.noCamera, .pipeWireMissing, .sessionManagerMissing].contains(code)
    }

    /// The cameras of the machine; the simulated ones where it can have none, with a note that says why.
    static func list(_ desk: Desk) async throws -> [CameraDevice] {
        let folder = desk.environment.temporaryFolder
        do throws(CameraError) {
            return try await desk.environment.camera(CameraNeed(folder: folder)).devices()
        } catch {
            if error == .permissionDenied,
                await desk.environment.permissions().status(of: .camera) == .notDetermined
            {
                throw CommandError(
                    error.code,
                    "Nobody has been asked yet whether cameras may be used; `filmstrip permissions camera --request` asks."
                )
            }
            guard meansNone(error.code) else { throw error }
            desk.errors.note(Notice(error.code, "\(error.message) Only simulated cameras are listed."))
            return try await desk.environment.camera(CameraNeed(simulated: true, folder: folder)).devices()
        }
    }

    /// Finds the camera among those there are.
    func find(among devices: [CameraDevice]) throws(CommandError) -> CameraDevice {
        switch self {
        case .id(let id), .simulatedID(let id):
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
