import CAdwaita
import Filmstrip
import FilmstripGTK

/// A conversation: words from the keyboard, and in its place, when the user wants it, the image picker.
@MainActor final class ChatPage {
    var root: Part { interface["page"] }

    private let interface: Interface
    private let host: Host
    private var keyboard: ImagePickerKeyboard?
    private var watch: ObservationWatch?
    private var work: [Task<Void, Never>] = []

    init(_ host: Host) {
        self.host = host
        interface = Interface(Self.xml(host.texts))
        add(host.texts.greeting, isMine: false)
        add(host.texts.question, isMine: false)
        interface["send"].on("clicked") { [weak self] in self?.send() }
        interface["text"].on("activate") { [weak self] in self?.send() }
        interface["text"].on("changed") { [weak self] in self?.followChoice() }
        interface["pictures"].on("clicked") { [weak self] in self?.togglePictures() }
        // What is new is in sight.
        let adjustment = gtk_scrolled_window_get_vadjustment(interface["scroller"].pointer)!
        Signal.connect(UnsafeMutableRawPointer(adjustment), changesOf: "upper") {
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
        }
        followChoice()
    }

    isolated deinit { for task in work { task.cancel() } }

    private func followChoice() {
        let chosen = keyboard?.picker.model.selectedAssets.count ?? 0
        interface["send"].isEnabled = chosen > 0 || !interface["text"].text.isEmpty
    }

    private func send() {
        let text = interface["text"].text
        let assets = keyboard?.picker.model.selectedAssets ?? []
        if !text.isEmpty { add(text, isMine: true) }
        interface["text"].text = ""
        keyboard?.picker.model.deselectAll()
        if keyboard?.isShown != true { gtk_widget_grab_focus(interface["text"].widget) }
        work.append(Task { [weak self] in for asset in assets { await self?.send(asset) } })
    }

    // MARK: The picker in place of the keyboard

    private func togglePictures() {
        if let keyboard { return keyboard.isShown.toggle() }
        work.append(
            Task { [weak self] in
                let session = await self?.host.machine.cameraSession()
                self?.makeKeyboard(session)
            })
    }

    private func makeKeyboard(_ session: CameraSession?) {
        guard keyboard == nil else { return }
        let machine = host.machine
        var configuration = ImagePicker.Configuration()
        configuration.layout.spacing = 4
        configuration.layout.spacingAfterActions = 4
        configuration.appearance.cornerRadius = 8
        configuration.mode = .photoAndVideo
        do throws(ImagePickerError) {
            let picker = try ImagePickerWidget(
                library: machine.library, permissions: machine.permissions, session: session,
                configuration: configuration, texts: machine.words,
                presenter: machine.presenter(on: host.window.raw))
            let keyboard = ImagePickerKeyboard(picker)
            keyboard.attach(to: interface["text"].raw)
            root.append(keyboard.widget)
            self.keyboard = keyboard
            watch = observe { [weak self] in self?.followChoice() }
            work.append(
                Task { [weak self] in
                    for await event in picker.events() {
                        if case .taken(let media, _) = event {
                            await self?.show(media.file, named: self?.host.texts.picture)
                        }
                    }
                })
            keyboard.isShown = true
        } catch {
            // The layout is ours, and has columns.
            host.say(host.texts.cannotBeShown)
        }
    }

    // MARK: Bubbles

    private func add(_ text: String, isMine: Bool) {
        let label = gtk_label_new(text)!
        gtk_label_set_wrap(OpaquePointer(label), 1)
        gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(OpaquePointer(label), 0)
        gtk_label_set_max_width_chars(OpaquePointer(label), 34)
        gtk_label_set_selectable(OpaquePointer(label), 0)
        gtk_widget_add_css_class(label, "bubble")
        if isMine { gtk_widget_add_css_class(label, "mine") }
        append(label, isMine: isMine)
    }

    /// Points of the longer side of a picture in the conversation.
    private static let side = 240

