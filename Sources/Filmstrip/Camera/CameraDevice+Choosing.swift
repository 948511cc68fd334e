extension CameraDevice {
    /// The camera for a wish: the first at that position, else the first there is; nil without a camera.
    public static func preferred(at position: Position, among cameras: [CameraDevice]) -> CameraDevice? {
        cameras.first { $0.position == position } ?? cameras.first
    }

    /// The camera to flip to: from the front, or from none in particular, to the rear one; from the rear to the front one.
    /// Where that side has none, any other; nil when there is no second camera.
    public func counterpart(among cameras: [CameraDevice]) -> CameraDevice? {
        let others = cameras.filter { $0.id != id }
        return CameraDevice.preferred(at: position == .rear ? .front : .rear, among: others)
    }

    /// The mode that a wish for flash comes to on this camera: off where the camera lacks it.
    public func flash(wished: FlashMode) -> FlashMode {
        flash?.contains(wished) == true ? wished : .off
    }

    /// How the preview is drawn: a front camera's as in a mirror.
    public var previewDrawing: Orientation { position == .front ? .upMirrored : .up }

    /// Focus and exposure at a point, once and then held, as far as the camera has them; nil when it has neither.
    public func adjustment(at point: PicturePoint) -> DeviceAdjustment? {
        adjustment(at: point, mode: .auto)
    }

    /// Continuous focus and exposure at the centre, as far as the camera has them; nil when it has neither.
    public var centeredAdjustment: DeviceAdjustment? {
        adjustment(at: .center, mode: .continuous)
    }

    private func adjustment(at point: PicturePoint, mode: AdjustmentMode) -> DeviceAdjustment? {
        let adjustment = DeviceAdjustment(
            focusMode: focus?.mode(for: mode), focusPoint: focus?.takesPoint == true ? point : nil,
            exposureMode: exposure?.mode(for: mode), exposurePoint: exposure?.takesPoint == true ? point : nil)
        return adjustment == DeviceAdjustment() ? nil : adjustment
    }

    /// What of a change this camera cannot do, in words; nil when it can do all.
    package func obstacle(to change: DeviceAdjustment) -> String? {
        if let mode = change.focusMode, focus?.modes.contains(mode) != true {
            return "it has no \(mode.rawValue) focus"
        }
        if change.focusPoint != nil, focus?.takesPoint != true { return "it cannot focus at a point" }
        if let mode = change.exposureMode, exposure?.modes.contains(mode) != true {
            return "it has no \(mode.rawValue) exposure"
        }
        if change.exposurePoint != nil, exposure?.takesPoint != true { return "it cannot expose at a point" }
        if let bias = change.exposureBias {
            if exposure == nil { return "its exposure cannot be changed" }
            if !(-4...4).contains(bias) { return "an exposure bias is between -4 and 4" }
        }
        if let factor = change.zoom {
            guard let zoom else { return "it has no zoom" }
            if !zoom.contains(factor) { return "its zoom is between \(zoom.lowerBound) and \(zoom.upperBound)" }
        }
        if change.torch == true, flash == nil { return "it has no light" }
        return nil
    }
}

extension CameraDevice.PointControl {
    /// The wanted mode, or the nearest to it that the camera has.
    fileprivate func mode(for wanted: AdjustmentMode) -> AdjustmentMode? {
        let others: [AdjustmentMode] = wanted == .auto ? [.auto, .continuous] : [.continuous, .auto]
        return others.first(where: modes.contains)
    }
}
