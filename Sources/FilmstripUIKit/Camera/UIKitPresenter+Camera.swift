#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import FilmstripApple
    import UIKit

    extension UIKitPresenter {
        /// The system's camera, over the whole screen or inside of the current view. One shot a visit.
        /// - Throws: `noCamera`, or `configurationFailed` where the Info.plist does not say why: the system would end the app.
        public func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]? {
            let outcome =
                switch request.placement {
                case .fullScreen: await captureOnFullScreen(request)
                case .embedded: await captureInside(request)
                }
            guard let taken = try outcome.get() else { return nil }
            let isFront = SystemCamera.device(for: request.position) == .front
            let media = try await taken.captured(
                by: isFront ? SystemCamera.front : SystemCamera.rear,
                editingWasOffered: request.placement == .fullScreen && SystemCamera.Settings(request).allowsEditing,
                sound: await sound(for: request), into: inbox)
            return [media]
        }

        private func captureOnFullScreen(_ request: CaptureRequest) async -> SystemCameraScreen.Outcome {
            await present(orElse: .success(nil)) { answer, _ in
                guard let screen = self.screen(request, answer) else { return nil }
                let (picker, listener) = screen
                // The overlay is the only view of the camera's that is anybody's to give.
                picker.cameraOverlayView = DismissalWatch.presence(of: picker) { answer.give(.success(nil)) }
                return (picker, [listener])
            }
        }

        /// Makes the screen and what listens to it; where that fails, the answer is the error.
        private func screen(
            _ request: CaptureRequest, _ answer: Answer<SystemCameraScreen.Outcome>
        ) -> (UIImagePickerController, SystemCameraScreen)? {
            do throws(CameraError) {
                let picker = try SystemCamera.screen(for: request, usage: configuration.usage)
                let listener = SystemCameraScreen(answer, inbox: inbox)
                picker.delegate = listener
                return (picker, listener)
            } catch {
                answer.give(.failure(error))
                return nil
            }
        }

        /// Puts the camera into the app's own view, under the app's overlay, and takes both out again.
        private func captureInside(_ request: CaptureRequest) async -> SystemCameraScreen.Outcome {
            let answer = Answer<SystemCameraScreen.Outcome>()
            return await hold(answer, orElse: .success(nil)) {
                // Into what the user sees: the app's screen, or what is presented over it.
                guard let host = self.stage.top, let (picker, listener) = self.screen(request, answer) else {
                    return nil
                }
                picker.cameraOverlayView = self.overlay(for: picker, answer: answer)
                return EmbeddedCamera(picker, in: host, listener: listener) { answer.give(.success(nil)) }
            }
        }

        private func overlay(
            for picker: UIImagePickerController, answer: Answer<SystemCameraScreen.Outcome>
        ) -> UIView {
            // The camera ignores a press before it is ready and while it takes a photo, so each press is passed on.
            let take: @MainActor @Sendable () -> Void = { [weak picker] in picker?.takePicture() }
            let cancel: @MainActor @Sendable () -> Void = { answer.give(.success(nil)) }
            return configuration.overlay?(take, cancel)
                ?? CameraOverlayView(texts: configuration.texts, takePhoto: take, cancel: cancel)
        }

        private func sound(for request: CaptureRequest) async -> CapturedVideo.Sound {
            guard request.recording.wantsSound else { return .notWanted }
            switch await ApplePermissions(usage: configuration.usage).status(of: .microphone) {
            case .authorized, .limited: return .recorded
            case .restricted: return .missing(.permissionRestricted)
            case .notDetermined, .denied: return .missing(.permissionDenied)
            }
        }
    }

    /// A camera as a part of the app's screen, taken out by `end()`.
    @MainActor final class EmbeddedCamera {
        private let picker: UIImagePickerController
        private let listener: SystemCameraScreen
        private let presence: PresenceView

        /// - Parameter onDismissal: called when the app's screen goes, with the camera in it.
        init(
            _ picker: UIImagePickerController, in host: UIViewController, listener: SystemCameraScreen,
            onDismissal: @escaping @MainActor @Sendable () -> Void
        ) {
            self.picker = picker
            self.listener = listener
            presence = PresenceView { if !$0 { onDismissal() } }
            host.addChild(picker)
            picker.view.frame = host.view.bounds
            picker.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            picker.cameraOverlayView?.frame = host.view.bounds
            host.view.addSubview(picker.view)
            host.view.addSubview(presence)
            picker.didMove(toParent: host)
        }

        func end() {
            presence.removeFromSuperview()
            picker.willMove(toParent: nil)
            picker.view.removeFromSuperview()
            picker.removeFromParent()
        }
    }
#endif
