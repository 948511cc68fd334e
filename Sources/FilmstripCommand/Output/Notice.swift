import Filmstrip
import FilmstripLinux

/// Something that stopped nothing, and that the user should hear: as an error is told, with a code for programs.
struct Notice: Sendable, Equatable {
    /// An error's, where one is the reason; else one of `Code`.
    var code: String
    /// One or more sentences, which tell of the file themselves.
    var message: String
    /// The file in question.
    var path: MediaPath?

    /// What is no error.
    enum Code: String, Sendable {
        case indexRebuilt, favoritesLost, favoritesUnreadable, addedWithTrouble, watchLimitReached
        /// A movie whose program was killed got its name.
        case movieRecovered
        /// A new file lacks something that the old one has.
        case losses
        /// Pictures were decoded in this program.
        case wallMissing
    }

    init(_ code: Code, _ message: String, path: MediaPath? = nil) {
        (self.code, self.message, self.path) = (code.rawValue, message, path)
    }

    init(_ code: ErrorCode, _ message: String, path: MediaPath? = nil) {
        (self.code, self.message, self.path) = (code.rawValue, message, path)
    }

    /// What a library has to say.
    init(_ notice: LibraryNotice) {
        let (code, path): (Code, MediaPath?) =
            switch notice {
            case .indexRebuilt(let kept): (.indexRebuilt, kept)
            case .favoritesLost(let kept): (.favoritesLost, kept)
            case .favoritesUnreadable: (.favoritesUnreadable, nil)
            case .addedWithTrouble(let path, _): (.addedWithTrouble, path)
            case .watchLimitReached: (.watchLimitReached, nil)
            }
        self.init(code, notice.message, path: path)
    }
}
