import CGTK
import Filmstrip

/// A movie that plays in a `PictureView`, with its sound, through whatever GTK's media module is installed
/// (`libgtk-4-media-gstreamer` in Debian). Without one it fails at once, and says so in `failure`.
final class Movie: ObjectReference {
    private static let second = 1_000_000.0
    /// Seconds in which GStreamer's player surely comes to rest: one that is let go of before keeps its threads and descriptors for good.
    private static let rest = 0.5
    private var ending: LoopTimer?

    init(_ path: MediaPath) {
        super.init(taking: path.withCString { gtk_media_file_new_for_filename($0)! })
    }

    /// Why it cannot be played; nil when all is well.
    var failure: String? {
        gtk_media_stream_get_error(cast()).map { String(cString: $0.pointee.message) }
    }

    /// Whether it is known how long and how large it is.
    var isPrepared: Bool { gtk_media_stream_is_prepared(cast()) != 0 }

    /// Whether it has come to its end.
    var hasEnded: Bool { gtk_media_stream_get_ended(cast()) != 0 }

    /// Where it stands, in seconds.
    var position: Double { Double(gtk_media_stream_get_timestamp(cast())) / Self.second }

    /// Seconds; 0 while that is not known.
    var duration: Double { Double(gtk_media_stream_get_duration(cast())) / Self.second }

    func play() { gtk_media_stream_play(cast()) }

    func pause() { gtk_media_stream_pause(cast()) }

    func seek(to seconds: Double) { gtk_media_stream_seek(cast(), gint64(seconds * Self.second)) }

    /// Ends it: no sound comes any more, and in a moment nothing is read.
    func stop() {
        pause()
        // Held by its timer until then.
        ending = LoopTimer(after: Self.rest) {
            gtk_media_file_clear(self.cast())
            self.ending = nil
        }
    }
}
