import CAdwaita
import Foundation

/// The window that says what the program is.
@MainActor enum About {
    static func show(over window: MainWindow?, texts: DemoTexts) {
        let about = adw_about_window_new()!
        let pointer = OpaquePointer(about)
        adw_about_window_set_application_name(pointer, texts.appName)
        adw_about_window_set_application_icon(pointer, DemoApplication.id)
        adw_about_window_set_comments(pointer, texts.summary)
        adw_about_window_set_developer_name(pointer, "The Filmstrip authors")
        adw_about_window_set_license_type(pointer, GTK_LICENSE_MIT_X11)
        adw_about_window_set_copyright(pointer, "© 2026 The Filmstrip authors")
        let shell = UnsafeMutablePointer<GtkWindow>(pointer)
        if let window { gtk_window_set_transient_for(shell, window.window.cast()) }
        gtk_window_set_modal(shell, 1)
        gtk_window_present(shell)
    }
}
