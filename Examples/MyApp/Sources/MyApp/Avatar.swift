import Filmstrip
import Foundation

/// Lets the user set a picture of theirs: its Base64, or nil when they cancel.
@MainActor func avatar(_ picker: MediaPicker) async throws -> String? {
    let outcome = try await picker.pick(.avatar)
    guard let avatar = outcome.media.first else { return nil }
    print(avatar.kind, avatar.file.url)
    return try Base64Image.encode(Data(contentsOf: avatar.file.url))
}
