import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// The back ends of this machine, joined: what the windows of the demo pick with.
@MainActor final class Machine {
    let library: FolderLibrary
    let permissions: LinuxPermissions
    let thumbnails: ThumbnailLoader
    /// Makes pictures for users who have none; nil where that cannot be.
    var samples: Samples? { Samples(folder: sampleFolder, count: sampleCount) }
    private let sampleFolder: MediaPath
    private let sampleCount: Int
    private let likings: CameraSettingsStore
    /// What the user reads of the library's screens.
    let words: Texts
    private let settings = SystemSettings()

    init(_ options: Demo.Options) {
        let (folder, words) = (options.library, options.words)
        sampleCount = options.sampleCount
        let folders = UserFolders()
        likings = .file(folders.config.appending("filmstrip-demo").appending("camera.json").url)
        sampleFolder = (folder ?? folders.data.appending("filmstrip")).appending("Samples")
        var configuration = FolderLibrary.Configuration(
            roots: folder.map { [$0] }, cacheFolder: options.cache, userFolders: folders)
        var access = LinuxPermissions.Configuration()
        if let folder {
            access.libraryRoots = [folder]
            access.addingFolder = folder
        } else {
            configuration.roots.append(sampleFolder)
            access.libraryRoots.append(sampleFolder)
        }
        library = FolderLibrary(configuration)
        permissions = LinuxPermissions(configuration: access)
        thumbnails = ThumbnailLoader(library)
        self.words = words
    }

    /// What picks for that window, with the cameras of that studio; those of the machine by default.
    func picker(on window: UnsafeMutableRawPointer, in studio: Studio? = nil) -> MediaPicker {
        MediaPicker(
            on: window, library: library, permissions: studio?.permissions ?? permissions,
            cameras: studio?.cameras ?? cameras, configuration: configuration)
    }

    /// What shows screens above that window.
    func presenter(on window: UnsafeMutableRawPointer) -> GTKPresenter {
        GTKPresenter(
            on: window, library: library, permissions: permissions, cameras: cameras, configuration: configuration)
    }

    /// The cameras of the machine, for a visit.
    private var cameras: GTKPresenter.Cameras {
        { [permissions] in
            GStreamerCamera(
                GStreamerCamera.Configuration(
                    access: permissions, permissions: permissions, offersSimulatedWhenAlone: false))
        }
    }

    private var configuration: GTKPresenter.Configuration {
        let settings = settings
        var configuration = GTKPresenter.Configuration(
            texts: words, editor: FileEditor(decoder: library.decoder), openSettings: { settings.open(for: $0) })
        configuration.cameraSettings = likings
        configuration.codeReader = ZBarCodeReader()
        return configuration
    }

    /// Opens the desktop's settings at the camera, and says whether that could be done.
    func openCameraSettings() -> Bool { settings.open(for: .camera) }

    /// A camera for a live tile; without one where the machine has none.
    func cameraSession() async -> CameraSession? {
        await hasCamera() ? CameraSession(backend: cameras(), permissions: permissions) : nil
    }

    private func hasCamera() async -> Bool {
        do throws(CameraError) {
            return try await !cameras().devices().isEmpty
        } catch .permissionDenied, .permissionLost, .permissionRestricted {
            // Cameras may be hidden until the user allows them: the tile asks, or leads to the settings.
            return true
        } catch {
            return false
        }
    }

    /// Cameras for a page that is nothing without them.
    struct Studio {
        let cameras: GTKPresenter.Cameras
        let permissions: any PermissionProvider
        /// Whether they are made of code, because the machine has none.
        let isSimulated: Bool
    }

    func studio() async -> Studio {
        guard await !hasCamera() else {
            return Studio(cameras: cameras, permissions: permissions, isSimulated: false)
        }
        return Studio(
            cameras: { GStreamerCamera(.init(simulated: SimulatedScene.devices, microphone: .simulated)) },
            permissions: SimulatedCameraPermissions(base: permissions), isSimulated: true)
    }

    /// A request with the user's texts.
    func request(_ preset: PickRequest) -> PickRequest {
        var request = preset
        request.texts = words
        return request
    }

    /// The picture of a file that may come from anywhere, at most so large; nil where there is none.
    func picture(of file: MediaFile, fitting side: Int) async -> PixelFrame? {
        do throws(LibraryError) {
            let box = PixelSize(width: side, height: side)
            return try await library.decoder.picture(file.path, fitting: box).frame
        } catch {
            return nil
        }
    }

    /// Whether there is no picture to choose.
    func isEmpty() async -> Bool {
        do { return try await library.fetch(AssetQuery()).count == 0 } catch {
            // Why it cannot be read is said where pictures are chosen.
            return false
        }
    }
}
