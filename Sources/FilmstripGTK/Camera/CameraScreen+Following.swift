import Filmstrip
import Foundation

extension CameraScreen {
    func follow() {
        watches = [
            observe { [weak self] in self?.followShutter() }, observe { [weak self] in self?.followButtons() },
            observe { [weak self] in self?.followPhase() }, observe { [weak self] in self?.followSigns() },
            observe { [weak self] in self?.followProblem() },
        ]
    }

    private func followShutter() {
        let control = model.controls.shutter
        let isVideo = model.kind == .video
        let isRecording = model.camera.isRecording
        // What cannot be pressed for a moment loses the keyboard, and gets it back.
        if control != .enabled, shutter.root.hasFocus { hand.wantsShutter = true }
        shutter.root.show(control)
        shutter.root.setClass("record", isVideo || isRecording)
        shutter.isRunning = isRecording
        let isCapturing = if case .capturing = model.camera.state { true } else { false }
        shutter.root.setClass("busy", isCapturing)
        // Pressed now, it stops what goes on.
        shutter.root.setClass("counting", model.countdown != nil)
        shutter.root.rename(model.shutterName(texts), key: .shutter)
        if hand.wantsShutter, control == .enabled, shutter.root.grabFocus() { hand.wantsShutter = false }
    }

    private func followButtons() {
        let controls = model.controls
        let isPaused = model.camera.isPaused
        pause.show(controls.pause)
        pauseSign.kind = isPaused ? .play : .pause
        pause.rename(isPaused ? texts.shooting.resume : texts.buttons.pause, key: .pause)
        flip.show(controls.pause == .hidden ? controls.flip : .hidden)
        library.show(controls.shutter == .hidden ? .hidden : model.library)
        view.preview.showsGrid = model.settings.showsGrid && controls.shutter != .hidden
        doneButton.isEnabled = model.canFinish
        let count = model.tray.entries.count
        doneButton.title = count > 0 ? "\(texts.buttons.done) (\(count))" : texts.buttons.done
    }

    private func followPhase() {
        let controls = model.controls
        view.preview.canvas.accessibleName = model.pictureName(texts)
        let isReview = controls.use != .hidden || controls.back != .hidden
        layout.showsBar = !isReview
        if controls.shutter == .hidden { keyList.root.isVisible = false }
        // Whoever comes back, from a review or from the library, shoots.
        let isAway = isReview || model.isChoosing
        let wasAway = hand.isAway
        hand.isAway = isAway
        guard isAway != wasAway else { return }
        hand.wantsShutter = !isAway
        if isReview { review.grabFocus() } else { followShutter() }
    }

    private func followSigns() {
        let isShooting = model.controls.shutter != .hidden
        locked.root.isVisible = model.isLocked && isShooting
        bias.root.isVisible = model.bias != 0 && isShooting
        bias.label.text = "\(model.bias > 0 ? "+" : "−")\(Texts.decimal(abs(model.bias)))"
        bias.label.accessibleName = "\(texts.shooting.brightness) \(bias.label.text)"
        let count = model.countdown
        countdown.isVisible = count != nil
        countdown.text = count.map(String.init) ?? ""
        kept.root.isVisible = false
        guard case .review(.video(let video)) = model.camera.phase else { return }
        let isSilent = if case .missing = video.sound { true } else { false }
        let length = Texts.duration(video.duration.rounded())
        kept.label.text = isSilent ? "\(length) · \(texts.shooting.silent)" : length
        kept.label.isVisible = true
        kept.root.isVisible = true
    }

    /// What keeps the camera from something, unless something else is being said.
    func followProblem() {
        let text = model.notice(texts)
        if saying == nil { notice.show(text) }
    }
}

extension Texts {
    /// A number with one digit behind the point.
    fileprivate static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
