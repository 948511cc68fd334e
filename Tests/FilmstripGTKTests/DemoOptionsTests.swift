import Foundation
import Testing

@testable import FilmstripDemo

@Suite struct DemoOptionsTests {
    @Test(arguments: [
        ["--samples", "abc"], ["--samples", "0"], ["--samples", "-3"], ["--page", "foo"], ["--page", ""],
        ["--lang", "xx"], ["--page"], ["--what", "x"],
    ])
    func `5.12 what the demo does not understand is told, and nothing is dropped`(words: [String]) {
        let error = #expect(throws: Demo.UsageError.self) { try Demo.Options(words[...]) }
        #expect(error?.message.contains(words[0]) == true || words[0] == "--lang")
    }

    @Test func `5.12 the demo takes a page and a number of samples`() throws {
        let words = ["--page", "chat", "--samples", "3"]
        let options = try Demo.Options(words[...])
        #expect(options.page == .chat && options.sampleCount == 3)
    }
}
