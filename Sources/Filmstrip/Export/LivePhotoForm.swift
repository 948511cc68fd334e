/// The two ways in which a live photo is kept in files.
public enum LivePhotoForm: String, Sendable, Hashable, Codable, CaseIterable {
    /// A still and a movie that carry the same identifier, as iPhones make them.
    case apple
    /// One file: the still, and the movie behind it (Google's Motion Photo 1.0).
    case motionPhoto = "motion-photo"
}
