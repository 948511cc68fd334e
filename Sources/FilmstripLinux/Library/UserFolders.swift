public import Filmstrip
public import Foundation

/// The user's folders as the desktop knows them: the XDG base directory specification 0.8 and xdg-user-dirs.
public struct UserFolders: Sendable {
    /// `HOME`, else what the user database says.
    public let home: MediaPath
    /// Where pictures are saved. The variable may name the home itself: xdg-user-dirs writes that where there is no folder
    /// of pictures, and some users mean it. Either way new pictures go there.
    public let pictures: MediaPath
    /// Where videos are looked for.
    public let videos: MediaPath
    /// `XDG_CONFIG_HOME`: what the user likes.
    public let config: MediaPath
    /// `XDG_CACHE_HOME`: what can be made again.
    public let cache: MediaPath
    /// `XDG_DATA_HOME`: what cannot.
    public let data: MediaPath

    /// The folders to look through for pictures and videos. The home itself is never one of them, for that would put every
    /// file of the user into the library: where a variable names it, `Pictures` or `Videos` in it are looked through.
    public var toLookThrough: [MediaPath] {
        [(pictures, "Pictures"), (videos, "Videos")].map { $0 == home ? home.appending($1) : $0 }
    }

    /// Reads the environment, and `user-dirs.dirs` where there is one.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"].flatMap(Self.absolute) ?? MediaPath(NSHomeDirectory())
        func base(_ variable: String, _ fallback: String) -> MediaPath {
            environment[variable].flatMap(Self.absolute) ?? home.appending(fallback)
        }
        config = base("XDG_CONFIG_HOME", ".config")
        let list = config.appending("user-dirs.dirs")
        let named = Self.parse(contents: FileManager.default.contents(atPath: list.string), home: home)
        func user(_ variable: String, _ fallback: String) -> MediaPath {
            environment[variable].flatMap { Self.expand($0, home: home) } ?? named[variable] ?? home.appending(fallback)
        }
        self.home = home
        pictures = user("XDG_PICTURES_DIR", "Pictures")
        videos = user("XDG_VIDEOS_DIR", "Videos")
        cache = base("XDG_CACHE_HOME", ".cache")
        data = base("XDG_DATA_HOME", ".local/share")
    }

    /// The lines `XDG_…_DIR="$HOME/…"` or `="/…"`; all others are ignored, as the file's own comment asks.
    static func parse(contents: Data?, home: MediaPath) -> [String: MediaPath] {
        guard let contents else { return [:] }
        var found: [String: MediaPath] = [:]
        for line in String(decoding: contents, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0].hasPrefix("XDG_"), parts[1].count >= 2, parts[1].first == "\"",
                parts[1].last == "\""
            else { continue }
            let text = parts[1].dropFirst().dropLast().replacingOccurrences(of: "\\", with: "")
            if let path = expand(text, home: home) { found[parts[0]] = path }
        }
        return found
    }

    private static func expand(_ text: String, home: MediaPath) -> MediaPath? {
        if text == "$HOME" || text == "$HOME/" { return home }
        if text.hasPrefix("$HOME/") { return absolute(home.string + "/" + text.dropFirst("$HOME/".count)) }
        return absolute(text)
    }

    /// A path that begins with a slash, without trailing ones; the specification says to ignore all others.
    private static func absolute(_ text: String) -> MediaPath? {
        guard text.hasPrefix("/") else { return nil }
        var bytes = Array(text.utf8)
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return MediaPath(bytes: bytes)
    }
}
