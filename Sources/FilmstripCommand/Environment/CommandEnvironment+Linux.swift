import CLook
import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

extension CommandEnvironment {
    /// The machine itself: the one place where the command and the back ends meet.
    /// - Parameter variables: the environment in which bus, PipeWire and folders are looked for.
    static func linux(variables: [String: String] = ProcessInfo.processInfo.environment) -> CommandEnvironment {
        let permissions = LinuxPermissions(configuration: LinuxPermissions.Configuration(environment: variables))
        let input = StandardInput()
        return CommandEnvironment(
            output: DescriptorSink(descriptor: STDOUT_FILENO), errorOutput: DescriptorSink(descriptor: STDERR_FILENO),
            readInput: { room throws(CommandError) in try input.read(into: room) }, endInput: { input.end() },
            showsProgress: isatty(STDERR_FILENO) == 1, variables: variables, workingFolder: .current,
            temporaryFolder: MediaPath(variables["TMPDIR"] ?? "/tmp"), now: { Date() },
            offsetFromUTC: { TimeZone.current.secondsFromGMT(for: $0) },
            uptime: { ProcessInfo.processInfo.systemUptime }, sleep: { try await Task.sleep(for: $0) },
            stopRequests: StopSignals.stream, abandon: { _exit(CommandStatus.cancelled.rawValue) },
            permissions: { permissions },
            camera: { GStreamerCamera(GStreamerCamera.Configuration($0, permissions, variables)) },
            movieType: { GStreamerCamera.movieType },
            library: { place in FolderLibrary(FolderLibrary.Configuration(place, variables)) },
            demoDesktop: { await DemoDesktop.find($0) }, become: { OtherProgram.become($0, $1, variables) },
            picker: { need throws(CommandError) in try MediaPicker.onScreen(need, variables) })
    }
}

extension MediaPicker {
    /// A picker with windows of its own.
    fileprivate static func onScreen(
        _ need: PickerNeed, _ variables: [String: String]
    ) throws(CommandError) -> MediaPicker {
        guard Toolkit.start(name: "Filmstrip") else {
            throw CommandError(.noDisplay, "There is no display to show a window on.")
        }
        fs_look_start()
        var configuration = LinuxPermissions.Configuration(environment: variables)
        if let roots = need.place.roots { configuration.libraryRoots = roots }
        let settings = SystemSettings(environment: variables)
        var permissions: any PermissionProvider = LinuxPermissions(configuration: configuration)
        if need.camera?.isSimulated == true { permissions = SimulatedCameraPermissions(base: permissions) }
        var windows = GTKPresenter.Configuration(
            columns: need.columns, texts: need.texts, parentHandle: need.parentHandle,
            editor: FileEditor(decoder: need.decoder), openSettings: { settings.open(for: $0) })
        if let camera = need.camera {
            (windows.photo, windows.cameraSettings) = (camera.photo, camera.settings(variables))
            windows.codeReader = ZBarCodeReader()
        }
        return MediaPicker(
            on: nil, library: need.library, permissions: permissions, cameras: need.camera?.cameras,
            configuration: windows)
    }
}

extension FolderLibrary.Configuration {
    /// The user's folders, or those that are named. The verbs look through them themselves.
    fileprivate init(_ place: LibraryPlace, _ variables: [String: String]) {
        self.init(
            roots: place.roots, cacheFolder: place.cache, userFolders: UserFolders(environment: variables))
        indexesOnDemand = false
    }
}

extension GStreamerCamera.Configuration {
    /// The cameras of the machine, or the simulated ones alone.
    fileprivate init(_ need: CameraNeed, _ permissions: LinuxPermissions, _ variables: [String: String]) {
        let socket = permissions.configuration.pipeWireSocket
        self.init(
            access: need.simulated ? nil : permissions, permissions: need.simulated ? nil : permissions,
            simulated: need.simulated ? SimulatedScene.devices : [],
            microphone: need.simulated ? .simulated : .pipeWire(socketPath: socket), folder: need.folder)
        spareFolder = need.spareFolder
        if !need.simulated { orientation = SensorProxy(busAddress: variables["DBUS_SYSTEM_BUS_ADDRESS"]) }
    }
}

extension MediaPath {
    /// The current folder, as bytes.
    static var current: MediaPath {
        guard let name = getcwd(nil, 0) else { return .workingFolder }
        defer { free(name) }
        return MediaPath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
}
