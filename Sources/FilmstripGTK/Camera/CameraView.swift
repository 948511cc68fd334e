import Filmstrip
import Foundation

/// A live camera to be put anywhere: its picture, the buttons that are wanted, and a page that helps where there is no picture. Draws
/// whatever `CameraViewModel` it is given and decides nothing; the model opens and closes the camera.
@MainActor final class CameraView {
    /// The buttons of the view itself; a screen may have its own.
    struct Buttons: OptionSet, Sendable {
        var rawValue: Int
        static let shutter = Buttons(rawValue: 1)
        static let record = Buttons(rawValue: 2)
        static let live = Buttons(rawValue: 4)
        static let flip = Buttons(rawValue: 8)
        static let all: Buttons = [.shutter, .record, .live, .flip]
    }

    let root: Widget
    let preview: PreviewView
    private let model: any CameraViewModel
    private let wanted: Buttons
    private let texts: Texts
    private let page: CameraPageView
    private let shutter: ShutterButton
    private let record: ShutterButton
    private let live: Toggle
    private let flip: Button
    private let bar: CenterBox
    /// The signs at the picture's head; a screen that has its own there moves them down.
    let top: Box
    private let time = RecordingBadge()
    private let microphone: Badge
    private var watches: [ObservationWatch] = []
    private var compaction: LoopTimer?

    /// Below this width or height, in points, pages say only what they must.
    private static let roomy = 300

    /// - Parameters:
    ///   - buttons: all by default, as far as the model has them.
    ///   - focuses: whether a touch sets focus and exposure.
    ///   - act: told which button of a page was pressed; trying again is done already.
    init(
        _ model: any CameraViewModel, buttons: Buttons = .all, focuses: Bool = true, texts: Texts,
        act: @escaping @MainActor (Prompt.Action.ID) -> Void = { _ in }
    ) {
        self.model = model
        self.texts = texts
        wanted = buttons
        preview = PreviewView(model)
        let relay = Weak<CameraView>()
        page = CameraPageView { [weak model] action in
            if action == .retry { Task { await model?.act(.retry) } }
            act(action)
        }
        shutter = ShutterButton(.photo, title: texts.buttons.takePhoto)
        record = ShutterButton(.record, title: texts.buttons.recordVideo)
        live = Toggle(sign: Sign(.livePhoto, size: 20), title: texts.buttons.livePhoto)
        flip = Button(sign: Sign(.flip, size: 20), title: texts.buttons.flipCamera)
        microphone = Badge(.microphone, text: "", name: texts.shooting.microphoneOn)
        for button in [live, flip] as [Widget] { button.styled("filmstrip-camera-button").placed(.center, .center) }
        bar = CenterBox(
            start: Box(.horizontal, spacing: 6, [live, record.root]).placed(.start, .center), center: shutter.root,
            end: flip)
        bar.placed(.fill, .end).styled("filmstrip-camera-bar")
        top = Box(.horizontal, spacing: 6, [time.root, microphone.root]).placed(.center, .start, margin: 8)
        let overlay = Overlay(preview.canvas)
        overlay.add(page.root)
        for part in [top, bar] { overlay.addStill(part) }
        root = SizeWatch(overlay.styled("filmstrip-camera")) { [relay] width, height in
            relay.value?.resized(width, height)
        }
        relay.value = self
        preview.canvas.accessibleName = texts.shooting.viewfinder
        bar.isVisible = !buttons.isEmpty
        listen(focuses: focuses)
        watches = [
            observe { [weak self] in self?.followPage() }, observe { [weak self] in self?.followButtons() },
            observe { [weak self] in self?.followBadges() },
        ]
    }

    /// Draws nothing new from now on. Whoever made the model closes the camera.
    func clear() {
        for watch in watches { watch.end() }
        watches = []
        compaction = nil
        page.rest()
        preview.clear()
    }

    /// Lets the keyboard speak to the shutter, or to what helps to get a picture.
    @discardableResult
    func grabFocus() -> Bool { page.grabFocus() || shutter.root.grabFocus() }

    private func listen(focuses: Bool) {
        let model = model
        func press(_ button: Widget, _ action: CameraAction) {
            button.on("clicked") { [weak model] in Task { await model?.act(action) } }
        }
        press(shutter.root, .takePhoto)
        press(record.root, .toggleRecording)
        press(live, .toggleLive)
        press(flip, .flip)
        guard focuses else { return }
        let clicks = Controller.clicks()
        clicks.onPress("released") { [weak self] _, x, y in
            guard let self else { return }
            let size = preview.canvas.size
            let place = model.geometry(in: CGSize(width: size.width, height: size.height)).picturePoint(
                at: CGPoint(x: x, y: y))
            if let place { Task { await model.act(.focus(place)) } }
        }
        preview.canvas.add(clicks)
    }

    // MARK: Following

    private func followPage() {
        let shown = model.page
        page.root.isVisible = shown != nil
        if let shown { page.show(shown, texts) } else { page.rest() }
    }

    private func followButtons() {
        let buttons = model.buttons
        let isRecording = model.isRecording
        shutter.root.show(wanted.contains(.shutter) ? buttons.shutter : .hidden)
        record.root.show(wanted.contains(.record) ? buttons.record : .hidden)
        record.isRunning = isRecording
        record.root.rename(isRecording ? texts.buttons.stopRecording : texts.buttons.recordVideo)
        live.show(wanted.contains(.live) ? buttons.live : .hidden)
        live.isOn = model.live != nil
        live.setClass("active", live.isOn)
        flip.show(wanted.contains(.flip) ? buttons.flip : .hidden)
    }

    private func followBadges() {
        time.show(model.recordingSeconds, isPaused: model.buttons.isPaused, texts)
        microphone.root.isVisible = model.live?.usesMicrophone == true
    }

    private func resized(_ width: Int, _ height: Int) {
        let isCompact = width < Self.roomy || height < Self.roomy
        guard isCompact != page.isCompact else {
            // What was to come a moment ago is not wanted any more.
            compaction = nil
            return
        }
        // What changes is around the layout that is going on.
        compaction = LoopTimer(after: 0) { [weak self] in
            self?.page.isCompact = isCompact
            self?.root.setClass("compact", isCompact)
        }
    }
}

extension Widget {
    /// As the core says how a button is shown.
    func show(_ control: CameraControls.Control) {
        isVisible = control != .hidden
        isEnabled = control == .enabled
    }
}

extension Button {
    /// Another title for a button without a text.
    func rename(_ title: String) {
        tooltip = title
        accessibleName = title
    }
}
