import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

/// `style`: the look of a program's own widgets before, while and after our windows are open.
@MainActor enum StyleProbe {
    static func run() async throws {
        let plain = Plain()
        while !plain.isMapped { try await Task.sleep(for: .milliseconds(5)) }
        let first = try await plain.look()
        var different = 0
        var looks = 0
        func compare() async throws {
            looks += 1
            if try await plain.look() != first { different += 1 }
        }
        let presenter = GTKPresenter(
            on: nil, library: InMemoryLibrary(count: 40), permissions: ScriptedPermissions(),
            configuration: GTKPresenter.Configuration(texts: .english, editor: SceneEditor()))
        let choosing = Task { try await presenter.choose(ChoiceRequest()) }
        while presenter.browser?.isSettled != true { try await Task.sleep(for: .milliseconds(5)) }
        try await compare()
        presenter.dismiss()
        _ = try await choosing.value
        for (type, style) in [(ContentType.jpeg, EditStyle.free), (.mp4, .trim(maximumDuration: nil))] {
            let file = MediaFile(path: MediaPath("/scene"), contentType: type, isTemporary: false)
            let editing = Task { await presenter.edit(file, as: style) }
            while presenter.editor?.isReady != true { try await Task.sleep(for: .milliseconds(5)) }
            try await compare()
            presenter.dismiss()
            _ = await editing.value
        }
        presenter.notify(Prompt.Toast(text: "Saved"))
        try await compare()
        presenter.dismiss()
        let asking = Task { await presenter.show(.sources(texts: .english)) }
        try await compare()
        presenter.dismiss()
        _ = await asking.value
        try await openCamera(compare)
        try await openPicker(compare)
        try await compare()
        // This is how it would be seen.
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, "button { color: red; }", -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        let changed = try await plain.look()
        for fault in StyleFaults.all { WindowProbe.say(fault) }
        let seesFaults = !StyleFaults.faults(in: ".filmstrip { color: nothing; }").isEmpty
        WindowProbe.say(
            "{\"looks\":\(looks),\"different\":\(different),\"sees\":\(changed != first),"
                + "\"faults\":\(StyleFaults.all.count),\"seesFaults\":\(seesFaults)}")
    }

    private static func openCamera(_ compare: () async throws -> Void) async throws {
        let camera = SimulatedCamera(pace: .clock(ContinuousClock()))
        let presenter = GTKPresenter(
            on: nil, library: InMemoryLibrary(count: 1), permissions: ScriptedPermissions(), cameras: { camera },
            configuration: GTKPresenter.Configuration(texts: .english))
        let capturing = Task { try await presenter.capture(CaptureRequest()) }
        while presenter.camera?.isLive != true { try await Task.sleep(for: .milliseconds(5)) }
        try await compare()
        presenter.dismiss()
        _ = try await capturing.value
    }

    private static func openPicker(_ compare: () async throws -> Void) async throws {
        let picker = try ImagePickerWidget(
            library: InMemoryLibrary(count: 40), permissions: ScriptedPermissions(), texts: .english)
        let window = ImagePickerWindow(picker)
        let running = Task { await window.run() }
        while !picker.isSettled { try await Task.sleep(for: .milliseconds(5)) }
        try await compare()
        picker.model.openPager(at: 1)
        try await compare()
        window.close()
        _ = await running.value
    }

    /// A window of the program's own. Whether it is the one that the keyboard speaks to makes no difference here.
    @MainActor private final class Plain {
        private let window = gtk_window_new()!
        private let settings = UnsafeMutableRawPointer(gtk_settings_get_default())

        init() {
            let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
            for widget in [
                gtk_button_new_with_label("Plain"), gtk_label_new("Plain"), gtk_check_button_new(), gtk_entry_new(),
                gtk_toggle_button_new_with_label("Plain"),
                gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1),
            ] { gtk_box_append(UnsafeMutablePointer(OpaquePointer(box)), widget) }
            gtk_window_set_child(UnsafeMutablePointer(OpaquePointer(window)), box)
            gtk_window_present(UnsafeMutablePointer(OpaquePointer(window)))
        }

        var isMapped: Bool { gtk_widget_get_mapped(window) != 0 }

        /// What is drawn of all of it, and what is set for the windows of all programs.
        func look() async throws -> String {
            gtk_window_set_focus(UnsafeMutablePointer(OpaquePointer(window)), nil)
            let active = [GTK_STATE_FLAG_BACKDROP, GTK_STATE_FLAG_FOCUS_WITHIN, GTK_STATE_FLAG_FOCUS_VISIBLE]
            for flag in active { gtk_widget_unset_state_flags(window, flag) }
            // A change comes with a movement.
            try await Task.sleep(for: .milliseconds(400))
            let paintable = gtk_widget_paintable_new(gtk_window_get_child(UnsafeMutablePointer(OpaquePointer(window))))
            let snapshot = gtk_snapshot_new()
            gdk_paintable_snapshot(paintable, snapshot, 300, 200)
            g_object_unref(UnsafeMutableRawPointer(paintable))
            guard let node = gtk_snapshot_free_to_node(snapshot) else { throw ProbeError("nothing was drawn") }
            defer { gsk_render_node_unref(node) }
            let bytes = gsk_render_node_serialize(node)
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            let start = g_bytes_get_data(bytes, &count)
            let drawing = String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
            let isDark = fs_object_get_boolean(settings, "gtk-application-prefer-dark-theme")
            let moves = fs_object_get_boolean(settings, "gtk-enable-animations")
            return drawing + "\(isDark) \(moves) \(gtk_widget_get_default_direction().rawValue)"
        }
    }
}
