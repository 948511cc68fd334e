import Filmstrip

/// What a name alone tells, where opening the file would be a waste.
enum MediaNames {
    /// Companions that are no pictures, whatever they hold.
    private static let sidecars: Set<String> = [
        "aae", "xmp", "thm", "db", "ini", "json", "xml", "txt", "html", "pp3", "dop", "lrv", "srt", "md", "part", "tmp",
        "crdownload",
    ]
    private static let movies: Set<String> = ["mov", "mp4", "m4v", "qt", "3gp", "webm", "mkv"]
    private static let stills: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "gif", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "jxl", "bmp", "dng",
        "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2",
    ]

    static func isSidecar(_ name: MediaPath) -> Bool { sidecars.contains(ending(name)) }
    static func isMovie(_ name: MediaPath) -> Bool { movies.contains(ending(name)) }
    static func isMedia(_ name: MediaPath) -> Bool { movies.contains(ending(name)) || stills.contains(ending(name)) }

    /// What follows the last dot, in small letters.
    static func ending(_ name: MediaPath) -> String {
        guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name.bytes[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// What comes before the last dot.
    static func stem(_ name: [UInt8]) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return Array(name[..<dot])
    }
}
