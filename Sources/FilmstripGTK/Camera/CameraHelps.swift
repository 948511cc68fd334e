import Filmstrip

/// What helps to take a picture: flash, light, self-timer, lines, the mirror, and the list of keys. Over the picture's head.
@MainActor final class CameraHelps {
    let root = Box(.horizontal, spacing: 2).styled("filmstrip-camera-helps").placed(.center, .start)
    private let model: CameraScreenModel
    private let texts: Texts
    private let flashSign = Sign(.flashOff, size: 20)
    private let timerSign = Sign(.timer, size: 20)
    private let flash: Button
    private let torch: Toggle
    private let timer: Button
    private let grid: Toggle
    private let mirror: Toggle
    private let keys: Button
    private var watch: ObservationWatch?

    /// - Parameter showKeys: shows the list of keys, or takes it away.
    init(_ model: CameraScreenModel, texts: Texts, showKeys: @escaping @MainActor () -> Void) {
        self.model = model
        self.texts = texts
        let shooting = texts.shooting
        flash = Button(sign: flashSign, title: shooting.flashOff)
        torch = Toggle(sign: Sign(.torch, size: 20), title: shooting.torch)
        timer = Button(sign: timerSign, title: shooting.timerOff)
        grid = Toggle(sign: Sign(.grid, size: 20), title: shooting.grid)
        mirror = Toggle(sign: Sign(.mirror, size: 20), title: shooting.mirror)
        keys = Button(sign: Sign(.keys, size: 20), title: shooting.keys)
        for help in [flash, torch, timer, grid, mirror, keys] as [Widget] {
            root.append(help.styled("filmstrip-camera-button", "flat").placed(.center, .center))
        }
        torch.tooltip = CameraKey.flash.hint(shooting.torch)
        grid.tooltip = CameraKey.grid.hint(shooting.grid)
        mirror.tooltip = CameraKey.mirror.hint(shooting.mirror)
        keys.tooltip = CameraKey.list.hint(shooting.keys)
        func press(_ button: Widget, _ body: @escaping @MainActor (CameraScreenModel) async -> Void) {
            button.on("clicked") { [weak model] in
                guard let model else { return }
                Task { await body(model) }
            }
        }
        press(flash) { await $0.nextFlash() }
        press(timer) { $0.nextTimer() }
        press(torch) { await $0.setTorch(!$0.isTorchOn) }
        press(grid) { $0.toggleGrid() }
        press(mirror) { await $0.toggleMirror() }
        keys.onClick(showKeys)
        watch = observe { [weak self] in self?.follow() }
    }

    func clear() {
        watch?.end()
        watch = nil
    }

    private func follow() {
        let controls = model.controls
        let isShooting = controls.shutter != .hidden
        let isRecording = model.camera.isRecording
        root.isVisible = isShooting && (!isRecording || model.torch != .hidden)
        followFlash(controls.flash)
        torch.isVisible = model.torch != .hidden
        torch.isEnabled = model.torch == .enabled
        torch.isOn = model.isTorchOn
        let wait = model.settings.timer
        timer.isVisible = !isRecording
        timer.isEnabled = model.countdown == nil
        timer.rename(wait == .off ? texts.shooting.timerOff : texts.shooting.timer(wait.rawValue), key: .timer)
        timerSign.kind = [.off: .timer, .three: .timerThree, .ten: .timerTen][wait] ?? .timer
        timer.setClass("active", wait != .off)
        grid.isVisible = !isRecording
        grid.isOn = model.settings.showsGrid
        mirror.isVisible = model.mirror != .hidden && !isRecording
        mirror.isEnabled = model.mirror == .enabled
        mirror.isOn = model.settings.mirrorsFrontCamera
        keys.isVisible = !isRecording
    }

    private func followFlash(_ modes: [CameraControls.FlashButton]) {
        flash.isVisible = !modes.isEmpty
        flash.isEnabled = modes.contains { $0.control == .enabled }
        let shooting = texts.shooting
        let (title, sign): (String, Sign.Kind) =
            switch model.flash ?? .off {
            case .off: (shooting.flashOff, .flashOff)
            case .on: (shooting.flashOn, .flashOn)
            case .auto: (shooting.flashAuto, .flashAuto)
            }
        flash.rename(title, key: .flash)
        flashSign.kind = sign
        flash.setClass("active", model.flash == .on)
        flash.setClass("automatic", model.flash == .auto)
    }
}

extension Button {
    /// Another title for a button without a text, and the key that does the same.
    func rename(_ title: String, key: CameraKey) {
        tooltip = key.hint(title)
        accessibleName = title
    }
}
