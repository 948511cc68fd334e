#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    public import FilmstripApple
    public import UIKit

    extension MediaPicker {
        /// A picker that shows itself over a screen of the app.
        ///
        ///     let outcome = try await MediaPicker(over: self).pick(.avatar, anchor: button)
        ///
        /// The screen is held weakly. When it is not visible yet, a pick waits until it is, or ends as cancelled with it.
        /// - Parameters:
        ///   - controller: the screen.
        ///   - configuration: the overlay of the camera, what the user reads, and whether screens move.
        ///   - permissions: the system's, with the sentences of the app's Info.plist.
        ///   - library: where captures are saved; the user's photo library by default.
        public convenience init(
            over controller: UIViewController, configuration: UIKitPresenter.Configuration = .init(),
            permissions: ApplePermissions = ApplePermissions(), library: any AssetStore = PhotoKitStore()
        ) {
            self.init(UIKitPresenter(over: controller, configuration: configuration), permissions, library)
        }

        /// A picker that shows itself over whatever is on the top of a scene's key window.
        /// - Parameters:
        ///   - scene: the scene, held weakly.
        ///   - configuration: the overlay of the camera, what the user reads, and whether screens move.
        ///   - permissions: the system's, with the sentences of the app's Info.plist.
        ///   - library: where captures are saved; the user's photo library by default.
        public convenience init(
            in scene: UIWindowScene, configuration: UIKitPresenter.Configuration = .init(),
            permissions: ApplePermissions = ApplePermissions(), library: any AssetStore = PhotoKitStore()
        ) {
            self.init(UIKitPresenter(in: scene, configuration: configuration), permissions, library)
        }

        private convenience init(
            _ presenter: UIKitPresenter, _ permissions: ApplePermissions, _ library: any AssetStore
        ) {
            self.init(
                presenter: presenter, permissions: permissions, library: library,
                cameras: { await SystemCamera.devices() })
        }

        /// Lets the user take or choose something, and points at the view that they have touched.
        /// - Parameters:
        ///   - request: what is asked for.
        ///   - anchor: a view or a bar button; on an iPad the sheet points at it. It only has to be on the screen.
        /// - Throws: as `pick(_:)`.
        public func pick(
            _ request: PickRequest = PickRequest(), anchor: any UIPopoverPresentationControllerSourceItem
        ) async throws(PickError) -> PickOutcome {
            var request = request
            request.sheet.anchor = .object(ObjectIdentifier(anchor))
            return try await pick(request)
        }
    }
#endif
