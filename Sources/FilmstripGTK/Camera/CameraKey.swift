import Filmstrip

/// The keys of the camera screen, in the order in which they are listed.
enum CameraKey: String, CaseIterable {
    case shutter = "Space"
    case use = "Ctrl+↵"
    case leave = "Esc"
    case brightness = "↑ ↓"
    case zoom = "+ −"
    case focus = "C"
    case lock = "Shift+C"
    case flash = "L"
    case timer = "T"
    case grid = "G"
    case mirror = "M"
    case flip = "F"
    case kinds = "1 2 3"
    case pause = "P"
    case library = "O"
    case list = "?"

    /// What it does.
    /// - Parameter kinds: what can be taken.
    func title(_ texts: Texts, kinds: [MediaKind]) -> String {
        let (buttons, shooting) = (texts.buttons, texts.shooting)
        return switch self {
        case .shutter: kinds == [.video] ? buttons.recordVideo : buttons.takePhoto
        case .use: buttons.use
        case .leave: buttons.back
        case .brightness: shooting.brightness
        case .zoom: shooting.zoom
        case .focus: shooting.focusMiddle
        case .lock: shooting.lockMiddle
        case .flash: shooting.flash
        case .timer: shooting.selfTimer
        case .grid: shooting.grid
        case .mirror: shooting.mirror
        case .flip: buttons.flipCamera
        case .kinds: kinds.map(texts.mode).joined(separator: texts.listSeparator)
        case .pause: "\(buttons.pause) · \(buttons.play)"
        case .library: buttons.photos
        case .list: shooting.keys
        }
    }

    /// A tooltip: what a button does, and its key.
    func hint(_ title: String) -> String { "\(title) (\(rawValue))" }
}

/// The list of keys, over the picture.
@MainActor final class CameraKeyList {
    let root: Widget

    init(_ texts: Texts, kinds: [MediaKind], hasLibrary: Bool) {
        let heading = Label(texts.shooting.keys, role: .heading).styled("heading")
        heading.alignText(0)
        heading.keepWhole()
        let column = Box(.vertical, spacing: 7, [heading])
        for key in CameraKey.allCases {
            if key == .kinds, kinds.count < 2 { continue }
            if key == .library, !hasLibrary { continue }
            if key == .pause, kinds == [.photo] { continue }
            // A key for each kind that there is.
            let cap = Label(key == .kinds ? kinds.indices.map { "\($0 + 1)" }.joined(separator: " ") : key.rawValue)
            cap.styled("filmstrip-camera-key").placed(.start, .center)
            cap.keepWhole()
            let cell = Box(.horizontal, [cap])
            cell.setSizeRequest(width: 84)
            let title = Label(key.title(texts, kinds: kinds), wraps: true)
            title.alignText(0)
            title.expandHorizontally()
            column.append(Box(.horizontal, spacing: 10, [cell, title]))
        }
        let scroller = Scroller(column)
        scroller.fitsContent()
        scroller.fitsContentAcross()
        root = scroller.styled("filmstrip-camera-keys").placed(.center, .center, margin: 12)
        root.isVisible = false
    }
}
