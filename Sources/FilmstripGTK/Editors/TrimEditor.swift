import Filmstrip
import Foundation

/// The trim editor: a video, a bar of its frames with two handles, and a mark that plays between them. Draws `TrimEditorModel`.
///
/// The frames come from behind the wall one by one, so the video plays without sound, and only as smoothly as they come.
@MainActor final class TrimEditor: EditorScreen {
    private let file: MediaFile
    private let longest: Double?
    private let backend: any EditorBackend
    private let texts: Texts
    let frame: EditorWindow
    private(set) var model: TrimEditorModel?
    private let picture = PictureView()
    private let play: Button
    private let times = Label()
    private let reset: Button
    private let undo: Button
    private let redo: Button
    private var bar: TrimBar?
    private var feed: FrameFeed?
    private var player: Task<Void, Never>?
    private var watches: [ObservationWatch] = []

    /// The largest frame that is asked for.
    private static let largest = PixelSize(width: 960, height: 960)

    /// - Parameter longest: the most seconds that are kept; nil for any.
    init(_ file: MediaFile, longest: Double?, backend: any EditorBackend, texts: Texts) {
        self.file = file
        self.longest = longest
        self.backend = backend
        self.texts = texts
        frame = EditorWindow(title: texts.editing.trim, name: "trim-editor", texts: texts)
        play = Button(icon: "media-playback-start-symbolic", title: texts.buttons.play)
        undo = Button(icon: "edit-undo-symbolic", title: texts.buttons.undo)
        redo = Button(icon: "edit-redo-symbolic", title: texts.editing.redo)
        reset = Button(texts.buttons.reset)
    }

    /// Shows the window, and waits until it has gone.
    func run() async -> EditorResult {
        let result = await frame.run { [weak self] in await self?.edit() ?? .unchanged }
        close()
        return result
    }

    var isReady: Bool { frame.isReady && picture.texture != nil }

    func close() {
        frame.cancel()
        model?.cancel()
        for watch in watches { watch.end() }
        watches = []
        player?.cancel()
        feed?.end()
        bar?.end()
        (player, feed, bar) = (nil, nil, nil)
    }

    private func edit() async -> EditorResult {
        do {
            let subject = try await backend.subject(of: file)
            guard let duration = subject.duration, duration > 0, !Task.isCancelled else { return .failed }
            let model = TrimEditorModel(
                duration: duration, framesPerSecond: subject.framesPerSecond ?? 30, longest: longest)
            let first = try await backend.frame(of: file, at: 0, fitting: Self.largest)
            guard !Task.isCancelled else { return .unchanged }
            show(model, first)
            guard case .trimmed(let range) = await model.result() else { return .unchanged }
            frame.showWait(texts.editing.preparing)
            return .edited(try await backend.edited(file, by: ExportRecipe(trim: range)))
        } catch {
            return Task.isCancelled ? .unchanged : .failed
        }
    }

