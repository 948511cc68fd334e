import Testing

@testable import Filmstrip

@Suite struct IntSaturatingTests {
    @Test func `a number is cut to its whole part, and one that cannot be held to the nearest`() {
        #expect([2.9, -2.9, 0, .nan].map { Int(saturating: $0) } == [2, -2, 0, 0])
        #expect([1e19, .infinity].map { Int(saturating: $0) } == [.max, .max])
        // The other end can be turned around.
        #expect([-1e19, -.infinity].map { -Int(saturating: $0) } == [.max, .max])
        #expect(Int(saturating: 0x1p53) == 1 << 53)
    }
}
