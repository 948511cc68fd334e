import Filmstrip
import Foundation

/// Our live camera tile: the preview, the buttons of the picker's mode, and what stands there without the permission.
@MainActor final class CameraTileView {
    let root: Widget
    private let model: CameraTileModel
    private let texts: Texts
    private let preview: CameraTilePreview
    private let message: PickerMessage
    private let shutter: Button
    private let record: Button
    private let live: Toggle
    private let flip: Button
    private let microphone = Icon("audio-input-microphone-symbolic", size: 14)
    private let time = Label(role: .decoration)
    private let spinner = Spinner(size: 24)
    private var watches: [ObservationWatch] = []
    private var second: LoopTimer?
    private var seconds = 0

    /// - Parameter help: leads to the settings of the camera.
    init(_ model: CameraTileModel, texts: Texts, help: @escaping @MainActor () -> Void) {
        self.model = model
        self.texts = texts
        preview = CameraTilePreview(model)
        message = PickerMessage(icon: "camera-photo-symbolic") { _ in help() }
        shutter = Button(icon: "camera-photo-symbolic", title: texts.buttons.takePhoto)
        record = Button(icon: "media-record-symbolic", title: texts.buttons.recordVideo)
        live = Toggle(icon: "media-record-symbolic", title: texts.buttons.livePhoto)
        flip = Button(icon: "camera-switch-symbolic", title: texts.buttons.flipCamera)
        let bottom = Box(.horizontal, spacing: 14, [shutter, record])
        bottom.placed(.center, .end).setMargins(0, 8, 8, 8)
        let head = Box(.horizontal, spacing: 6, [live, microphone, time])
        head.placed(.start, .start, margin: 6)
        flip.placed(.end, .start, margin: 6)
        spinner.placed(.center, .center)
        let layers = Overlay(preview.root)
        for part in [spinner, message.root, bottom, head, flip] { layers.add(part) }
        root = layers.styled("filmstrip-camera-tile")
        shutter.styled("filmstrip-tile-shutter")
        record.styled("filmstrip-tile-record")
        for button in [live, flip] as [Widget] { button.addClass("filmstrip-tile-button") }
        time.styled("filmstrip-tile-time")
        time.useEvenDigits()
        listen()
        watches = [observe { [weak self] in self?.update() }]
    }

    /// Lets go of the camera's pictures.
    func clear() {
        for watch in watches { watch.end() }
        watches = []
        preview.clear()
        second = nil
    }

    private func listen() {
        let model = model
        shutter.onClick { Task { await model.takePhoto() } }
        record.onClick { Task { await model.toggleRecording() } }
        live.onClick { Task { await model.toggleLive() } }
        flip.onClick { Task { await model.flip() } }
    }

    private func update() {
        let controls = model.controls
        show(shutter, controls.shutter)
        show(record, controls.record)
        show(live, controls.live)
        show(flip, controls.flip)
        live.isOn = model.live != nil
        microphone.isVisible = model.live?.usesMicrophone == true
        preview.root.isVisible = model.phase == .live || model.phase == .starting
        preview.root.setClass("mirrored", model.drawing == .upMirrored)
        spinner.isVisible = model.phase == .starting
        spinner.isSpinning = model.phase == .starting
        showMessage(controls)
        showRecording()
    }

    private func show(_ button: Widget, _ control: CameraControls.Control) {
        button.isVisible = control != .hidden
        button.isEnabled = control == .enabled
    }

    private func showMessage(_ controls: CameraTileModel.Controls) {
        guard let text = model.text(texts) else { return message.show(nil) }
        let action = Prompt.Action(id: .openSettings, title: texts.buttons.openSettings)
        message.show(LibraryPage.Content(title: text, action: controls.settings == .enabled ? action : nil))
    }

    private func showRecording() {
        let isRecording = model.isRecording
        record.setClass("recording", isRecording)
        record.accessibleName = isRecording ? texts.buttons.stopRecording : texts.buttons.recordVideo
        record.tooltip = record.accessibleName
        guard isRecording != time.isVisible || !isRecording else { return }
        time.isVisible = isRecording
        (second, seconds) = (nil, 0)
        if isRecording { countSeconds() }
    }

    private func countSeconds() {
        time.text = "● " + Texts.duration(Double(seconds))
        second = LoopTimer(after: 1) { [weak self] in
            self?.seconds += 1
            self?.countSeconds()
        }
    }
}

/// The moving picture of a camera tile.
@MainActor final class CameraTilePreview {
    let root: Widget
    private var watch: ObservationWatch?

    init(_ model: CameraTileModel) {
        let picture = PictureView(covering: true)
        root = picture.styled("filmstrip-tile-preview")
        watch = observe { [weak picture] in
            picture?.texture = model.preview.flatMap { Texture($0) }
        }
    }

    func clear() {
        watch?.end()
        watch = nil
    }
}
