public import Filmstrip
public import Foundation

/// The permissions of a Linux desktop: camera and microphone through xdg-desktop-portal and its permission store, the
/// photo library by what the file system allows.
///
/// Where there is no portal, a program that is not in a sandbox has direct access, as any other has, unless the privacy
/// settings of the desktop forbid it. An actor; every answer is read anew.
public actor LinuxPermissions: PermissionProvider {
    /// Where the desktop is. The defaults are the desktop that the program runs in.
    public struct Configuration: Sendable {
        /// The session bus; nil when there is none. By default `DBUS_SESSION_BUS_ADDRESS`, else the user's bus.
        public var busAddress: String?
        /// The socket of PipeWire's daemon; by default the one of the session, nil when there is no session.
        public var pipeWireSocket: String?
        /// Where the kernel's video devices are; `/dev` by default.
        public var deviceFolder: MediaPath
        /// The folders of the photo library; the user's Pictures and Videos by default.
        public var libraryRoots: [MediaPath]
        /// Where captures are added; the user's Pictures by default.
        public var addingFolder: MediaPath
        /// How the portal calls this program; by default the identity of the unit that systemd runs it in, or "".
        public var appID: String
        /// Whether the program is in a sandbox, so that only the portal leads out; by default whether Flatpak says so.
        public var isSandboxed: Bool
        /// A file of settings to read in place of the desktop's own; nil by default.
        public var settingsFile: MediaPath?
        /// How long a desktop service may take to answer before it counts as broken; 3 seconds by default. The user
        /// may take as long as they like.
        public var serviceTimeout: Duration
        /// The environment in which programs are looked for and started; the program's own by default.
        public var environment: [String: String]

        /// The desktop that this environment describes.
        public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
            let runtime = environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
            let userBus = runtime + "/bus"
            let hasUserBus = FileManager.default.fileExists(atPath: userBus)
            busAddress = environment["DBUS_SESSION_BUS_ADDRESS"] ?? (hasUserBus ? "unix:path=\(userBus)" : nil)
            pipeWireSocket = DirectCameraAccess(environment: environment).path
            deviceFolder = MediaPath("/dev")
            let folders = UserFolders(environment: environment)
            libraryRoots = folders.toLookThrough
            addingFolder = folders.pictures
            appID = HostApp.currentID
            isSandboxed = FileManager.default.fileExists(atPath: "/.flatpak-info")
            settingsFile = nil
            serviceTimeout = .seconds(3)
            self.environment = environment
        }
    }

    /// Where the desktop is.
    public nonisolated let configuration: Configuration
    private nonisolated let listeners = Locked<[UUID: AsyncStream<Permission>.Continuation]>([:])
    private nonisolated let settingsWatch = Locked<PrivacySettings.Watch?>(nil)
    private var opening: Task<PortalSession?, Never>?

    /// Permissions of the desktop that the program runs in, unless told otherwise. Connects to nothing yet.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    deinit {
        for listener in listeners.withLock({ Array($0.values) }) { listener.finish() }
    }

    /// What holds now: the lockdown, then the permission store, or what the file system says. Asks nobody.
    public func status(of permission: Permission) async -> PermissionStatus {
        switch permission {
        case .camera: await deviceStatus(.camera)
        case .microphone: await deviceStatus(.microphone)
        // Off the actor: a folder may be on the other side of a network that does not answer.
        case .photoLibrary:
            await GStreamerThread.run { [configuration] in
                LibraryPermissions.libraryStatus(roots: configuration.libraryRoots)
            }
        case .photoLibraryAdding:
            await GStreamerThread.run { [configuration] in
                LibraryPermissions.addingStatus(folder: configuration.addingFolder)
            }
        }
    }

    /// Puts the portal's question for camera and microphone, where nobody answered it yet. Waits as long as the user
    /// does; cancelling the task takes the question back. Folders have no question: they are looked at again.
    public func request(_ permission: Permission) async -> PermissionStatus {
        switch permission {
        case .camera: await requestDevice(.camera)
        case .microphone: await requestDevice(.microphone)
        case .photoLibrary, .photoLibraryAdding: await status(of: permission)
        }
    }

    /// Changes in the permission store, of the lockdown and of the privacy settings. Changes are heard for certain after
    /// the first status was read. Buffers all.
    public nonisolated func changes() -> AsyncStream<Permission> {
        let (stream, continuation) = AsyncStream.makeStream(of: Permission.self)
        let id = UUID()
        listeners.withLock { $0[id] = continuation }
        continuation.onTermination = { [listeners] _ in _ = listeners.withLock { $0.removeValue(forKey: id) } }
        settingsWatch.withLock { watch in
            if watch != nil { return }
            watch = PrivacySettings.Watch(PrivacySettings(file: configuration.settingsFile)) { [listeners] device in
                for listener in listeners.withLock({ Array($0.values) }) { listener.yield(device.permission) }
            }
        }
        Task { await session() }
        return stream
    }

    /// The desktop's services, or nil where there are none. Opened once, and again when the bus went away; listening
    /// starts before anything is asked, so that no change falls in between.
    @discardableResult func session() async -> PortalSession? {
        // Twice, for another caller may have opened anew while we waited.
        for _ in 0..<2 {
            if let session = await opening?.value, session.isOpen { return session }
        }
        let (configuration, listeners) = (configuration, listeners)
        let task = Task { () -> PortalSession? in
            guard let address = configuration.busAddress else { return nil }
            do {
                return try await PortalSession.open(address, timeout: configuration.serviceTimeout) { permission in
                    for listener in listeners.withLock({ Array($0.values) }) { listener.yield(permission) }
                }
            } catch {
                return nil
            }
        }
        opening = task
        return await task.value
    }
}
