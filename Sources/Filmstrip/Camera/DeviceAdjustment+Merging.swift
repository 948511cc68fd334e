extension DeviceAdjustment {
    /// What holds when this held before and that is changed.
    package func merged(with change: DeviceAdjustment) -> DeviceAdjustment {
        DeviceAdjustment(
            focusMode: change.focusMode ?? focusMode, focusPoint: change.focusPoint ?? focusPoint,
            exposureMode: change.exposureMode ?? exposureMode, exposurePoint: change.exposurePoint ?? exposurePoint,
            exposureBias: change.exposureBias ?? exposureBias, zoom: change.zoom ?? zoom,
            torch: change.torch ?? torch)
    }
}
