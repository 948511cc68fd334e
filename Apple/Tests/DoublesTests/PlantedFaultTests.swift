import DoublesControl
import Foundation
import Photos
import Testing
import UIKit

/// Faults that a run of the tests must find. Off, unless Scripts/apple-check asks for one of them to see that it fails.
@MainActor @Suite(.phone) struct PlantedFaultTests {
    nonisolated static func isPlanted(_ fault: String) -> Bool {
        ProcessInfo.processInfo.environment["FILMSTRIP_PLANTED_FAULT"] == fault
    }

    @Test(.enabled(if: isPlanted("anchor"))) func `An action sheet without an anchor`() async throws {
        World.current.change { $0.idiom = .pad }
        let window = await Screen.show(UIViewController())
        let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        window.rootViewController?.present(sheet, animated: true)
    }

    @Test(.enabled(if: isPlanted("key"))) func `A question without its sentence in the Info.plist`() async throws {
        World.current.change {
            $0.usageDescriptions = []
            $0.statuses = [:]
        }
        _ = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
    }

    @Test(.enabled(if: isPlanted("actor"))) func `A closure of the main actor, called on another queue`() async throws {
        var count = 0
        try await PHPhotoLibrary.shared().performChanges { count += 1 }
        #expect(count == 1)
    }
}
