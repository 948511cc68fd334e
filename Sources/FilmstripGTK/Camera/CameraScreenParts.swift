import Filmstrip
import Foundation

/// What the shutter takes: photo, live photo, video.
@MainActor final class KindSwitch {
    let root: Box
    private var buttons: [(kind: MediaKind, button: Toggle)] = []
    private var watch: ObservationWatch?

    init(_ model: CameraScreenModel, texts: Texts) {
        let titles: [MediaKind: String] = [
            .photo: texts.shooting.photoMode, .livePhoto: texts.buttons.livePhoto, .video: texts.shooting.videoMode,
        ]
        root = Box(.horizontal, spacing: 4).styled("filmstrip-camera-kinds").placed(.center, .center)
        for kind in model.kinds {
            let button = Toggle(titles[kind] ?? "")
            if let first = buttons.first { button.join(first.button) }
            button.onClick { [weak model] in Task { await model?.choose(kind) } }
            buttons.append((kind, button))
            root.append(button)
        }
        root.isVisible = model.kinds.count > 1
        watch = observe { [weak self, weak model] in
            guard let self, let model else { return }
            let kind = model.kind
            for entry in buttons { entry.button.isOn = entry.kind == kind }
            root.isEnabled = model.canChangeKind
        }
    }

    func clear() { watch = nil }
}

/// How much the picture is magnified: a button for each step, the one that holds with the factor itself.
@MainActor final class LensBar {
    let root = Box(.horizontal, spacing: 6).styled("filmstrip-camera-lenses").placed(.center, .center)
    private let model: CameraScreenModel
    private let texts: Texts
    private var lenses: [Double] = []
    private var buttons: [Button] = []
    private var watches: [ObservationWatch] = []

    init(_ model: CameraScreenModel, texts: Texts) {
        self.model = model
        self.texts = texts
        watches = [
            observe { [weak self] in self?.followLenses() }, observe { [weak self] in self?.followZoom() },
        ]
    }

    func clear() { watches = [] }

    private func followLenses() {
        let wanted = model.lenses
        root.isVisible = wanted.count > 1 && model.controls.retake == .hidden
        guard wanted != lenses else { return }
        lenses = wanted
        root.removeAll()
        buttons = wanted.map { lens in
            let button = Button("")
            button.styled("filmstrip-camera-lens")
            button.onClick { [weak model] in Task { await model?.zoom(to: lens) } }
            root.append(button)
            return button
        }
        followZoom()
    }

    private func followZoom() {
        let zoom = model.zoom
        let current = lenses.lastIndex { $0 <= zoom + 0.001 }
        for (index, button) in buttons.enumerated() {
            let text = Self.text(index == current ? zoom : lenses[index])
            button.title = "\(text)×"
            button.accessibleName = "\(texts.shooting.zoom) \(text)×"
            button.setClass("current", index == current)
        }
    }

    private static func text(_ factor: Double) -> String {
        let tenths = Int((factor * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

/// What was kept in this visit: each can be looked at again.
@MainActor final class ShotTray {
    let root: Widget
    private let row = Box(.horizontal, spacing: 6)
    private let model: CameraScreenModel
    private let texts: Texts
    private var ids: [CameraScreenModel.Shot.ID] = []
    private var watch: ObservationWatch?

    /// How many are seen; the newest ones.
    private static let room = 3

    init(_ model: CameraScreenModel, texts: Texts) {
        self.model = model
        self.texts = texts
        root = row.placed(.start, .center)
        watch = observe { [weak self] in self?.follow() }
    }

    func clear() { watch = nil }

    private func follow() {
        let shots = model.shots
        guard shots.map(\.id) != ids else { return }
        ids = shots.map(\.id)
        row.removeAll()
        for shot in shots.suffix(Self.room) {
            let picture = PictureView(covering: true)
            picture.texture = shot.picture.flatMap { Texture($0) }
            picture.setSizeRequest(width: 44, height: 44)
            let button = Button(around: picture, title: model.name(of: shot.id, texts))
            button.styled("filmstrip-shot").placed(.center, .center)
            button.onClick { [weak model] in model?.look(at: shot.id) }
            row.append(button)
        }
    }
}

/// What was just taken, or is looked at again: the very file, where it is a still that GTK can read.
@MainActor final class ReviewPicture {
    let root: Widget
    private let canvas: Canvas
    private let model: CameraScreenModel
    private var picture: (texture: Texture, drawing: Orientation)?
    private var loading: Task<Void, Never>?
    private var shown: MediaPath?
    private var watch: ObservationWatch?

    init(_ model: CameraScreenModel) {
        self.model = model
        let relay = Relay()
        canvas = Canvas(.decoration) { [relay] painter, size in relay.view?.draw(painter, size) }
        root = canvas
        relay.view = self
        canvas.isTarget = false
        canvas.isVisible = false
        watch = observe { [weak self] in self?.follow() }
    }

    private final class Relay { weak var view: ReviewPicture? }

    deinit { loading?.cancel() }

    func clear() {
        watch = nil
        loading?.cancel()
    }

    private func follow() {
        let looked = model.looked.flatMap { id in model.shots.first { $0.id == id } }
        var media = looked?.media
        switch model.camera.phase {
        case .review(let taken), .saving(let taken): media = taken
        case .live, .unavailable, .closed: break
        }
        guard let media else {
            (shown, picture) = (nil, nil)
            loading?.cancel()
            return canvas.isVisible = false
        }
        guard media.file.path != shown else { return }
        shown = media.file.path
        // Until the file is read the frozen viewfinder is seen, or what it showed then.
        picture = looked.flatMap { shot in shot.picture.flatMap { Texture($0) }.map { ($0, shot.drawing) } }
        canvas.isVisible = picture != nil
        canvas.setNeedsDisplay()
        load(media)
    }

    private func load(_ media: CapturedMedia) {
        loading?.cancel()
        // Mirrored selfies may be so by a tag alone, which GTK does not read; and they look as the viewfinder did.
        guard media.kind != .video, [.jpeg, .png].contains(media.file.contentType),
            !model.settings.mirrorsFrontCamera
        else { return }
        let file = media.file
        loading = Task { [weak self] in
            let texture = await Texture.read(file.path)
            guard let self, let texture, !Task.isCancelled, shown == file.path else { return }
            picture = (texture, .up)
            canvas.isVisible = true
            canvas.setNeedsDisplay()
        }
    }

    private func draw(_ painter: Painter, _ size: CGSize) {
        painter.fill(CGRect(origin: .zero, size: size), .black)
        guard let picture else { return }
        let geometry = PreviewGeometry(view: size, picture: picture.texture.size, drawing: picture.drawing)
        if let frame = geometry.pictureFrame { painter.draw(picture.texture, in: frame, picture.drawing) }
    }
}
