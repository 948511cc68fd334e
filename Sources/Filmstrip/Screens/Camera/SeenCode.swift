/// A code that a picture shows, such as a QR code.
public struct SeenCode: Sendable, Hashable {
    /// What it says, as it stands there. It may say anything: show it by `CodeOffer` alone.
    public var text: String
    /// Its corners in the picture, in order around it; empty where they are not known.
    public var corners: [PicturePoint]

    /// A code; its corners are not known by default.
    public init(text: String, corners: [PicturePoint] = []) {
        self.text = text
        self.corners = corners
    }
}

/// What finds codes in pictures.
public protocol CodeReader: Sendable {
    /// The codes in a picture, surest first; none where there are none. Works for some milliseconds, on whatever thread it is called, one
    /// call at a time.
    func codes(in frame: PixelFrame) -> [SeenCode]
}
