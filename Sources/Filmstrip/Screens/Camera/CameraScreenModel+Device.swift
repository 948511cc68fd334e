import Foundation

/// What the open camera is told while it runs: zoom, brightness, light, focus.
extension CameraScreenModel {
    var adjustment: DeviceAdjustment {
        guard let held, held.camera == camera.state.camera?.id else { return DeviceAdjustment() }
        return held.wish
    }

    var canAdjust: Bool {
        switch camera.state {
        case .running, .recording(_, .rolling), .recording(_, .paused): true
        default: false
        }
    }

    /// How much the camera can magnify; nil where it cannot.
    public var zoomRange: ClosedRange<Double>? { camera.state.camera?.zoom }

    /// How much it magnifies.
    public var zoom: Double { adjustment.zoom ?? 1 }

    /// The magnifications that have a button: whole steps of two within the range.
    public var lenses: [Double] {
        guard let range = zoomRange, range.upperBound > range.lowerBound else { return [] }
        return [0.5, 1, 2, 4, 8].filter(range.contains)
    }

    /// Magnifies so much, within what the camera can.
    public func zoom(to factor: Double) async {
        guard let range = zoomRange, factor.isFinite else { return }
        await adjust { $0.zoom = min(max(range.lowerBound, factor), range.upperBound) }
    }

    /// Steps of exposure between −4 and 4, as much brighter or darker than the camera would make it.
    public var bias: Double { adjustment.exposureBias ?? 0 }

    /// Whether the exposure can be changed.
    public var canBias: Bool { camera.state.camera?.exposure != nil }

    /// Makes the picture brighter or darker.
    public func bias(to value: Double) async {
        guard canBias, value.isFinite else { return }
        await adjust { $0.exposureBias = min(max(-4, (value * 10).rounded() / 10), 4) }
    }

    /// Turns the light for videos on or off.
    public func setTorch(_ isOn: Bool) async {
        guard camera.state.camera?.flash != nil else { return }
        await adjust { $0.torch = isOn }
    }

    /// The light for videos where there is one now, else the next flash mode.
    public func nextLight() async {
        if torch == .enabled { await setTorch(!isTorchOn) } else { await nextFlash() }
    }

    /// Whether selfies can be kept as the preview shows them; hidden for cameras that are no mirror.
    public var mirror: CameraControls.Control {
        guard looked == nil, case .live = camera.phase, let device = camera.state.camera, device.position == .front
        else { return .hidden }
        guard case .running = camera.state, countdown == nil else { return .disabled }
        return .enabled
    }

    /// Keeps selfies as the preview shows them, or as others see the user; remembered.
    public func toggleMirror() async {
        guard mirror == .enabled else { return }
        let mirrors = !settings.mirrorsFrontCamera
        do {
            try await camera.setMirrorsFrontCamera(mirrors)
            change { $0.mirrorsFrontCamera = mirrors }
            // It was opened anew, and knows nothing of what it was told.
            (held, locked) = (nil, nil)
        } catch {
            // It stays as it was, and so does the button.
            return
        }
    }

    /// Focuses and exposes where the picture was touched.
    public func focus(on point: PicturePoint) async {
        guard looked == nil else { return }
        locked = nil
        await camera.focus(on: point)
    }

    /// Focuses and exposes there, and keeps both as they are then, as far as the camera can.
    public func lock(on point: PicturePoint) async {
        guard looked == nil, let device = camera.state.camera, canAdjust else { return }
        await camera.focus(on: point)
        let change = DeviceAdjustment(
            focusMode: device.focus?.modes.contains(.locked) == true ? .locked : nil,
            exposureMode: device.exposure?.modes.contains(.locked) == true ? .locked : nil)
        guard change != DeviceAdjustment() else { return }
        do {
            try await camera.session.adjust(change)
            locked = device.id
        } catch {
            // The touch has done what could be done.
            locked = nil
        }
    }

    /// Whether focus and exposure are kept as they are.
    public var isLocked: Bool { locked != nil && locked == camera.state.camera?.id }

    /// A hand changes things faster than a camera does: the last wish counts, and is done.
    private func adjust(_ body: (inout DeviceAdjustment) -> Void) async {
        guard canAdjust, let id = camera.state.camera?.id else { return }
        var wanted = adjustment
        body(&wanted)
        guard wanted != adjustment else { return }
        held = (id, wanted, held?.taken ?? DeviceAdjustment())
        await tellDevice()
    }

    /// Tells the open camera what it was told before it was closed for a while.
    func restoreAdjustment() async {
        held?.taken = DeviceAdjustment()
        if canAdjust { await tellDevice() } else { held = nil }
    }

    private func tellDevice() async {
        await adjusting.run { [weak self] in
            guard let self, let held = self.held, held.camera == self.camera.state.camera?.id else { return }
            do {
                try await self.camera.session.adjust(held.wish)
                self.held?.taken = held.wish
            } catch {
                // The device stays as it was, and so does what is said of it.
                if self.held?.wish == held.wish { self.held?.wish = held.taken }
            }
        }
    }
}
