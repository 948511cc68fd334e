import Testing

@testable import FilmstripFormats

@Test func `The module can be imported`() {}
