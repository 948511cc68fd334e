#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import FilmstripApple
    import Foundation
    import PhotosUI
    import UIKit

    /// Listens to the system's picker, and gives the first answer that it hears.
    @MainActor final class SystemLibraryScreen: NSObject, PHPickerViewControllerDelegate {
        private let answer: Answer<[ChosenItem]?>
        private let preselected: [String]
        private let inbox: Inbox

        init(_ answer: Answer<[ChosenItem]?>, preselected: [String], inbox: Inbox) {
            self.answer = answer
            self.preselected = preselected
            self.inbox = inbox
            super.init()
        }

        func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
            // A cancel gives back what was chosen before, as it was.
            let isUnchanged = results.map(\.assetIdentifier) == preselected.map(Optional.some)
            answer.give(isUnchanged ? nil : results.map(item))
        }

        /// What was chosen before comes without its file: the library has it.
        private func item(_ result: PHPickerResult) -> ChosenItem {
            if let id = result.assetIdentifier, result.itemProvider.registeredTypeIdentifiers.isEmpty {
                return .asset(AssetID(id))
            }
            return .handedOver(HandedItem(result, inbox: inbox))
        }
    }

    extension UIKitPresenter {
        /// The system's picker, which needs no permission.
        public func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [ChosenItem]? {
            await present(orElse: nil) { answer, _ in
                let configuration = PHPickerConfiguration(request)
                let picker = PHPickerViewController(configuration: configuration)
                let listener = SystemLibraryScreen(
                    answer, preselected: configuration.preselectedAssetIdentifiers, inbox: self.inbox)
                picker.delegate = listener
                picker.view.addSubview(DismissalWatch.presence(of: picker) { answer.give(nil) })
                return (picker, [listener])
            }
        }
    }
#endif
