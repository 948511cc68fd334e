import Filmstrip
import FilmstripLinux

/// `pick`: opens the picker window, and prints what was chosen.
struct PickVerb: Verb {
    static let syntax = VerbSyntax(
        "pick", "Open the picker window and print what was chosen, in tap order.",
        options: [
            .choice("--source", ["ask", "camera", "library"], "Where from. Default: ask, where there is a camera."),
            .value("--camera", "ID|front|rear", "The camera. Default: rear."),
            .value("--max", "N", "At most so many; 0 for any number. Default: 1."),
            .value("--min", "N", "At least so many. Default: 1."),
            .value("--types", "photo,video,live", "The kinds that may be chosen. Default: all."),
            .value("--max-duration", "S", "The longest video, in seconds."),
            .value("--albums", "A,B…", "The albums that are shown, in that order, by id or title."),
            .value("--select", "ID…", repeatable: true, "What is chosen already."),
            .flag("--numbers", "Show order numbers instead of check marks."),
            .value("--prompt", "TEXT", "A line above the grid."), .value("--columns", "N", "Columns of the grid."),
            .choice("--edit", ["square", "free"], "Crop what was chosen; videos are trimmed."),
            .flag("--save", "Save new captures to the library."),
            .value("--album", "NAME", "The album to save to, with --save."),
            .value("--copy-to", "DIR", "Copy the chosen files to that folder, by the options of export."),
            .value("--parent", "HANDLE", "The window to stand above: x11:XID or wayland:HANDLE."),
        ] + ExportOptions.syntax,
        details: """
            Prints the path of each, or with --json one array. Ends with 1 when the window was closed without a choice.
            What was taken or edited is a new file: in the folder of --copy-to, else in the current one. One picker at a
            time stands above a window of --parent, and goes with it.
            """)

    let rules: SelectionRules
    let albums: [String]?
    let selected: [AssetID]
    let badges: ChoiceRequest.BadgeStyle
    let prompt: String?
    let columns: Int?
    let parent: String?
    let source: PickRequest.Source
    let camera: CameraChoice
    let editing: EditPolicy
    let saving: SavePolicy
    /// Where copies go; nil for none.
    let folder: MediaPath?
    let options: ExportOptions

    init(_ invocation: Invocation) throws(CommandError) {
        source = try Self.source(invocation)
        camera = try CameraChoice(invocation)
        let rules = try Self.rules(invocation)
        self.rules = rules
        let style: EditStyle? = try invocation.text("--edit").map { $0 == "square" ? .square : .free }
        editing =
            style.map {
                EditPolicy(pictures: $0, videos: .trim(maximumDuration: rules.duration?.upperBound))
            } ?? .none
        let album = try invocation.text("--album")
        guard album == nil || invocation.has("--save") else { throw .usage("--album wants --save") }
        saving = invocation.has("--save") ? SavePolicy(album: album) : .none
        albums = try invocation.text("--albums").map { names in
            names.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
        }
        selected = invocation.paths("--select").map { AssetID($0.string) }
        badges = invocation.has("--numbers") ? .number : .checkMark
        prompt = try invocation.text("--prompt")
        columns = try invocation.integer("--columns", in: 1...20)
        parent = try invocation.text("--parent")
        if let parent, !parent.hasPrefix("x11:"), !parent.hasPrefix("wayland:") {
            throw .usage("--parent wants x11:XID or wayland:HANDLE, not \(parent)")
        }
        folder = invocation.path("--copy-to")
        options = try ExportOptions(invocation)
        let exports = ExportOptions.syntax.map(\.name).filter { invocation.has($0) }
        if folder == nil, let option = exports.first { throw .usage("\(option) wants --copy-to DIR") }
    }

    private static func rules(_ invocation: Invocation) throws(CommandError) -> SelectionRules {
        let maximum = try invocation.integer("--max", in: 0...Int.max) ?? 1
        let minimum = try invocation.integer("--min", in: 0...Int.max) ?? 1
        if maximum > 0, minimum > maximum { throw .usage("--min \(minimum) is more than --max \(maximum)") }
        let longest = try invocation.number("--max-duration", in: 0...1_000_000)
        return SelectionRules(
            minimum: minimum, maximum: maximum == 0 ? nil : maximum, kinds: try LibraryListVerb.kinds(invocation),
            duration: longest.map { 0...$0 })
    }

    func run(_ desk: Desk) async throws {
        let here = desk.environment.workingFolder
        let target = folder?.absolute(in: here)
        if let target, !target.isFolder { throw CommandError(.notFound, "There is no such folder.", path: target) }
        // Where new files go, looked at before the user begins where some are wanted for sure. Who is asked for a source may
        // choose what has a place of its own; what is taken or pasted is kept where it is, should it not get there.
        if target != nil || editing != .none || source == .camera { try (target ?? here).checkTakesFiles() }
        let claim = try parent.map { handle throws(CommandError) in
            try ParentClaim(handle, desk.environment.variables)
        }
        defer { withExtendedLifetime(claim) {} }
        let library = try await desk.openLibrary()
        let window = cameraWindow(desk)
        let need = PickerNeed(
            library: library, place: desk.place, texts: desk.texts, columns: columns, parentHandle: parent,
            decoder: desk.environment.decoder, camera: window)
        // Before anything is looked through: without a display there is nothing to do.
        let picker = try await desk.environment.picker(need)
        let indexing = Task { try await library.index() }
        defer { indexing.cancel() }
        await Self.settle(indexing, desk.environment)
        var request = PickRequest(source: source, editing: editing, saving: saving, texts: desk.texts)
        request.choice = ChoiceRequest(
            rules: rules, preselected: selected, albums: try await findAlbums(in: library, desk.texts), prompt: prompt,
            badges: badges)
        await wishCamera(window, in: &request)
        guard case .picked(let items) = try await picker.pick(request) else { throw CommandError.cancelled }
        try await print(items, copyingTo: target, at: desk)
    }

