import Filmstrip

extension ContentType {
    /// The endings of names that fit, in small letters, the usual one first.
    var endings: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .heic, .heif: [fileExtension] + ["heic", "heif", "hif"].filter { $0 != fileExtension }
        // Most raw files are TIFF by their first bytes.
        case .tiff: ["tif", "tiff"] + ContentType.raw.endings
        case .raw: ["dng", "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2"]
        case .mp4: ["mp4", "m4v"]
        case .quickTime: ["mov", "qt"]
        case .png, .gif, .webP, .avif, .jpegXL, .bmp, .webM, .matroska: [fileExtension]
        }
    }

    /// The format of which a name with that ending tells, among those given; the first of them without an ending.
    /// - Throws: `usage`, which names the endings that fit.
    static func named(by path: MediaPath, among types: [ContentType]) throws(CommandError) -> ContentType? {
        guard let ending = path.splitAtExtension.ending, !ending.isEmpty else { return types.first }
        if let type = types.first(where: { $0.endings.contains(ending.lowercased()) }) { return type }
        let fitting = types.flatMap { types.count == 1 ? $0.endings : [$0.fileExtension] }.map { ".\($0)" }
        let list = [fitting.dropLast().joined(separator: ", "), fitting.last ?? ""].filter { !$0.isEmpty }
        throw .usage(
            "\(path.name.string) would name another format than what it holds; "
                + "let it end in \(list.joined(separator: " or ")), or have no ending")
    }
}
