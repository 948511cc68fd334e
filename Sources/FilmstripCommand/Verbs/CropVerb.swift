import Filmstrip
import FilmstripFormats
import FilmstripLinux

/// `crop`: a part of a picture, turned and mirrored.
struct CropVerb: Verb {
    static let syntax = VerbSyntax(
        "crop", "Cut a part out of a picture, in upright coordinates.", operands: "FILE X Y W H", count: 5...5,
        options: [
            .choice("--rotate", ["90", "180", "270"], "Turn the cut-out clockwise."),
            .flag("--mirror", "Mirror the cut-out, left to right, after it was turned."),
            .value("-o", "OUT", "The new file.").required,
        ],
        details:
            "X, Y, W and H are pixels of the picture as it is shown. JPEG is cut without loss where its blocks allow it.\n"
            + "OUT's ending chooses the format among jpg, png, heic and webp; without one it is the picture's own."
    ).withNumbers

    let file: MediaPath
    let output: MediaPath
    let box: PixelRect
    let turn: Orientation

    init(_ invocation: Invocation) throws(CommandError) {
        file = invocation.operands[0]
        var numbers: [Int] = []
        for word in invocation.operands[1...] {
            let isNumber = !word.bytes.isEmpty && word.string.allSatisfy { $0.isASCII && $0.isNumber }
            guard isNumber else { throw .usage("crop wants X Y W H as whole numbers from 0 up, not \(word.string)") }
            guard let number = Int(word.string), number <= 1 << 30 else {
                throw .usage("crop wants X Y W H inside of the picture; \(word.string) is more than any has")
            }
            numbers.append(number)
        }
        guard numbers[2] > 0, numbers[3] > 0 else { throw .usage("crop wants W and H of at least 1") }
        box = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        output = try invocation.required("-o", invocation.newFile())
        let degrees = try invocation.text("--rotate").flatMap { Int($0) } ?? 0
        let turn = Orientation(clockwiseDegrees: degrees) ?? .up
        self.turn = invocation.has("--mirror") ? turn.mirrored : turn
    }

    func run(_ desk: Desk) async throws {
        let target = output.absolute(in: desk.environment.workingFolder)
        guard !target.exists else { throw CommandError(.exists, "The file exists already.", path: target) }
        let source = file.absolute(in: desk.environment.workingFolder)
        let info = try FileInfo(source)
        guard !info.header.contentType.isVideo else {
            throw CommandError(.unsupportedFormat, "Videos are not cropped.", path: file)
        }
        guard box.fits(in: info.header.size) else {
            throw CommandError(
                .usage, "The box \(box) does not lie in the picture, which has \(info.header.size) pixels.", path: file)
        }
        let crop = Crop(x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height))
        let recipe = ExportRecipe(edit: EditRecipe(crop: crop, turn: turn), format: try format(info), stillOnly: true)
        var made = try await desk.withProgress("cropping") {
            try await MediaExporter(decoder: desk.environment.decoder).export(source, exactlyTo: target, as: recipe)
        }
        // A movie does not show the part that was cut out.
        if info.kind == .livePhoto, !made.losses.contains(.movie) { made.losses.insert(.movie, at: 0) }
        desk.noteMissingWall()
        desk.noteLosses(of: made, from: file)
        try desk.print(.exported(made, source: nil), path: target)
    }

    /// The format that the new name asks for; nil where it asks for none, or for the picture's own.
    /// - Throws: `usage` where it asks for one that is not made here.
    private func format(_ info: FileInfo) throws(CommandError) -> ContentType? {
        guard let ending = output.splitAtExtension.ending, !ending.isEmpty else { return nil }
        let own = info.header.contentType
        let made = ExportRecipe.formats
        let asked = try ContentType.named(by: output, among: made.filter { $0 == own } + made.filter { $0 != own })
        return asked == own ? nil : asked
    }
}

extension JSON {
    /// A new file, as `crop` and `export` print it.
    static func exported(_ media: ExportedMedia, source: MediaPath?) -> JSON {
        var json: JSON = ["path": .path(media.path)]
        json = json.adding("source", source.map(JSON.path)).adding("kind", .string(media.kind.rawValue))
            .adding("mime", .string(media.contentType.mimeType)).adding("width", .integer(media.size.width))
            .adding("height", .integer(media.size.height)).adding("byteCount", .integer(media.byteCount))
            .adding("lossless", .bool(media.isLossless)).adding("moviePath", media.moviePath.map(JSON.path))
        return json.adding("losses", .array(media.losses.map { .string($0.rawValue) }))
    }
}
