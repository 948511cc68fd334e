#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import FilmstripApple
    import Foundation
    import UIKit

    /// Listens to a screen of the system's camera, and gives the first answer that it hears.
    @MainActor
    final class SystemCameraScreen: NSObject, UIImagePickerControllerDelegate,
        UINavigationControllerDelegate
    {
        /// What came of it; a success of nil is a cancel.
        typealias Outcome = Result<TakenMedia?, CameraError>

        private let answer: Answer<Outcome>
        private let inbox: Inbox

        init(_ answer: Answer<Outcome>, inbox: Inbox) {
            self.answer = answer
            self.inbox = inbox
            super.init()
        }

        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) {
            // Told twice, the second file would be taken for nobody.
            guard !answer.isGiven else { return }
            answer.give(outcome(of: info))
        }

        func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { answer.give(.success(nil)) }

        /// A movie is known by its media type; anything else is a picture: the one that the user has seen, or the original.
        private func outcome(of info: [UIImagePickerController.InfoKey: Any]) -> Outcome {
            if info[.mediaType] as? String == "public.movie" {
                guard let address = info[.mediaURL] as? URL else {
                    return .failure(.recordingFailed("the system's camera gave no file"))
                }
                do throws(LibraryError) {
                    return .success(.video(try inbox.move(address)))
                } catch {
                    return .failure(.recordingFailed(error.message))
                }
            }
            let edited = info[.editedImage] as? UIImage
            guard let image = info[.originalImage] as? UIImage ?? edited else {
                return .failure(.internal("the system's camera gave no picture"))
            }
            let metadata = ImageFile.Metadata(info[.mediaMetadata] as? [String: Any] ?? [:])
            return .success(.photo(image, edited: edited, metadata: metadata))
        }
    }
#endif
