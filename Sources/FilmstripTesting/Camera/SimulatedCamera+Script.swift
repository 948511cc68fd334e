public import Filmstrip

/// What a test does to the camera.
extension SimulatedCamera {
    // MARK: Frames

    /// Makes so many frames, one after the other. Does nothing while no camera is open or its frames stay out.
    public func tick(_ count: Int = 1) {
        for _ in 0..<count {
            guard let frame = nextFrame(isLit: false) else { return }
            previewHub.send(frame.pixels)
            let shown = frame.mirrors ? frame.pixels.mirrored() : frame.pixels
            frame.recording?.append(shown)
            let complete = state.withLock { $0.open?.reel?.append(shown) ?? [] }
            for shot in complete { shot.finish(shot, nil) }
        }
    }

    /// The number of the last frame that was made.
    public var frameNumber: Int { state.withLock { $0.frameNumber } }

    // MARK: What was done

    /// All calls since the beginning.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// All steps of changes since the beginning.
    public var steps: [Step] { state.withLock { $0.steps } }

    /// The camera that is open, or nil.
    public var openCamera: CameraDevice.ID? { state.withLock { $0.open?.device.device.id } }

    /// How many frames live mode keeps now; nil while it is off.
    public var liveFrameCount: Int? { state.withLock { $0.open?.reel?.frameCount } }

    /// Focus, exposure and zoom in force.
    public var adjustment: DeviceAdjustment { state.withLock { $0.open?.adjustment ?? DeviceAdjustment() } }

    // MARK: Failures

    /// Lets the next calls of an operation fail, one for each error; what ran before runs on.
    public func fail(_ operation: Operation, with errors: CameraError...) {
        state.withLock { $0.faults[operation, default: []] += errors }
    }

    /// Lets the calls of an operation wait until `release(_:)`. A stop ends those that wait, as cancelled.
    public func hold(_ operation: Operation) {
        state.withLock { _ = $0.held.insert(operation) }
    }

    /// Lets an operation go on.
    public func release(_ operation: Operation) {
        let ready = state.withLock { state in
            state.held.remove(operation)
            defer { state.waiting.removeAll { $0.operation == operation } }
            return state.waiting.filter { $0.operation == operation }
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
    }

    /// Waits until a call of an operation is being held.
    public func waitUntilHeld(_ operation: Operation) async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.waiting.contains(where: { $0.operation == operation }) { return true }
                state.watchers.append((operation, continuation))
                return false
            }
            if isHeld { continuation.resume() }
        }
    }

    // MARK: What happens to the devices

    /// Frames stay out from now on, and why. A recording and live photos end with what they have.
    public func interrupt(_ reason: InterruptionReason = .noFrames) {
        let recording = state.withLock { state in
            state.isStalled = true
            return state.open?.recording
        }
        recording?.finish(reason)
        cutLive(reason)
        eventHub.send(.interrupted(reason))
    }

    /// Frames come again.
    public func resume() {
        state.withLock { $0.isStalled = false }
        eventHub.send(.resumed)
    }

    /// The picture has changed for good.
    public func changeSubjectArea() { eventHub.send(.subjectAreaChanged) }

    /// A camera is plugged in, or comes back.
    public func connect(_ device: SimulatedDevice) {
        state.withLock { state in
            state.devices.removeAll { $0.device.id == device.device.id }
            state.devices.append(device)
        }
        eventHub.send(.connected(device.device))
    }

    /// A camera is unplugged. The open one is lost, and a recording and live photos end with what they have.
    public func disconnect(_ id: CameraDevice.ID) {
        let (isOpen, recording) = state.withLock { state in
            state.devices.removeAll { $0.device.id == id }
            let isOpen = state.open?.device.device.id == id
            return (isOpen, isOpen ? state.open?.recording : nil)
        }
        // Before it is told: who hears of it may close the camera at once, and the movie must say why it ended.
        recording?.finish(.cameraLost)
        if isOpen { cutLive(.cameraLost) }
        eventHub.send(.disconnected(id))
        if isOpen { lose(.cameraLost(id), .cameraLost) }
    }

    /// The user withdraws the permission.
    public func withdrawPermission() { lose(.permissionLost, .permissionLost) }

    /// The media service ends.
    public func endService() { lose(.pipeWireMissing, .serviceLost) }

    private func lose(_ error: CameraError, _ reason: InterruptionReason) {
        let open = state.withLock { state in
            defer { state.open = nil }
            return state.open
        }
        open?.ticking?.cancel()
        open?.recording?.finish(reason)
        open?.endShots(reason)
        eventHub.send(.failed(error))
    }

    /// Notes a call, and lets it wait or fail as the script says.
    func pass(_ operation: Operation, _ call: Call) async throws(CameraError) {
        state.withLock { $0.calls.append(call) }
        let mayGoOn = await withCheckedContinuation { continuation in
            let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
                guard state.held.contains(operation) else { return nil }
                state.waiting.append((operation, continuation))
                defer { state.watchers.removeAll { $0.operation == operation } }
                return state.watchers.filter { $0.operation == operation }.map(\.continuation)
            }
            guard let watchers else { return continuation.resume(returning: true) }
            for watcher in watchers { watcher.resume() }
        }
        guard mayGoOn else { throw .cancelled }
        if let error = takeFault(operation) { throw error }
    }

    /// The next failure that the script has for an operation; nil when there is none.
    func takeFault(_ operation: Operation) -> CameraError? {
        state.withLock { state in
            guard let first = state.faults[operation]?.first else { return nil }
            state.faults[operation]?.removeFirst()
            return first
        }
    }
}
