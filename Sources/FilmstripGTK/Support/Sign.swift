import CGTK
import CGTKParts

/// A sign of media, drawn in the colour of its style: icon themes have none for most of them.
final class Sign: Widget {
    /// What it stands for.
    enum Kind {
        case video, slowMotion, timeLapse, livePhoto, panorama, animated, burst, play, pause
        case flashOff, flashOn, flashAuto, timer, timerThree, timerTen, flip, grid, torch, mirror, code, library, lock,
            sun
        case microphone, camera, cameraOff, keys

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
            case .flashOff: FS_SIGN_FLASH_OFF
            case .flashOn: FS_SIGN_FLASH_ON
            case .flashAuto: FS_SIGN_FLASH_AUTO
            case .timer: FS_SIGN_TIMER
            case .timerThree: FS_SIGN_TIMER_3
            case .timerTen: FS_SIGN_TIMER_10
            case .flip: FS_SIGN_FLIP
            case .grid: FS_SIGN_GRID
            case .torch: FS_SIGN_TORCH
            case .mirror: FS_SIGN_MIRROR
            case .code: FS_SIGN_CODE
            case .library: FS_SIGN_LIBRARY
            case .lock: FS_SIGN_LOCK
            case .sun: FS_SIGN_SUN
            case .microphone: FS_SIGN_MICROPHONE
            case .camera: FS_SIGN_CAMERA
            case .cameraOff: FS_SIGN_CAMERA_OFF
            case .keys: FS_SIGN_KEYS
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
