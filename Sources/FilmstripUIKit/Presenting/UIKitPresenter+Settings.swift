#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import Foundation
    import Photos
    import PhotosUI
    import UIKit

    extension UIKitPresenter {
        public func openSettings(for permission: Permission) async -> Bool {
            // Through the scene, which extensions and apps with several windows have too.
            guard let scene = stage.windowScene, let page = URL(string: UIApplication.openSettingsURLString) else {
                return false
            }
            return await scene.open(page, options: nil)
        }

        /// Lets the user choose which photos the app may see, where a part of the library is allowed.
        /// - Returns: the assets that may be seen since then, and could not before.
        @discardableResult
        public func chooseMore() async -> [AssetID] {
            guard await stage.waitUntilReady(), let top = stage.top else { return [] }
            let added = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: top)
            return added.map(AssetID.init(rawValue:))
        }
    }

    extension MediaPicker {
        /// Offers to let more of the library be seen, where the user has allowed a part of it; does nothing otherwise.
        /// - Parameters:
        ///   - anchor: what the sheet points at on an iPad; the middle by default.
        ///   - texts: what it says.
        public func offerMore(anchor: Prompt.Anchor = .center, texts: Texts = .preferred()) async {
            await PermissionDesk(permissions: permissions, presenter: presenter).offerMore(anchor: anchor, texts: texts)
            {
                if let presenter = presenter as? UIKitPresenter { await presenter.chooseMore() }
            }
        }
    }
#endif
