import CGTK
import Filmstrip
import Foundation

extension CameraScreen {
    /// What a hand does on the picture.
    struct Hand {
        /// The brightness when a drag began.
        var bias = 0.0
        var isBiasing = false
        var wasHeld = false
        var zoom = 1.0
        /// Whether the user is at a review or in the library.
        var isAway = false
        /// Whether the shutter is to have the keyboard as soon as it can: until the user goes elsewhere.
        var wantsShutter = true
    }

    /// Points of a drag that make the picture twice as bright.
    private static let biasStep = 60.0
    /// How much brighter a key makes it.
    private static let biasKeyStep = 0.3
    /// Points that a press may wander and still be a touch.
    private static let slack = 10.0

    func listenToKeys() {
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        window.add(keys)
    }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        let model = model
        if key == .tab || key == .backTab { hand.wantsShutter = false }
        switch (key, modifiers) {
        case (.escape, []): leave()
        case (KeyValue(character: "w"), .control): Task { await model.exit() }
        case (.enter, .control), (.padEnter, .control):
            Task { if model.controls.use == .enabled { await model.use() } else { await model.finish() } }
        // A button that has the keyboard answers these keys itself.
        case (.space, []), (.enter, []), (.padEnter, []):
            guard model.controls.shutter != .hidden, !otherButtonHasFocus else { return false }
            Task { await model.press() }
        case (.volumeUp, _), (.volumeDown, _): Task { await model.press() }
        case (.delete, []), (.backspace, []):
            guard model.looked != nil else { return false }
            model.discardLooked()
        case (KeyValue(character: "p"), []):
            if player.hasMovie { player.toggle() } else { Task { await model.camera.togglePause() } }
        case (KeyValue(character: "?"), _), (.help, []): if model.controls.shutter != .hidden { toggleKeys() }
        default: return model.controls.shutter != .hidden && (adjust(key, modifiers) || choose(key, modifiers))
        }
        return true
    }

    /// Keys that change how the camera sees.
    private func adjust(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        let model = model
        switch (key, modifiers) {
        case (.up, []) where model.canBias: Task { await model.bias(to: model.bias + Self.biasKeyStep) }
        case (.down, []) where model.canBias: Task { await model.bias(to: model.bias - Self.biasKeyStep) }
        case (.plus, _), (.equal, _), (.padPlus, _): Task { await model.zoom(to: model.zoom * 1.25) }
        case (.minus, _), (.padMinus, _): Task { await model.zoom(to: model.zoom / 1.25) }
        case (KeyValue(character: "0"), []): Task { await model.zoom(to: 1) }
        case (KeyValue(character: "c"), []): Task { await model.focus(on: .center) }
        case (KeyValue(character: "C"), .shift): Task { await model.lock(on: .center) }
        case (KeyValue(character: "l"), []):
            Task { await model.nextLight() }
        default: return false
        }
        return true
    }

    /// Keys that stand for the other buttons.
    private func choose(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isEmpty else { return false }
        let model = model
        switch key {
        case KeyValue(character: "f"): Task { await model.flip() }
        case KeyValue(character: "g"): model.toggleGrid()
        case KeyValue(character: "t"): model.nextTimer()
        case KeyValue(character: "m"): Task { await model.toggleMirror() }
        case KeyValue(character: "o"): Task { await model.openLibrary() }
        default:
            let place = Int(key.rawValue) - Int(KeyValue(character: "1").rawValue)
            guard model.kinds.indices.contains(place) else { return false }
            Task { await model.choose(model.kinds[place]) }
        }
        return true
    }

    private var otherButtonHasFocus: Bool {
        guard !hand.wantsShutter, let focused = window.focusedWidget else { return false }
        return focused != shutter.root.pointer && focused != view.preview.canvas.pointer
            && focused != window.pointer
    }

    /// One step back, first from the list of keys.
    private func leave() {
        if keyList.root.isVisible { return toggleKeys() }
        model.escape()
    }

    func listenToHands() {
        listenToTouches()
        listenToZoom()
        let hold = Controller.longPress()
        hold.onPoint("pressed") { [weak self, weak hold] _, _ in
            guard let self, model.canHold else { return }
            // The button is not to be pressed as well.
            hold?.claim()
            Task { await self.model.hold() }
        }
        hold.onGesture("end") { [weak self] in Task { await self?.model.release() } }
        hold.onSequenceCancel { [weak self] in Task { await self?.model.release() } }
        shutter.root.add(hold)
    }

    private func point(_ x: Double, _ y: Double) -> PicturePoint? {
        let size = view.preview.canvas.size
        return model.camera.geometry(in: CGSize(width: size.width, height: size.height)).picturePoint(
            at: CGPoint(x: x, y: y))
    }

    private func listenToTouches() {
        let canvas = view.preview.canvas
        let drags = Controller.drags()
        drags.onPoint("drag-begin") { [weak self] _, _ in
            guard let self else { return }
            (hand.bias, hand.isBiasing, hand.wasHeld) = (model.bias, false, false)
        }
        drags.onPoint("drag-update") { [weak self] x, y in
            guard let self, model.canBias, hand.isBiasing || abs(y) > Self.slack && abs(y) > abs(x) else { return }
            hand.isBiasing = true
            let bias = hand.bias - y / Self.biasStep
            Task { await self.model.bias(to: bias) }
        }
        canvas.add(drags)
        let holds = Controller.longPress()
        holds.onPoint("pressed") { [weak self] x, y in
            guard let self, !hand.isBiasing, let place = point(x, y) else { return }
            hand.wasHeld = true
            Task { await self.model.lock(on: place) }
        }
        canvas.add(holds)
        let clicks = Controller.clicks()
        clicks.onPress("released") { [weak self] _, x, y in
            guard let self, !hand.isBiasing, !hand.wasHeld, let place = point(x, y) else { return }
            Task { await self.model.focus(on: place) }
        }
        canvas.add(clicks)
        clicks.group(with: drags)
        clicks.group(with: holds)
    }

    private func listenToZoom() {
        let canvas = view.preview.canvas
        let wheel = Controller.wheel()
        wheel.onScroll { [weak self] _, turned in
            guard let self, turned != 0 else { return false }
            // A touchpad turns in many small parts.
            let zoom = model.zoom * pow(1.1, -turned)
            Task { await self.model.zoom(to: zoom) }
            return true
        }
        canvas.add(wheel)
        let fingers = Controller.pinch()
        fingers.onGesture("begin") { [weak self] in
            guard let self else { return }
            hand.zoom = model.zoom
        }
        fingers.onScale { [weak self] scale in
            guard let self, scale > 0 else { return }
            let zoom = hand.zoom * scale
            Task { await self.model.zoom(to: zoom) }
        }
        canvas.add(fingers)
    }
}

extension KeyValue {
    static let tab = KeyValue(rawValue: UInt32(GDK_KEY_Tab))
    static let backTab = KeyValue(rawValue: UInt32(GDK_KEY_ISO_Left_Tab))
    static let volumeUp = KeyValue(rawValue: UInt32(GDK_KEY_AudioRaiseVolume))
    static let help = KeyValue(rawValue: UInt32(GDK_KEY_F1))
    static let volumeDown = KeyValue(rawValue: UInt32(GDK_KEY_AudioLowerVolume))
}
