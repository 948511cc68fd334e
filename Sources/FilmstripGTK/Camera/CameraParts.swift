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

    init(_ sign: Sign.Kind?, text: String, name: String) {
        var parts: [Widget] = [label]
        if let sign { parts.insert(Sign(sign, size: 14).placed(.center, .center), at: 0) }
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
    private let dot = Box(.horizontal).styled("filmstrip-camera-dot").placed(.center, .center)

    init() {
        super.init(nil, text: "0:00", name: "")
        label.useEvenDigits()
        root.addClass("recording")
        root.prepend(dot)
    }

    /// Nil when nothing is recorded.
    func show(_ seconds: Int?, isPaused: Bool = false, _ texts: Texts) {
        root.isVisible = seconds != nil
        guard let seconds else { return }
        let time = Texts.duration(Double(seconds))
        label.text = time
        root.setClass("paused", isPaused)
        let saying = isPaused ? texts.shooting.paused : texts.shooting.recording
        label.accessibleName = saying.replacing("{time}", with: time)
    }
}
