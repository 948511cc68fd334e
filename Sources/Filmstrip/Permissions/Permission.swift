/// Something that the user must allow.
public enum Permission: String, Sendable, Hashable, Codable, CaseIterable {
    /// Using a camera, or recording sound.
    case camera, microphone
    /// Reading the photo library.
    case photoLibrary = "library"
    /// Adding to the photo library without reading it.
    case photoLibraryAdding = "library-add"
}

/// What the user, or somebody above the user, has said about a permission.
public enum PermissionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nobody was asked yet.
    case notDetermined
    /// An administrator, a policy or parental controls forbid it; the user cannot change that.
    case restricted
    /// The user said no; only the settings change that.
    case denied
    /// Allowed for a part of the library.
    case limited
    /// Allowed, by the user or because nobody has to be asked.
    case authorized

    /// Whether the thing may be done. Limited counts as allowed.
    public var isAllowed: Bool { self == .authorized || self == .limited }

    /// A status by its name. One that we do not know counts as denied: a system may learn new ones before we do.
    public init(named name: String) {
        self = PermissionStatus(rawValue: name) ?? .denied
    }
}

/// The wall behind which a platform keeps its permissions. The status is asked each time and never cached.
public protocol PermissionProvider: Sendable {
    /// What holds now, read without asking anybody.
    func status(of permission: Permission) async -> PermissionStatus
    /// Puts the *system's* question, if the permission is not determined, and answers with what holds afterwards.
    /// A denied or restricted permission is never asked again.
    /// - Throws: `usageDescriptionMissing` where the app itself lacks what the system wants before it asks.
    func request(_ permission: Permission) async throws(PermissionError) -> PermissionStatus
    /// Tells which permission changed, by whomever. Buffers all.
    func changes() -> AsyncStream<Permission>
}
