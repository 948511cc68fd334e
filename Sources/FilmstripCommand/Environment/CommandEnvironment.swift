import Filmstrip
import FilmstripLinux
import Foundation

/// Everything around the command that a test replaces: streams, clock, signals, and the back ends.
struct CommandEnvironment: Sendable {
    var output: any ByteSink
    var errorOutput: any ByteSink
    /// Puts the next bytes of standard input into the room, and says how many; 0 at the end.
    var readInput: @Sendable (UnsafeMutableRawBufferPointer) throws(CommandError) -> Int
    /// Lets go who waits for standard input: reading throws `cancelled` from now on.
    var endInput: @Sendable () -> Void = {}
    /// The most bytes of an image that are taken from a stream, which may have no end.
    var inputLimit = 1 << 30
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
    var stopRequests: @Sendable () -> AsyncStream<StopRequest>
    /// Ends the process at once, for somebody who asks twice.
    var abandon: @Sendable () -> Void
    var permissions: @Sendable () -> any PermissionProvider
    /// A camera back end. The simulated cameras are its only ones when those are asked for.
    var camera: @Sendable (CameraNeed) -> any CameraBackend
    /// What decodes pictures.
    var decoder = PictureDecoder()
    /// The format in which cameras record here.
    var movieType: @Sendable () -> ContentType
    var library: @Sendable (LibraryPlace) async throws -> any IndexedLibrary
    /// Where the demo runs, found or started by somebody who knows the machine.
    var demoDesktop: @Sendable (CommandEnvironment) async -> DemoDesktop
    /// Becomes another program of ours with those words; the error says why that could not be.
    var become: @Sendable (_ program: String, _ words: [MediaPath]) -> CommandError
    /// What shows windows. Throws `noDisplay` where there is nothing to show them on.
    var picker: @MainActor @Sendable (PickerNeed) throws(CommandError) -> MediaPicker
}

/// What a verb needs a picker for.
struct PickerNeed: Sendable {
    var library: any PhotoLibrary
    /// The folders that the library is made of.
    var place: LibraryPlace
    /// What the user reads.
    var texts: Texts
    /// Columns of the grid; nil for as many as suit the window.
    var columns: Int?
    /// The window of another program to stand above.
    var parentHandle: String?
    /// What decodes pictures for the editors.
    var decoder = PictureDecoder()
    /// The camera window; nil for none.
    var camera: CameraWindowNeed?
}

/// What a verb needs a camera back end for.
struct CameraNeed: Sendable, Hashable {
    /// The simulated cameras, instead of those of the machine.
    var simulated = false
    /// Where captures are made before they have a name.
    var folder: MediaPath
    /// Where photos are made for which that one has no space left.
    var spareFolder: MediaPath?
}

/// Which library is meant, and where its index lies.
struct LibraryPlace: Sendable, Hashable {
    /// Nil for the user's own folders.
    var roots: [MediaPath]?
    /// Nil for the user's cache.
    var cache: MediaPath?
}

/// A library with an index that can be brought up to date by hand.
protocol IndexedLibrary: PhotoLibrary {
    /// Where captures go that are added to no album. It need not be there yet.
    var captureFolder: MediaPath { get }
    /// Brings the index up to date.
    func index() async throws(LibraryError) -> IndexReport
    /// What could not be indexed, and why.
    func problems() async throws(LibraryError) -> [IndexProblem]
    /// The asset whose file lies there; nil when the index has none.
    func asset(at path: MediaPath) async throws(LibraryError) -> Asset?
    /// Marks an asset as a favourite, or takes the mark off.
    func setFavorite(_ isFavorite: Bool, for id: AssetID) async throws(LibraryError)
    /// What the user should hear once.
    func notices() -> AsyncStream<LibraryNotice>
}

extension FolderLibrary: IndexedLibrary {
    var captureFolder: MediaPath { configuration.captureFolder }
}