    private func show(_ model: TrimEditorModel, _ first: PixelFrame) {
        self.model = model
        let (file, backend) = (file, backend)
        picture.texture = Texture(first)
        let feed = FrameFeed { seconds in
            try await backend.frame(of: file, at: seconds, fitting: Self.largest)
        } show: { [weak self] frame in
            if let texture = Texture(frame) { self?.picture.texture = texture }
        }
        self.feed = feed
        let bar = TrimBar(model, ratio: Double(first.size.width) / Double(max(1, first.size.height)), texts: texts) {
            seconds, box in
            try await backend.frame(of: file, at: seconds, fitting: box)
        }
        self.bar = bar
        frame.show(layOut(bar))
        frame.onDone = { [weak model] in model?.finish() }
        frame.escapes = { [weak model] in
            guard let model, model.dragging != nil else { return false }
            model.cancelDrag()
            return true
        }
        frame.onKey = { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
        play.onClick { [weak model] in model?.togglePlaying() }
        undo.onClick { [weak model] in model?.undo() }
        redo.onClick { [weak model] in model?.redo() }
        reset.onClick { [weak model] in model?.reset() }
        watches = [
            observe { [weak self] in self?.follow() }, observe { [weak self] in self?.followWishes() },
        ]
        bar.grabFocus()
    }

    private func layOut(_ bar: TrimBar) -> Widget {
        picture.accessibleName = texts.spoken.video
        picture.styled("filmstrip-editor-stage").placed(expands: true)
        picture.setSizeRequest(width: 240, height: 160)
        times.useEvenDigits()
        times.keepLeftToRight()
        times.expandHorizontally()
        times.name = "trim-times"
        let tools = Box(.horizontal, spacing: 6)
        for part in [play, undo, redo] { tools.append(part.styled("flat")) }
        tools.append(times)
        tools.append(reset.styled("flat"))
        let column = Box(.vertical, spacing: 10, [bar.root, tools])
        column.styled("filmstrip-tools")
        return Box(.vertical, [picture, Clamp(column, width: 900)])
    }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard let model else { return false }
        switch (key, modifiers) {
        case (KeyValue(character: "z"), .control): model.undo()
        case (KeyValue(character: "Z"), [.control, .shift]), (KeyValue(character: "y"), .control): model.redo()
        case (KeyValue(character: "k"), []): model.togglePlaying()
        case (KeyValue(character: "i"), []): model.startAtPlayhead()
        case (KeyValue(character: "o"), []): model.endAtPlayhead()
        default: return false
        }
        return true
    }

    // MARK: Following

    private func follow() {
        guard let model else { return }
        let (from, to) = (texts.tenths(model.range.lowerBound), texts.tenths(model.range.upperBound))
        times.text = "\(from) – \(to) · \(texts.tenths(model.length))"
        play.setIcon(
            model.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic",
            title: model.isPlaying ? texts.buttons.pause : texts.buttons.play)
        undo.isEnabled = model.canUndo
        redo.isEnabled = model.canRedo
        reset.isEnabled = model.canReset
    }

    private func followWishes() {
        guard let model, model.hasWishes else { return }
        for wish in model.takeWishes() {
            switch wish {
            case .seek(let seconds): feed?.want(seconds)
            case .play: startPlaying(model)
            case .pause:
                player?.cancel()
                player = nil
            }
        }
    }

    private func startPlaying(_ model: TrimEditorModel) {
        player?.cancel()
        player = Task { [weak self, weak model] in
            let clock = ContinuousClock()
            guard var from = model?.playhead else { return }
            var start = clock.now
            while !Task.isCancelled {
                do { try await Task.sleep(for: .milliseconds(40)) } catch { return }
                guard let model, model.isPlaying else { return }
                let seconds = from + start.duration(to: clock.now).inSeconds
                model.reached(seconds)
                if model.playhead < seconds - 0.001 {
                    // The end was reached, and it goes on from the beginning.
                    (from, start) = (model.playhead, clock.now)
                }
                self?.feed?.want(model.playhead)
            }
        }
    }
}

/// Brings frames one after the other: the newest that is wanted, when the one before is there.
@MainActor final class FrameFeed {
    private let load: @MainActor (Double) async throws -> PixelFrame
    private let show: @MainActor (PixelFrame) -> Void
    private var wanted: Double?
    private var task: Task<Void, Never>?

    init(
        load: @escaping @MainActor (Double) async throws -> PixelFrame, show: @escaping @MainActor (PixelFrame) -> Void
    ) {
        self.load = load
        self.show = show
    }

    func want(_ seconds: Double) {
        wanted = seconds
        guard task == nil else { return }
        task = Task { [weak self] in
            while let self, let seconds = wanted, !Task.isCancelled {
                wanted = nil
                do {
                    let frame = try await load(seconds)
                    if !Task.isCancelled { show(frame) }
                } catch {
                    // The frame before stays; the next one may come.
                    continue
                }
            }
            self?.task = nil
        }
    }

    func end() {
        wanted = nil
        task?.cancel()
    }
}

extension Duration {
    /// As seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension Texts {
    /// A moment of a video, to the tenth of a second: "0:03.2".
    func tenths(_ seconds: Double) -> String {
        let tenths = seconds.isFinite ? Int((max(0, seconds) * 10).rounded()) : 0
        return "\(Texts.duration(Double(tenths / 10))).\(tenths % 10)"
    }
}
