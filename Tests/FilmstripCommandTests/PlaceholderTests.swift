import Testing

@testable import FilmstripCommand

@Test func `The module can be imported`() {}
