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
        let library = try await Self.library(desk)
        for file in files {
            try Task.checkCancellation()
            do {
                let info = try FileInfo(file)
                let path = file.absolute(in: desk.environment.workingFolder)
                let json = JSON.info(info, id: try await Self.identity(of: path, in: library, desk))
                try desk.print(json, text: Self.text(json))
            } catch { try desk.reportUnlessFatal(error) }
        }
    }

    /// The library whose identities are told; nil when the user named none, and their own cannot be opened.
    private static func library(_ desk: Desk) async throws -> (any IndexedLibrary)? {
        do { return try await desk.openLibrary() } catch {
            // Who named no library asked about files; those are told without it.
            guard !desk.namesLibrary else { throw error }
            return nil
        }
    }

    /// The identity is the library's: a file of no library has none.
    private static func identity(
        of path: MediaPath, in library: (any IndexedLibrary)?, _ desk: Desk
    ) async throws -> AssetID? {
        do { return try await library?.asset(at: path)?.id } catch {
            // The file is told all the same; that its library fails is told to who named that.
            if desk.namesLibrary { try desk.reportUnlessFatal(error) }
            return nil
        }
    }

    private static func text(_ json: JSON) -> String {
        guard case .object(let fields) = json else { return "" }
        return fields.filter { $0.name != "id" || $0.value != .null }.map { "\($0.name): \($0.value.plainText)" }
            .joined(separator: "\n") + "\n"
    }
}

extension Desk {
    /// Tells of an item that failed, unless the failure concerns all of them: a request to stop, a full output.
    func reportUnlessFatal(_ error: any Error) throws {
        let failure = CommandError(error)
        if failure.code == .cancelled || failure.isOfOutput { throw error }
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
            place: header.place, duration: info.duration, frames: header.frameCount,
            subtypes: info.kind == .livePhoto ? header.subtypes.union(.live) : header.subtypes,
            byteCount: info.byteCount,
            problems: header.problems)
    }

    /// An asset, with the fields of `info`.
    /// - Parameter problems: what the index says about its file.
    static func asset(_ asset: Asset, problems: [MediaProblem] = []) -> JSON {
        media(
            path: asset.path, id: .string(asset.id.rawValue), kind: asset.kind, type: asset.contentType,
            size: asset.size,
            date: asset.date, place: asset.place, duration: asset.duration, frames: asset.frameCount,
            subtypes: asset.subtypes, byteCount: asset.byteCount, problems: problems)
    }

    private static func media(
        path: MediaPath?, id: JSON, kind: MediaKind, type: ContentType, size: PixelSize, date: MediaDate, place: Place?,
        duration: Double?, frames: Int?, subtypes: AssetSubtypes, byteCount: Int64, problems: [MediaProblem]
    ) -> JSON {
        let isAnimated = subtypes.contains(.animated) || (frames ?? 1) > 1
        let value: JSON = [
            "path": .optional(path, JSON.path), "id": id, "kind": .string(kind.rawValue),
            "mime": .string(type.mimeType),
            "width": .integer(size.width), "height": .integer(size.height), "date": .string(MomentFormat.text(date)),
            "dateSource": .string(date.source.rawValue),
            "place": .optional(place) { place in
                let value: JSON = ["latitude": .number(place.latitude), "longitude": .number(place.longitude)]
                return value.adding("altitude", place.altitude.map(JSON.number))
            },
        ]
        // Stills have no duration, but the movies of live ones; the frames of videos are not counted, which is null.
        return value.adding("duration", duration.map(JSON.number))
            .adding("animated", .bool(isAnimated))
            .adding("frames", .optional(frames, JSON.integer))
            .adding("subtypes", .array(subtypes.names.map(JSON.string)))
            .adding("byteCount", .integer(byteCount))
            .adding(
                "problems",
                .array(problems.map { ["code": .string($0.code.rawValue), "message": .string($0.message)] }))
    }

    /// The value for people: text without quotes, lists with commas, nothing for null.
    var plainText: String {
        switch self {
        case .null: "–"
        case .string(let text): text.onOneLine
        case .path(let path): String(decoding: path.lineBytes, as: UTF8.self)
        case .array(let values): values.isEmpty ? "–" : values.map(\.plainText).joined(separator: ", ")
        case .object(let fields): fields.map { "\($0.name) \($0.value.plainText)" }.joined(separator: ", ")
        case .bool, .integer, .number: String(decoding: encoded, as: UTF8.self)
        }
    }
}
