import FilmstripApple
import Foundation
import Testing

@Suite struct ResourceTests {
    @Test(arguments: ["FilmstripApple", "FilmstripUIKit"])
    func `Each target carries a privacy manifest that says that nobody is tracked`(_ target: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Sources/\(target)/Resources/PrivacyInfo.xcprivacy")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let manifest = try #require(list as? [String: Any])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    }
}
