import FilmstripUIKit
import Foundation
import SwiftUI
import UIKit

// The code of the documents that belongs to iOS, compiled here. Each part between `snippet` and `end` stands in one of them,
// word by word.

/// A screen of an app with a picture of its user.
@MainActor final class ProfileScreen: UIViewController {
    let imageView = UIImageView(frame: .zero)
    private func upload(_ file: URL) {}

    /// Lets the user set a picture of theirs.
    func changeAvatar(_ button: UIButton) async throws {
        // snippet: avatar on iOS
        let picker = MediaPicker(over: self)
        let outcome = try await picker.pick(.avatar, anchor: button)
        guard let avatar = outcome.media.first else { return }  // cancelled
        imageView.image = try await avatar.image(maxPixels: 512)
        upload(avatar.file.url)
        // end
    }

    /// Films inside of the app's own view.
    func takePhotoHere() async throws {
        // snippet: the camera inside a view
        let outcome = try await MediaPicker(over: self).pick(.embeddedPhoto(camera: .front))
        print(outcome.media.first?.file.url ?? "cancelled")
        // end
    }
}

/// The same in SwiftUI.
struct ProfileView: View {
    @Binding var isPicking: Bool
    let avatarButton: EmptyView
    private func upload(_ file: URL) {}

    var body: some View {
        // snippet: avatar in SwiftUI
        avatarButton
            .mediaPicker(isPresented: $isPicking, .avatar) { result in
                guard case .success(let outcome) = result, let avatar = outcome.media.first else { return }
                upload(avatar.file.url)
            }
        // end
    }
}
