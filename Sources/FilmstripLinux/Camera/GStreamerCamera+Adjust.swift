public import Filmstrip
import Foundation

extension GStreamerCamera {
    /// Changes focus, exposure, zoom or torch as a whole.
    /// - Throws: `configurationFailed` when the device lacks something or refuses it, with nothing changed; `notReady` without an
    ///   open camera; `cancelled` when the camera was stopped meanwhile.
    public func apply(_ adjustment: DeviceAdjustment) async throws(CameraError) {
        try await inTurn { camera, _ throws(CameraError) in try await camera.change(adjustment) }
    }

    private func change(_ adjustment: DeviceAdjustment) async throws(CameraError) {
        guard let open = camera else { throw .notReady }
        if let obstacle = open.device.obstacle(to: adjustment) { throw .configurationFailed(obstacle) }
        if let controls = open.controls {
            let result = await GStreamerThread.run { () -> Result<Void, CameraError> in
                do throws(CameraError) { return .success(try controls.apply(adjustment)) } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
        guard let now = camera, now.number == open.number else { throw .cancelled }
        let merged = open.adjustment.merged(with: adjustment)
        open.pipeline.feed?.set(adjustment: merged, isLit: merged.torch ?? false)
        camera?.adjustment = merged
        camera?.settled = max(now.settled, GStreamer.now)
        meter.rebase()
    }
}
