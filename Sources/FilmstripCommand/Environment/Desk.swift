import Filmstrip
import FilmstripLinux
import Foundation

/// What a verb works with during one call: where to say things, where things lie, and what to do when asked to stop.
final class Desk: Sendable {
    let environment: CommandEnvironment
    let usesJSON: Bool
    let errors: ErrorWriter
    let progress: ProgressLine
    /// What the user reads, in their language.
    let texts: Texts
    private let endsWithNUL: Bool
    private let given: GivenPaths
    /// Which library the options name.
    let place: LibraryPlace
    private let state = Locked(State())

    private struct State {
        var failed = false
        var stop: (@Sendable (StopRequest) -> Void)?
        var listeners: [Task<Void, Never>] = []
    }

    /// - Parameter given: the paths that the call names, for errors about them.
    init(_ invocation: Invocation, environment: CommandEnvironment, given: GivenPaths) throws(CommandError) {
        self.environment = environment
        self.given = given
        usesJSON = invocation.has("--json")
        endsWithNUL = invocation.has("-0")
        texts = try Self.texts(invocation)
        errors = ErrorWriter(sink: environment.errorOutput, usesJSON: usesJSON, texts: texts)
        let isLoud = environment.showsProgress && !invocation.has("--quiet")
        progress = ProgressLine(sink: isLoud ? environment.errorOutput : nil, now: environment.uptime)
        let roots = invocation.paths("--library")
        try Self.checkNames(roots, "--library")
        try Self.checkNames(invocation.paths("--cache"), "--cache")
        let folder = environment.workingFolder
        place = LibraryPlace(
            roots: roots.isEmpty ? nil : roots.map { $0.absolute(in: folder) },
            cache: invocation.path("--cache")?.absolute(in: folder))
    }

    /// An empty name would be the current folder, which nobody who writes one means.
    static func checkNames(_ folders: [MediaPath], _ option: String) throws(CommandError) {
        guard folders.contains(where: { $0.bytes.isEmpty }) else { return }
        throw .usage("\(option) wants the name of a folder, not an empty one")
    }

    /// The texts of the language that is asked for; else of the user's.
    private static func texts(_ invocation: Invocation) throws(CommandError) -> Texts {
        guard let tag = try invocation.text("--lang") else { return .preferred() }
        guard let texts = Texts(languageTag: tag) else {
            throw .usage("--lang has no texts in \(tag.debugDescription), but in en, zh-Hans and zh-Hant")
        }
        return texts
    }

    /// Prints one value, or one of a stream: an object on a line of its own, or its text.
    func print(_ json: @autoclosure () -> JSON, text: @autoclosure () -> String) throws(CommandError) {
        try environment.output.write((usesJSON ? json().encoded : Array(text().utf8)) + [0x0A])
    }

    /// Prints a file: its object, or the path alone.
    func print(_ json: @autoclosure () -> JSON, path: MediaPath) throws(CommandError) {
        if usesJSON { return try environment.output.write(json().encoded + [0x0A]) }
        try environment.output.write(endsWithNUL ? path.bytes + [0] : path.lineBytes + [0x0A])
    }

    /// Prints text that is the result itself, as it is.
    func printRaw(_ bytes: [UInt8]) throws(CommandError) { try environment.output.write(bytes) }

    /// Tells of an item that failed. The others go on, and the command ends with 2.
    /// - Parameter quietly: whether nothing is said of it, because the output says it.
    func report(_ error: any Error, quietly: Bool = false) {
        state.withLock { $0.failed = true }
        progress.finish()
        if !quietly { errors.write(given.error(error)) }
    }

    /// Says that pictures were decoded with no wall around them, if any were.
    func noteMissingWall() {
        guard let reason = environment.decoder.missingWallReason else { return }
        errors.note(Notice(.wallMissing, "Pictures were decoded without a wall around the decoder: \(reason)."))
    }

