/// An encoded frame, or a piece of sound.
struct Moment<Payload: Sendable>: Sendable {
    /// Nanoseconds on the common clock when it was taken.
    var time: UInt64
    /// Whether a movie can begin with it.
    var isKey: Bool
    var byteCount: Int
    var payload: Payload
}

/// The last moments: enough of them to reach so far back, and never more than a limit of bytes. It always begins with a moment that a
/// movie can begin with.
struct MomentRing<Payload: Sendable>: Sendable {
    /// Nanoseconds that it reaches back from the newest moment, if it has lived so long; and at most twice that.
    let span: UInt64
    /// Bytes that it holds at most.
    let byteLimit: Int
    private(set) var moments: [Moment<Payload>] = []
    private(set) var byteCount = 0

    init(span: UInt64, byteLimit: Int) {
        self.span = span
        self.byteLimit = byteLimit
    }

    /// Takes a moment that is newer than all, and lets go what nobody will need any longer.
    mutating func append(_ moment: Moment<Payload>) {
        guard moments.last.map({ moment.time > $0.time }) ?? moment.isKey else { return }
        moments.append(moment)
        byteCount += moment.byteCount
        let oldest = moment.time - min(moment.time, span)
        if let start = moments.lastIndex(where: { $0.isKey && $0.time <= oldest }) { removeFirst(start) }
        while let first = moments.first, byteCount > byteLimit || moment.time - first.time > 2 * span {
            removeFirst(moments.dropFirst().firstIndex { $0.isKey } ?? moments.count)
        }
    }

    /// The moments from the last possible beginning at or before `time`, or from the first one that there is.
    func moments(since time: UInt64) -> ArraySlice<Moment<Payload>> {
        moments[(moments.lastIndex { $0.isKey && $0.time <= time } ?? 0)...]
    }

    /// Lets go what is older, but for what a movie needs to begin there.
    mutating func removeAll(before time: UInt64) {
        removeFirst(moments.lastIndex { $0.isKey && $0.time <= time } ?? 0)
    }

    mutating func removeAll() {
        moments = []
        byteCount = 0
    }

    private mutating func removeFirst(_ count: Int) {
        for moment in moments.prefix(count) { byteCount -= moment.byteCount }
        moments.removeFirst(count)
    }
}
