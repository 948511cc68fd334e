import Filmstrip

/// Opens the camera when its tile comes into sight, and closes it when it has gone: the permission is asked then, and not before.
@MainActor final class CameraHost {
    /// What keeps the tile from being seen though it is in its place.
    struct Veil: OptionSet {
        let rawValue: Int
        /// The library's question comes first.
        static let opening = Veil(rawValue: 1)
        /// An overlay lies over the tiles.
        static let overlay = Veil(rawValue: 2)
        /// A camera screen of its own has the camera.
        static let screen = Veil(rawValue: 4)
        /// The picker is not there.
        static let gone = Veil(rawValue: 8)
    }

    let root: Widget
    private let model: CameraTileModel
    private var isMapped = false
    private var isOpen = false
    private var closing: LoopTimer?
    /// What hides the tile.
    var veil: Veil = .opening {
        didSet { if veil != oldValue { update() } }
    }

    /// Seconds that a tile may be scrolled out of sight before its camera is closed.
    private static let patience = 1.0

    init(_ model: CameraTileModel, in root: Widget) {
        self.model = model
        self.root = root
        root.on("map") { [weak self] in self?.setMapped(true) }
        root.on("unmap") { [weak self] in self?.setMapped(false) }
    }

    isolated deinit { if isOpen { shut() } }

    private func setMapped(_ isMapped: Bool) {
        self.isMapped = isMapped
        update()
    }

    private func update() {
        if isMapped, veil.isEmpty { return open() }
        guard isOpen else { return }
        if veil.isEmpty { return closeLater() }
        shut()
    }

    private func open() {
        closing = nil
        guard !isOpen else { return }
        isOpen = true
        let model = model
        Task { await model.appear() }
    }

    /// Scrolled out of sight: a recording goes on, and whoever scrolls back at once waits for nothing.
    private func closeLater() {
        closing = LoopTimer(after: Self.patience) { [weak self] in
            guard let self, isOpen, !isMapped else { return }
            if model.isRecording { closeLater() } else { shut() }
        }
    }

    private func shut() {
        closing = nil
        isOpen = false
        let model = model
        Task { await model.disappear() }
    }
}
