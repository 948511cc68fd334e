#if canImport(FilmstripGTK)
    import Filmstrip
    import FilmstripGTK

    /// Puts the image picker under the text entry of a chat.
    @MainActor func chatKeyboard(
        under entry: UnsafeMutableRawPointer, library: any PhotoLibrary, permissions: any PermissionProvider,
        session: CameraSession, append: (UnsafeMutableRawPointer) -> Void, send: @escaping (CapturedMedia) -> Void
    ) throws -> ImagePickerKeyboard {
        // snippet: chat keyboard
        var configuration = ImagePicker.Configuration(mode: .photoAndVideo)
        configuration.appearance.cornerRadius = 6
        let picker = try ImagePickerWidget(
            library: library, permissions: permissions, session: session, configuration: configuration)
        let keyboard = ImagePickerKeyboard(picker)
        keyboard.attach(to: entry)
        append(keyboard.widget)
        keyboard.isShown = true
        Task {
            for await event in picker.events() {
                if case .taken(let media, _) = event { send(media) }
            }
        }
        // end
        return keyboard
    }

    /// A tile of the app's own for videos.
    @MainActor func ownTiles(of picker: ImagePickerWidget, tile: @escaping () -> any ImagePickerAssetTile) throws {
        // snippet: own tiles
        try picker.useAssetTiles(for: [.video]) { tile() }
        // end
    }
#endif
