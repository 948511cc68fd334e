import CAdwaita
import Filmstrip
import FilmstripGTK
import FilmstripLinux

/// The window: four pages, a switcher that goes to the bottom where the window is narrow, and an offer where there are no pictures.
@MainActor final class MainWindow {
    enum Page: String, CaseIterable { case avatar, attachments, chat, camera }

    private let interface: Interface
    private let machine: Machine
    private let texts: DemoTexts
    private let avatar: AvatarPage
    private let attachments: AttachmentsPage
    private let chat: ChatPage
    private let camera: CameraPage
    private var watching: Task<Void, Never>?

    var window: Part { interface["window"] }

    init(application: Part, machine: Machine, texts: DemoTexts) {
        self.machine = machine
        self.texts = texts
        let interface = Interface(Self.xml(texts))
        self.interface = interface
        let host = Host(window: interface["window"], toasts: interface["toasts"], machine: machine, texts: texts)
        avatar = AvatarPage(host)
        attachments = AttachmentsPage(host)
        chat = ChatPage(host)
        camera = CameraPage(host)
        gtk_window_set_application(window.cast(), application.cast())
        for page in Page.allCases { adw_bin_set_child(interface[page.rawValue].cast(), content(of: page).widget) }
        interface["pages"].onChange(of: "visible-child-name") { [weak self] in self?.followPage() }
        followPage()
        offerSamples()
        watching = Task { [weak self, library = machine.library] in
            await self?.lookForPictures()
            for await _ in library.changes() {
                guard let self else { return }
                await lookForPictures()
            }
        }
    }

    isolated deinit { watching?.cancel() }

    func present() { gtk_window_present(window.cast()) }

    /// Shows which keys there are. The window is made when it is wanted: GTK 4.8 tells screen readers of hidden windows by a path that
    /// they do not have, and that ends the program.
    func showShortcuts() {
        let shortcuts = Interface(Shortcuts.xml(texts, machine.request(.chat).texts))["shortcuts"]
        gtk_window_set_transient_for(shortcuts.cast(), window.cast())
        gtk_window_present(shortcuts.cast())
    }

    /// Shows that page.
    func show(_ page: Page) {
        adw_view_stack_set_visible_child_name(interface["pages"].pointer, page.rawValue)
    }

    /// Screen readers are to meet the page that is seen, and no other.
    private func followPage() {
        let shown = adw_view_stack_get_visible_child_name(interface["pages"].pointer).map { String(cString: $0) }
        for page in Page.allCases { content(of: page).isVisible = page.rawValue == shown }
    }

    private func content(of page: Page) -> Part {
        switch page {
        case .avatar: avatar.root
        case .attachments: attachments.root
        case .chat: chat.root
        case .camera: camera.root
        }
    }

    // MARK: Samples

    private func lookForPictures() async {
        let isEmpty = machine.samples != nil ? await machine.isEmpty() : false
        gtk_revealer_set_reveal_child(interface["offer"].pointer, isEmpty ? 1 : 0)
    }

    private func offerSamples() {
        interface["make-samples"].on("clicked") { [weak self] in
            guard let self, let samples = machine.samples else { return }
            Task { await self.make(samples) }
        }
    }

    private func make(_ samples: Samples) async {
        interface["make-samples"].isVisible = false
        interface["samples-spinner"].isVisible = true
        gtk_spinner_start(interface["samples-spinner"].pointer)
        interface["offer-text"].label = texts.makingSamples
        let areThere = await samples.make()
        if areThere {
            do throws(LibraryError) { _ = try await machine.library.index() } catch {
                // The library says by itself why it cannot be read, where pictures are chosen.
            }
        }
        gtk_spinner_stop(interface["samples-spinner"].pointer)
        interface["samples-spinner"].isVisible = false
        interface["make-samples"].isVisible = true
        interface["offer-text"].label = areThere ? texts.emptyLibrary : texts.noSamples
        await lookForPictures()
    }
}

/// What a page needs of the window that it stands in. It lives as long as the window does.
@MainActor struct Host {
    let window: Part
    let toasts: Part
    let machine: Machine
    let texts: DemoTexts

