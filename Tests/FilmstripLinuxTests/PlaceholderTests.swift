import Testing

@testable import FilmstripLinux

@Test func `The module can be imported`() {}
