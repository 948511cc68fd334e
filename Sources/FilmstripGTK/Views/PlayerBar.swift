import Filmstrip

/// What a video or a live photo is played with: a large button over it, and at its foot a small one, the time, and a bar of times.
@MainActor final class PlayerBar {
    /// Over the middle of the picture.
    let large: Button
    /// At its foot; for videos.
    let bar: Box
    /// At its head; for live photos.
    let live: Button
    private let pager: PagerModel
    private let largeSign = Sign(.play, size: 30)
    private let smallSign = Sign(.play, size: 16)
    private let small: Button
    /// The bar of times.
    let slider = Slider(steps: (1, 5))
    private let time = Label(role: .text)

    init(_ pager: PagerModel) {
        self.pager = pager
        let texts = pager.choice.texts
        large = Button(around: largeSign, title: texts.buttons.play)
        large.styled("osd", "circular", "filmstrip-play").placed(.center, .center)
        small = Button(around: smallSign, title: texts.buttons.play)
        small.styled("flat", "circular")
        slider.expandHorizontally()
        slider.accessibleName = texts.editing.position
        time.useEvenDigits()
        bar = Box(.horizontal, spacing: 8, [small, slider, time])
        bar.styled("filmstrip-player").placed(.fill, .end)
        let word = Label(texts.buttons.livePhoto, role: .decoration)
        live = Button(
            around: Box(.horizontal, spacing: 6, [Sign(.livePhoto, size: 18), word]), title: texts.buttons.livePhoto)
        live.styled("osd", "pill", "filmstrip-live").placed(.start, .end, margin: 14)
        for button in [large, small, live] { button.onClick { [weak pager] in pager?.play(.toggled) } }
        slider.onMove { [weak pager] seconds in pager?.play(.scrubbed(seconds)) }
    }

    /// Draws what there is to play and how far it is.
    func update() {
        let playback = pager.playback
        let isPlaying = playback.state == .playing
        let isVideo = playback.kind == .video
        var hasFailed = false
        if case .failed = playback.state { hasFailed = true }
        large.isVisible = isVideo && !isPlaying && !hasFailed && pager.showsBars
        bar.isVisible = isVideo && !hasFailed && pager.showsBars
        live.isVisible = playback.kind == .livePhoto && !hasFailed && pager.showsBars
        live.setClass("playing", isPlaying)
        let texts = pager.choice.texts.buttons
        smallSign.kind = isPlaying ? .pause : .play
        for button in [large, small] { button.accessibleName = isPlaying ? texts.pause : texts.play }
        guard isVideo else { return }
        slider.end = max(playback.duration, 0.1)
        slider.value = playback.position
        let now = Texts.duration(playback.position)
        time.text = "\(now) / \(Texts.duration(playback.duration))"
        slider.spokenValue = now
    }
}
