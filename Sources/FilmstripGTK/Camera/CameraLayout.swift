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
    private let sayings = Box(.vertical, spacing: 8)
    private var turning: LoopTimer?
    private var look: Look?

    /// How the parts stand in a room.
    struct Look: Equatable {
        /// All is closer together.
        var isNarrow: Bool
        /// The controls stand at the side.
        var isLow: Bool
        /// They are smaller: else they would cover the signs, or each other.
        var isSmall: Bool

        /// - Parameters:
        ///   - width: points of the room, as is `height`.
        init(width: Int, height: Int) {
            isLow = height < Self.low && width * 2 > height * 3 || height < Self.foot.small
            isNarrow = !isLow && width < Self.narrow
            isSmall = isLow ? height < Self.side.height || width < Self.side.width : height < Self.foot.usual
        }

        private static let narrow = 480
        /// Below this height, and half as wide again, the controls stand at the side.
        private static let low = 500
        /// The height that controls at the foot need under the signs, small or as usual.
        private static let foot = (small: 240, usual: 340)
        /// The room that controls at the side need beside the signs.
        private static let side = (width: 370, height: 215)
    }

    /// Points that the helps take at the picture's head.
    private static let headRoom = 64
    /// Points that the controls take at the side.
    private static let sideRoom = 270
    /// Points that a sign below them takes.
    private static let signRoom = 34

    func arrange(_ parts: Parts) {
        self.parts = parts
        row.setParts(start: parts.library, center: parts.shutter, end: parts.ends)
        for part in [parts.lenses, row, parts.kinds.root] as [Widget] { bar.append(part) }
        bar.styled("filmstrip-camera-bar", "screen")
        parts.helps.setMargins(10, 8, 0, 8)
        parts.signs.placed(.start, .start)
        for part in [parts.code, parts.notice] { sayings.append(part) }
        sayings.placed(.center, .start)
        parts.notice.placed(.center, .start)
        for part in parts.over { parts.stage.add(part) }
        for part in [parts.signs, parts.helps, bar, parts.review, sayings, parts.list] { parts.stage.addStill(part) }
        root = SizeWatch(parts.stage) { [weak self] width, height in self?.resized(width, height) }
        root.expandVertically()
        turn(Look(width: 960, height: 680))
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
        let look = Look(width: width, height: height)
        guard look != self.look else { return turning = nil }
        // What changes is around the layout that is going on.
        turning = LoopTimer(after: 0) { [weak self] in self?.turn(look) }
    }

    private func turn(_ look: Look) {
        guard let parts, look != self.look else { return }
        self.look = look
        let isLow = look.isLow
        let across: Box.Direction = isLow ? .vertical : .horizontal
        bar.direction = isLow ? .horizontal : .vertical
        bar.placed(isLow ? .end : .fill, isLow ? .fill : .end)
        bar.spacing = look.isSmall ? 6 : 12
        // In the middle it would come to stand under the controls at the side.
        parts.top.placed(isLow ? .start : .center, .start)
        parts.top.setMargins(Self.headRoom, 0, 0, isLow ? 12 : 0)
        parts.signs.setMargins(Self.headRoom + (isLow ? Self.signRoom : 0), 0, 0, 12)
        row.run(across)
        parts.ends.direction = across
        parts.lenses.direction = across
        parts.kinds.pill.direction = across
        parts.helps.placed(isLow && look.isSmall ? .start : .center, .start)
        let isBeside = isLow && !look.isSmall
        sayings.setMargins(Self.headRoom, isBeside ? Self.sideRoom : 12, 0, 12)
        parts.code.direction = look.isNarrow || isBeside ? .vertical : .horizontal
        for (name, isOn) in [("low", isLow), ("narrow", look.isNarrow), ("small", look.isSmall)] {
            bar.setClass(name, isOn)
            root.setClass(name, isOn)
        }
    }
}