    /// Waits a moment for the index, so that a small library is whole when its window opens. A large one fills up before
    /// the user's eyes.
    private static func settle(_ indexing: Task<IndexReport, any Error>, _ environment: CommandEnvironment) async {
        let isOver = Locked(false)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let goOn: @Sendable () -> Void = {
                let isFirst = isOver.withLock { isOver in
                    defer { isOver = true }
                    return !isOver
                }
                if isFirst { continuation.resume() }
            }
            Task {
                // How it failed is told by the window's own look at the library.
                _ = await indexing.result
                goOn()
            }
            Task {
                do { try await environment.sleep(.seconds(1.5)) } catch {
                    // Nobody cancels it.
                }
                goOn()
            }
        }
    }

    private func findAlbums(in library: any IndexedLibrary, _ texts: Texts) async throws -> [Album.ID]? {
        guard let albums else { return nil }
        var found: [Album.ID] = []
        for name in albums { found.append(try await LibraryListVerb.find(name, in: library, texts)) }
        return found
    }

    // MARK: Printing

    private func print(_ items: [PickedItem], copyingTo folder: MediaPath?, at desk: Desk) async throws {
        var failures: [CommandError?] = items.map { item in
            if case .failure(let error) = item.result { CommandError(error) } else { nil }
        }
        let copies = await copies(of: items, to: folder, at: desk)
        for (index, copy) in copies.enumerated() {
            guard case .failure(let error) = copy, let media = items[index].media else { continue }
            failures[index] = CommandError(error).keeping(Self.newFiles(of: media), "what is new")
        }
        desk.noteMissingWall()
        for failure in failures { if let failure { desk.report(failure, quietly: desk.usesJSON) } }
        if desk.usesJSON {
            let all = items.indices.map { Self.json(items[$0], copies[$0]?.value, failures[$0]) }
            try desk.printRaw(JSON.array(all).encoded + [0x0A])
        } else {
            for index in items.indices where failures[index] == nil {
                guard let path = copies[index]?.value?.path ?? items[index].media?.original.path else { continue }
                try desk.print(.null, path: path)
            }
        }
    }

    /// The new files: of all items where there is a folder for copies, else of those that have no place of their own: what was
    /// edited, and what the camera made.
    private func copies(
        of items: [PickedItem], to folder: MediaPath?, at desk: Desk
    ) async -> [Result<ExportedMedia, ExportError>?] {
        var copies: [Result<ExportedMedia, ExportError>?] = items.map { _ in nil }
        let wanted = items.indices.filter { index in
            items[index].media.map { folder != nil || $0.file.isTemporary } ?? false
        }
        guard !wanted.isEmpty else { return copies }
        let exporter = MediaExporter(decoder: desk.environment.decoder, jobs: options.jobs)
        let results = await exporter.export(
            wanted.compactMap { items[$0].media.map(Self.exportItem) },
            to: folder ?? desk.environment.workingFolder, as: options.recipe
        ) { progress in
            if progress.total > 1 { desk.progress.update("copied \(progress.finished) of \(progress.total)") }
        }
        desk.progress.finish()
        for (index, result) in zip(wanted, results) { copies[index] = result }
        return copies
    }

    /// The files that are nowhere else, and would vanish: what was made of the original, and what was taken or pasted. The
    /// movie that a library took out of a photo of its own is none of them.
    private static func newFiles(of media: PickedMedia) -> [MediaFile] {
        let originals: [MediaFile?] = media.original.isTemporary ? [media.original, media.movie] : []
        let files: [MediaFile?] = [media.edited] + originals
        return files.compactMap { $0 }.filter { $0.isTemporary }
    }

    /// The file to use, under the name of the one that it was made of.
    private static func exportItem(_ media: PickedMedia) -> ExportItem {
        guard media.edited != nil else { return ExportItem(file: media.original.path, movie: media.movie?.path) }
        return ExportItem(file: media.file.path, name: media.original.path.name.splitAtExtension.stem.string)
    }

    private static func json(_ item: PickedItem, _ copy: ExportedMedia?, _ failure: CommandError?) -> JSON {
        let id = item.asset.map { JSON.string($0.rawValue) } ?? .null
        if let failure {
            let error: JSON = ["code": .string(failure.code.rawValue), "message": .string(failure.message)]
            return JSON.object([
                .init(name: "id", value: id),
                .init(name: "error", value: error.adding("path", failure.path.map(JSON.path))),
            ])
        }
        guard let media = item.media else { return .null }
        if let copy {
            return JSON.exported(copy, source: media.original.path).adding("id", id)
                .adding("edited", .bool(media.edited != nil))
        }
        guard case .library(let asset) = media.origin else { return .null }
        return JSON.asset(asset).adding("moviePath", media.movie.map { JSON.path($0.path) })
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> String {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return String(text)
    }
}

extension Result {
    /// What it is, where it went well.
    fileprivate var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}
