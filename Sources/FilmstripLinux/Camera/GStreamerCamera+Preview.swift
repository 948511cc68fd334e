public import Filmstrip

extension GStreamerCamera: PreviewScaling {
    /// Takes hold with the next frame.
    public func setPreviewRoom(_ room: PixelSize?) async {
        guard room != previewRoom else { return }
        previewRoom = room
        followPreview()
    }

    /// Gives the open camera's previews the size and the turn that hold now.
    func followPreview() {
        guard let camera else { return }
        let turn = previewTurn(of: camera.device)
        camera.pipeline.setPreview(
            previewSize(of: turn.applied(to: camera.pipeline.plan.format.size), camera.configuration), turn)
    }

    /// The size of previews of upright frames of that size.
    func previewSize(of frame: PixelSize, _ wanted: CameraConfiguration) -> PixelSize {
        if let previewRoom { return FormatChooser.previewSize(of: frame, covering: previewRoom) }
        return FormatChooser.previewSize(of: frame, within: wanted.previewSize)
    }

    /// The screen turns with the device, unless the user holds it fast: then the picture stays as the camera sees it.
    func previewTurn(of device: CameraDevice) -> Orientation {
        configuration.isScreenFixed() ? .up : held.turn(for: device.position)
    }
}
