import FilmstripUIKit
import Testing

@Suite struct CoreTests {
    @Test func `One import gives an app the core too`() {
        #expect(PickRequest.avatar.choice.rules.maximum == 1)
    }
}
