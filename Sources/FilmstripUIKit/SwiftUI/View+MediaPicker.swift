#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import FilmstripApple
    public import SwiftUI
    import UIKit

    extension View {
        /// Lets the user take or choose something while `isPresented` is true.
        ///
        ///     Button("Change Picture") { isPicking = true }
        ///         .mediaPicker(isPresented: $isPicking, .avatar) { result in … }
        ///
        /// On an iPad the sheet points at this view. `isPresented` becomes false when the pick ends; making it false, or taking the
        /// view away, ends the pick as cancelled. A camera inside of a view (`.embedded`) would lie behind this one; use
        /// `MediaPicker` with a controller for it.
        /// - Parameters:
        ///   - isPresented: whether a pick goes on.
        ///   - request: what is asked for, as it is when the pick begins.
        ///   - configuration: what an app may want otherwise.
        ///   - onEnd: is told once for each pick how it ended.
        public func mediaPicker(
            isPresented: Binding<Bool>, _ request: PickRequest = PickRequest(),
            configuration: UIKitPresenter.Configuration = .init(),
            onEnd: @escaping @MainActor (Result<PickOutcome, PickError>) -> Void
        ) -> some View {
            background {
                MediaPickerHost(
                    isPresented: isPresented, request: request,
                    makePicker: { controller in
                        MediaPicker(
                            over: controller, configuration: configuration,
                            permissions: ApplePermissions(usage: configuration.usage))
                    }, onEnd: onEnd)
            }
        }
    }

    /// The controller behind a SwiftUI view, over which a pick is shown.
    struct MediaPickerHost: UIViewControllerRepresentable {
        let isPresented: Binding<Bool>
        let request: PickRequest
        let makePicker: @MainActor (UIViewController) -> MediaPicker
        let onEnd: @MainActor (Result<PickOutcome, PickError>) -> Void

        func makeCoordinator() -> MediaPickerCoordinator { MediaPickerCoordinator() }

        func makeUIViewController(context: Context) -> UIViewController {
            let controller = UIViewController()
            controller.view.isUserInteractionEnabled = false
            return controller
        }

        func updateUIViewController(_ uiViewController: UIViewController, context: Context) {
            context.coordinator.follow(self, over: uiViewController)
        }

        static func dismantleUIViewController(
            _ uiViewController: UIViewController, coordinator: MediaPickerCoordinator
        ) {
            coordinator.stop()
        }
    }

    /// Begins and ends the pick of a SwiftUI view, as its binding says.
    @MainActor final class MediaPickerCoordinator {
        private var pick: Task<Void, Never>?
        private var host: MediaPickerHost?

        func follow(_ host: MediaPickerHost, over controller: UIViewController) {
            self.host = host
            guard host.isPresented.wrappedValue else { return stop() }
            guard pick == nil, let view = controller.view else { return }
            let (picker, request) = (host.makePicker(controller), host.request)
            pick = Task {
                let result: Result<PickOutcome, PickError>
                do throws(PickError) {
                    result = .success(try await picker.pick(request, anchor: view))
                } catch {
                    result = .failure(error)
                }
                end(with: result)
            }
        }

        /// Ends the pick as cancelled, where one goes on.
        func stop() { pick?.cancel() }

        private func end(with result: Result<PickOutcome, PickError>) {
            pick = nil
            // The view may have been made anew meanwhile.
            guard let host else { return }
            host.isPresented.wrappedValue = false
            host.onEnd(result)
        }
    }
#endif
