import Filmstrip
import Foundation

/// What a verb works with during one call: where to say things, where things lie, and what to do when asked to stop.
final class Desk: Sendable {
    let environment: CommandEnvironment
    let usesJSON: Bool
    let errors: ErrorWriter
    let progress: ProgressLine
    private let endsWithNUL: Bool
    private let place: LibraryPlace
    private let state = Locked(State())

    private struct State {
        var failed = false
        var stop: (@Sendable () -> Void)?
    }

    init(_ invocation: Invocation, environment: CommandEnvironment) throws(CommandError) {
        self.environment = environment
        usesJSON = invocation.has("--json")
        endsWithNUL = invocation.has("-0")
        errors = ErrorWriter(sink: environment.errorOutput, usesJSON: usesJSON)
        let isLoud = environment.showsProgress && !invocation.has("--quiet")
        progress = ProgressLine(sink: isLoud ? environment.errorOutput : nil, now: environment.uptime)
        let roots = invocation.paths("--library")
        place = LibraryPlace(
            roots: roots.isEmpty ? nil : roots, cache: invocation.path("--cache"),
            language: try invocation.text("--lang"))
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
    func report(_ error: any Error) {
        state.withLock { $0.failed = true }
        progress.finish()
        errors.write(CommandError(error))
    }

    /// Whether an item has failed.
    var hasFailed: Bool { state.withLock { $0.failed } }

    /// Opens the library that the options name.
    /// - Parameter roots: the folders to take where the options name none; empty for the user's own.
    func openLibrary(roots: [MediaPath] = []) async throws -> any IndexedLibrary {
        var place = place
        if place.roots == nil && !roots.isEmpty { place.roots = roots }
        for root in (place.roots ?? []) + roots where !root.isFolder {
            throw CommandError(.notFound, "There is no such folder.", path: root)
        }
        return try await environment.library(place)
    }

    /// Opens the library and brings its index up to date. When another process is just doing that, what it has stored so far
    /// must do.
    func openFreshLibrary() async throws -> any IndexedLibrary {
        let library = try await openLibrary()
        do {
            let progress = progress
            _ = try await library.refresh(nil) { count in progress.update("\(count) files") }
        } catch let error as LibraryError where error.code == .indexBusy {
            errors.note("another program is updating the index; showing what it has stored")
        }
        progress.finish()
        return library
    }

    /// Lets `action` answer a request to stop, instead of cancelling the work, while `body` runs.
    func withStop<Result: Sendable>(_ action: @escaping @Sendable () -> Void, _ body: () async throws -> Result)
        async rethrows -> Result
    {
        state.withLock { $0.stop = action }
        defer { state.withLock { $0.stop = nil } }
        return try await body()
    }

    /// Answers a request to stop. False when nobody has taken that over.
    func stop() -> Bool {
        guard let action = state.withLock({ $0.stop }) else { return false }
        action()
        return true
    }
}
