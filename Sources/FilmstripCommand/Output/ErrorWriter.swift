import Filmstrip
import FilmstripLinux

/// Writes errors and notices to standard error: `filmstrip: CODE: message`, or one line of JSON.
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
            put(code: error.code.rawValue, message, error.path)
        }
    }

    /// Something that stopped nothing: `filmstrip: CODE: message`, or one line of JSON.
    func note(_ notice: Notice) {
        guard usesJSON else { return put(code: notice.code, notice.message) }
        let fields: JSON = ["code": .string(notice.code), "message": .string(notice.message)]
        let line = JSON.object([.init(name: "notice", value: fields.adding("path", notice.path.map(JSON.path)))])
        put(line.encoded + [0x0A])
    }

    /// Tells how far somebody is who talks to people: `filmstrip: text`.
    func tell(_ text: String) { put(Array("filmstrip: ".utf8) + MediaPath(text).lineBytes + [0x0A]) }

    private func put(code: String, _ message: String, _ path: MediaPath? = nil) {
        var line = Array("filmstrip: \(code): ".utf8) + MediaPath(message).lineBytes
        if let path {
            if line.last == UInt8(ascii: ".") { line.removeLast() }
            line += ": ".utf8 + path.lineBytes
        }
        put(line + [0x0A])
    }

    private func put(_ bytes: [UInt8]) {
        do { try sink.write(bytes) } catch {
            // Nobody reads standard error any more; there is no other place to say so. The exit code still tells.
        }
    }
}
