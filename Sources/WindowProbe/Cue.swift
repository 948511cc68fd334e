import CGTK
import Filmstrip
import FilmstripGTK

/// What the hand in front of the windows gives when it has seen enough. So no walk hangs on how fast the machine is.
enum Cue: Int32, CaseIterable {
    /// What was announced is to happen now.
    case act = 10  // SIGUSR1
    /// What is said has been read.
    case read = 12  // SIGUSR2

    /// Keeps cues that nobody waits for from ending the program.
    @MainActor static func heed() { for cue in allCases { _ = cue.stream() } }

    /// The cues from now on, also those that come before somebody waits for them.
    @MainActor func stream() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let call: GSourceFunc = { data in
            _ = Unmanaged<Listener>.fromOpaque(data!).takeUnretainedValue().continuation.yield()
            return 1  // Once nobody listens to a signal, GLib would let it end the program.
        }
        g_unix_signal_add(rawValue, call, Unmanaged.passRetained(Listener(continuation)).toOpaque())
        return stream
    }

    private final class Listener {
        let continuation: AsyncStream<Void>.Continuation
        init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }
    }
}

extension AsyncStream<Void> {
    /// Waits for the next cue, or for the task's end.
    func next() async { for await _ in self { return } }
}

/// A clock for notices: they stay until the hand has read them. What waits for less than a second does so.
struct CuedClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
        guard now.duration(to: deadline) >= .seconds(1) else {
            return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
        }
        await Cue.read.stream().next()
        try Task.checkCancellation()
    }
}

extension GTKPresenter.Configuration {
    /// How the windows of probes behave: notices stay until they are read.
    static func probed(
        _ texts: Texts = .english, editor: (any EditorBackend)? = nil,
        openSettings: (@MainActor @Sendable (Permission) async -> Bool)? = nil
    ) -> Self {
        var configuration = Self(texts: texts, editor: editor, openSettings: openSettings)
        configuration.clock = CuedClock()
        return configuration
    }
}
