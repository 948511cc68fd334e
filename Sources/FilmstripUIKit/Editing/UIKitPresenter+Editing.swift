#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import FilmstripApple
    import Foundation
    import UIKit

    extension UIKitPresenter {
        /// The cropper for pictures, the system's trimmer for videos. Nil also where the file is none that the editor takes.
        public func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile? {
            switch style {
            case .square: await crop(file, to: .square)
            case .free: await crop(file, to: .free)
            case .trim(let longest): await trim(file, longest: longest)
            }
        }

        /// How large a picture is shown in the cropper: no screen has more.
        private static let cropPreviewPixels = 2796

        private func crop(_ file: MediaFile, to shape: Crop.Shape) async -> MediaFile? {
            guard !file.contentType.isVideo else { return nil }
            do throws(LibraryError) {
                let size = try await ImageFile.size(of: file)
                let preview = try await ImageFile.preview(of: file, maxPixels: Self.cropPreviewPixels)
                let crop = await present(orElse: nil) { answer, _ in
                    let screen = CropController(
                        preview, of: size, shape: shape, texts: self.configuration.texts
                    ) { answer.give($0) }
                    return (screen, [])
                }
                guard let crop else { return nil }
                return try await ImageFile.crop(file, to: crop, into: inbox)
            } catch {
                // The original is handed over where there is no crop; the user reads why.
                notify(Prompt.Toast(text: error.message))
                return nil
            }
        }

        private func trim(_ file: MediaFile, longest: Double?) async -> MediaFile? {
            let path = file.path.string
            guard file.contentType.isVideo, UIVideoEditorController.canEditVideo(atPath: path) else { return nil }
            let trimmed: Result<MediaFile?, LibraryError> = await present(orElse: .success(nil)) { answer, top in
                let editor = UIVideoEditorController()
                let listener = TrimScreen(answer, inbox: self.inbox)
                editor.videoPath = path
                editor.videoQuality = .typeHigh
                if let longest { editor.videoMaximumDuration = longest }
                editor.delegate = listener
                // On an iPad the system's editor works in a popover only.
                let isPad = top.traitCollection.userInterfaceIdiom == .pad
                editor.modalPresentationStyle = isPad ? .popover : .fullScreen
                let middle = editor.popoverPresentationController.flatMap { self.point($0, at: .center, over: top) }
                // The editor neither holds its delegate nor forgets it, and may call it until its own end.
                let presence = DismissalWatch.presence(of: editor, with: listener) { answer.give(.success(nil)) }
                editor.view.addSubview(presence)
                return (editor, [middle].compactMap(\.self))
            }
            switch trimmed {
            case .success(let file): return file
            case .failure(let error):
                notify(Prompt.Toast(text: error.message))
                return nil
            }
        }
    }

    /// Listens to the system's video editor, which may tell of one file twice.
    @MainActor final class TrimScreen: NSObject, UIVideoEditorControllerDelegate, UINavigationControllerDelegate {
        private let answer: Answer<Result<MediaFile?, LibraryError>>
        private let inbox: Inbox

        init(_ answer: Answer<Result<MediaFile?, LibraryError>>, inbox: Inbox) {
            self.answer = answer
            self.inbox = inbox
            super.init()
        }

        func videoEditorController(
            _ editor: UIVideoEditorController, didSaveEditedVideoToPath editedVideoPath: String
        ) {
            guard !answer.isGiven else { return }
            do throws(LibraryError) {
                answer.give(.success(try inbox.move(URL(fileURLWithPath: editedVideoPath))))
            } catch {
                answer.give(.failure(error))
            }
        }

        func videoEditorController(_ editor: UIVideoEditorController, didFailWithError error: any Error) {
            answer.give(.failure(.internal(error.localizedDescription)))
        }

        func videoEditorControllerDidCancel(_ editor: UIVideoEditorController) { answer.give(.success(nil)) }
    }
#endif
