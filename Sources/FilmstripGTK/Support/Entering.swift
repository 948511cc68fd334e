import CGTKParts
import Filmstrip

/// A child that comes in with a movement of the core's when it is first seen.
final class Entering: Widget {
    let entrance: Entrance

    init(_ child: Widget, _ entrance: Entrance) {
        self.entrance = entrance
        // The movement is a value: nothing is kept for it.
        let call: @convention(c) (Double, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?) -> Void =
            entrance == .flip
            ? { seconds, scale, opacity in Entering.shape(.flip, seconds, scale, opacity) }
            : { seconds, scale, opacity in Entering.shape(.crossfade, seconds, scale, opacity) }
        super.init(taking: fs_entrance_new(call)!)
        fs_holder_set_child(widget, child.widget)
    }

    /// How many frames the movement has had.
    var frameCount: Int { Int(fs_entrance_get_steps(widget)) }

    private nonisolated static func shape(
        _ entrance: Entrance, _ seconds: Double, _ scale: UnsafeMutablePointer<Double>?,
        _ opacity: UnsafeMutablePointer<Double>?
    ) {
        let shape = entrance.shape(after: seconds)
        scale?.pointee = shape.width
        opacity?.pointee = shape.opacity
    }
}
