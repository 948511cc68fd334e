/// A moment of a movie.
public struct CMTime: Sendable {
    public static var zero: CMTime { CMTime(value: 0, timescale: 1) }
    package var value: Int64
    package var timescale: Int32
    package init(value: Int64, timescale: Int32) { (self.value, self.timescale) = (value, timescale) }
}
