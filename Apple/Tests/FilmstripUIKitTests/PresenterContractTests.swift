import DoublesControl
import FilmstripTesting
import Foundation
import Testing
import UIKit

@testable import FilmstripUIKit

/// The shipped presenter keeps the laws of all presenters, on a phone and on a tablet.
@MainActor @Suite(.phone) struct PresenterContractTests {
    @Test(arguments: PresenterContract.laws)
    func `5.2 keeps the law`(_ law: ContractLaw<PresenterContract.Subject>) async throws {
        let stage = await AppStage()
        try await law.check(subject(stage))
        await Screen.settle()
        #expect(stage.isClear)
    }

    @Test(arguments: PresenterContract.laws)
    func `5.2 keeps the law on a tablet`(_ law: ContractLaw<PresenterContract.Subject>) async throws {
        World.current.change { $0.idiom = .pad }
        let stage = await AppStage()
        try await law.check(subject(stage))
        try await Screen.wait(for: "a clear screen") { stage.isClear }
    }

    private func subject(_ stage: AppStage) -> PresenterContract.Subject {
        PresenterContract.Subject(
            presenter: stage.presenter,
            press: { id in
                let alert = try await Screen.wait(for: UIAlertController.self)
                try await Hand.press(Self.title(of: id), of: alert)
            },
            swipeAway: {
                let alert = try await Screen.wait(for: UIAlertController.self)
                await Hand.swipeAway(alert)
            },
            waitUntilShown: { try await Screen.wait(for: "something on the screen") { Screen.top !== stage.root } })
    }

    /// What the contract writes on that button.
    private static func title(of id: Prompt.Action.ID) -> String {
        switch id {
        case .ok: "OK"
        case .cancel: "Cancel"
        default: Prompt.sources(texts: .english).actions.first { $0.id == id }?.title ?? id.rawValue
        }
    }
}
