#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import Foundation
    import Photos
    import PhotosUI
    import UIKit

    extension UIKitPresenter {
        /// Opens the app's page in Settings, whatever the permission.
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
            // Elsewhere the system shows nothing, and nothing says that it answers.
            guard PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited else { return [] }
            let answer = Answer<[AssetID]>()
            return await shown(answer, orElse: []) {
                guard let top = stage.top else { return [] }
                showLimitedLibrary(over: top, answer)
                let added = await answer.value
                await stage.close(top.presentedViewController, animated: configuration.isAnimated)
                return added
            }
        }

        /// How long the list's answer may come after the list has left the screen, in seconds.
        private static let lateAnswer = 0.5

        /// Not by the system's call that waits, which would for ever if the list were taken away without a word. Apart from the
        /// wait, where the compiler would ask for that call.
        private func showLimitedLibrary(over top: UIViewController, _ answer: Answer<[AssetID]>) {
            PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: top) { @Sendable added in
                Task { @MainActor in answer.give(added.map(AssetID.init(rawValue:))) }
            }
            // It has a delegate of its own, so only its view is watched.
            guard let list = top.presentedViewController else { return }
            let clock = configuration.clock
            list.view.addSubview(
                DismissalWatch.presence(of: list) {
                    Task { @MainActor in
                        // Nobody cancels this task; if somebody did, the answer would come at once.
                        do { try await clock.sleep(for: .seconds(Self.lateAnswer)) } catch {}
                        answer.give([])
                    }
                })
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
