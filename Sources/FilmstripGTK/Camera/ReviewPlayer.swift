import Filmstrip

/// Plays the movie of what was taken, over its still: a video, or the moments around a live photo.
@MainActor final class ReviewPlayer {
    /// The movie, once it plays.
    let picture = PictureView(covering: true)
    /// Plays it, and lets it stand still.
    let button: Button
    private let sign = Sign(.play, size: 28)
    private let texts: Texts
    private var file: MediaFile?
    private var movie: Movie?
    private var isPlaying = false { didSet { draw() } }
    /// Told when it cannot be played.
    var onFailure: (@MainActor () -> Void)?

    init(_ texts: Texts) {
        self.texts = texts
        button = Button(around: sign.placed(.center, .center), title: texts.buttons.play)
        button.styled("filmstrip-camera-button", "filmstrip-camera-play").placed(.center, .center)
        button.onClick { [weak self] in self?.toggle() }
        picture.isTarget = false
        show(nil)
    }

    /// Whether there is a movie to play.
    var hasMovie: Bool { file != nil }

    /// Offers the movie of something; nil for nothing. What played before stops.
    func show(_ media: CapturedMedia?) {
        let wanted: MediaFile? =
            switch media {
            case .video(let video): video.file
            case .livePhoto(_, let movie): movie.file
            case .photo, nil: nil
            }
        guard wanted !== file || wanted == nil else { return }
        stop()
        file = wanted
        // A live photo is a picture first: nothing lies in its middle.
        let isAside = if case .livePhoto = media { true } else { false }
        button.placed(isAside ? .start : .center, isAside ? .start : .center)
        button.setClass("aside", isAside)
        draw()
    }

    /// Plays, or stands still.
    func toggle() {
        guard let file else { return }
        let movie = self.movie ?? load(file)
        if isPlaying { movie.pause() } else { movie.play() }
        isPlaying.toggle()
        if movie.failure != nil { fail() }
    }

    /// Ends it: nothing is read any more, and no sound comes.
    func stop() {
        picture.movie = nil
        picture.isVisible = false
        movie?.stop()
        movie = nil
        isPlaying = false
    }

    private func load(_ file: MediaFile) -> Movie {
        let movie = Movie(file.path)
        self.movie = movie
        func follow(_ property: String, _ body: @escaping @MainActor (ReviewPlayer, Movie) -> Void) {
            movie.onChange(of: property) { [weak self, weak movie] in
                if let self, let movie, self.movie === movie { body(self, movie) }
            }
        }
        follow("prepared") { $0.begin($1) }
        follow("ended") { player, movie in if movie.hasEnded { player.stop() } }
        follow("error") { player, movie in if movie.failure != nil { player.fail() } }
        begin(movie)
        return movie
    }

    /// Only now has it a picture: the still is seen until here.
    private func begin(_ movie: Movie) {
        guard movie.isPrepared else { return }
        picture.movie = movie
        picture.isVisible = true
    }

    private func fail() {
        stop()
        file = nil
        draw()
        onFailure?()
    }

    private func draw() {
        button.isVisible = file != nil
        sign.kind = isPlaying ? .pause : .play
        button.setClass("playing", isPlaying)
        button.rename(isPlaying ? texts.buttons.pause : texts.buttons.play, key: .pause)
    }
}
