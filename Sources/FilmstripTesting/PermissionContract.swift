public import Filmstrip

/// What every provider of permissions promises.
public enum PermissionContract {
    /// A fresh provider and the hands to change the world behind it.
    public struct Subject: Sendable {
        /// The provider.
        public var provider: any PermissionProvider
        /// One permission that it keeps.
        public var permission: Permission
        /// Changes the stored answer from outside, as the system's settings do.
        public var set: @Sendable (PermissionStatus) async throws -> Void
        /// What the user will answer when the system asks.
        public var answer: @Sendable (PermissionStatus) async throws -> Void
        /// How many questions the system has put.
        public var questionCount: @Sendable () async throws -> Int

        /// A provider and its world.
        public init(
            provider: any PermissionProvider, permission: Permission,
            set: @escaping @Sendable (PermissionStatus) async throws -> Void,
            answer: @escaping @Sendable (PermissionStatus) async throws -> Void,
            questionCount: @escaping @Sendable () async throws -> Int
        ) {
            self.provider = provider
            self.permission = permission
            self.set = set
            self.answer = answer
            self.questionCount = questionCount
        }
    }

    /// The laws, each for a fresh subject.
    public static let laws: [ContractLaw<Subject>] = [
        ContractLaw("reading a status asks nobody") { subject in
            try await subject.set(.notDetermined)
            try await expect(subject, .notDetermined)
            try await expectQuestions(subject, 0)
        },
        ContractLaw("a question that is granted is asked once, and holds afterwards") { subject in
            try await subject.set(.notDetermined)
            try await subject.answer(.authorized)
            let answer = try await subject.provider.request(subject.permission)
            try ContractViolation.unless(answer == .authorized, "granted is authorized, not \(answer)")
            try await expect(subject, .authorized)
            _ = try await subject.provider.request(subject.permission)
            try await expectQuestions(subject, 1)
        },
        ContractLaw("a question that is refused is denied, and never asked again") { subject in
            try await subject.set(.notDetermined)
            try await subject.answer(.denied)
            let answer = try await subject.provider.request(subject.permission)
            try ContractViolation.unless(answer == .denied, "refused is denied, not \(answer)")
            try await subject.answer(.authorized)
            let second = try await subject.provider.request(subject.permission)
            try ContractViolation.unless(second == .denied, "a second request is denied too, not \(second)")
            try await expectQuestions(subject, 1)
        },
        ContractLaw("what was denied is denied without a question") { subject in
            try await subject.set(.denied)
            let answer = try await subject.provider.request(subject.permission)
            try ContractViolation.unless(answer == .denied, "a denied permission stays denied, not \(answer)")
            try await expectQuestions(subject, 0)
        },
        ContractLaw("the status is asked each time and never cached") { subject in
            for status in [PermissionStatus.denied, .authorized, .denied] {
                try await subject.set(status)
                try await expect(subject, status)
            }
        },
        ContractLaw("a change from outside is told to whoever listens") { subject in
            try await subject.set(.authorized)
            var changes = subject.provider.changes().makeAsyncIterator()
            try await subject.set(.denied)
            let told = await changes.next()
            try ContractViolation.unless(told == subject.permission, "the change of \(subject.permission) is told")
            try await expect(subject, .denied)
        },
    ]

    private static func expect(_ subject: Subject, _ status: PermissionStatus) async throws {
        let found = await subject.provider.status(of: subject.permission)
        try ContractViolation.unless(found == status, "the status is \(status), not \(found)")
    }

    private static func expectQuestions(_ subject: Subject, _ count: Int) async throws {
        let asked = try await subject.questionCount()
        try ContractViolation.unless(asked == count, "the system asked \(count) times, not \(asked)")
    }
}
