import Filmstrip

/// Plays what a pager wishes: loads the original, and shows it in place of the still. What cannot be played leaves the still where it
/// is, and the pager knows why.
///
/// The movie is decoded by GTK's media module in this process. Nothing is decoded before somebody plays it.
@MainActor final class MoviePlayer {
    private let pager: PagerModel
    private let library: any AssetStore
    private let picture: PictureView
    private var movie: Movie?
    private var movieID: AssetID?
    /// Whoever plays a movie that was made for the purpose keeps its file.
    private var file: MediaFile?
    private var task: Task<Void, Never>?
    private var watch: ObservationWatch?
    private var lastWish = 0
    /// Told when something that the user wanted to see cannot be played.
    var onFailure: (@MainActor () -> Void)?

    init(_ pager: PagerModel, library: any AssetStore, picture: PictureView) {
        self.pager = pager
        self.library = library
        self.picture = picture
        watch = observe { [weak self] in self?.followWish() }
    }

    deinit { task?.cancel() }

    /// Ends it: nothing is loaded or played any more.
    func end() {
        watch?.end()
        watch = nil
        stop()
    }

    private func followWish() {
        let wish = pager.playbackWish
        guard wish.id != lastWish else { return }
        lastWish = wish.id
        if let movieID, movieID != pager.asset?.id { stop() }
        switch wish.action {
        case .none: break
        case .play: play()
        case .replay:
            movie?.seek(to: 0)
            play()
        case .pause: movie?.pause()
        case .seek(let seconds): seek(to: seconds)
        case .rest: stop()
        }
    }

    private func play() {
        // Pictures are decoded behind a wall, one frame of each: an animation stays a still.
        guard pager.playback.kind != .animation else { return }
        if let movie { movie.play() } else { load() }
    }

    private func seek(to seconds: Double) {
        if let movie { movie.seek(to: seconds) } else { load() }
    }

    /// Loads what is shown, unless it is on its way. What is wished until it is there is known by the pager.
    private func load() {
        guard let asset = pager.asset, asset.id != movieID else { return }
        stop()
        movieID = asset.id
        task = Task { [weak self, library] in
            do {
                for try await delivery in library.original(asset.id) {
                    guard case .original(let file, let movie) = delivery else { continue }
                    self?.show(asset.kind == .livePhoto ? movie : file, of: asset)
                    return
                }
                if !Task.isCancelled { self?.fail(.needsDownload(asset.id)) }
            } catch {
                if !Task.isCancelled { self?.fail(error as? LibraryError ?? .internal("\(error)")) }
            }
        }
    }

    private func show(_ file: MediaFile?, of asset: Asset) {
        guard movieID == asset.id else { return }
        guard let file else { return fail(.itemGone(asset.id)) }
        let movie = Movie(file.path)
        (self.file, self.movie) = (file, movie)
        if movie.failure != nil { return fail(.notDecodable(path: file.path.string, reason: movie.failure ?? "")) }
        movie.onChange(of: "error") { [weak self, weak movie] in
            guard let self, let movie, self.movie === movie, let reason = movie.failure else { return }
            fail(.notDecodable(path: file.path.string, reason: reason))
        }
        movie.onChange(of: "ended") { [weak self, weak movie] in
            if let self, let movie, self.movie === movie, movie.hasEnded { pager.play(.finished) }
        }
        movie.onChange(of: "timestamp") { [weak self, weak movie] in
            guard let self, let movie, self.movie === movie, movie.isPrepared else { return }
            pager.play(.reached(movie.position))
        }
        movie.onChange(of: "prepared") { [weak self, weak movie] in
            if let self, let movie, self.movie === movie, movie.isPrepared { begin(movie) }
        }
        if movie.isPrepared { begin(movie) }
        if pager.playback.state == .playing { movie.play() }
    }

    /// Only now has it a picture: the still was seen until here.
    private func begin(_ movie: Movie) {
        picture.movie = movie
        if pager.playback.position > 0 { movie.seek(to: pager.playback.position) }
    }

    private func fail(_ error: LibraryError) {
        stop()
        pager.play(.failed(error))
        onFailure?()
    }

    private func stop() {
        task?.cancel()
        task = nil
        picture.movie = nil
        movie?.stop()
        (movie, movieID, file) = (nil, nil, nil)
    }
}
