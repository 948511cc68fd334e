import Testing

@testable import FilmstripTesting

@Test func `The module can be imported`() {}
