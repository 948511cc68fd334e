import Testing

@testable import Filmstrip

@Test func `The module can be imported`() {}
