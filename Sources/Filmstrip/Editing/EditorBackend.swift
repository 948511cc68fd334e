/// What the screens of editors need of a platform: something to look at, and a new file in the end. A user interface is given one; it knows
/// no decoder.
///
/// Implementations are values or actors that are safe to use from anywhere. No call changes the file.
public protocol EditorBackend: Sendable {
    /// What there is to edit. Reads the file's header, and decodes nothing.
    func subject(of file: MediaFile) async throws(LibraryError) -> EditSubject
    /// The picture, upright; of a video, the frame that is seen at that second.
    /// - Parameters:
    ///   - seconds: from the beginning of a video, which it may lie beyond; of no meaning for pictures.
    ///   - box: the largest size. Never enlarged.
    func frame(
        of file: MediaFile, at seconds: Double, fitting box: PixelSize
    ) async throws(LibraryError) -> PixelFrame
    /// A new file by recipe. It is temporary, and its name is the old one's.
    func edited(_ file: MediaFile, by recipe: ExportRecipe) async throws(ExportError) -> MediaFile
}

/// What an editor must know of a file before it shows anything.
public struct EditSubject: Sendable, Hashable {
    /// The size, upright.
    public var size: PixelSize
    /// Seconds; nil for pictures, and for videos that do not tell.
    public var duration: Double?
    /// Frames in a second of a video; nil where nobody knows.
    public var framesPerSecond: Double?

    /// A picture, unless it has a duration.
    public init(size: PixelSize, duration: Double? = nil, framesPerSecond: Double? = nil) {
        self.size = size
        self.duration = duration
        self.framesPerSecond = framesPerSecond
    }
}
