import Filmstrip

/// The round button that takes a photo, or starts and ends a recording.
@MainActor final class ShutterButton {
    enum Kind { case photo, record }

    let root: Button

    init(_ kind: Kind, title: String) {
        let face = Box(.horizontal).styled("filmstrip-shutter-face").placed(.center, .center)
        root = Button(around: face, title: title)
        root.styled("filmstrip-shutter", kind == .photo ? "photo" : "record").placed(.center, .center)
        root.tooltip = title
    }

    /// Whether it records: a square in place of the disc.
    var isRunning = false {
        didSet { root.setClass("running", isRunning) }
    }
}

/// A small sign over the picture.
@MainActor class Badge {
    let root: Box
    let label = Label()

    init(icon: String?, text: String, name: String) {
        var parts: [Widget] = [label]
        if let icon { parts.insert(Icon(icon, size: 14), at: 0) }
        root = Box(.horizontal, spacing: 6, parts).styled("filmstrip-camera-badge")
        label.text = text
        label.isVisible = !text.isEmpty
        root.accessibleName = name
        root.tooltip = name
        root.isVisible = false
    }
}

/// How long it has been recording.
@MainActor final class RecordingBadge: Badge {
    init() {
        super.init(icon: "media-record-symbolic", text: "0:00", name: "")
        root.addClass("recording")
        label.useEvenDigits()
    }

    /// Nil when nothing is recorded.
    func show(_ seconds: Int?, _ texts: Texts) {
        root.isVisible = seconds != nil
        guard let seconds else { return }
        let time = Texts.duration(Double(seconds))
        label.text = time
        label.accessibleName = texts.shooting.recording.replacing("{time}", with: time)
    }
}
