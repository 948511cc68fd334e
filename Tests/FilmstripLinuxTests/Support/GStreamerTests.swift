import CGStreamer
import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)))
struct GStreamerTests {
    @Test func `No number of seconds traps, and sums of two do not overflow`() {
        #expect(GStreamer.nanoseconds(.nan) == 0)
        #expect(GStreamer.nanoseconds(-1) == 0)
        #expect(GStreamer.nanoseconds(-.infinity) == 0)
        #expect(GStreamer.nanoseconds(1.5) == 1_500_000_000)
        for huge in [Double.infinity, .greatestFiniteMagnitude, 1e12] {
            #expect(GStreamer.nanoseconds(huge) == 1_000_000_000_000_000_000)
        }
        #expect(GStreamer.now &+ 10 * GStreamer.nanoseconds(.infinity) > GStreamer.now)
    }

    @Test(arguments: [
        (Duration.seconds(3), Int32(3000)), (.milliseconds(-5), 0), (.seconds(Int64.max), .max),
        (.seconds(3_000_000), .max), (.microseconds(1999), 1), (.seconds(-Int64.max), 0),
    ])
    func `A duration for GLib is what GLib can take`(_ duration: Duration, _ expected: Int32) {
        #expect(duration.milliseconds == expected)
    }

    @Test(arguments: [true, false]) func `C74 a pipeline is ended, but for one whose daemon has died`(isDead: Bool)
        async throws
    {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let daemon = ends[1]
        let pipeline = try GStreamerPipeline(
            "videotestsrc name=source num-buffers=1 ! fakesink", over: OwnedDescriptor(taking: ends[0]))
        #expect(await pipeline.play(timeout: 5) == nil)
        if isDead { close(daemon) }
        defer { if !isDead { close(daemon) } }
        pipeline.shutDownNow()
        var state = GST_STATE_VOID_PENDING
        gst_element_get_state(pipeline["source"].pointer, &state, nil, 0)
        #expect((state == GST_STATE_NULL) == !isDead)
    }

    // picamera2 1264: stop blocks.
    @Test func `C74 a pipeline whose thread hangs is shut down in the time that was given`() async throws {
        let pipeline = try GStreamerPipeline("videotestsrc ! appsink name=out sync=false")
        let (isIn, gate) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        defer { gate.signal() }
        GStreamerAppSink(pipeline["out"]).onBuffer { _ in
            isIn.continuation.finish()
            gate.wait()
            gate.signal()
        }
        #expect(await pipeline.play(timeout: 5) == nil)
        for await _ in isIn.stream {}
        let start = ContinuousClock.now
        await pipeline.shutDown(timeout: 0.2)
        #expect(ContinuousClock.now - start < .seconds(3))
    }
}
