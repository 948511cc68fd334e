import Filmstrip

extension Orientation {
    /// The part of a pipeline that turns pixels so, with its link to the next one; nothing where nothing is turned.
    var videoFlip: String { self == .up ? "" : "videoflip video-direction=\(videoDirection) ! " }

    /// As `videoflip` calls it.
    var videoDirection: String {
        switch self {
        case .up: "identity"
        case .upMirrored: "horiz"
        case .down: "180"
        case .downMirrored: "vert"
        case .leftMirrored: "ul-lr"
        case .right: "90r"
        case .rightMirrored: "ur-ll"
        case .left: "90l"
        }
    }

    /// What is to be done to pixels that are turned to be upright, and then mirrored or not.
    func mirrored(_ isMirrored: Bool) -> Orientation { isMirrored ? mirrored : self }

    /// What is left to be done to pixels that were mirrored already, or not, so that they look as if that had come last.
    func after(mirroring isMirrored: Bool) -> Orientation {
        isMirrored ? Orientation.upMirrored.then(self).mirrored : self
    }
}
