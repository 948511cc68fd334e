import Filmstrip
import FilmstripLinux
import Foundation

/// What a picker needs for its camera window.
struct CameraWindowNeed: Sendable {
    /// Makes the cameras of a visit.
    var cameras: @Sendable () -> any CameraBackend
    /// Whether they are made of code, so that nobody has to be asked.
    var isSimulated = false
    /// How photos are taken.
    var photo = PhotoSettings()
    /// Whether selfies are mirrored in the file; nil for what the user chose before.
    var mirrors: Bool?

    /// The cameras of the machine, or those made of code.
    init(_ environment: CommandEnvironment, isSimulated: Bool = false, folder: MediaPath? = nil) {
        let need = CameraNeed(simulated: isSimulated, folder: folder ?? environment.temporaryFolder)
        cameras = { environment.camera(need) }
        self.isSimulated = isSimulated
    }

    /// Where the user's liking is kept.
    func settings(_ variables: [String: String]) -> CameraSettingsStore {
        let folder = UserFolders(environment: variables).config.appending("filmstrip")
        let file = CameraSettingsStore.file(folder.appending("camera.json").url)
        guard let mirrors else { return file }
        return CameraSettingsStore {
            var settings = file.load() ?? CameraSettings()
            settings.mirrorsFrontCamera = mirrors
            return settings
        } save: { settings in
            // What was asked for once is no liking.
            var settings = settings
            settings.mirrorsFrontCamera = file.load()?.mirrorsFrontCamera ?? false
            file.save(settings)
        }
    }
}
