import Filmstrip
import FilmstripLinux
import Foundation

/// A camera that runs, for as long as `body` does.
struct OpenCamera: Sendable {
    let backend: any CameraBackend
    let device: CameraDevice

    /// Asks for the permission where it is needed, opens the camera, and closes it again whatever happens.
    static func with<Result: Sendable>(
        _ choice: CameraChoice, folder: MediaPath, mirrors: Bool, at desk: Desk,
        _ body: (OpenCamera) async throws -> Result
    ) async throws -> Result {
        let temporary = desk.environment.temporaryFolder
        for movie in RecordingRecovery(folder: folder).recover() {
            // Others look into the folder for temporary files, too.
            if folder == temporary { movie.withCString { _ = chmod($0, 0o600) } }
            desk.errors.note(Notice(.movieRecovered, "A movie that was cut off is saved as \(movie).", path: movie))
        }
        let isSimulated = choice.isSimulated
        let need = CameraNeed(
            simulated: isSimulated, folder: folder, spareFolder: folder == temporary ? nil : temporary)
        if !isSimulated { try await permit(need, desk.environment) }
        try Task.checkCancellation()
        let backend = desk.environment.camera(need)
        let device = try await choice.find(among: devices(of: backend))
        try await backend.start(CameraConfiguration(camera: device.id, mirrorsFrontCamera: mirrors))
        do {
            try Task.checkCancellation()
            let result = try await body(OpenCamera(backend: backend, device: device))
            await backend.stop()
            return result
        } catch {
            await backend.stop()
            throw error
        }
    }

    /// Makes sure of the permission. Where there surely is no camera, nobody is asked for it.
    private static func permit(_ need: CameraNeed, _ environment: CommandEnvironment) async throws {
        let permissions = environment.permissions()
        if await permissions.status(of: .camera) == .notDetermined {
            do { _ = try await devices(of: environment.camera(need)) } catch let error as CommandError {
                throw error
            } catch {
                // Cameras may be hidden until they are allowed, and what else goes wrong will do so again.
            }
        }
        try await permissions.require(.camera)
    }
}

/// The cameras there are; where there is none, the error says what helps.
private func devices(of backend: any CameraBackend) async throws -> [CameraDevice] {
    do throws(CameraError) {
        return try await backend.devices()
    } catch {
        guard CameraChoice.meansNone(error.code) else { throw error }
        throw CommandError(error.code, "\(error.message) A camera made of code is there as --camera simulated.")
    }
}

extension PermissionProvider {
    /// Returns when that is allowed: at once, or after the system's question when nobody was asked yet.
    /// - Throws: `permissionDenied`, `permissionRestricted`; `cancelled` when the question was not answered.
    func require(_ permission: Permission) async throws(CameraError) {
        var status = await status(of: permission)
        if status == .notDetermined {
            do throws(PermissionError) {
                status = try await request(permission)
            } catch {
                throw .configurationFailed(error.message)
            }
        }
        switch status {
        case .authorized, .limited: break
        case .denied: throw .permissionDenied
        case .restricted: throw .permissionRestricted
        case .notDetermined: throw .cancelled
        }
    }
}
