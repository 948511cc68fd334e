import CWall
public import Filmstrip

/// What stands between a picture from elsewhere and the program that shows it.
public struct DecoderProtection: Sendable, Hashable {
    /// Whether this was built with a sanitizer, which lives with few limits: workers have lower walls then.
    package static var isLowered: Bool { fs_wall_is_lowered() != 0 }

    /// Where pictures are decoded.
    public enum Place: String, Sendable, Hashable {
        /// In processes of their own, behind walls.
        case workers
        /// In this program, with all its rights, because the helper program is missing.
        case inProcess
        /// Nowhere, because the helper program is missing.
        case nowhere
    }

    /// What is decoded.
    public enum Subject: Sendable, Hashable, CaseIterable {
        /// Pictures by `filmstrip-decoder`, movies by `filmstrip-poster`.
        case pictures, movies
    }

    /// What a worker cannot do.
    public enum Wall: String, Sendable, Hashable, CaseIterable {
        /// Use more memory, processor time or files than it is given, or write to a file at all.
        case limits
        /// Gain rights by starting a program of another user.
        case privileges
        /// Reach a network.
        case network
        /// Open a file (pictures), or any file but those of the system (movies).
        case files
        /// Call the system for anything but memory, threads and the descriptors that it was given.
        case listedCalls
        /// Call the system for programs, sockets, other processes, or changes of files.
        case refusedCalls
    }

    /// Where pictures are decoded.
    public var place: Place
    /// The program that decodes; nil when it was not found.
    public var helper: MediaPath?
    /// The walls that stand on this machine. Which of them can stand is for its kernel and its administrator to say.
    public var walls: Set<Wall>
    /// Why there is no helper, or why it does not start.
    public var reason: String?
    /// Bytes of address space that a worker may use; nil for no limit.
    public var memoryLimit: Int?
    /// Bytes that a worker uses before it has decoded anything.
    public var idleMemory: Int?
}
