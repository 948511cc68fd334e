import Filmstrip
import Foundation

/// Everything around the command that a test replaces: streams, clock, signals, and the back ends.
struct CommandEnvironment: Sendable {
    var output: any ByteSink
    var errorOutput: any ByteSink
    /// All of standard input.
    var readInput: @Sendable () throws(CommandError) -> [UInt8]
    /// Whether standard error is a terminal, so that progress makes sense.
    var showsProgress: Bool
    /// The environment variables.
    var variables: [String: String]
    /// Where results without a name of their own are put.
    var workingFolder: MediaPath
    /// Where files lie until they have a place.
    var temporaryFolder: MediaPath
    /// The time of day.
    var now: @Sendable () -> Date
    /// Seconds east of UTC at a moment, here.
    var offsetFromUTC: @Sendable (Date) -> Int
    /// Seconds on a steady clock.
    var uptime: @Sendable () -> Double
    var sleep: @Sendable (Duration) async throws -> Void
    /// Each request of the user or the system to stop.
    var stopRequests: @Sendable () -> AsyncStream<Void>
    /// Ends the process at once, for somebody who asks twice.
    var abandon: @Sendable () -> Void
    var permissions: @Sendable () -> any PermissionProvider
    /// A camera back end. The simulated cameras are its only ones when those are asked for.
    var camera: @Sendable (CameraNeed) -> any CameraBackend
    var library: @Sendable (LibraryPlace) async throws -> any IndexedLibrary
}

/// What a verb needs a camera back end for.
struct CameraNeed: Sendable, Hashable {
    /// The simulated cameras, instead of those of the machine.
    var simulated = false
    /// Where captures are made before they have a name.
    var folder: MediaPath
}

/// Which library is meant, and where its index lies.
struct LibraryPlace: Sendable, Hashable {
    /// Nil for the user's own folders.
    var roots: [MediaPath]?
    /// Nil for the user's cache.
    var cache: MediaPath?
    /// The language of the titles of smart albums; nil for the system's.
    var language: String?
}

/// A library with an index that can be brought up to date by hand.
protocol IndexedLibrary: Sendable {
    var photos: any PhotoLibrary { get }
    /// Brings the index up to date, with those folders or with all of the roots.
    func refresh(_ folders: [MediaPath]?, progress: @escaping @Sendable (Int) -> Void) async throws -> IndexReport
    /// What could not be indexed, and why.
    func problems() async throws -> [IndexProblem]
    /// Follows the folders until the task is cancelled; `PhotoLibrary.changes` tells what happens.
    func follow() async throws
}

/// What a scan did.
struct IndexReport: Sendable, Hashable {
    var added = 0
    var changed = 0
    var removed = 0
    var unchanged = 0
    var problems = 0
    var filesRead = 0
    var seconds = 0.0
}

/// One file or folder that is not in the index, and why.
struct IndexProblem: Sendable, Hashable {
    var path: MediaPath
    var code: ErrorCode
    var message: String
}
