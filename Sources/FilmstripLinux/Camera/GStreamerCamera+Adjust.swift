public import Filmstrip
import Foundation

extension GStreamerCamera {
    /// Changes focus, exposure, zoom or torch as a whole.
    /// - Throws: `configurationFailed` when the device lacks something or refuses it, with nothing changed; `notReady` without an
    ///   open camera.
    public func apply(_ adjustment: DeviceAdjustment) async throws(CameraError) {
        await turnstile.enter()
        defer { turnstile.leave() }
        guard let open = camera else { throw .notReady }
        try Self.check(adjustment, on: open.device)
        if let controls = open.controls {
            let result = await GStreamerThread.run { () -> Result<Void, CameraError> in
                do throws(CameraError) { return .success(try controls.apply(adjustment)) } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
        let merged = open.adjustment.merged(with: adjustment)
        open.pipeline.feed?.set(adjustment: merged, isLit: merged.torch ?? false)
        camera?.adjustment = merged
        camera?.settled = GStreamer.now
        meter.rebase()
    }

    /// Refuses, before anything is touched, what the device does not have.
    static func check(_ wanted: DeviceAdjustment, on device: CameraDevice) throws(CameraError) {
        func fail(_ what: String) -> CameraError { .configurationFailed("\(device.name) has no \(what)") }
        if let mode = wanted.focusMode {
            guard device.focus?.modes.contains(mode) == true else { throw fail("\(mode.rawValue) focus") }
        }
        if wanted.focusPoint != nil {
            guard device.focus?.takesPoint == true else { throw fail("focus point") }
        }
        if let mode = wanted.exposureMode {
            guard device.exposure?.modes.contains(mode) == true else { throw fail("\(mode.rawValue) exposure") }
        }
        if wanted.exposurePoint != nil {
            guard device.exposure?.takesPoint == true else { throw fail("exposure point") }
        }
        if let bias = wanted.exposureBias {
            guard device.exposure != nil else { throw fail("exposure control") }
            guard (-4...4).contains(bias) else {
                throw .configurationFailed("an exposure bias of \(bias) EV is out of range")
            }
        }
        if let zoom = wanted.zoom {
            guard let range = device.zoom else { throw fail("zoom") }
            guard range.contains(zoom) else { throw .configurationFailed("a zoom of \(zoom) is out of range") }
        }
        if wanted.torch == true {
            guard device.flash != nil else { throw .configurationFailed("\(device.name) has no light") }
        }
    }
}
