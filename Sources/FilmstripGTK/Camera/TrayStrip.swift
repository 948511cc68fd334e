import Filmstrip
import Foundation

/// What was taken and chosen in this visit, at the window's foot: each can be looked at again.
@MainActor final class TrayStrip {
    let root: Widget
    private let row = Box(.horizontal, spacing: 8)
    private let scroller: Scroller
    private let model: CameraScreenModel
    private let texts: Texts
    /// Shows the assets; nil where there are none.
    private let library: (any PhotoLibrary)?
    private var ids: [ShootingTray.Entry.ID] = []
    private var buttons: [ShootingTray.Entry.ID: Button] = [:]
    private var loads: [Task<Void, Never>] = []
    private var watch: ObservationWatch?
    private var showing: LoopTimer?

    private static let side = 52

    init(_ model: CameraScreenModel, library: (any PhotoLibrary)?, texts: Texts) {
        self.model = model
        self.library = library
        self.texts = texts
        row.placed(.center, .center)
        scroller = Scroller(row, horizontal: true, vertical: false)
        scroller.expandHorizontally()
        root = Box(.vertical, [scroller]).styled("filmstrip-camera-tray")
        watch = observe { [weak self] in self?.follow() }
    }

    func clear() {
        watch?.end()
        watch = nil
        for load in loads { load.cancel() }
    }

    private func follow() {
        let entries = model.tray.entries
        let (looked, replaced) = (model.looked, model.replaced)
        root.isVisible = !entries.isEmpty
        if entries.map(\.id) != ids { fill(entries) }
        for (id, button) in buttons {
            button.setClass("looked", id == looked)
            button.setClass("replaced", id == replaced)
            button.isEnabled = !model.camera.isRecording && model.countdown == nil
        }
    }

    private func fill(_ entries: [ShootingTray.Entry]) {
        let isLonger = entries.count > ids.count
        ids = entries.map(\.id)
        for load in loads { load.cancel() }
        loads = []
        row.removeAll()
        buttons = [:]
        for entry in entries {
            let button = button(for: entry)
            buttons[entry.id] = button
            row.append(button)
        }
        // What came last is worth seeing.
        if isLonger { showing = LoopTimer(after: 0.1) { [weak self] in self?.scroller.position = .infinity } }
    }

    private func button(for entry: ShootingTray.Entry) -> Button {
        let picture = PictureView(covering: true)
        picture.setSizeRequest(width: Self.side, height: Self.side)
        let layers = Overlay(picture)
        let sign: Sign.Kind? =
            switch entry.kind {
            case .photo: nil
            case .livePhoto: .livePhoto
            case .video: .video
            }
        if let sign { layers.add(Sign(sign, size: 13).styled("filmstrip-tray-sign").placed(.start, .end, margin: 4)) }
        switch entry {
        case .shot(let shot):
            let small = shot.picture.flatMap(square)
            picture.texture = (shot.drawing == .upMirrored ? small?.mirrored() : small).flatMap { Texture($0) }
        case .chosen(let chosen): load(chosen, into: picture, layers)
        }
        let button = Button(around: layers, title: model.name(of: entry.id, texts))
        button.styled("filmstrip-shot").placed(.center, .center)
        button.tooltip = button.accessibleName
        button.onClick { [weak model] in
            guard let model else { return }
            if model.looked == entry.id { model.closeLook() } else { model.look(at: entry.id) }
        }
        return button
    }

    private func square(_ frame: PixelFrame) -> PixelFrame? {
        TilePixels.squared(frame, side: Self.side * row.scaleFactor)
    }

    private func load(_ chosen: ShootingTray.Chosen, into picture: PictureView, _ layers: Overlay) {
        guard let library, let asset = chosen.asset else {
            return layers.add(Sign(.library, size: 22).placed(.center, .center))
        }
        let side = Self.side * picture.scaleFactor
        let wanted = TilePixels.request(for: asset.size, side: side)
        loads.append(
            Task {
                do {
                    for try await thumbnail in library.thumbnail(asset.id, fitting: wanted) {
                        let pixels = await TilePixels.square(thumbnail.frame, side: side)
                        guard !Task.isCancelled else { return }
                        if let pixels { picture.texture = Texture(pixels) }
                    }
                } catch {
                    // A sign in place of the picture; the name says what it is.
                    guard !Task.isCancelled else { return }
                    layers.add(Sign(.library, size: 22).placed(.center, .center))
                }
            })
    }
}
