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
        ///   - configuration: engines, the overlay of the camera, and whether things move.
        ///   - permissions: the system's, with the sentences of the app's Info.plist.
        ///   - library: where captures are saved; the user's photo library by default.
        public convenience init(
            over controller: UIViewController, configuration: UIKitPresenter.Configuration = .init(),
            permissions: ApplePermissions = ApplePermissions(), library: any AssetStore = PhotoKitStore()
        ) {
            self.init(
                presenter: UIKitPresenter(over: controller, configuration: configuration), permissions: permissions,
                library: library, cameras: { await SystemCamera.devices() })
        }

        /// A picker that shows itself over whatever is on the top of a scene's key window.
        /// - Parameters:
        ///   - scene: the scene, held weakly.
        ///   - configuration: engines, the overlay of the camera, and whether things move.
        ///   - permissions: the system's, with the sentences of the app's Info.plist.
        ///   - library: where captures are saved; the user's photo library by default.
        public convenience init(
            in scene: UIWindowScene, configuration: UIKitPresenter.Configuration = .init(),
            permissions: ApplePermissions = ApplePermissions(), library: any AssetStore = PhotoKitStore()
        ) {
            self.init(
                presenter: UIKitPresenter(in: scene, configuration: configuration), permissions: permissions,
                library: library, cameras: { await SystemCamera.devices() })
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
