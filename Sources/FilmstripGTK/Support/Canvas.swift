import CGTK
import CGTKParts
import Filmstrip
import Foundation

/// A widget that draws itself by a closure.
final class Canvas: Widget {
    /// What screen readers make of it.
    enum Role {
        /// A picture that can be worked at.
        case picture
        /// A handle that moves along a line.
        case slider
        /// Nothing: others say what it shows.
        case decoration
    }

    /// - Parameter draw: given a painter, and the size; changes nothing.
    init(_ role: Role, draw: @escaping @MainActor (Painter, CGSize) -> Void) {
        let handler = Handler(draw)
        let call: @convention(c) (OpaquePointer?, gboolean, gint, gint, gpointer?) -> Void = {
            target, byProcessor, width, height, data in
            guard let target else { return }
            nonisolated(unsafe) let (snapshot, data) = (target, data)  // Drawing is a matter of the main thread.
            MainActor.assumeIsolated {
                Handler<@MainActor (Painter, CGSize) -> Void>.body(of: data)(
                    Painter(snapshot: snapshot, byProcessor: byProcessor),
                    CGSize(width: Int(width), height: Int(height)))
            }
        }
        let value =
            switch role {
            case .picture: GTK_ACCESSIBLE_ROLE_IMG
            case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
            case .decoration: GTK_ACCESSIBLE_ROLE_PRESENTATION
            }
        super.init(taking: fs_canvas_new(value, call, handler.retained(), releaseHandler)!)
    }

    /// Lets it be drawn anew.
    func setNeedsDisplay() { gtk_widget_queue_draw(widget) }

    /// Tells screen readers where it stands between two ends, and how to say that.
    func setValue(_ now: Double, in range: ClosedRange<Double>, text: String) {
        fs_accessible_set_value(widget, now, range.lowerBound, range.upperBound, text)
    }

    /// The pointer that shows what a press there would do; nil for the usual one.
    func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }
}

extension Widget {
    /// What a screen reader says after its name.
    func setAccessibleDescription(_ text: String) { fs_accessible_set_description(widget, text) }

    /// Lets left be left, whichever way the language runs: for pictures, and for time.
    func keepLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }
}

/// Draws into a snapshot of GTK.
@MainActor struct Painter {
    fileprivate let snapshot: OpaquePointer
    /// Whether no graphics card draws it.
    fileprivate let byProcessor: gboolean

    /// A colour of its own, for what lies over pictures; all else takes the theme's.
    struct Color {
        static let white = Color(red: 1, green: 1, blue: 1)
        static let black = Color(red: 0, green: 0, blue: 0)

        var red: Float
        var green: Float
        var blue: Float
        var alpha: Float = 1

        func faded(_ alpha: Float) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }

        fileprivate var value: GdkRGBA { GdkRGBA(red: red, green: green, blue: blue, alpha: alpha) }
    }

    func fill(_ rect: CGRect, _ color: Color) {
        guard rect.width > 0, rect.height > 0 else { return }
        var (bounds, color) = (Self.rect(rect), color.value)
        gtk_snapshot_append_color(snapshot, &color, &bounds)
    }

    /// A line along the inside of a box.
    /// - Parameter radius: of its corners.
    func frame(_ rect: CGRect, _ color: Color, width: Double, radius: Double = 0) {
        guard rect.width > 0, rect.height > 0 else { return }
        var outline = Self.rounded(rect, radius)
        let widths = [Float](repeating: Float(width), count: 4)
        let colors = [GdkRGBA](repeating: color.value, count: 4)
        gtk_snapshot_append_border(snapshot, &outline, widths, colors)
    }

    func draw(_ texture: Texture, in rect: CGRect) {
        guard rect.width > 0, rect.height > 0 else { return }
        var bounds = Self.rect(rect)
        fs_pixels_append(snapshot, byProcessor, texture.pointer, &bounds)
    }

    /// Draws a texture that covers a box when it is upright, turned about the box's middle.
    /// - Parameter degrees: clockwise, beyond the quarters of the orientation.
    func draw(_ texture: Texture, in box: CGRect, _ orientation: Orientation, degrees: Double = 0) {
        guard orientation != .up || degrees != 0 else { return draw(texture, in: box) }
        // Where the upper left corner goes says which sides change places.
        let corner = orientation.applied(to: PicturePoint(x: 0, y: 0))
        let (width, height) = orientation.swapsAxes ? (box.height, box.width) : (box.width, box.height)
        turned(
            about: CGPoint(x: box.midX, y: box.midY), degrees: degrees, flipsX: corner.x > 0.5, flipsY: corner.y > 0.5,
            swapsAxes: orientation.swapsAxes
        ) {
            draw(texture, in: CGRect(x: -width / 2, y: -height / 2, width: width, height: height))
        }
    }

    /// Draws within a box only.
    /// - Parameter radius: of its corners.
    func clipped(to rect: CGRect, radius: Double = 0, _ body: () -> Void) {
        guard rect.width > 0, rect.height > 0 else { return }
        var outline = Self.rounded(rect, radius)
        gtk_snapshot_push_rounded_clip(snapshot, &outline)
        body()
        gtk_snapshot_pop(snapshot)
    }

    /// Draws about a point that becomes the origin, turned clockwise by degrees and then mirrored.
    func turned(
        about point: CGPoint, degrees: Double, flipsX: Bool = false, flipsY: Bool = false, swapsAxes: Bool = false,
        _ body: () -> Void
    ) {
        gtk_snapshot_save(snapshot)
        var origin = graphene_point_t(x: Float(point.x), y: Float(point.y))
        gtk_snapshot_translate(snapshot, &origin)
        if degrees != 0 { gtk_snapshot_rotate(snapshot, Float(degrees)) }
        if flipsX || flipsY { gtk_snapshot_scale(snapshot, flipsX ? -1 : 1, flipsY ? -1 : 1) }
        if swapsAxes {
            // An exchange of the axes is a quarter turn, seen in a mirror.
            gtk_snapshot_scale(snapshot, -1, 1)
            gtk_snapshot_rotate(snapshot, 90)
        }
        body()
        gtk_snapshot_restore(snapshot)
    }

    private static func rect(_ rect: CGRect) -> graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(rect.minX), y: Float(rect.minY)),
            size: graphene_size_t(width: Float(rect.width), height: Float(rect.height)))
    }

    private static func rounded(_ rect: CGRect, _ radius: Double) -> GskRoundedRect {
        var (outline, bounds) = (GskRoundedRect(), Self.rect(rect))
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
        return outline
    }
}
