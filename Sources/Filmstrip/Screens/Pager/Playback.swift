/// How far a video, a live photo or an animation on a page is played. A pure state machine; whoever shows the page carries out its
/// actions.
public struct Playback: Sendable, Hashable {
    /// What there is to play.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// Nothing: a still.
        case still
        /// A movie with a play button.
        case video
        /// A still that moves while it is held, or once when it comes.
        case livePhoto
        /// A picture that moves without end.
        case animation
    }

    /// Where it stands.
    public enum State: Sendable, Hashable {
        /// The still, or the first picture.
        case resting
        /// It moves.
        case playing
        /// It stands still where it was stopped, and goes on from there.
        case paused
        /// At the end of a movie; playing starts anew.
        case ended
        /// It cannot be played, and the still is shown.
        case failed(LibraryError)
    }

    /// What happens.
    public enum Event: Sendable, Hashable {
        /// The page has come to the middle.
        case appeared
        /// The page has gone, or the screen was left.
        case left
        /// The play button, a key, or a tap on an animation.
        case toggled
        /// A finger holds a live photo.
        case held
        /// The finger has left.
        case released
        /// The movie has come to that many seconds.
        case reached(Double)
        /// The movie has come to its end.
        case finished
        /// Somebody drags the mark on the bar of times to that many seconds.
        case scrubbed(Double)
        /// It cannot be loaded or played, and why.
        case failed(LibraryError)
    }

    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Nothing.
        case none
        /// Play from where it stands.
        case play
        /// Stand still.
        case pause
        /// Go to that many seconds, and play or stand still as before.
        case seek(Double)
        /// Go to the beginning and play.
        case replay
        /// Stop, and show the still.
        case rest
    }

    /// What there is to play.
    public let kind: Kind
    /// Seconds; 0 where nobody knows.
    public let duration: Double
    /// Whether things move by themselves. Not under reduced motion: then live photos and animations wait for a finger or a button.
    public let movesByItself: Bool
    /// Where it stands.
    public private(set) var state = State.resting
    /// How many seconds have been played.
    public private(set) var position = 0.0

    /// Nothing is played at first.
    public init(_ kind: Kind, duration: Double = 0, movesByItself: Bool = true) {
        self.kind = kind
        self.duration = duration.isFinite ? max(0, duration) : 0
        self.movesByItself = movesByItself
    }

    /// What an asset has to play.
    public init(_ asset: Asset, movesByItself: Bool = true) {
        let kind: Kind =
            switch asset.kind {
            case .video: .video
            case .livePhoto: .livePhoto
            case .photo: asset.subtypes.contains(.animated) ? .animation : .still
            }
        self.init(kind, duration: asset.duration ?? 0, movesByItself: movesByItself)
    }

    /// Whether a play button is shown: over a movie that does not play, and over what would move by itself if it might.
    public var showsPlayButton: Bool {
        switch (kind, state) {
        case (.video, .resting), (.video, .paused), (.video, .ended): true
        case (.animation, .resting), (.animation, .paused): !movesByItself || state == .paused
        case (.still, _), (.livePhoto, _), (.video, _), (.animation, _): false
        }
    }

    /// How much has been played, 0 to 1.
    public var progress: Double { duration > 0 ? min(1, position / duration) : 0 }

    /// Takes an event and says what is to be done. Events that do not belong to the state change nothing.
    public mutating func handle(_ event: Event) -> Action {
        if case .failed = state, event != .left { return .none }
        switch (event, kind, state) {
        case (_, .still, _): return .none
        case (.left, _, _):
            let wasMoving = state != .resting
            (state, position) = (.resting, 0)
            return wasMoving ? .rest : .none
        case (.failed(let error), _, _):
            (state, position) = (.failed(error), 0)
            return .rest
        case (.appeared, .livePhoto, .resting), (.appeared, .animation, .resting):
            return movesByItself ? go(.playing, .play) : .none
        case (.held, .livePhoto, .resting), (.held, .livePhoto, .ended): return replay()
        case (.released, .livePhoto, .playing): return rest()
        case (.toggled, _, .resting): return go(.playing, .play)
        case (.toggled, .livePhoto, .playing): return rest()
        case (.toggled, _, .playing): return go(.paused, .pause)
        case (.toggled, _, .paused): return go(.playing, .play)
        case (.toggled, _, .ended): return replay()
        case (.finished, .video, .playing):
            position = duration
            return go(.ended, .pause)
        case (.finished, .livePhoto, .playing): return rest()
        case (.finished, .animation, .playing): return replay()
        case (.reached(let seconds), _, .playing):
            position = clamped(seconds)
            return .none
        case (.scrubbed(let seconds), .video, _):
            position = clamped(seconds)
            if state == .resting || state == .ended { state = .paused }
            return .seek(position)
        case (.appeared, _, _), (.held, _, _), (.released, _, _), (.finished, _, _), (.reached, _, _),
            (.scrubbed, _, _), (.toggled, _, _):
            return .none
        }
    }

    private mutating func go(_ next: State, _ action: Action) -> Action {
        state = next
        return action
    }

    private mutating func replay() -> Action {
        position = 0
        return go(.playing, .replay)
    }

    private mutating func rest() -> Action {
        position = 0
        return go(.resting, .rest)
    }

    private func clamped(_ seconds: Double) -> Double {
        let seconds = seconds.isFinite ? max(0, seconds) : 0
        return duration > 0 ? min(seconds, duration) : seconds
    }
}
