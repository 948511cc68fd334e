import Filmstrip
import Foundation

/// What the shutter takes: photo, live photo, video.
@MainActor final class KindSwitch {
    /// The room of the choice: it stays while there is none, so that the shutter stays where it was pressed.
    let root = Box(.vertical)
    /// The choice itself.
    let pill = Box(.horizontal, spacing: 4).styled("filmstrip-camera-kinds").placed(.center, .center)
    private var buttons: [(kind: MediaKind, button: Toggle)] = []
    private var watch: ObservationWatch?

    init(_ model: CameraScreenModel, texts: Texts) {
        root.append(pill)
        for kind in model.kinds {
            let button = Toggle(texts.mode(kind))
            if let first = buttons.first { button.join(first.button) }
            button.onClick { [weak model] in Task { await model?.choose(kind) } }
            buttons.append((kind, button))
            pill.append(button)
        }
        root.isVisible = model.kinds.count > 1
        watch = observe { [weak self, weak model] in
            guard let self, let model else { return }
            let kind = model.kind
            for entry in buttons { entry.button.isOn = entry.kind == kind }
            show(model.kindSwitch)
        }
    }

    private func show(_ control: CameraControls.Control) {
        pill.isEnabled = control == .enabled
        let isVisible = control != .hidden
        guard pill.isVisible != isVisible else { return }
        if isVisible {
            root.setSizeRequest(width: -1, height: -1)
        } else {
            let (width, height) = root.size
            let isRow = pill.direction == .horizontal
            root.setSizeRequest(width: isRow ? -1 : width, height: isRow ? height : -1)
        }
        pill.isVisible = isVisible
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

/// What was just taken, or is looked at again: the very file, where it is a still that GTK can read.
@MainActor final class ReviewPicture {
    let root: Widget
    private let canvas: Canvas
    private let model: CameraScreenModel
    private var picture: (texture: Texture, drawing: Orientation)?
    private var loading: Task<Void, Never>?
    private let library: (any PhotoLibrary)?
    private let player: ReviewPlayer
    private var shown: Shown?

    private enum Shown: Equatable {
        case file(MediaPath)
        case entry(ShootingTray.Entry.ID)
    }

    /// How large an asset is shown at most.
    private static let lookSize = PixelSize(width: 1600, height: 1600)

    private var watch: ObservationWatch?

    /// - Parameters:
    ///   - library: shows what was chosen from it; nil where there is none.
    ///   - player: plays what was taken.
    init(_ model: CameraScreenModel, library: (any PhotoLibrary)?, player: ReviewPlayer) {
        self.model = model
        self.library = library
        self.player = player
        let relay = Weak<ReviewPicture>()
        canvas = Canvas(.decoration) { [relay] painter, size in relay.value?.draw(painter, size) }
        root = canvas
        relay.value = self
        canvas.isTarget = false
        canvas.isVisible = false
        watch = observe { [weak self] in self?.follow() }
    }

    deinit { loading?.cancel() }

    func clear() {
        watch = nil
        loading?.cancel()
        player.stop()
    }

    private func follow() {
        switch (model.camera.phase, model.lookedEntry) {
        case (.review(let taken), _), (.saving(let taken), _): show(taken, from: nil)
        case (_, .shot(let shot)?): show(shot.media, from: shot)
        case (_, .chosen(let chosen)?): show(chosen)
        case (_, nil):
            (shown, picture) = (nil, nil)
            loading?.cancel()
            player.show(nil)
            canvas.isVisible = false
        }
    }

    /// Until the file is read the frozen viewfinder is seen, or what it showed then.
    private func show(_ media: CapturedMedia, from shot: CameraScreenModel.Shot?) {
        guard shown != .file(media.file.path) else { return }
        shown = .file(media.file.path)
        picture = shot.flatMap { shot in shot.picture.flatMap { Texture($0) }.map { ($0, shot.drawing) } }
        canvas.isVisible = picture != nil
        canvas.setNeedsDisplay()
        player.show(media)
        load(media, drawn: shot?.drawing ?? model.fileDrawing)
    }

    private func show(_ chosen: ShootingTray.Chosen) {
        guard shown != .entry(chosen.id) else { return }
        (shown, picture) = (.entry(chosen.id), nil)
        canvas.isVisible = true
        canvas.setNeedsDisplay()
        player.show(nil)
        loading?.cancel()
        guard let library, let asset = chosen.asset else { return }
        loading = Task { [weak self] in
            do {
                for try await thumbnail in library.thumbnail(asset.id, fitting: Self.lookSize) {
                    guard let self, !Task.isCancelled, shown == .entry(chosen.id) else { return }
                    picture = Texture(thumbnail.frame).map { ($0, .up) }
                    canvas.setNeedsDisplay()
                }
            } catch {
                // It stays dark; when it is loaded, the reason is told.
                return
            }
        }
    }

    private func load(_ media: CapturedMedia, drawn drawing: Orientation) {
        loading?.cancel()
        // Mirrored selfies may be so by a tag alone, which GTK does not read; and they look as the viewfinder did.
        guard media.kind != .video, [.jpeg, .png].contains(media.file.contentType), drawing == .up else { return }
        let file = media.file
        loading = Task { [weak self] in
            let texture = await Texture.read(file.path)
            guard let self, let texture, !Task.isCancelled, shown == .file(file.path) else { return }
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
