/// How stored pixels have to be turned and mirrored to be seen upright: the values 1 to 8 of EXIF 2.32, tag 0x0112.
///
/// The name says at which side of the upright picture the first stored row lies, as Apple's names of orientations do.
public enum Orientation: Int, Sendable, Hashable, Codable, CaseIterable {
    /// 1: as stored.
    case up = 1
    /// 2: mirrored left to right.
    case upMirrored = 2
    /// 3: turned by 180°.
    case down = 3
    /// 4: mirrored top to bottom.
    case downMirrored = 4
    /// 5: mirrored at the diagonal from top left to bottom right.
    case leftMirrored = 5
    /// 6: to be turned by 90° clockwise.
    case right = 6
    /// 7: mirrored at the diagonal from top right to bottom left.
    case rightMirrored = 7
    /// 8: to be turned by 90° anticlockwise.
    case left = 8
}
