import CGStreamer
import Filmstrip
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)))
struct BufferTapTests {
    private func buffer() -> GStreamerBuffer { GStreamerBuffer(taking: gst_buffer_new()!) }

    @Test func `The newest frame is the answer when it is new enough, else the next one`() async {
        let tap = BufferTap()
        tap.deliver(buffer(), at: 100)
        #expect(await tap.frame(notBefore: 100, timeout: 1)?.index == 0)
        async let next = tap.frame(notBefore: 101, timeout: 30)
        // Until somebody waits, frames pass that nobody asked for.
        var time: UInt64 = 100
        let delivery = Task {
            while !Task.isCancelled {
                time += 1
                tap.deliver(buffer(), at: time)
                await Task.yield()
            }
        }
        #expect((await next?.time ?? 0) >= 101)
        delivery.cancel()
    }

    @Test func `Who waits gets none when the tap is closed, and when the time is over`() async {
        let tap = BufferTap()
        #expect(await tap.frame(notBefore: 0, timeout: 0.01) == nil)
        async let waiting = tap.frame(notBefore: 0, timeout: 30)
        tap.close()
        #expect(await waiting == nil)
        #expect(await tap.frame(notBefore: 0, timeout: 30) == nil)
    }

    @Test func `A frame that comes after the end is not kept, and reaches nobody`() {
        let tap = BufferTap()
        let heard = Locked(0)
        tap.deliver(buffer(), at: 1)
        tap.close()
        tap.feed { _ in heard.withLock { $0 += 1 } }
        tap.deliver(buffer(), at: 2)
        #expect(tap.latest == nil)
        #expect(tap.progress.count == 1)
        #expect(heard.withLock { $0 } == 0)
    }

    @Test func `A frame is found by its time as long as somebody holds it, and the newest at any time`() {
        let tap = BufferTap()
        var shown: GStreamerBuffer? = buffer()
        tap.deliver(shown!, at: 10)
        for time in 11...20 { tap.deliver(buffer(), at: UInt64(time)) }
        #expect(tap.frame(at: 10)?.index == 0)
        #expect(tap.frame(at: 10)?.buffer === shown)
        #expect(tap.frame(at: 11)?.index == nil)
        #expect(tap.frame(at: 9)?.index == nil)
        #expect(tap.frame(at: 20)?.index == 10)
        shown = nil
        #expect(tap.frame(at: 10)?.index == nil)
        tap.close()
        #expect(tap.frame(at: 20)?.index == nil)
    }
}