    private func send(_ asset: Asset) async {
        guard let path = asset.path else { return host.say(host.texts.cannotBeShown) }
        let file = MediaFile(path: path, contentType: asset.contentType, isTemporary: false)
        await show(file, named: host.machine.words.name(of: asset))
    }

    private func show(_ file: MediaFile, named name: String?) async {
        let pixels = Self.side * Int(gtk_widget_get_scale_factor(root.widget))
        guard let frame = await host.machine.picture(of: file, fitting: pixels) else {
            return host.say(host.texts.cannotBeShown)
        }
        let picture = gtk_picture_new()!
        frame.asTexture { gtk_picture_set_paintable(OpaquePointer(picture), $0) }
        // GTK 4.8 does not hand a picture's alternative text on.
        fs_widget_set_spoken_name(picture, name ?? "")
        gtk_picture_set_can_shrink(OpaquePointer(picture), 1)
        let shown = frame.size.limited(to: PixelSize(width: Self.side, height: Self.side))
        gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN)
        gtk_widget_add_css_class(picture, "picture-bubble")
        // A picture alone would be as high as the conversation's whole width asks for.
        let clamp = adw_clamp_new()!
        adw_clamp_set_maximum_size(OpaquePointer(clamp), gint(shown.width))
        adw_clamp_set_tightening_threshold(OpaquePointer(clamp), gint(shown.width))
        adw_clamp_set_child(OpaquePointer(clamp), picture)
        append(clamp, isMine: true)
    }

    private func append(_ widget: UnsafeMutablePointer<GtkWidget>, isMine: Bool) {
        gtk_widget_set_halign(widget, isMine ? GTK_ALIGN_END : GTK_ALIGN_START)
        interface["messages"].append(UnsafeMutableRawPointer(widget))
    }
}

extension ChatPage {
    private static func xml(_ texts: DemoTexts) -> String {
        """
        <object class="GtkBox" id="page">
          <property name="orientation">vertical</property>
          <child><object class="GtkScrolledWindow" id="scroller">
            <property name="hscrollbar-policy">never</property>
            <property name="vexpand">1</property>
            <property name="child"><object class="AdwClamp">
              <property name="maximum-size">640</property>
              <property name="child"><object class="GtkBox" id="messages">
                <property name="orientation">vertical</property>
                <property name="spacing">8</property>
                <property name="valign">end</property>
                <property name="margin-top">14</property>
                <property name="margin-bottom">14</property>
                <property name="margin-start">14</property>
                <property name="margin-end">14</property>
                <child><object class="GtkLabel">
                  <property name="label">\(texts.friend)</property>
                  <property name="halign">start</property>
                  <style><class name="caption-heading"/><class name="dim-label"/></style>
                </object></child>
              </object></property>
            </object></property>
          </object></child>
          <child><object class="GtkSeparator"/></child>
          <child><object class="AdwClamp">
            <property name="maximum-size">656</property>
            <property name="child"><object class="GtkBox">
              <property name="spacing">8</property>
              <style><class name="composer"/></style>
              <child><object class="GtkButton" id="pictures">
                <property name="icon-name">image-x-generic-symbolic</property>
                <property name="tooltip-text">\(texts.sendPictures)</property>
                <accessibility><property name="label">\(texts.sendPictures)</property></accessibility>
                <style><class name="circular"/></style>
              </object></child>
              <child><object class="GtkEntry" id="text">
                <property name="hexpand">1</property>
                <property name="placeholder-text">\(texts.placeholder)</property>
                <accessibility><property name="label">\(texts.placeholder)</property></accessibility>
              </object></child>
              <child><object class="GtkButton" id="send">
                <property name="icon-name">go-up-symbolic</property>
                <property name="tooltip-text">\(texts.send)</property>
                <accessibility><property name="label">\(texts.send)</property></accessibility>
                <style><class name="suggested-action"/><class name="circular"/></style>
              </object></child>
            </object></property>
          </object></child>
        </object>
        """
    }
}
