import Filmstrip

/// Where the parts of the camera screen stand: at the foot of the picture, or at its side where the window is wide and low, as a camera
/// is held.
@MainActor final class CameraLayout {
    /// What is placed.
    struct Parts {
        /// With the picture.
        var stage: Overlay
        var header: HeaderBar
        var helps: Box
        var signs: Box
        var top: Box
        var code: Box
        var notice: Widget
        var lenses: Box
        var library: Button
        var shutter: Button
        var ends: Box
        var kinds: KindSwitch
        var review: Widget
        /// Over the picture and under all else.
        var over: [Widget]
        var list: Widget
    }

    private(set) var root: Widget = Box(.horizontal)
    private var parts: Parts?
    private let row = CenterBox()
    private let bar = Box(.vertical, spacing: 12)
    private var turning: LoopTimer?
    private var look: Look?

    private enum Look: Equatable { case narrow, usual, low }

    /// Below this width, all is closer together.
    private static let narrow = 480
    /// Below this height, and half as wide again, the controls stand at the side.
    private static let low = 500

    /// Points that the helps take at the picture's head.
    private static let headRoom = 64

    func arrange(_ parts: Parts) {
        self.parts = parts
        row.setParts(start: parts.library, center: parts.shutter, end: parts.ends)
        for part in [parts.lenses, row, parts.kinds.root] as [Widget] { bar.append(part) }
        bar.styled("filmstrip-camera-bar", "screen")
        parts.helps.setMargins(10, 8, 0, 8)
        parts.signs.placed(.start, .start).setMargins(Self.headRoom, 0, 0, 12)
        parts.top.setMargins(Self.headRoom, 0, 0, 0)
        let sayings = Box(.vertical, spacing: 8, [parts.code, parts.notice]).placed(.center, .start)
        sayings.setMargins(Self.headRoom, 12, 0, 12)
        parts.notice.placed(.center, .start)
        for part in parts.over { parts.stage.add(part) }
        for part in [parts.signs, parts.helps, bar, parts.review, sayings, parts.list] { parts.stage.addStill(part) }
        root = SizeWatch(parts.stage) { [weak self] width, height in self?.resized(width, height) }
        root.expandVertically()
        turn(.usual)
    }

    /// Whether the controls of shooting are there.
    var showsBar = true {
        didSet { bar.isVisible = showsBar }
    }

    func clear() {
        turning = nil
        parts = nil
    }

    private func resized(_ width: Int, _ height: Int) {
        let look: Look = height < Self.low && width * 2 > height * 3 ? .low : width < Self.narrow ? .narrow : .usual
        guard look != self.look else { return turning = nil }
        // What changes is around the layout that is going on.
        turning = LoopTimer(after: 0) { [weak self] in self?.turn(look) }
    }

    private func turn(_ look: Look) {
        guard let parts, look != self.look else { return }
        self.look = look
        let isLow = look == .low
        let across: Box.Direction = isLow ? .vertical : .horizontal
        bar.direction = isLow ? .horizontal : .vertical
        bar.placed(isLow ? .end : .fill, isLow ? .fill : .end)
        row.run(across)
        parts.ends.direction = across
        parts.lenses.direction = across
        parts.kinds.pill.direction = across
        parts.code.direction = look == .narrow ? .vertical : .horizontal
        for (name, isOn) in [("low", isLow), ("narrow", look == .narrow)] {
            bar.setClass(name, isOn)
            root.setClass(name, isOn)
        }
    }
}
