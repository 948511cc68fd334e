public import Observation

/// A trim editor without a screen: two handles on the bar of a video, a mark that plays between them, steps by single frames. What
/// comes out is a range of seconds for `ExportRecipe.trim`. Main actor.
@MainActor @Observable public final class TrimEditorModel {
    /// What a hand takes of the bar.
    public enum Handle: Sendable, Hashable, CaseIterable {
        /// The handle at the first second, and that at the last second that are kept.
        case start, end
        /// The whole range.
        case range
        /// The mark that plays.
        case playhead
    }

    /// How the editor ended.
    public enum Outcome: Sendable, Hashable {
        /// Done; this much is kept.
        case trimmed(ClosedRange<Double>)
        /// Done, and all is kept.
        case unchanged
        /// Left without Done; nothing is kept.
        case cancelled
    }

    /// What the player is to do.
    public enum Wish: Sendable, Hashable {
        /// Play from where it stands, or stand still there.
        case play, pause
        /// Show the frame at that second.
        case seek(Double)
    }

    /// Seconds of the whole video.
    public let duration: Double
    /// Seconds of a frame.
    public let frameDuration: Double
    /// The shortest range, in seconds.
    public let shortest: Double
    /// The longest range, in seconds.
    public let longest: Double
    /// What is kept.
    public private(set) var range: ClosedRange<Double>
    /// Where the mark is, always inside the range.
    public private(set) var playhead: Double
    /// Whether the video plays.
    public private(set) var isPlaying = false
    /// What is dragged; nil when nothing is.
    public private(set) var dragging: Handle?
    /// How it ended; nil while it goes on.
    public private(set) var outcome: Outcome?
    /// The last wishes to the player, in order; the screen takes them with `takeWishes()`.
    private var wishes: [Wish] = []
    private var history = EditHistory<ClosedRange<Double>>()
    @ObservationIgnored private var before: (range: ClosedRange<Double>, playhead: Double)?
    @ObservationIgnored private var wasPlaying = false
    @ObservationIgnored private let answer = Answer<Outcome>()

    /// Two durations closer than this are one.
    private static let tolerance = 1e-6

    /// An editor for a video.
    /// - Parameters:
    ///   - duration: of the whole, in seconds; what is no number counts as 0.
    ///   - framesPerSecond: 30 by default.
    ///   - shortest: the least that is kept; one second by default, and all of a shorter video.
    ///   - longest: the most that is kept; nil for any. The beginning is taken at first.
    public init(duration: Double, framesPerSecond: Double = 30, shortest: Double = 1, longest: Double? = nil) {
        let duration = duration.isFinite ? max(0, duration) : 0
        let frame = framesPerSecond.isFinite && framesPerSecond > 0 ? 1 / framesPerSecond : 1 / 30
        self.duration = duration
        frameDuration = frame
        let most = min(duration, max(frame, longest.flatMap { $0.isFinite ? $0 : nil } ?? duration))
        self.longest = most
        self.shortest = min(most, max(frame, shortest.isFinite ? shortest : 1))
        range = 0...most
        playhead = 0
    }

    // MARK: What is shown

    /// Seconds that are kept.
    public var length: Double { range.upperBound - range.lowerBound }

    /// Whether all is kept.
    public var isWhole: Bool { duration - length < Self.tolerance }

    /// Whether there is a step to take back.
    public var canUndo: Bool { outcome == nil && history.canUndo }

    /// Whether there is a step to do again.
    public var canRedo: Bool { outcome == nil && history.canRedo }

    /// Whether there is something for `reset()` to do.
    public var canReset: Bool { outcome == nil && range != 0...longest }

    /// A second's place on the bar, 0 to 1.
    public func position(of seconds: Double) -> Double { duration > 0 ? min(max(0, seconds / duration), 1) : 0 }

    /// The second at a place on the bar.
    public func seconds(at position: Double) -> Double { duration * (position.isFinite ? min(max(0, position), 1) : 0) }

    /// What is kept, as a label: "0:15".
    public var label: String { Texts.duration(length) }

    // MARK: Handles

    /// A hand takes a handle; the video stands still meanwhile.
    public func beginDrag(_ handle: Handle) {
        guard outcome == nil, dragging == nil else { return }
        (dragging, before, wasPlaying) = (handle, (range, playhead), isPlaying)
        if isPlaying { setPlaying(false) }
    }

    /// The hand holds it at that second. The frame there is shown.
    public func drag(to seconds: Double) {
        guard let dragging, seconds.isFinite else { return }
        switch dragging {
        case .start: setStart(seconds)
        case .end: setEnd(seconds)
        case .range: shift(to: seconds)
        case .playhead: seek(to: seconds)
        }
    }

    /// The hand has left; what played plays on.
    public func endDrag() {
        guard dragging != nil else { return }
        dragging = nil
        if let before { history.remember(before.range, before: range) }
        before = nil
        if wasPlaying { setPlaying(true) }
    }

