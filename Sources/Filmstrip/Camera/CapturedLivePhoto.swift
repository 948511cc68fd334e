/// A live photo that a camera made: the still is there, and the movie where one could be made.
public struct CapturedLivePhoto: Sendable {
    /// The still.
    public var photo: CapturedPhoto
    /// The moments around it, bound to the still by an identifier in both files; or why there are none. Its `interruption` says why
    /// it is shorter than it was meant to be, where nobody asked for that.
    public var movie: Result<CapturedVideo, CameraError>
    /// Seconds from the movie's start to the frame of the still; 0 without a movie.
    public var stillTime: Double

    /// A still, its movie, and where in that it stands.
    public init(photo: CapturedPhoto, movie: Result<CapturedVideo, CameraError>, stillTime: Double) {
        self.photo = photo
        self.movie = movie
        self.stillTime = stillTime
    }

    /// A live photo; a mere photo where there is no movie.
    public var media: CapturedMedia {
        switch movie {
        case .success(let video): .livePhoto(photo, movie: video)
        case .failure: .photo(photo)
        }
    }
}
