public import Filmstrip

/// Something about a library that its user should hear once, and that stopped nothing.
public enum LibraryNotice: Sendable, Hashable {
    /// The index was damaged or changed by somebody else. It is made anew, and the old one was kept there. Favourites
    /// are not in it and are safe.
    case indexRebuilt(keptAt: MediaPath)
    /// The list of favourites could not be read and starts empty; what was left of it was kept there.
    case favoritesLost(keptAt: MediaPath)
    /// The list of favourites is there and cannot be read; it is left alone, and nothing can be marked until it can.
    case favoritesUnreadable(reason: String)
    /// A photo or video was added and is safe, but something after that failed. The next look brings the index up to date.
    case addedWithTrouble(path: MediaPath, reason: String)
    /// The system lets us watch no more folders: the library is looked through from time to time instead.
    case watchLimitReached

    /// One sentence in plain words.
    public var message: String {
        switch self {
        case .indexRebuilt(let kept):
            "The index was damaged and has been rebuilt; favourites are safe, and the old index was kept as \(kept)."
        case .favoritesLost(let kept):
            "The list of favourites could not be read, so the favourites are lost; the file was kept as \(kept)."
        case .favoritesUnreadable(let reason):
            "The list of favourites cannot be read, so nothing is shown as a favourite. \(reason)"
        case .addedWithTrouble(let path, let reason): "\(path) was added, but not all that follows was done. \(reason)"
        case .watchLimitReached:
            "There are more folders than the system lets us watch; changes are looked for from time to time instead."
        }
    }
}

/// What one look through the folders found.
public struct IndexReport: Sendable, Hashable {
    /// Assets that are new.
    public var added = 0
    /// Assets whose file, name or kind changed.
    public var changed = 0
    /// Assets that are gone.
    public var removed = 0
    /// Assets that are as they were.
    public var unchanged = 0
    /// Files and folders with a problem, after this look.
    public var problems = 0
    /// Files that were opened.
    public var filesRead = 0
    /// How long it took.
    public var seconds = 0.0

    /// A report of nothing.
    public init() {}
}

/// A file or folder with which something is wrong.
public struct IndexProblem: Sendable, Hashable {
    /// Where it lies.
    public var path: MediaPath
    /// What is wrong, for machines.
    public var code: ErrorCode
    /// One sentence in plain words.
    public var message: String

    /// A problem of that file or folder.
    public init(path: MediaPath, code: ErrorCode, message: String) {
        self.path = path
        self.code = code
        self.message = message
    }
}
