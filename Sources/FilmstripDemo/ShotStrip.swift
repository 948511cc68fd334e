import CAdwaita
import Filmstrip
import FilmstripGTK

/// What was taken, newest last: small pictures in a row, each a button that shows it in full. The files are temporary ones, and go with
/// the program.
@MainActor final class ShotStrip {
    private let host: Host
    private let row: Part
    private let fallback: Part
    private let viewer: GTKPresenter
    private var shots: [PickedMedia] = []
    private var buttons: [Part] = []
    private var looking: Task<Void, Never>?

    /// Points of each side.
    private static let side = 84

    /// - Parameters:
    ///   - row: a box that holds nothing else.
    ///   - fallback: what is seen while nothing was taken.
    init(_ host: Host, in row: Part, fallback: Part) {
        self.host = host
        self.row = row
        self.fallback = fallback
        viewer = host.machine.presenter(on: host.window.raw)
    }

    isolated deinit { looking?.cancel() }

    /// Adds them in order, and keeps their files.
    func add(_ media: [PickedMedia]) async {
        for media in media {
            let place = shots.count
            shots.append(media)
            buttons.append(addButton(at: place))
            fallback.isVisible = false
            rename()
            await fill(place)
        }
    }

    private func addButton(at place: Int) -> Part {
        let button = Part(OpaquePointer(gtk_button_new()!))
        // From here on it belongs to the row.
        row.append(button.raw)
        gtk_widget_add_css_class(button.widget, "shot")
        gtk_widget_set_overflow(button.widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_set_size_request(button.widget, gint(Self.side), gint(Self.side))
        button.on("clicked") { [weak self] in self?.look(at: place) }
        return button
    }

    /// Each says what it is, and where it stands.
    private func rename() {
        let words = host.machine.words
        for (place, button) in buttons.enumerated() {
            let kind = words.spoken.name(of: shots[place].kind)
            let position = words.spoken.place.replacing("{n}", with: "\(place + 1)")
                .replacing("{all}", with: "\(shots.count)")
            fs_widget_set_spoken_name(button.widget, "\(kind), \(position)")
        }
    }

    private func fill(_ place: Int) async {
        let (media, button) = (shots[place], buttons[place])
        let pixels = Self.side * Int(gtk_widget_get_scale_factor(button.widget))
        guard let frame = await host.machine.picture(of: media.file, fitting: pixels * 2),
            let square = await TilePixels.square(frame, side: min(pixels, frame.size.width, frame.size.height))
        else { return host.say(host.texts.cannotBeShown) }
        let overlay = gtk_overlay_new()!
        let picture = gtk_picture_new()!
        square.asTexture { gtk_picture_set_paintable(OpaquePointer(picture), $0) }
        gtk_overlay_set_child(OpaquePointer(overlay), picture)
        if let sign = sign(of: media) { gtk_overlay_add_overlay(OpaquePointer(overlay), sign) }
        gtk_button_set_child(button.cast(), overlay)
    }

    /// How long a video is, or that a photo is alive.
    private func sign(of media: PickedMedia) -> UnsafeMutablePointer<GtkWidget>? {
        guard case .camera(let capture) = media.origin else { return nil }
        let text: String
        switch capture {
        case .photo: return nil
        case .livePhoto: text = host.machine.words.spoken.livePhoto
        case .video(let video): text = Texts.duration(video.duration.rounded())
        }
        let label = gtk_label_new(text)!
        gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
        gtk_widget_set_halign(label, GTK_ALIGN_START)
        gtk_widget_set_valign(label, GTK_ALIGN_END)
        gtk_widget_add_css_class(label, "sign")
        gtk_widget_add_css_class(label, "small")
        return label
    }

    private func look(at place: Int) {
        guard looking == nil else { return }
        looking = Task { [weak self, viewer, shots] in
            await viewer.look(at: shots, startingAt: place)
            self?.looking = nil
        }
    }
}
