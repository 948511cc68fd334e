/// A camera back end that makes its previews as large as they are shown, so that nobody scales them a second time.
public protocol PreviewScaling: CameraBackend {
    /// Previews just cover that room from now on, those of cameras that are opened later too; they are never larger than the frame, nor
    /// than 1920x1080. The camera is not opened anew, and no frame of a recording is lost.
    /// - Parameter room: in pixels, along the axes of the upright picture; nil for what the configuration says.
    func setPreviewRoom(_ room: PixelSize?) async
}

extension CameraSession {
    /// Makes previews just large enough to cover that room, in pixels; nil for what the configuration says. Does nothing where the back
    /// end cannot.
    public func setPreviewRoom(_ room: PixelSize?) async {
        await (backend as? any PreviewScaling)?.setPreviewRoom(room)
    }
}
