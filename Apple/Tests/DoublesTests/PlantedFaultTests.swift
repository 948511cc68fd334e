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

    /// The first to come hangs, the other one comes through all the same.
    @Test(.enabled(if: isPlanted("hang")), arguments: [1, 2]) func `A test that never ends`(_ number: Int) async throws
    {
        Self.comers += 1
        if Self.comers == 1 { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        print("another test came through")
    }
    private static var comers = 0
}
