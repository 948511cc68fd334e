import DoublesControl
import FilmstripUIKit
import Testing
import UIKit

@MainActor @Suite(.phone) struct SkeletonTests {
    @Test func `The doubles show an alert beside the shipped target`() async throws {
        let window = await Screen.show(UIViewController())
        let alert = UIAlertController(title: Texts.english.buttons.cancel, message: nil, preferredStyle: .alert)
        window.rootViewController?.present(alert, animated: true)
        #expect(try await Screen.wait(for: UIAlertController.self).title == "Cancel")
    }
}
