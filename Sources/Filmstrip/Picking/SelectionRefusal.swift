/// Why something was not chosen.
public enum SelectionRefusal: FilmstripError, Hashable {
    /// There is no room. The number is the one that the user is told: `SelectionRules.announcedMaximum`, or the maximum.
    case limitReached(Int)
    /// There is no room for another of that kind.
    case limitOfKindReached(MediaKind, Int)
    /// Such things may not be chosen at all.
    case kindNotAllowed(MediaKind)
    /// Videos and pictures may not be chosen together.
    case kindsNotTogether
    /// The file has more bytes than allowed.
    case tooManyBytes(limit: Int64)
    /// The video lasts longer than allowed, or nobody knows how long. Seconds.
    case tooLong(limit: Double)
    /// The video is shorter than wanted. Seconds.
    case tooShort(limit: Double)
    /// It has more pixels than allowed, one way or the other.
    case tooLarge(limit: PixelSize)
    /// It has fewer pixels than wanted, one way or the other.
    case tooSmall(limit: PixelSize)
    /// It may not be chosen again.
    case alreadyChosen(AssetID)
    /// The app's own reason, in the app's words.
    case vetoed(String)
    /// It has been removed from the library.
    case gone(AssetID)
    /// It cannot be deselected, as it is not selected.
    case notSelected(AssetID)

    /// The reason, by the name that commands print and programs compare.
    public var code: ErrorCode {
        switch self {
        case .limitReached, .limitOfKindReached: .limitReached
        case .kindNotAllowed, .kindsNotTogether, .alreadyChosen, .vetoed, .tooShort, .tooSmall: .notPermitted
        case .tooManyBytes, .tooLong, .tooLarge: .tooLarge
        case .gone: .itemGone
        case .notSelected: .notFound
        }
    }

    /// What happened, in words that help.
    public var message: String {
        switch self {
        case .notSelected: "It is not selected."
        default: text(.english) + "."
        }
    }

    /// What it is about: a path, a device or an identity; nil for nothing in particular.
    public var subject: String? {
        switch self {
        case .alreadyChosen(let id), .gone(let id), .notSelected(let id): id.rawValue
        case .limitReached, .limitOfKindReached, .kindNotAllowed, .kindsNotTogether, .tooManyBytes, .tooLong,
            .tooShort, .tooLarge, .tooSmall, .vetoed:
            nil
        }
    }

    /// What the user is told, such as "At most 6".
    public func text(_ texts: Texts) -> String {
        let limits = texts.limits
        func filled(_ text: String, _ limit: String) -> String { text.replacing("{limit}", with: limit) }
        switch self {
        case .limitReached(let limit): return limits.atMost(limit)
        case .limitOfKindReached(.photo, let limit): return limits.atMostPhotos(limit)
        case .limitOfKindReached(.video, let limit): return limits.atMostVideos(limit)
        case .limitOfKindReached(.livePhoto, let limit): return limits.atMostLivePhotos(limit)
        case .kindNotAllowed(.photo): return limits.photosNotAllowed
        case .kindNotAllowed(.video): return limits.videosNotAllowed
        case .kindNotAllowed(.livePhoto): return limits.livePhotosNotAllowed
        case .kindsNotTogether: return limits.notTogether
        case .tooManyBytes(let limit): return filled(limits.tooManyBytes, Texts.byteCount(limit))
        case .tooLong(let limit): return filled(limits.tooLong, Texts.duration(limit))
        case .tooShort(let limit): return filled(limits.tooShort, Texts.duration(limit))
        case .tooLarge(let limit): return filled(limits.tooLarge, limit.description)
        case .tooSmall(let limit): return filled(limits.tooSmall, limit.description)
        case .alreadyChosen: return limits.already
        case .vetoed(let reason): return reason
        case .gone, .notSelected: return limits.gone
        }
    }
}
