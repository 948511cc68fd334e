extension CameraSession {
    /// What a session knows at one moment, for a screen to show.
    struct Snapshot: Sendable {
        /// Snapshots are numbered in the order in which they were taken, since two that are under way may arrive in another.
        let number: Int
        let state: CameraSessionState
        let cameras: [CameraDevice]
        let flash: FlashMode
        let live: LiveMode?
        let canPauseRecording: Bool

        /// Whether it tells more than the one that is shown.
        func isNewer(than shown: Int?) -> Bool { shown.map { $0 < number } ?? true }
    }

    /// All of it at once: asked one by one, the answers would be of different moments.
    func snapshot() -> Snapshot {
        snapshotCount += 1
        return Snapshot(
            number: snapshotCount, state: state, cameras: cameras, flash: flash, live: live,
            canPauseRecording: canPauseRecording)
    }
}
