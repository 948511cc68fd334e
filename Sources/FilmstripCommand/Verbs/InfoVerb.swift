import Filmstrip
import FilmstripFormats
import FilmstripLinux

/// `info`: what a file is.
struct InfoVerb: Verb {
    static let syntax = VerbSyntax(
        "info", "Show what files are: kind, size as shown, date, place.", operands: "FILE…", count: 1...Int.max)

    let files: [MediaPath]

    init(_ invocation: Invocation) throws(CommandError) { files = invocation.operands }

    func run(_ desk: Desk) async throws {
        // The identity is the library's; a file of no library has none, and one that cannot be looked up neither.
        let library = try? await desk.openLibrary()
        for file in files {
            try Task.checkCancellation()
            do {
                let info = try FileInfo(file)
                let path = file.absolute(in: desk.environment.workingFolder)
                let json = JSON.info(info, id: try? await library?.asset(at: path)?.id)
                try desk.print(json, text: Self.text(json))
            } catch { try desk.reportUnlessFatal(error) }
        }
    }

    private static func text(_ json: JSON) -> String {
        guard case .object(let fields) = json else { return "" }
        return fields.map { "\($0.name): \($0.value.plainText)" }.joined(separator: "\n") + "\n"
    }
}

extension Desk {
    /// Tells of an item that failed, unless the failure concerns all of them: a request to stop, a full output.
    func reportUnlessFatal(_ error: any Error) throws {
        if error is CancellationError || CommandError(error).code == .cancelled { throw error }
        report(error)
    }
}

extension JSON {
    /// A file as `info` prints it.
    static func info(_ info: FileInfo, id: AssetID?) -> JSON {
        let header = info.header
        return media(
            path: info.path, id: .optional(id) { .string($0.rawValue) }, kind: info.kind, type: header.contentType,
            size: header.size, date: info.date,
            place: header.place, duration: header.duration, frames: header.frameCount,
            subtypes: info.kind == .livePhoto ? header.subtypes.union(.live) : header.subtypes,
            byteCount: info.byteCount,
            problems: header.problems)
    }

    /// An asset, with the fields of `info`.
    static func asset(_ asset: Asset) -> JSON {
        media(
            path: asset.path, id: .string(asset.id.rawValue), kind: asset.kind, type: asset.contentType,
            size: asset.size,
            date: asset.date, place: asset.place, duration: asset.duration, frames: asset.frameCount,
            subtypes: asset.subtypes, byteCount: asset.byteCount, problems: [])
    }

    private static func media(
        path: MediaPath?, id: JSON, kind: MediaKind, type: ContentType, size: PixelSize, date: MediaDate, place: Place?,
        duration: Double?, frames: Int?, subtypes: AssetSubtypes, byteCount: Int64, problems: [MediaProblem]
    ) -> JSON {
        let isAnimated = subtypes.contains(.animated) || (frames ?? 1) > 1
        return [
            "path": .optional(path, JSON.path), "id": id, "kind": .string(kind.rawValue),
            "mime": .string(type.mimeType),
            "width": .integer(size.width), "height": .integer(size.height), "date": .string(MomentFormat.text(date)),
            "dateSource": .string(date.source.rawValue),
            "place": .optional(place) { place in
                let value: JSON = ["latitude": .number(place.latitude), "longitude": .number(place.longitude)]
                return value.adding("altitude", place.altitude.map(JSON.number))
            },
            "duration": .optional(duration, JSON.number), "animated": .bool(isAnimated),
            "frames": .optional(frames, JSON.integer), "subtypes": .array(subtypes.names.map(JSON.string)),
            "byteCount": .integer(byteCount),
            "problems": .array(
                problems.map { ["code": .string($0.code.rawValue), "message": .string($0.message)] }),
        ]
    }

    /// The value for people: text without quotes, lists with commas, nothing for null.
    var plainText: String {
        switch self {
        case .null: "–"
        case .string(let text): String(decoding: MediaPath(text).lineBytes, as: UTF8.self)
        case .path(let path): String(decoding: path.lineBytes, as: UTF8.self)
        case .array(let values): values.isEmpty ? "–" : values.map(\.plainText).joined(separator: ", ")
        case .object(let fields): fields.map { "\($0.name) \($0.value.plainText)" }.joined(separator: ", ")
        case .bool, .integer, .number: String(decoding: encoded, as: UTF8.self)
        }
    }
}
