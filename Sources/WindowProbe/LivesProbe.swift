import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

/// `lives`: opens and closes each window again and again, and counts what is still alive: every widget that was in it with its
/// controllers, and the Swift objects behind it.
@MainActor enum LivesProbe {
    /// - Parameter part: which of so many parts of the windows; all by default.
    static func run(times: Int, part: (number: Int, count: Int) = (0, 1)) async throws {
        var report: [String] = []
        for (number, window) in ProbedWindow.allCases.enumerated() where number % part.count == part.number {
            let census = Census()
            for _ in 0..<times { try await open(window, census) }
            try await census.settle()
            for type in census.types { WindowProbe.say("\(window.rawValue) leaves \(type)") }
            report.append(
                "\"\(window.rawValue)\":{\"seen\":\(census.seen),\"left\":\(census.alive),\"models\":\(census.models)}")
        }
        WindowProbe.say("{" + report.joined(separator: ",") + "}")
    }

    private enum ProbedWindow: String, CaseIterable {
        case browser, viewer, emptyBrowser, deniedBrowser, sources, alert, notice, cropEditor, trimEditor
        case imagePicker, chatKeyboard, attachments, camera
    }

    private static func open(_ window: ProbedWindow, _ census: Census) async throws {
        let status: PermissionStatus = window == .deniedBrowser ? .denied : .authorized
        let presenter = GTKPresenter(
            on: nil, library: InMemoryLibrary(count: window == .emptyBrowser ? 0 : 400),
            permissions: ScriptedPermissions([.photoLibrary: status]),
            configuration: GTKPresenter.Configuration(
                texts: .english, editor: SceneEditor(size: PixelSize(width: 96, height: 72))))
        switch window {
        case .camera: try await CameraProbe.visit(census.watch, census.countWidgets)
        case .browser, .viewer, .emptyBrowser, .deniedBrowser:
            let request = ChoiceRequest(
                rules: SelectionRules(maximum: 6), preselected: ["memory-1", "memory-2"], badges: .number)
            let choosing = Task { try await presenter.choose(request) }
            while presenter.browser?.isSettled != true { try await Task.sleep(for: .milliseconds(3)) }
            if window == .viewer {
                presenter.browser?.look(at: 3)
                while presenter.browser?.isLooking != true { try await Task.sleep(for: .milliseconds(3)) }
            }
            census.watch(presenter.browser)
            census.countWidgets()
            presenter.dismiss()
            _ = try await choosing.value
        case .sources, .alert:
            let prompt: Prompt = window == .sources ? .sources(texts: .english) : .turnOn(.camera, texts: .english)
            let asking = Task { await presenter.show(prompt) }
            while census.topLevels.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            census.countWidgets()
            presenter.dismiss()
            _ = await asking.value
        case .cropEditor, .trimEditor:
            let isMovie = window == .trimEditor
            let file = MediaFile(path: MediaPath("/scene"), contentType: isMovie ? .mp4 : .jpeg, isTemporary: false)
            let editing = Task { await presenter.edit(file, as: isMovie ? .trim(maximumDuration: nil) : .free) }
            while presenter.editor?.isReady != true { try await Task.sleep(for: .milliseconds(3)) }
            census.watch(presenter.editor)
            census.countWidgets()
            presenter.dismiss()
            _ = await editing.value
        case .imagePicker: try await openPicker(census)
        case .chatKeyboard: try await openKeyboard(census)
        case .attachments: try await openAttachments(census)
        case .notice:
            presenter.notify(Prompt.Toast(text: "Saved", duration: 5))
            census.countWidgets()
            presenter.dismiss()
        }
    }