    /// The drag is taken back: all is as it was before it.
    public func cancelDrag() {
        guard dragging != nil else { return }
        dragging = nil
        if let before {
            range = before.range
            show(before.playhead)
        }
        before = nil
        if wasPlaying { setPlaying(true) }
    }

    /// Moves a handle by so many frames, as keys do: a step of its own for undo.
    public func step(_ handle: Handle, frames: Int) {
        guard outcome == nil, dragging == nil else { return }
        if isPlaying { setPlaying(false) }
        let old = range
        let way = Double(frames) * frameDuration
        switch handle {
        case .start: setStart(range.lowerBound + way)
        case .end: setEnd(range.upperBound + way)
        case .range: shift(to: range.lowerBound + way)
        case .playhead: seek(to: onFrame(playhead + way))
        }
        history.remember(old, before: range)
    }

    /// Sets the beginning to where the mark is.
    public func startAtPlayhead() {
        let old = range
        guard outcome == nil, dragging == nil else { return }
        setStart(playhead)
        history.remember(old, before: range)
    }

    /// Sets the end to where the mark is.
    public func endAtPlayhead() {
        let old = range
        guard outcome == nil, dragging == nil else { return }
        setEnd(playhead)
        history.remember(old, before: range)
    }

    /// As much as may be kept, from the beginning. Can be taken back.
    public func reset() {
        guard outcome == nil, dragging == nil else { return }
        let old = range
        range = 0...longest
        seek(to: playhead)
        history.remember(old, before: range)
    }

    /// Takes the last change of the range back.
    public func undo() {
        guard canUndo, dragging == nil else { return }
        history.undo(&range)
        seek(to: playhead)
    }

    /// Does again what was taken back.
    public func redo() {
        guard canRedo, dragging == nil else { return }
        history.redo(&range)
        seek(to: playhead)
    }

    // MARK: Playing

    /// Plays what is kept, or lets it stand still. At the end it begins anew.
    public func togglePlaying() {
        guard outcome == nil, dragging == nil else { return }
        if !isPlaying, playhead >= range.upperBound - frameDuration { seek(to: range.lowerBound) }
        setPlaying(!isPlaying)
    }

    /// The player has come to that second; at the end of the range it goes back to its beginning and plays on.
    public func reached(_ seconds: Double) {
        guard isPlaying, seconds.isFinite else { return }
        if seconds >= range.upperBound - Self.tolerance || seconds < range.lowerBound - frameDuration {
            seek(to: range.lowerBound)
        } else {
            playhead = max(range.lowerBound, seconds)
        }
    }

    /// Takes what the player is to do, in order. Several frames to be shown are the last one.
    public func takeWishes() -> [Wish] {
        defer { wishes = [] }
        return wishes
    }

    /// Whether there is something for the player to do; observe it.
    public var hasWishes: Bool { !wishes.isEmpty }

    // MARK: Ending

    /// Done.
    public func finish() { end(with: isWhole ? .unchanged : .trimmed(range)) }

    /// Ends without a result.
    public func cancel() { end(with: .cancelled) }

    /// How the editor ends; waits for it. A cancelled task cancels it.
    public func result() async -> Outcome {
        await answer.value(orCancel: { [weak self] in self?.cancel() })
    }

    // MARK: Inside

    /// The beginning; a range that would be too long takes its end along, and one that would be too short stops.
    private func setStart(_ seconds: Double) {
        let start = max(0, min(onFrame(seconds), range.upperBound - shortest))
        range = start...min(range.upperBound, start + longest)
        show(range.lowerBound)
    }

    private func setEnd(_ seconds: Double) {
        let end = min(duration, max(onFrame(seconds), range.lowerBound + shortest))
        range = max(range.lowerBound, end - longest)...end
        show(range.upperBound)
    }

    private func shift(to start: Double) {
        let (length, start) = (length, max(0, min(onFrame(start), duration - length)))
        range = start...min(duration, start + length)
        show(range.lowerBound)
    }

    private func seek(to seconds: Double) { show(min(max(seconds, range.lowerBound), range.upperBound)) }

    private func show(_ seconds: Double) {
        playhead = seconds
        if case .seek = wishes.last { wishes.removeLast() }
        wishes.append(.seek(seconds))
    }

    private func setPlaying(_ plays: Bool) {
        isPlaying = plays
        wishes.append(plays ? .play : .pause)
    }

    /// The nearest beginning of a frame; the very end stays the end.
    private func onFrame(_ seconds: Double) -> Double {
        guard seconds < duration - frameDuration / 2 else { return duration }
        return (seconds / frameDuration).rounded() * frameDuration
    }

    private func end(with outcome: Outcome) {
        guard answer.give(outcome) else { return }
        self.outcome = outcome
        dragging = nil
        if isPlaying { setPlaying(false) }
    }
}
