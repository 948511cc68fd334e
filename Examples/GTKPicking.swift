#if canImport(FilmstripGTK)
    import Filmstrip
    import FilmstripGTK
    import FilmstripLinux

    /// Lets the main actor live inside GLib's main loop.
    @MainActor func bridge() -> MainLoop {
        // snippet: bridge
        let bridge = MainLoop.bridge()
        // end
        return bridge
    }

    /// Chooses pictures above a window.
    @MainActor func choose(
        on window: UnsafeMutableRawPointer, library: any PhotoLibrary, permissions: any PermissionProvider
    ) async throws {
        // snippet: choose
        let picker = MediaPicker(on: window, library: library, permissions: permissions)
        let outcome = try await picker.pick(.attachments(max: 6))
        for media in outcome.media { print(media.original.path) }
        // end
    }

    /// A picker that edits, and leads to the settings.
    @MainActor func makePicker(on window: UnsafeMutableRawPointer) -> MediaPicker {
        // snippet: editors
        let settings = SystemSettings()
        let configuration = GTKPresenter.Configuration(
            editor: FileEditor(), openSettings: { settings.open(for: $0) })
        let picker = MediaPicker(
            on: window, library: FolderLibrary(), permissions: LinuxPermissions(), configuration: configuration)
        // end
        return picker
    }

    /// Puts a grid of attachments into a form of the app.
    @MainActor func attach(
        on window: UnsafeMutableRawPointer, library: any PhotoLibrary, permissions: any PermissionProvider,
        embed: (UnsafeMutableRawPointer) -> Void
    ) -> AttachmentsView {
        // snippet: attachments
        let grid = AttachmentsView(on: window, library: library, permissions: permissions)
        embed(grid.widget)
        for media in grid.attachments.media { print(media.original.path) }
        // end
        return grid
    }
#endif
