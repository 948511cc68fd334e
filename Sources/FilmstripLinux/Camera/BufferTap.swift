import Dispatch
import Filmstrip
import Foundation

/// One frame as the camera gave it.
struct TappedBuffer: Sendable {
    var buffer: GStreamerBuffer
    /// Nanoseconds on the common clock when it was taken.
    var time: UInt64
    /// Counted from 0 since the camera was opened.
    var index: Int
}

/// Where frames pass by on the streaming thread: remembers the newest, knows those that are shown, wakes who waits for the next, and feeds a recording.
final class BufferTap: Sendable {
    private struct Waiter {
        var notBefore: UInt64
        var continuation: CheckedContinuation<TappedBuffer?, Never>
    }

    private struct KnownFrame {
        var time: UInt64
        var index: Int
        weak var buffer: GStreamerBuffer?
    }

    private struct State {
        var latest: TappedBuffer?
        var known: [KnownFrame] = []
        var count = 0
        var isClosed = false
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
        var consumer: (@Sendable (TappedBuffer) -> Void)?
    }

    /// So many frames are known by their times, as long as somebody shows them.
    private static let mostKnown = 64

    private let state = Locked(State())
    private let timers = DispatchQueue(label: "filmstrip.frames")

    /// Frames that passed so far, and when the last one was taken.
    var progress: (count: Int, lastTime: UInt64?) { state.withLock { ($0.count, $0.latest?.time) } }

    /// The newest frame.
    var latest: TappedBuffer? { state.withLock { $0.latest } }

    /// The frame that was taken at that time, if anybody still holds it: a preview holds the frame that it was made of, so that a photo
    /// can be the very one that the user saw.
    func frame(at time: UInt64) -> TappedBuffer? {
        state.withLock { state in
            guard let known = state.known.last(where: { $0.time == time }), let buffer = known.buffer else {
                return nil
            }
            return TappedBuffer(buffer: buffer, time: time, index: known.index)
        }
    }

    /// Gives each frame from now on to `consumer`, on the streaming thread; nil for nobody.
    func feed(_ consumer: (@Sendable (TappedBuffer) -> Void)?) {
        state.withLock { $0.consumer = consumer }
    }

    /// A frame passes. One that comes after the end is let go at once: it would keep the pipeline's memory.
    func deliver(_ buffer: GStreamerBuffer, at time: UInt64) {
        typealias Delivery = (
            TappedBuffer, [CheckedContinuation<TappedBuffer?, Never>], (@Sendable (TappedBuffer) -> Void)?
        )
        let delivery = state.withLock { state -> Delivery? in
            guard !state.isClosed else { return nil }
            let frame = TappedBuffer(buffer: buffer, time: time, index: state.count)
            state.latest = frame
            if state.known.count == Self.mostKnown { state.known.removeFirst() }
            state.known.append(KnownFrame(time: time, index: state.count, buffer: buffer))
            state.count += 1
            let ready = state.waiters.filter { $0.value.notBefore <= time }
            for key in ready.keys { state.waiters[key] = nil }
            return (frame, ready.values.map(\.continuation), state.consumer)
        }
        guard let (frame, woken, consumer) = delivery else { return }
        consumer?(frame)
        for waiter in woken { waiter.resume(returning: frame) }
    }

    /// The newest frame if it was taken at or after `notBefore`, else the first one that will be. Nil when the tap is closed,
    /// or when none comes within `timeout` seconds.
    func frame(notBefore: UInt64, timeout: Double) async -> TappedBuffer? {
        await withCheckedContinuation { continuation in
            let (answer, key): (TappedBuffer??, Int) = state.withLock { state in
                if state.isClosed { return (.some(nil), 0) }
                if let latest = state.latest, latest.time >= notBefore { return (latest, 0) }
                let key = state.nextWaiter
                state.nextWaiter += 1
                state.waiters[key] = Waiter(notBefore: notBefore, continuation: continuation)
                return (nil, key)
            }
            if let answer {
                continuation.resume(returning: answer)
            } else {
                timers.asyncAfter(deadline: .now() + timeout) { self.giveUp(key) }
            }
        }
    }

    private func giveUp(_ key: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
        waiter?.continuation.resume(returning: nil)
    }

    /// No more frames: everybody who waits gets none, and the newest is let go.
    func close() {
        let waiters = state.withLock { state in
            defer {
                state.waiters = [:]
                state.consumer = nil
                (state.latest, state.known) = (nil, [])
                state.isClosed = true
            }
            return state.waiters.values.map(\.continuation)
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }
}