    /// Says what a new file lacks. With `--json` the file's object says it.
    func noteLosses(of media: ExportedMedia, from file: MediaPath) {
        guard !usesJSON, !media.losses.isEmpty else { return }
        progress.finish()
        let texts = media.losses.map(\.text)
        let list = [texts.dropLast().joined(separator: ", "), texts.last ?? ""].filter { !$0.isEmpty }
        errors.note(
            Notice(.losses, "The new file of \(file) lacks \(list.joined(separator: " and ")).", path: file))
    }

    /// Whether an item has failed.
    var hasFailed: Bool { state.withLock { $0.failed } }

    /// Whether the options name a library, or where its index lies.
    var namesLibrary: Bool { place.roots != nil || place.cache != nil }

    /// The folders of the library that the options name; nil for the user's own.
    var libraryRoots: [MediaPath]? { place.roots }

    /// Opens the library that the options name.
    /// - Parameter roots: the folders to take where the options name none; empty for the user's own.
    func openLibrary(roots: [MediaPath] = []) async throws -> any IndexedLibrary {
        var place = place
        if place.roots == nil && !roots.isEmpty {
            place.roots = roots.map { $0.absolute(in: environment.workingFolder) }
        }
        for root in place.roots ?? [] where !root.isFolder {
            throw CommandError(.notFound, "There is no such folder.", path: root)
        }
        let library = try await environment.library(place)
        let (errors, notices) = (errors, library.notices())
        let listener = Task { for await notice in notices { errors.note(Notice(notice)) } }
        state.withLock { $0.listeners.append(listener) }
        return library
    }

    /// Waits until all notices of libraries that are closed are told: a short call would be over before.
    func tellNotices() async {
        let listeners = state.withLock { $0.listeners }
        let limit = Task { [environment] in
            // A library that somebody keeps open is no reason to stay.
            do { try await environment.sleep(.seconds(1)) } catch { return }
            for listener in listeners { listener.cancel() }
        }
        for listener in listeners { await listener.value }
        limit.cancel()
    }

    /// Opens the library and brings its index up to date. When another process is just doing that, what it has stored so far
    /// must do.
    func openFreshLibrary() async throws -> any IndexedLibrary {
        let library = try await openLibrary()
        do {
            _ = try await withProgress("looking through the folders") { try await library.index() }
        } catch let error as LibraryError where error.code == .indexBusy {
            errors.note(
                Notice(.indexBusy, "Another program is updating the index; what it has stored so far is shown."))
        }
        return library
    }

    /// Shows how long `body` has been at work, where that is of use.
    func withProgress<Result: Sendable>(
        _ what: @autoclosure @escaping @Sendable () -> String, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let (progress, environment) = (progress, environment)
        let start = environment.uptime()
        let clock = Task {
            while !Task.isCancelled {
                progress.update("\(what()), \(Int(environment.uptime() - start)) s")
                do { try await environment.sleep(.milliseconds(500)) } catch { break }
            }
        }
        defer {
            clock.cancel()
            progress.finish()
        }
        return try await body()
    }

    /// Lets `action` answer a request to stop, instead of cancelling the work, while `body` runs.
    func withStop<Result: Sendable>(
        _ action: @escaping @Sendable (StopRequest) -> Void, _ body: () async throws -> Result
    ) async rethrows -> Result {
        state.withLock { $0.stop = action }
        defer { state.withLock { $0.stop = nil } }
        return try await body()
    }

    /// Answers a request to stop. False when nobody has taken that over.
    func stop(_ request: StopRequest) -> Bool {
        guard let action = state.withLock({ $0.stop }) else { return false }
        action(request)
        return true
    }
}

extension ExportedMedia.Loss {
    /// What is missing, behind "lacks".
    fileprivate var text: String {
        switch self {
        case .movie: "the movie of the live photo"
        case .animation: "all frames but the first"
        case .gainMap: "the brighter picture for bright screens"
        case .furtherPictures: "the pictures behind the first"
        case .lowerPart: "the lower part, which the old one lacked, too"
        case .transparency: "what was transparent"
        case .texts: "the texts of IPTC"
        }
    }
}
