import Filmstrip
import Foundation

extension CameraScreen {
    func follow() {
        watches = [
            observe { [weak self] in self?.followControls() }, observe { [weak self] in self?.followHelps() },
            observe { [weak self] in self?.followPhase() }, observe { [weak self] in self?.followSigns() },
            observe { [weak self] in self?.followProblem() },
        ]
    }

    private func followControls() {
        let controls = model.controls
        let isVideo = model.kind == .video
        shutter.root.show(controls.shutter)
        shutter.root.setClass("record", isVideo)
        shutter.isRunning = model.camera.isRecording
        let buttons = texts.buttons
        let title =
            model.countdown != nil
            ? buttons.cancel
            : model.camera.isRecording ? buttons.stopRecording : isVideo ? buttons.recordVideo : buttons.takePhoto
        shutter.root.rename(title)
        if hand.wantsShutter, controls.shutter == .enabled, shutter.root.grabFocus() { hand.wantsShutter = false }
        flip.show(controls.flip)
        doneButton.isEnabled = model.canFinish
        let count = model.shots.count
        doneButton.title = count > 0 ? "\(buttons.done) (\(count))" : buttons.done
    }

    private func followHelps() {
        let controls = model.controls
        let shooting = texts.shooting
        let isShooting = controls.shutter != .hidden
        flash.isVisible = isShooting && !controls.flash.isEmpty
        flash.isEnabled = controls.flash.contains { $0.control == .enabled }
        let flashMode = model.flash ?? .off
        flash.rename([.off: shooting.flashOff, .on: shooting.flashOn, .auto: shooting.flashAuto][flashMode] ?? "")
        flash.setClass("active", flashMode != .off)
        flash.setClass("automatic", flashMode == .auto)
        torch.isVisible = model.torch != .hidden
        torch.isEnabled = model.torch == .enabled
        torch.isOn = model.isTorchOn
        timer.isVisible = isShooting
        timer.isEnabled = model.countdown == nil && !model.camera.isRecording
        let wait = model.settings.timer
        timer.rename(wait == .off ? shooting.timerOff : shooting.timer(wait.rawValue))
        timer.setClass("active", wait != .off)
        grid.isVisible = isShooting
        grid.isOn = model.settings.showsGrid
        view.preview.showsGrid = model.settings.showsGrid && isShooting
    }

    private func followPhase() {
        let controls = model.controls
        let isReview = controls.retake != .hidden
        reviewBar.isVisible = isReview
        shootingBar.isVisible = !isReview
        retake.show(controls.retake)
        retake.title = model.looked == nil ? texts.buttons.retake : texts.buttons.delete
        use.show(controls.use)
        let wasReview = hand.isReview
        hand.isReview = isReview
        guard isReview != wasReview else { return }
        hand.wantsShutter = !isReview
        if isReview { (use.isVisible ? use : retake).grabFocus() } else { followControls() }
    }

    private func followSigns() {
        locked.root.isVisible = model.isLocked && model.controls.retake == .hidden
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

    private func followProblem() {
        guard let problem = model.camera.problem else { return notice.show(nil) }
        switch problem {
        case .cameraInUse, .noSpace, .readOnly, .permissionDenied, .permissionLost:
            notice.show(Prompt.Toast.cameraUnavailable(problem, texts: texts).text)
        // What else a camera refuses shows in its buttons.
        default: notice.show(nil)
        }
    }
}
