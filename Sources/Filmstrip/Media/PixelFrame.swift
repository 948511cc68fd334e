public import Foundation

/// A picture in memory: four bytes a pixel in the order blue, green, red, and 255 or alpha (premultiplied).
public struct PixelFrame: Sendable {
    /// Pixels of a row, and how many rows.
    public var size: PixelSize
    /// Bytes from one row to the next; at least four times the width.
    public var bytesPerRow: Int
    /// The rows, top first. May wrap memory that belongs to the camera; holding frames for long starves it.
    public var bytes: Data
    /// Seconds on the camera's clock; 0 for pictures that are not from a camera.
    public var time: Double

    /// A picture of those bytes, which are taken as they are.
    public init(size: PixelSize, bytesPerRow: Int, bytes: Data, time: Double = 0) {
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.bytes = bytes
        self.time = time
    }
}
