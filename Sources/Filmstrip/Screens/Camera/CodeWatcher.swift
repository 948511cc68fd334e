public import Observation

/// Looks for codes in the frames of a camera, a few times a second and off the main thread, and offers what it finds. Main actor.
///
/// A code is offered as long as it is in view and for two seconds more; once it was taken or put away, it is not offered again before it
/// has been out of view for as long.
@MainActor @Observable public final class CodeWatcher {
    /// What is offered now; nil when nothing is.
    public private(set) var offer: CodeOffer?
    /// Where it is in the picture; empty when that is not known.
    public private(set) var corners: [PicturePoint] = []
    /// Between two looks, at least: a picture that takes long to look at is followed by four times that long without a look.
    public static let interval = Duration.milliseconds(250)
    /// How long a code may be out of view.
    public static let patience = Duration.seconds(2)

    @ObservationIgnored private let reader: any CodeReader
    @ObservationIgnored private let now: () -> Duration
    /// When a frame may be looked at again; nil at once.
    @ObservationIgnored private var nextLook: Duration?
    /// Whether a frame is being looked at.
    @ObservationIgnored private(set) var isLooking = false
    /// The code in view, whether it is still offered or not, and when it was seen last.
    @ObservationIgnored private var seen: (text: String, time: Duration)?
    /// Counts what is put aside, so that a look that began before it is not heard.
    @ObservationIgnored private var turn = 0

    /// - Parameter clock: what looks and absence are counted on.
    public init(_ reader: any CodeReader, clock: any Clock<Duration> = ContinuousClock()) {
        self.reader = reader
        now = clock.stopwatch()
    }

    /// A new frame. Most are let go of at once.
    public func see(_ frame: PixelFrame) {
        let time = now()
        guard !isLooking, nextLook.map({ time >= $0 }) ?? true else { return }
        (isLooking, nextLook) = (true, time + Self.interval)
        let (reader, turn) = (reader, turn)
        Task { [weak self] in
            let codes = await Self.read(frame, with: reader)
            guard let self else { return }
            isLooking = false
            guard turn == self.turn else { return }
            let end = now()
            nextLook = max(time + Self.interval, end + (end - time) * 4)
            take(codes)
        }
    }

    /// Puts the offer away: the user has taken it, or does not want it.
    public func dismiss() {
        (offer, corners) = (nil, [])
    }

    /// There is no live picture any more: what was seen is forgotten.
    public func rest() {
        turn += 1
        (seen, nextLook) = (nil, nil)
        dismiss()
    }

    @concurrent private nonisolated static func read(_ frame: PixelFrame, with reader: any CodeReader) async
        -> [SeenCode]
    {
        reader.codes(in: frame)
    }

    private func take(_ codes: [SeenCode]) {
        let time = now()
        if let seen, let again = codes.first(where: { $0.text == seen.text }) {
            self.seen?.time = time
            if offer != nil, corners != again.corners { corners = again.corners }
            return
        }
        if let seen, time - seen.time < Self.patience { return }
        guard let code = codes.first(where: { CodeOffer($0) != nil }) else { return forget() }
        seen = (code.text, time)
        (offer, corners) = (CodeOffer(code), code.corners)
    }

    private func forget() {
        seen = nil
        if offer != nil { dismiss() }
    }
}