    /// Says something that goes by itself.
    /// The newest is what somebody wants to know: it does not wait for those before it.
    func say(_ text: String) {
        let toast = adw_toast_new(text)!
        adw_toast_set_priority(toast, ADW_TOAST_PRIORITY_HIGH)
        adw_toast_overlay_add_toast(toasts.pointer, toast)
    }

    /// What picks for the window.
    func picker() -> MediaPicker { machine.picker(on: window.raw) }
}

extension MainWindow {
    private static func xml(_ texts: DemoTexts) -> String {
        """
        <menu id="main-menu"><section>
          <item><attribute name="label">\(texts.shortcuts)</attribute><attribute name="action">app.shortcuts</attribute></item>
          <item><attribute name="label">\(texts.about)</attribute><attribute name="action">app.about</attribute></item>
        </section></menu>
        <object class="AdwApplicationWindow" id="window">
          <property name="title">\(texts.appName)</property>
          <property name="default-width">860</property>
          <property name="default-height">720</property>
          <property name="width-request">320</property>
          <property name="height-request">360</property>
          <property name="icon-name">\(DemoApplication.id)</property>
          <property name="content"><object class="GtkBox">
            <property name="orientation">vertical</property>
            <child><object class="AdwHeaderBar">
              <property name="title-widget"><object class="AdwViewSwitcherTitle" id="switcher">
                <property name="stack">pages</property>
                <property name="title">\(texts.appName)</property>
              </object></property>
              <child type="end"><object class="GtkMenuButton">
                <property name="primary">1</property>
                <property name="icon-name">open-menu-symbolic</property>
                <property name="menu-model">main-menu</property>
                <property name="tooltip-text">\(texts.menu)</property>
                <accessibility><property name="label">\(texts.menu)</property></accessibility>
              </object></child>
            </object></child>
            <child>\(offer(texts))</child>
            <child><object class="AdwToastOverlay" id="toasts"><property name="child"><object class="AdwViewStack" id="pages">
              <property name="vexpand">1</property>
              \(page("avatar", texts.avatar, icon: "avatar-default-symbolic"))
              \(page("attachments", texts.attachments, icon: "mail-attachment-symbolic"))
              \(page("chat", texts.chat, icon: "input-keyboard-symbolic"))
              \(page("camera", texts.camera, icon: "camera-photo-symbolic"))
            </object></property></object></child>
            <child><object class="AdwViewSwitcherBar">
              <property name="stack">pages</property>
              <property name="reveal" bind-source="switcher" bind-property="title-visible" bind-flags="sync-create"/>
            </object></child>
          </object></property>
        </object>
        """
    }

    private static func offer(_ texts: DemoTexts) -> String {
        """
        <object class="GtkRevealer" id="offer"><property name="child"><object class="GtkBox">
          <property name="halign">center</property>
          <property name="spacing">12</property>
          <style><class name="offer"/></style>
          <child><object class="GtkSpinner" id="samples-spinner"><property name="visible">0</property></object></child>
          <child><object class="GtkLabel" id="offer-text">
            <property name="label">\(texts.emptyLibrary)</property>
            <property name="wrap">1</property>
            <property name="xalign">0</property>
          </object></child>
          <child><object class="GtkButton" id="make-samples">
            <property name="valign">center</property>
            <property name="child"><object class="GtkLabel">
              <property name="label">\(texts.makeSamples)</property>
              <property name="wrap">1</property>
              <property name="justify">center</property>
            </object></property>
            <accessibility><property name="label">\(texts.makeSamples)</property></accessibility>
          </object></child>
        </object></property></object>
        """
    }

    private static func page(_ name: String, _ title: String, icon: String) -> String {
        """
        <child><object class="AdwViewStackPage">
          <property name="name">\(name)</property>
          <property name="title">\(title)</property>
          <property name="icon-name">\(icon)</property>
          <property name="child"><object class="AdwBin" id="\(name)"/></property>
        </object></child>
        """
    }
}
