import CGStreamer
import Filmstrip
import Foundation

/// GStreamer as a whole.
enum GStreamer {
    /// Starts GStreamer, once in a process and safely from any thread; false when it cannot start.
    static let isReady: Bool = gst_init_check(nil, nil, nil) != 0

    /// Whether an element of that name can be made here. (The plug-in's own version is not asked: PipeWire's is below 1.)
    static func has(_ factory: String) -> Bool {
        guard isReady, let found = gst_element_factory_find(factory) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(found))
        return true
    }

    /// The first element of `factories` that can be made here.
    static func first(of factories: [String]) -> String? { factories.first(where: has) }

    /// Nanoseconds on the clock that every pipeline of ours runs on: the system's, monotonic.
    static var now: UInt64 { UInt64(g_get_monotonic_time()) * 1000 }

    /// Nanoseconds from seconds; no number is none, and more than thirty years are thirty: sums of them never overflow.
    static func nanoseconds(_ seconds: Double) -> UInt64 {
        seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0
    }
}

/// What GStreamer reported.
struct GStreamerFault: Error, Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case busy, missing, noSpace, notAllowed, other
    }

    var kind: Kind
    /// The element that failed.
    var source: String
    /// What happened, without a dot at its end.
    var text: String

    /// Reads and frees an error of GLib.
    init(taking error: UnsafeMutablePointer<GError>?, source: String, detail: String = "") {
        guard let error else {
            self.init(kind: .other, source: source, text: "unknown failure")
            return
        }
        defer { g_error_free(error) }
        let text = String(cString: error.pointee.message).withoutLastDots
        let all = (text + " " + detail).lowercased()
        let kind: Kind =
            if Self.is(error, GST_RESOURCE_ERROR_BUSY) || all.contains("resource busy") || all.contains("is busy") {
                .busy
            } else if Self.is(error, GST_RESOURCE_ERROR_NO_SPACE_LEFT) || all.contains("no space left")
                || all.contains("file too large")
            {
                .noSpace
            } else if Self.is(error, GST_RESOURCE_ERROR_NOT_AUTHORIZED) {
                .notAllowed
            } else if Self.is(error, GST_RESOURCE_ERROR_NOT_FOUND) || all.contains("target not found") {
                .missing
            } else {
                .other
            }
        self.init(kind: kind, source: source, text: text)
    }

    init(kind: Kind, source: String, text: String) {
        self.kind = kind
        self.source = source
        self.text = text
    }

    private static func `is`(_ error: UnsafeMutablePointer<GError>, _ code: GstResourceError) -> Bool {
        fs_is_resource_error(error, gint(code.rawValue)) != 0
    }

    /// The same for the user of a camera.
    func cameraError(_ camera: CameraDevice.ID) -> CameraError {
        switch kind {
        case .busy: .cameraInUse(camera)
        case .missing: .cameraLost(camera)
        case .notAllowed: .permissionDenied
        case .noSpace, .other: .internal("\(source): \(text)")
        }
    }
}

extension String {
    /// The text for the middle of a sentence: other libraries end theirs with a dot, or two.
    var withoutLastDots: String {
        var text = self
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
