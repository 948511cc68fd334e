import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

/// How a camera ends when something hangs.
@Suite(.timeLimit(.minutes(1)))
struct GStreamerCameraStopTests {
    /// A way to the cameras that is never found.
    private final class HangingAccess: CameraAccessProvider {
        private let gate = AsyncStream.makeStream(of: Void.self)
        private let asked = AsyncStream.makeStream(of: Void.self)

        func openCameraAccess() async throws(CameraError) -> CameraAccess {
            asked.continuation.yield()
            let stream = gate.stream
            // In a task of its own, so that nothing but the end of the test ends it.
            await Task { for await _ in stream {} }.value
            throw .noCamera
        }

        /// Waits until somebody hangs.
        func waitUntilAsked() async { for await _ in asked.stream { return } }

        func end() { gate.continuation.finish() }
    }

    // picamera2 1264: stop blocks.
    @Test func `C74 a stop does not wait for a start that hangs, which ends as cancelled, and a next start works`()
        async throws
    {
        let access = HangingAccess()
        defer { access.end() }
        let bench = CaptureBench { $0.access = access }
        let camera = bench.camera
        let hanging = Task { try await camera.start(CameraConfiguration(camera: "hanging")) }
        await access.waitUntilAsked()
        let waiting = Task { try await bench.start() }
        while !camera.turnstile.isWaitedFor { await Task.yield() }
        let clock = ContinuousClock.now
        await camera.stop()
        #expect(ContinuousClock.now - clock < .seconds(5))
        await #expect(throws: CameraError.cancelled) { try await hanging.value }
        // It was asked for before the stop.
        await #expect(throws: CameraError.cancelled) { try await waiting.value }
        await #expect(throws: CameraError.notReady) { try await camera.capturePhoto(PhotoSettings()) }
        try await bench.start()
        _ = try await camera.capturePhoto(PhotoSettings())
        // What hung comes to its end, and touches nothing.
        access.end()
        _ = try await camera.capturePhoto(PhotoSettings())
        await camera.stop()
    }

    @Test func `C74 a stop ends an opening whose first frame does not come, and two stops at once are one`()
        async throws
    {
        let isDrawing = AsyncStream.makeStream(of: Void.self)
        let isStuck = Locked(true)
        defer { isStuck.withLock { $0 = false } }
        let bench = CaptureBench([
            BarDevice.make { _ in
                isDrawing.continuation.yield()
                while isStuck.withLock({ $0 }) { usleep(10_000) }
            }
        ]) { $0.openingTimeout = 600 }
        let starting = Task { try await bench.start() }
        for await _ in isDrawing.stream { break }
        let clock = ContinuousClock.now
        async let first: Void = bench.camera.stop()
        async let second: Void = bench.camera.stop()
        _ = await (first, second)
        #expect(ContinuousClock.now - clock < .seconds(5))
        await #expect(throws: CameraError.cancelled) { try await starting.value }
    }

    @Test func `C74 a lost camera is told in its time even while it is being opened anew and that hangs`() async throws
    {
        let isStuck = Locked(false)
        let bench = CaptureBench([
            BarDevice.make { _ in while isStuck.withLock({ $0 }) { usleep(10_000) } }
        ]) {
            $0.openingTimeout = 600
            ($0.watchdog.patience, $0.watchdog.limit) = (0.5, 1.5)
        }
        let log = EventLog(bench.camera.events())
        try await bench.start()
        isStuck.withLock { $0 = true }
        defer { isStuck.withLock { $0 = false } }
        #expect(try await log.wait(15) { $0 == .failed(.cameraLost("simulated-rear")) })
        #expect(log.all == [.interrupted(.noFrames), .failed(.cameraLost("simulated-rear"))])
        await bench.camera.stop()
        isStuck.withLock { $0 = false }
        try await bench.start()
        await bench.camera.stop()
    }

    @Test func `A camera that is forgotten goes, and so do its own tasks`() async throws {
        let permissions = SetPermissions()
        var bench: CaptureBench? = CaptureBench(permissions: permissions)
        try await bench?.start()
        weak let camera = bench?.camera
        let watching = try #require(await camera?.watching)
        #expect(permissions.listenerCount == 1)
        bench = nil
        await watching.value
        #expect(camera == nil)
        while permissions.listenerCount > 0 { await Task.yield() }
    }

    @Test(arguments: [Double.infinity, .nan, -1, 1e300])
    func `A shutter lead that is no time makes a photo all the same`(_ lead: Double) async throws {
        let bench = CaptureBench {
            $0.shutterLead = lead
            $0.warmUp = lead
        }
        try await bench.start()
        let photo = try await bench.camera.capturePhoto(PhotoSettings())
        #expect(photo.shutterLatency >= 0)
        await bench.camera.stop()
    }
}
