import Filmstrip
import FilmstripLinux

/// Writes errors to standard error: `filmstrip: CODE: message`, or one line of JSON.
struct ErrorWriter: Sendable {
    let sink: any ByteSink
    let usesJSON: Bool
    /// What the user reads, in their language.
    var texts = Texts.english

    /// A cancellation says nothing in text: who cancelled knows it.
    func write(_ error: CommandError) {
        let message = texts.message(of: error) ?? error.message
        if usesJSON {
            let fields: JSON = ["code": .string(error.code.rawValue), "message": .string(message)]
            let line = JSON.object([.init(name: "error", value: fields.adding("path", error.path.map(JSON.path)))])
            put(line.encoded + [0x0A])
        } else if error.code != .cancelled {
            var line = Array("filmstrip: \(error.code.rawValue): ".utf8) + MediaPath(message).lineBytes
            if let path = error.path {
                if line.last == UInt8(ascii: ".") { line.removeLast() }
                line += ": ".utf8 + path.lineBytes
            }
            put(line + [0x0A])
        }
    }

    /// A notice, where nothing failed: `filmstrip: message`, or one line of JSON.
    /// - Parameter notice: the library's, where it is one; in JSON it has a code and perhaps a path.
    func note(_ text: String, _ notice: LibraryNotice? = nil) {
        guard usesJSON else { return put(Array("filmstrip: ".utf8) + MediaPath(text).lineBytes + [0x0A]) }
        let fields = JSON.object([]).adding("code", notice.map { .string($0.code) }).adding("message", .string(text))
            .adding("path", notice?.path.map(JSON.path))
        put(JSON.object([.init(name: "notice", value: fields)]).encoded + [0x0A])
    }

    private func put(_ bytes: [UInt8]) {
        do { try sink.write(bytes) } catch {
            // Nobody reads standard error any more; there is no other place to say so. The exit code still tells.
        }
    }
}

extension LibraryNotice {
    /// What programs know it by.
    fileprivate var code: String {
        switch self {
        case .indexRebuilt: "indexRebuilt"
        case .favoritesLost: "favoritesLost"
        case .favoritesUnreadable: "favoritesUnreadable"
        case .addedWithTrouble: "addedWithTrouble"
        case .watchLimitReached: "watchLimitReached"
        }
    }

    /// The file in question.
    fileprivate var path: MediaPath? {
        switch self {
        case .indexRebuilt(let kept), .favoritesLost(let kept): kept
        case .addedWithTrouble(let path, _): path
        case .favoritesUnreadable, .watchLimitReached: nil
        }
    }
}
