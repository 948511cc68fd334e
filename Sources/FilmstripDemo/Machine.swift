import Filmstrip
import FilmstripGTK
import FilmstripLinux
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
    private let words: Texts
    private let settings = SystemSettings()

    init(_ options: Demo.Options) {
        let (folder, words) = (options.library, options.words)
        sampleCount = options.sampleCount
        let folders = UserFolders()
        sampleFolder = (folder ?? folders.data.appending("filmstrip")).appending("Samples")
        var configuration = FolderLibrary.Configuration(roots: folder.map { [$0] }, userFolders: folders)
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

    /// What picks for that window.
    func picker(on window: UnsafeMutableRawPointer) -> MediaPicker {
        MediaPicker(
            on: window, library: library, permissions: permissions, cameras: cameras, configuration: configuration)
    }

    /// What shows screens above that window.
    func presenter(on window: UnsafeMutableRawPointer) -> GTKPresenter {
        GTKPresenter(
            on: window, library: library, permissions: permissions, cameras: cameras, configuration: configuration)
    }

    /// The cameras of the machine, for a visit.
    private var cameras: GTKPresenter.Cameras {
        { [permissions] in
            var configuration = GStreamerCamera.Configuration(
                access: permissions, permissions: permissions, offersSimulatedWhenAlone: false)
            configuration.orientation = SensorProxy()
            return GStreamerCamera(configuration)
        }
    }

    private var configuration: GTKPresenter.Configuration {
        let settings = settings
        return GTKPresenter.Configuration(
            texts: words, editor: FileEditor(decoder: library.decoder), openSettings: { settings.open(for: $0) })
    }

    /// A camera for a live tile; without one where the machine has none.
    func cameraSession() async -> CameraSession? {
        let camera = cameras()
        do throws(CameraError) {
            let hasCamera = try await !camera.devices().isEmpty
            return hasCamera ? CameraSession(backend: camera, permissions: permissions) : nil
        } catch .permissionDenied, .permissionLost, .permissionRestricted {
            // Cameras may be hidden until the user allows them: the tile asks, or leads to the settings.
            return CameraSession(backend: camera, permissions: permissions)
        } catch {
            return nil
        }
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
