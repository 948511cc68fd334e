/// One promise of a protocol, in words and as a check that any implementation must pass.
///
/// A contract is a list of laws. They are plain values and know no testing library, so that they ship with the product;
/// a test runs them over its own implementation:
///
///     @Test(arguments: PermissionContract.laws)
///     func `keeps the law`(_ law: ContractLaw<PermissionContract.Subject>) async throws {
///         try await law.check(subject())
///     }
///
/// A check throws a `ContractViolation`, or whatever error the implementation threw where it should not.
public struct ContractLaw<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    public let title: String
    /// Tries a fresh subject. Throws when the promise is broken.
    public let check: @Sendable (Subject) async throws -> Void

    /// A promise and its check.
    public init(_ title: String, check: @escaping @Sendable (Subject) async throws -> Void) {
        self.title = title
        self.check = check
    }

    /// The title.
    public var description: String { title }
}

/// A broken promise: what was expected, and where the law stands that expects it.
public struct ContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
    /// What should have held.
    public let expectation: String
    /// File and line of the expectation.
    public let location: String

    /// A violation where it is made, by default.
    public init(_ expectation: String, fileID: String = #fileID, line: Int = #line) {
        self.expectation = expectation
        location = "\(fileID):\(line)"
    }

    /// Throws a violation unless the condition holds.
    public static func unless(
        _ condition: Bool, _ expectation: @autoclosure () -> String, fileID: String = #fileID, line: Int = #line
    ) throws(ContractViolation) {
        guard condition else { throw ContractViolation(expectation(), fileID: fileID, line: line) }
    }

    /// The value, or a violation when there is none.
    public static func unwrap<Value>(
        _ value: Value?, _ expectation: @autoclosure () -> String, fileID: String = #fileID, line: Int = #line
    ) throws(ContractViolation) -> Value {
        guard let value else { throw ContractViolation(expectation(), fileID: fileID, line: line) }
        return value
    }

    /// Throws a violation unless the body throws an error that passes; the error is returned.
    @discardableResult
    public static func unlessThrows(
        _ expectation: @autoclosure () -> String, fileID: String = #fileID, line: Int = #line,
        where passes: (any Error) -> Bool = { _ in true }, _ body: () async throws -> Void
    ) async throws(ContractViolation) -> any Error {
        do {
            try await body()
        } catch {
            if passes(error) { return error }
            throw ContractViolation("\(expectation()), not \(error)", fileID: fileID, line: line)
        }
        throw ContractViolation("\(expectation()), yet nothing was thrown", fileID: fileID, line: line)
    }

    /// `expectation (file:line)`.
    public var description: String { "\(expectation) (\(location))" }
}
