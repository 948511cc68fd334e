import Filmstrip
import FilmstripLinux
import Foundation

extension CommandEnvironment {
    /// The machine itself: the one place where the command and the back ends meet.
    static func linux() -> CommandEnvironment {
        let variables = ProcessInfo.processInfo.environment
        return CommandEnvironment(
            output: DescriptorSink(descriptor: STDOUT_FILENO), errorOutput: DescriptorSink(descriptor: STDERR_FILENO),
            readInput: { () throws(CommandError) in
                try MediaPath.readAll(from: STDIN_FILENO, path: MediaPath("standard input"))
            },
            showsProgress: isatty(STDERR_FILENO) == 1, variables: variables, workingFolder: .current,
            temporaryFolder: MediaPath(variables["TMPDIR"] ?? "/tmp"), now: { Date() },
            offsetFromUTC: { TimeZone.current.secondsFromGMT(for: $0) },
            uptime: { ProcessInfo.processInfo.systemUptime }, sleep: { try await Task.sleep(for: $0) },
            stopRequests: StopSignals.stream, abandon: { _exit(CommandStatus.cancelled.rawValue) },
            permissions: { MissingPermissions() }, camera: { _ in MissingCamera() },
            library: { _ in throw CommandError.notThereYet })
    }
}

extension MediaPath {
    /// The current folder, as bytes.
    static var current: MediaPath {
        guard let name = getcwd(nil, 0) else { return MediaPath(".") }
        defer { free(name) }
        return MediaPath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
}

/// Stands where a camera back end is to come.
private struct MissingCamera: CameraBackend {
    func devices() async throws(CameraError) -> [CameraDevice] { throw .noCamera }
    func events() -> AsyncStream<CameraEvent> { AsyncStream { $0.finish() } }
    func previews() -> AsyncStream<PixelFrame> { AsyncStream { $0.finish() } }
    func start(_ configuration: CameraConfiguration) async throws(CameraError) { throw .noCamera }
    func stop() async {}
    func apply(_ adjustment: DeviceAdjustment) async throws(CameraError) { throw .noCamera }
    func capturePhoto(_ settings: PhotoSettings) async throws(CameraError) -> CapturedPhoto { throw .noCamera }
    func startRecording(_ settings: RecordingSettings) async throws(CameraError) -> any CameraRecording {
        throw .noCamera
    }
}

/// Stands where the permissions are to come.
private struct MissingPermissions: PermissionProvider {
    func status(of permission: Permission) async -> PermissionStatus { .authorized }
    func request(_ permission: Permission) async -> PermissionStatus { .authorized }
    func changes() -> AsyncStream<Permission> { AsyncStream { $0.finish() } }
}
