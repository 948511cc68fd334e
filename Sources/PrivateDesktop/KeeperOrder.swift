/// What a desktop asks of its keeper: one line of JSON each, answered by one line.
enum KeeperOrder: Codable, Sendable {
    /// Starts a program that runs until it is ended.
    case start(KeptProgram)
    /// Runs a program to its end, at most so many seconds.
    case run(KeptProgram, seconds: Double)
    /// Sends a signal to a child of the keeper and waits until it is gone.
    case end(process: Int32, signal: Int32)
    /// Whether a child still runs.
    case check(process: Int32)
}

/// A program with all that it needs.
struct KeptProgram: Codable, Sendable {
    var path: String
    var arguments: [String]
    var environment: [String: String]
    /// Where its standard output goes; added to.
    var output: String
    /// Where its standard error goes; added to.
    var errors: String
}

enum KeeperAnswer: Codable, Sendable {
    case started(process: Int32)
    case failed(error: Int32)
    /// The exit code, or minus the signal; nil when it ran out of time or had gone before.
    case ended(code: Int32?)
    case isRunning(Bool)
}