    /// A grid with a picture, a failure and one that is on its way for ever.
    private static func openAttachments(_ census: Census) async throws {
        let library = InMemoryLibrary(count: 20)
        for (number, delivery) in [InMemoryLibrary.Delivery.local, .fails, .stalls].enumerated() {
            library.setDelivery(delivery, of: AssetID("memory-\(number)"))
        }
        let presenter = ScriptedPresenter()
        presenter.choices = [.success((0..<3).map { AssetID("memory-\($0)") })]
        let picker = MediaPicker(
            presenter: presenter, permissions: ScriptedPermissions(), library: library,
            cameras: { () throws(CameraError) in throw .noCamera })
        let window = ProbeWindow()
        let view = AttachmentsView(
            Attachments(picker: picker, request: PickRequest.attachments(max: 6)),
            connections: .init(thumbnails: ThumbnailLoader(library)))
        window.show(view.widget)
        try await view.attachments.add(from: .library)
        while !view.attachments.items.contains(where: { $0.error != nil }) {
            try await Task.sleep(for: .milliseconds(3))
        }
        census.watch(view)
        census.watch(view.attachments)
        census.countWidgets()
        window.close()
    }
}

/// Counts the objects of GTK that were seen and have not been finalized.
@MainActor final class Census {
    private final class Count {
        var alive: [String: Int] = [:]
    }

    /// One object that was seen.
    private final class Mark {
        let type: String
        let count: Count

        init(_ type: String, _ count: Count) {
            self.type = type
            self.count = count
        }
    }

    private struct Ghost { weak var object: AnyObject? }

    private let count = Count()
    private var ghosts: [Ghost] = []
    private(set) var seen = 0
    var alive: Int { count.alive.values.reduce(0, +) }
    /// What is left, by type.
    var types: [String] { count.alive.filter { $0.value > 0 }.map { "\($0.key) \($0.value)" }.sorted() }
    var models: Int { ghosts.count { $0.object != nil } }

    var topLevels: [UnsafeMutablePointer<GtkWidget>] {
        let list = gtk_window_list_toplevels()
        defer { g_list_free(list) }
        var found: [UnsafeMutablePointer<GtkWidget>] = []
        var next = list
        while let node = next {
            if let data = node.pointee.data { found.append(UnsafeMutablePointer(OpaquePointer(data))) }
            next = node.pointee.next
        }
        return found
    }

    func watch(_ object: AnyObject?) { ghosts.append(Ghost(object: object)) }

    func countWidgets() { for window in topLevels { walk(window) } }

    /// Lets go of what is let go of later: idle work, closures on the main queue.
    func settle() async throws {
        for _ in 0..<50 where alive > 0 || models > 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    private func walk(_ widget: UnsafeMutablePointer<GtkWidget>) {
        // The tooltip's window is one for the whole display: it visits each window, and stays.
        guard String(cString: fs_type_name(widget)) != "GtkTooltipWindow" else { return }
        note(UnsafeMutableRawPointer(widget))
        let controllers = gtk_widget_observe_controllers(widget)!
        for index in 0..<g_list_model_get_n_items(controllers) {
            if let controller = g_list_model_get_item(controllers, index) {
                note(controller)
                g_object_unref(controller)
            }
        }
        g_object_unref(UnsafeMutableRawPointer(controllers))
        var child = gtk_widget_get_first_child(widget)
        while let here = child {
            walk(here)
            child = gtk_widget_get_next_sibling(here)
        }
    }

    private func note(_ object: UnsafeMutableRawPointer) {
        seen += 1
        let mark = Mark(String(cString: fs_type_name(object)), count)
        count.alive[mark.type, default: 0] += 1
        g_object_weak_ref(
            object.assumingMemoryBound(to: GObject.self),
            { data, _ in
                nonisolated(unsafe) let data = data  // Widgets go on the main thread.
                MainActor.assumeIsolated {
                    let mark = Unmanaged<Mark>.fromOpaque(data!).takeRetainedValue()
                    mark.count.alive[mark.type, default: 0] -= 1
                }
            }, Unmanaged.passRetained(mark).toOpaque())
    }
}
