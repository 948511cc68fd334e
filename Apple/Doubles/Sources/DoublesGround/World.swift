public import Foundation

/// All that the doubles remember. There is one, as there is one device; a test begins with a fresh one.
public final class World: @unchecked Sendable {
    // Reason: every access holds the lock.
    private let lock = NSRecursiveLock()
    private var device = Device()
    private var violations: [Violation] = []
    private var questions: [Device.Access] = []
    private var opened: [URL] = []
    private var spoken: [String] = []
    private var storage: [ObjectIdentifier: Any] = [:]

    public static let current = World()

    private init() {}

    /// A fresh world on that device.
    public func begin(_ device: Device) {
        lock.withLock {
            self.device = device
            violations = []
            questions = []
            opened = []
            spoken = []
            storage = [:]
        }
    }

    /// The device as it is now.
    public var now: Device { lock.withLock { device } }

    /// Changes the device, as a user or an administrator does.
    public func change<Answer>(_ body: (inout Device) -> Answer) -> Answer { lock.withLock { body(&device) } }

    /// Notes what Apple would not have forgiven.
    public func record(_ kind: Violation.Kind, _ detail: String) {
        lock.withLock { violations.append(Violation(kind, detail)) }
    }

    /// What was noted so far, which is forgotten.
    public func takeViolations() -> [Violation] {
        lock.withLock {
            defer { violations = [] }
            return violations
        }
    }

    /// What was noted so far of that kind, which is forgotten.
    public func takeViolations(_ kind: Violation.Kind) -> [Violation] {
        lock.withLock {
            defer { violations.removeAll { $0.kind == kind } }
            return violations.filter { $0.kind == kind }
        }
    }

    /// Notes a missing key of the Info.plist. True when it is there.
    public func demandUsageDescription(_ key: String) -> Bool {
        guard !now.usageDescriptions.contains(key) else { return true }
        record(.missingUsageDescription, "the app's Info.plist must contain \(key)")
        return false
    }

    /// The status of an access.
    public func status(of access: Device.Access) -> Device.Status { now.statuses[access] ?? .notDetermined }

    /// Lets the system ask, when nobody asked yet, and answers with what holds afterwards.
    public func ask(_ access: Device.Access) -> Device.Status {
        lock.withLock {
            if let status = device.statuses[access], status != .notDetermined { return status }
            questions.append(access)
            let answer = device.answers[access] ?? .denied
            device.statuses[access] = answer
            return answer
        }
    }

    /// The system's questions that the user has seen, in order.
    public var questionsAsked: [Device.Access] { lock.withLock { questions } }

    /// Notes that an address was opened outside of the app.
    public func noteOpened(_ url: URL) { lock.withLock { opened.append(url) } }

    /// The addresses that were opened outside of the app.
    public var openedURLs: [URL] { lock.withLock { opened } }

    /// Notes what VoiceOver says.
    public func noteSpoken(_ text: String) { lock.withLock { spoken.append(text) } }

    /// What VoiceOver has said, in order.
    public var announcements: [String] { lock.withLock { spoken } }

    /// One value of a type that a double keeps for the length of a test.
    public func kept<Value>(_ type: Value.Type = Value.self, make: () -> Value) -> Value {
        lock.withLock {
            if let value = storage[ObjectIdentifier(type)] as? Value { return value }
            let value = make()
            storage[ObjectIdentifier(type)] = value
            return value
        }
    }
}
