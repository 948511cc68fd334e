import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CameraSessionAdjustingTests {
    @Test func `2.4 a tap focuses and exposes at the touched point, the point before the mode`() async throws {
        let fixture = try await SessionFixture.running()
        let point = PicturePoint(x: 0.25, y: 0.75)
        try await fixture.session.focusAndExpose(at: point)
        #expect(
            fixture.camera.steps == [
                .lock, .focusPoint(point), .focusMode(.auto), .exposurePoint(point), .exposureMode(.auto), .unlock,
            ])
    }

    @Test func `2.4 focus and exposure only where the camera has them`() async throws {
        let fixture = try await SessionFixture.running([SimulatedScene(.front).device])
        try await fixture.session.focusAndExpose(at: .center)
        #expect(fixture.camera.steps == [.lock, .exposurePoint(.center), .exposureMode(.auto), .unlock])

        var fixed = SimulatedScene().device
        (fixed.device.focus, fixed.device.exposure) = (nil, nil)
        let fixedFixture = try await SessionFixture.running([fixed])
        try await fixedFixture.session.focusAndExpose(at: .center)
        #expect(fixedFixture.camera.steps.isEmpty)

        var pointless = SimulatedScene().device
        pointless.device.focus = CameraDevice.PointControl(modes: [.continuous], takesPoint: false)
        pointless.device.exposure = nil
        let pointlessFixture = try await SessionFixture.running([pointless])
        try await pointlessFixture.session.focusAndExpose(at: .center)
        #expect(pointlessFixture.camera.steps == [.lock, .focusMode(.continuous), .unlock])
    }

    @Test(arguments: AdjustmentMode.allCases)
    func `2.4 each mode can also be set alone`(mode: AdjustmentMode) async throws {
        let fixture = try await SessionFixture.running()
        try await fixture.session.adjust(DeviceAdjustment(focusMode: mode))
        try await fixture.session.adjust(DeviceAdjustment(exposureMode: mode))
        #expect(fixture.camera.steps == [.lock, .focusMode(mode), .unlock, .lock, .exposureMode(mode), .unlock])
    }

    @Test func `2.9 a change is made as a whole between lock and unlock`() async throws {
        let fixture = try await SessionFixture.running()
        try await fixture.session.adjust(DeviceAdjustment(exposureBias: 1, zoom: 2, torch: true))
        #expect(fixture.camera.steps == [.lock, .exposureBias(1), .zoom(2), .torch(true), .unlock])
        #expect(fixture.camera.adjustment == DeviceAdjustment(exposureBias: 1, zoom: 2, torch: true))
    }

    @Test func `2.9 a change that fails is told to the caller and changes nothing`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.fail(.apply, with: .configurationFailed("locked by another"))
        await #expect(throws: CameraError.configurationFailed("locked by another")) {
            try await fixture.session.adjust(DeviceAdjustment(focusMode: .locked, zoom: 2))
        }
        #expect(fixture.camera.adjustment == DeviceAdjustment())
        #expect(fixture.camera.steps == [.lock, .unlock])
    }

    static let impossible: [DeviceAdjustment] = [
        DeviceAdjustment(focusMode: .auto), DeviceAdjustment(focusPoint: .center), DeviceAdjustment(zoom: 2),
        DeviceAdjustment(torch: true), DeviceAdjustment(exposureBias: 5), DeviceAdjustment(exposureBias: .nan),
        DeviceAdjustment(exposureMode: .auto, zoom: 2),
    ]

    @Test(arguments: impossible)
    func `2.9 what the camera lacks is refused before it is touched`(change: DeviceAdjustment) async throws {
        let fixture = try await SessionFixture.running([SimulatedScene(.front).device])
        await #expect {
            try await fixture.session.adjust(change)
        } throws: { error in
            (error as? CameraError)?.code == .configurationFailed
        }
        #expect(fixture.camera.steps.isEmpty)
    }

    @Test(arguments: [0.5, 4.5, -1, Double.nan, .infinity])
    func `2.9 zoom outside of its range is refused`(zoom: Double) async throws {
        let fixture = try await SessionFixture.running()
        await #expect {
            try await fixture.session.adjust(DeviceAdjustment(zoom: zoom))
        } throws: { ($0 as? CameraError)?.code == .configurationFailed }
    }

    @Test func `2.9 a camera without exposure or light says so`() async throws {
        var plain = SimulatedScene(.front).device
        plain.device.exposure = nil
        let fixture = try await SessionFixture.running([plain])
        for change in [
            DeviceAdjustment(exposureMode: .locked), DeviceAdjustment(exposurePoint: .center),
            DeviceAdjustment(exposureBias: 1),
        ] {
            await #expect { try await fixture.session.adjust(change) } throws: {
                ($0 as? CameraError)?.code == .configurationFailed
            }
        }
        try await fixture.session.adjust(DeviceAdjustment(torch: false))
    }

    @Test func `2.8 after the subject has changed focus and exposure are continuous at the centre`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        try await fixture.session.focusAndExpose(at: PicturePoint(x: 0.1, y: 0.1))
        fixture.camera.changeSubjectArea()
        for await update in updates {
            if case .event(.subjectAreaChanged) = update { break }
        }
        // A call to the actor after the event has been handled; the change itself is awaited by the next one.
        while fixture.camera.adjustment.focusMode != .continuous { await Task.yield() }
        #expect(
            fixture.camera.adjustment
                == DeviceAdjustment(
                    focusMode: .continuous, focusPoint: .center, exposureMode: .continuous, exposurePoint: .center))
    }

    @Test
    func `2.8 what is locked stays so when the subject changes, until it is told otherwise or a camera is opened`()
        async throws
    {
        let fixture = try await SessionFixture.running()
        let lock = DeviceAdjustment(exposureMode: .locked)
        try await fixture.session.focusAndExpose(at: .center)
        try await fixture.session.adjust(lock)
        try await fixture.session.adjust(DeviceAdjustment(zoom: 2))
        let steps = fixture.camera.steps
        fixture.camera.changeSubjectArea()
        await settle()
        #expect(fixture.camera.steps == steps)
        try await fixture.session.focusAndExpose(at: PicturePoint(x: 0.1, y: 0.1))
        fixture.camera.changeSubjectArea()
        while fixture.camera.adjustment.exposureMode != .continuous { await Task.yield() }
        try await fixture.session.adjust(lock)
        try await fixture.session.flip()
        try await fixture.session.flip()
        fixture.camera.changeSubjectArea()
        while fixture.camera.adjustment.exposureMode != .continuous { await Task.yield() }
    }

    @Test func `2.8 going back that fails is told`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        fixture.camera.fail(.apply, with: .configurationFailed("no"))
        fixture.camera.changeSubjectArea()
        for await update in updates {
            guard case .adjustmentFailed(let error) = update else { continue }
            #expect(error == .configurationFailed("no"))
            return
        }
    }
}
