/// Where a live picture comes from, and who hears what the user saw of it. Main actor; what is read here is observable.
@MainActor public protocol PreviewSource: AnyObject {
    /// The newest frame, upright and not mirrored; it stands still after a shot.
    var preview: PixelFrame? { get }
    /// How the preview is drawn: a front camera's as in a mirror.
    var drawing: Orientation { get }
    /// A frame has been drawn: a photo from now on is of that one, even where a newer one has come since. Cheap, and wakes nobody.
    /// By default nothing is made of it.
    func drew(_ frame: PixelFrame)
}

extension PreviewSource {
    /// Makes nothing of it.
    public func drew(_ frame: PixelFrame) {}
}
