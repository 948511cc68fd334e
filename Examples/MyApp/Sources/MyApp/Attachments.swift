import Filmstrip

/// Attaches up to six, each a value or an error, in the order in which they were tapped.
@MainActor func attach(_ picker: MediaPicker) async throws {
    guard case .picked(let items) = try await picker.pick(.attachments(max: 6)) else { return }
    for item in items {
        switch item.result {
        case .success(let media): print(media.kind, media.file.url)
        case .failure(let error): print(error.message)
        }
    }
}
