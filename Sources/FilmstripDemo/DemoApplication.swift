import CAdwaita
import Filmstrip
import FilmstripGTK
import Foundation

/// The program as the desktop knows it: one instance, actions, and the window.
@MainActor final class DemoApplication {
    /// The name by which desktops know the program; its desktop file, its icon and its metainfo carry it too.
    static let id = "org.filmstrip.Demo"

    private let application: Part
    private let options: Demo.Options
    private var window: MainWindow?

    init(_ options: Demo.Options) {
        self.options = options
        g_set_application_name(options.texts.appName)
        application = Part(OpaquePointer(adw_application_new(Self.id, GApplicationFlags(rawValue: 0))!))
        application.on("activate") { [weak self] in self?.activate() }
    }

    /// Runs until the last window is closed.
    func run() -> Int32 { g_application_run(application.cast(), 0, nil) }

    private func activate() {
        if window == nil {
            addActions()
            Look.install()
            let machine = Machine(options)
            let window = MainWindow(application: application, machine: machine, texts: options.texts)
            if let page = options.page { window.show(page) }
            self.window = window
        }
        window?.present()
    }

    private func addActions() {
        add("about", keys: []) { [weak self] in
            if let self { About.show(over: window, texts: options.texts) }
        }
        add("shortcuts", keys: ["<Control>question", "F1"]) { [weak self] in self?.window?.showShortcuts() }
        add("quit", keys: ["<Control>q"]) { [application] in g_application_quit(application.cast()) }
        for (place, page) in MainWindow.Page.allCases.enumerated() {
            add("show-\(page.rawValue)", keys: ["<Alt>\(place + 1)"]) { [weak self] in self?.window?.show(page) }
        }
        setKeys(["<Control>w"], of: "window.close")
    }

    private func add(_ name: String, keys: [String], _ body: @escaping @MainActor () -> Void) {
        let action = g_simple_action_new(name, nil)!
        Signal.connect(action: UnsafeMutableRawPointer(action), body)
        g_action_map_add_action(application.pointer, action)
        g_object_unref(UnsafeMutableRawPointer(action))
        setKeys(keys, of: "app.\(name)")
    }

    private func setKeys(_ keys: [String], of action: String) {
        guard !keys.isEmpty else { return }
        var strings = keys.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for string in strings { free(UnsafeMutablePointer(mutating: string)) } }
        gtk_application_set_accels_for_action(application.cast(), action, &strings)
    }
}
