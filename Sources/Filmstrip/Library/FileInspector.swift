/// What a library can say of files that it need not hold, such as those that are dragged in or pasted.
///
/// A library that cannot lets its picker take such files all the same, and show a sign in place of a picture.
public protocol FileInspector: Sendable {
    /// What a file is. Where the library holds it, its own asset; else one with any identity, which is not used.
    /// - Throws: `notFound`, `unreadable`, `truncated`; `unsupportedFormat` for what is neither photo nor video.
    func asset(ofFile path: MediaPath) async throws(LibraryError) -> Asset
    /// A small picture of a file, as `PhotoLibrary.thumbnail`.
    func thumbnail(ofFile path: MediaPath, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error>
}
