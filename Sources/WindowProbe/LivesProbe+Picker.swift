import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

extension LivesProbe {
    /// The image picker in a window of its own, with a camera.
    static func openPicker(_ census: Census) async throws {
        let picker = try picker(census)
        let window = ImagePickerWindow(picker)
        census.watch(window)
        let running = Task { await window.run() }
        try await settle(picker, census)
        // And a picture in full above it.
        picker.model.openPager(at: 3)
        while !picker.isLooking { try await Task.sleep(for: .milliseconds(3)) }
        census.countWidgets()
        window.close()
        _ = await running.value
    }

    /// The image picker under the text entry of an app's own window.
    static func openKeyboard(_ census: Census) async throws {
        let picker = try picker(census)
        let (chat, keyboard) = (ChatWindow(title: "Chat", width: 600, height: 700), ImagePickerKeyboard(picker))
        census.watch(keyboard)
        chat.put(keyboard) { "" }
        let running = Task { await chat.run() }
        keyboard.isShown = true
        try await settle(picker, census)
        chat.close()
        _ = await running.value
    }

    private static func picker(_ census: Census) throws -> ImagePickerWidget {
        let permissions = ScriptedPermissions()
        let picker = try ImagePickerWidget(
            library: InMemoryLibrary(count: 400), permissions: permissions,
            session: CameraSession(backend: SimulatedCamera(), permissions: permissions), texts: .english)
        census.watch(picker)
        census.watch(picker.model)
        return picker
    }

    private static func settle(_ picker: ImagePickerWidget, _ census: Census) async throws {
        while !picker.isSettled { try await Task.sleep(for: .milliseconds(3)) }
        census.countWidgets()
    }
}
