import Filmstrip
import FilmstripLinux

/// Runs one command line from its words to its exit status.
struct CommandRunner: Sendable {
    let environment: CommandEnvironment
    let verbs: [any Verb.Type]

    init(environment: CommandEnvironment, verbs: [any Verb.Type] = VerbCatalogue.all) {
        self.environment = environment
        self.verbs = verbs
    }

    /// - Parameter arguments: the words after the program's own name, as bytes.
    func run(_ arguments: [MediaPath]) async -> CommandStatus {
        let parser = ArgumentParser(verbs: verbs.map { $0.syntax })
        let given = GivenPaths(arguments, in: environment.workingFolder)
        var errors = ErrorWriter(
            sink: environment.errorOutput, usesJSON: ArgumentParser.asksForJSON(arguments))
        do {
            switch try parser.parse(arguments) {
            case .help(let topic):
                try environment.output.write(Array(HelpText(verbs: parser.verbs).text(about: topic).utf8))
                return .done
            case .version:
                try environment.output.write(Array("filmstrip \(CommandVersion.current)\n".utf8))
                return .done
            case .run(let invocation):
                let desk = try Desk(invocation, environment: environment, given: given)
                errors = desk.errors
                guard let type = verbs.first(where: { $0.syntax.name == invocation.verb.name }) else {
                    throw CommandError(.internal, "The verb \(invocation.verb.name) has gone.")
                }
                try await run(try type.init(invocation), at: desk)
                return desk.hasFailed ? .failed : .done
            }
        } catch {
            let error = given.error(error)
            errors.write(error)
            return CommandStatus(error)
        }
    }

    /// Seconds within which requests to stop count as one: a terminal, `timeout` and others signal a program and its group, and
    /// who presses Ctrl-C twice wants no other end than who presses it once.
    private static let oneRequest = 0.5

    /// Runs a verb. A request to stop is the verb's own matter where it took it over, else it cancels the verb; a second one,
    /// when the verb does not obey, ends the process as cancelled: a recording that hangs must not outlive the user's patience,
    /// and what it wrote so far stays.
    private func run(_ verb: any Verb, at desk: Desk) async throws {
        let work = Task {
            defer { desk.progress.finish() }
            do { try await verb.run(desk) } catch {
                await desk.tellNotices()
                throw error
            }
            await desk.tellNotices()
        }
        let watch = Task { [environment] in
            let first = Locked<Double?>(nil)
            for await request in environment.stopRequests() {
                let time = environment.uptime()
                let asked = first.withLock { first in
                    defer { if first == nil { first = time } }
                    return first
                }
                guard time - (asked ?? -.infinity) >= Self.oneRequest else { continue }
                if asked != nil {
                    desk.progress.finish()
                    desk.errors.write(.cancelled)
                    environment.abandon()
                }
                guard !desk.stop(request) else { continue }
                work.cancel()
                // What is decoded for nobody would go on behind our back.
                environment.decoder.endWorkers()
            }
        }
        defer { watch.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                work.cancel()
            }
        } catch {
            throw work.isCancelled ? CommandError.cancelled : error
        }
    }
}

/// The version that `--version` prints: that of CHANGELOG.md.
enum CommandVersion {
    static let current = "0.1.0"
}
