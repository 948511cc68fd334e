import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CameraSessionEventsTests {
    /// The events that were told until the session had the last of the states.
    private func events(
        _ updates: AsyncStream<CameraSession.Update>, until last: (CameraSessionState) -> Bool
    ) async -> [CameraEvent] {
        var events: [CameraEvent] = []
        for await update in updates {
            if case .event(let event) = update { events.append(event) }
            if case .state(let state) = update, last(state) { break }
        }
        return events
    }

    @Test func `2.8 cameras that come and go are told, with the list`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        var third = SimulatedScene().device
        third.device.id = "third"
        fixture.camera.connect(third)
        fixture.camera.disconnect("third")
        var told: [String] = []
        for await update in updates {
            switch update {
            case .event(.connected(let device)): told.append("+\(device.id)")
            case .event(.disconnected(let id)): told.append("-\(id)")
            case .cameras(let cameras): told.append("\(cameras.count)")
            default: told.append("?")
            }
            if told.count == 4 { break }
        }
        #expect(told == ["+third", "3", "-third", "2"])
    }

    @Test func `C74 an unrelated device does not disturb`() async throws {
        // cosmic-utils/cosmic-ext-camera PR 460: torn down by another device.
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        fixture.camera.disconnect("simulated-front")
        fixture.camera.connect(SimulatedScene(.front).device)
        for await update in updates {
            if case .state(let state) = update { #expect(Bool(false), "\(state)") }
            if case .cameras(let cameras) = update, cameras.count == 2 { break }
        }
        #expect(fixture.camera.openCamera == "simulated-rear")
        #expect(try await fixture.session.capturePhoto().camera == "simulated-rear")
    }

    @Test func `C74 an unplugged camera is lost once, and works again when it is back`() async throws {
        // BlueOS #145: never came back.
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        fixture.camera.disconnect("simulated-rear")
        await fixture.wait { $0 == .failed(.cameraLost("simulated-rear")) }
        await #expect(throws: CameraError.cameraLost("simulated-rear")) { try await fixture.session.capturePhoto() }
        fixture.camera.connect(SimulatedScene().device)
        try await fixture.session.start()
        let events = await events(updates) { if case .running = $0 { true } else { false } }
        #expect(
            events.filter { if case .failed = $0 { true } else { false } } == [.failed(.cameraLost("simulated-rear"))])
        #expect(fixture.camera.openCamera == "simulated-rear" || fixture.camera.openCamera == "simulated-front")
    }

    @Test func `C74 a loss that is told once more does not end a session that was started anew in between`()
        async throws
    {
        let backend = IdleBackend()
        let session = CameraSession(backend: backend, permissions: ScriptedPermissions())
        let updates = session.updates()
        let first = try await session.start()
        backend.hub.send(.disconnected(first.id))
        for await update in updates {
            if case .state(.idle) = update { break }
            if case .state(.failed) = update { await session.stop() }
        }
        try await session.start()
        backend.hub.send(.failed(.cameraLost(first.id)))
        // Heard after it.
        backend.hub.send(.interrupted(.noFrames))
        for await update in updates {
            guard case .state(let state) = update else { continue }
            if case .failed = state { Issue.record("\(state)") }
            if case .interrupted = state { break }
        }
        // Once it is back, its loss is one again.
        backend.hub.send(.connected(first))
        backend.hub.send(.failed(.cameraLost(first.id)))
        for await update in updates { if case .state(.failed(.cameraLost(first.id))) = update { break } }
    }

    @Test func `C74 unplugged while recording, the movie is there and says why`() async throws {
        // jacksonliam/mjpg-streamer #260: hangs.
        let fixture = try await SessionFixture.running()
        let recording = try await fixture.session.startRecording()
        fixture.camera.tick(30)
        fixture.camera.disconnect("simulated-rear")
        let video = try await recording.result()
        #expect(video.interruption == .cameraLost && video.duration == 1)
        await fixture.session.stop()
        #expect(await fixture.session.state == .idle)
    }

    @Test func `2.8 an interruption is told, refuses, and ends by itself`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        fixture.camera.interrupt(.noFrames)
        await fixture.wait { if case .interrupted = $0 { true } else { false } }
        await #expect(throws: CameraError.notReady) { try await fixture.session.capturePhoto() }
        await #expect(throws: CameraError.notReady) { try await fixture.session.flip() }
        fixture.camera.resume()
        let events = await events(updates) { if case .running = $0 { true } else { false } }
        #expect(events == [.interrupted(.noFrames)])
        #expect(try await fixture.session.capturePhoto().camera == "simulated-rear")
    }

    @Test func `5.12 a permission withdrawn while in use ends the session with one error`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        fixture.permissions.set(.camera, to: .denied)
        fixture.camera.withdrawPermission()
        fixture.camera.interrupt(.permissionLost)
        await fixture.wait { $0 == .failed(.permissionLost) }
        await #expect(throws: CameraError.permissionLost) { try await fixture.session.capturePhoto() }
        await fixture.session.stop()
        let events = await events(updates) { $0 == .idle }
        #expect(events == [.failed(.permissionLost)])
        await #expect(throws: CameraError.permissionDenied) { try await fixture.session.start() }
    }

    @Test func `5.12 another permission, or one that still holds, changes nothing`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        fixture.permissions.set(.microphone, to: .denied)
        fixture.permissions.set(.camera, to: .authorized)
        fixture.permissions.set(.camera, to: .limited)
        fixture.camera.interrupt(.background)
        // A session that took one of them for a loss would have failed before.
        let events = await events(updates) { if case .running = $0 { false } else { true } }
        #expect(events.isEmpty)
        #expect(await fixture.session.state.reason == .background)
    }

    @Test func `The end of the media service ends the session`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.endService()
        await fixture.wait { $0 == .failed(.pipeWireMissing) }
        await fixture.session.stop()
        #expect(await fixture.session.state == .idle)
    }

    @Test func `2.8 a photo under way outlives a short interruption`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.hold(.photo)
        let photo = Task { try await fixture.session.capturePhoto() }
        await fixture.camera.waitUntilHeld(.photo)
        fixture.camera.interrupt(.noFrames)
        await fixture.wait { if case .interrupted(_, _, during: .capturing) = $0 { true } else { false } }
        fixture.camera.resume()
        await fixture.wait { if case .capturing = $0 { true } else { false } }
        fixture.camera.release(.photo)
        #expect(try await photo.value.camera == "simulated-rear")
        await fixture.wait { if case .running = $0 { true } else { false } }
    }
}

extension CameraSessionState {
    /// Why it is interrupted, if it is.
    fileprivate var reason: InterruptionReason? {
        if case .interrupted(let reason, _, _) = self { reason } else { nil }
    }
}
