import FilmstripTesting
import Testing

@Suite struct ContractTests {
    @Test func `a law that holds is silent, and one that does not says what was expected and where`() async throws {
        let law = ContractLaw<Int>("the number is even") { number in
            try ContractViolation.unless(number % 2 == 0, "\(number) is even")
        }
        try await law.check(2)
        let violation = await #expect(throws: ContractViolation.self) { try await law.check(3) }
        #expect(violation?.expectation == "3 is even")
        #expect(violation?.description.contains("ContractTests.swift:") == true)
        #expect(law.description == "the number is even")
    }

    @Test func `a missing value is a violation`() throws {
        #expect(try ContractViolation.unwrap(7, "a number") == 7)
        #expect(throws: ContractViolation.self) { try ContractViolation.unwrap(Int?.none, "a number") }
    }

    @Test func `a call that should throw and does not is a violation, and so is the wrong error`() async throws {
        struct Right: Error {}
        struct Wrong: Error {}
        let isRight: (any Error) -> Bool = { $0 is Right }
        try await ContractViolation.unlessThrows("Right", where: isRight) { throw Right() }
        await #expect(throws: ContractViolation.self) {
            try await ContractViolation.unlessThrows("Right", where: isRight) { throw Wrong() }
        }
        await #expect(throws: ContractViolation.self) {
            try await ContractViolation.unlessThrows("Right", where: isRight) {}
        }
    }
}
