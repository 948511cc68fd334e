import Filmstrip
import PrivateDesktop

/// `session`: runs a command inside a private desktop, and ends with its exit code.
struct Session {
    private var configuration = PrivateDesktop.Configuration()
    private var command: [String] = []

    init(_ arguments: inout Arguments) throws(UsageError) {
        while let option = arguments.next() {
            switch option {
            case "--display": configuration.hasDisplay = true
            case "--cameras":
                let count = try arguments.number(of: option, in: 0...16)
                configuration.cameras = Array(repeating: VirtualCamera(), count: count)
            case "--microphone": configuration.hasMicrophone = true
            case "--portal": configuration.portal = try arguments.choice(of: option)
            case "--": command = arguments.rest()
            default: throw UsageError("unknown option of session: \(option)")
            }
        }
        guard !command.isEmpty else { throw UsageError("session needs -- and a command") }
        if configuration.portal == .gtk, !configuration.hasDisplay { throw UsageError("--portal gtk needs --display") }
    }

    @MainActor func run() async throws -> Int32 {
        let desktop = try await PrivateDesktop.start(configuration)
        defer { desktop.end() }
        return try desktop.runInForeground(command)
    }
}
