public import Foundation

/// What a user likes to find again the next time a camera screen opens. Kept by whoever shows the screen, one for each app.
public struct CameraSettings: Sendable, Hashable, Codable {
    /// The side that the camera looks at; nil for the one that is asked for.
    public var position: CameraDevice.Position?
    /// What the shutter takes, where the screen takes that.
    public var kind: MediaKind?
    /// Whether lines help to compose.
    public var showsGrid: Bool
    /// Seconds that the self-timer waits.
    public var timer: CameraScreenModel.SelfTimer
    /// Whether selfies are kept as the mirrored preview showed them.
    public var mirrorsFrontCamera: Bool

    /// Settings; by default nothing helps, waits or mirrors.
    public init(
        position: CameraDevice.Position? = nil, kind: MediaKind? = nil, showsGrid: Bool = false,
        timer: CameraScreenModel.SelfTimer = .off, mirrorsFrontCamera: Bool = false
    ) {
        self.position = position
        self.kind = kind
        self.showsGrid = showsGrid
        self.timer = timer
        self.mirrorsFrontCamera = mirrorsFrontCamera
    }
}

/// Where the settings of a camera screen are kept between visits.
public struct CameraSettingsStore: Sendable {
    /// What was kept; nil where nothing was, or it cannot be read any more.
    public var load: @Sendable () -> CameraSettings?
    /// Keeps it. A failure loses a convenience, and nothing else.
    public var save: @Sendable (CameraSettings) -> Void

    /// A place of the app's own.
    /// - Parameters:
    ///   - load: called when a camera screen opens, on any thread; nil for the defaults.
    ///   - save: called after each change, on any thread.
    public init(
        load: @escaping @Sendable () -> CameraSettings?, save: @escaping @Sendable (CameraSettings) -> Void
    ) {
        self.load = load
        self.save = save
    }

    /// A file of its own, as JSON. Its folder is made when something is kept first.
    public static func file(_ url: URL) -> CameraSettingsStore {
        CameraSettingsStore {
            do {
                return try JSONDecoder().decode(CameraSettings.self, from: Data(contentsOf: url))
            } catch {
                // None yet, or one of another version.
                return nil
            }
        } save: { settings in
            do {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try JSONEncoder().encode(settings).write(to: url, options: .atomic)
            } catch {
                // The next visit begins with the defaults.
                return
            }
        }
    }
}
