import CGTK
import CGTKParts

/// A sign of media, drawn in the colour of its style: icon themes have none for most of them.
final class Sign: Widget {
    /// What it stands for.
    enum Kind {
        case video, slowMotion, timeLapse, livePhoto, panorama, animated, burst, play, pause

        fileprivate var value: FsSignKind {
            switch self {
            case .video: FS_SIGN_VIDEO
            case .slowMotion: FS_SIGN_SLOW_MOTION
            case .timeLapse: FS_SIGN_TIME_LAPSE
            case .livePhoto: FS_SIGN_LIVE_PHOTO
            case .panorama: FS_SIGN_PANORAMA
            case .animated: FS_SIGN_ANIMATED
            case .burst: FS_SIGN_BURST
            case .play: FS_SIGN_PLAY
            case .pause: FS_SIGN_PAUSE
            }
        }
    }

    init(_ kind: Kind, size: Int = 16) {
        self.kind = kind
        super.init(taking: fs_sign_new(kind.value, gint(size))!)
    }

    var kind: Kind {
        didSet { if kind != oldValue { fs_sign_set_kind(widget, kind.value) } }
    }
}
