import CAdwaita
import Filmstrip
import FilmstripGTK

/// A message with pictures attached to it: the attachments grid in a form.
@MainActor final class AttachmentsPage {
    var root: Part { interface["page"] }

    private let interface: Interface
    private let host: Host
    private let grid: AttachmentsView
    private var watch: ObservationWatch?

    private static let maximum = 6

    init(_ host: Host) {
        self.host = host
        interface = Interface(Self.xml(host.texts))
        let machine = host.machine
        let attachments = Attachments(
            picker: host.picker(), request: machine.request(.attachments(max: Self.maximum)))
        grid = AttachmentsView(
            attachments,
            connections: .init(
                thumbnails: machine.thumbnails,
                picture: { file, size in await machine.picture(of: file, fitting: max(size.width, size.height)) }))
        interface["grid"].append(grid.widget)
        interface["send"].on("clicked") { [weak self] in self?.send() }
        let buffer = gtk_text_view_get_buffer(interface["message"].cast())!
        Signal.connect(UnsafeMutableRawPointer(buffer), "changed") { [weak self] in
            self?.interface["hint"].isVisible = gtk_text_buffer_get_char_count(buffer) == 0
        }
        watch = observe { [weak self] in self?.update() }
    }

    private func update() {
        let attachments = grid.attachments
        interface["count"].label = host.texts.attached(attachments.items.count(where: \.takesRoom), of: Self.maximum)
        interface["send"].isEnabled = !attachments.items.isEmpty && attachments.isComplete
    }

    private func send() {
        let attachments = grid.attachments
        guard attachments.isComplete else { return }
        for item in attachments.items { attachments.delete(item.id) }
        interface["subject"].text = ""
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(interface["message"].cast()), "", 0)
        host.say(host.texts.sent)
    }
}

extension AttachmentsPage {
    private static func xml(_ texts: DemoTexts) -> String {
        """
        <object class="GtkScrolledWindow" id="page">
          <property name="hscrollbar-policy">never</property>
          <property name="child"><object class="AdwClamp">
            <property name="maximum-size">640</property>
            <property name="child"><object class="GtkBox">
              <property name="orientation">vertical</property>
              <property name="spacing">18</property>
              <property name="margin-top">18</property>
              <property name="margin-bottom">18</property>
              <property name="margin-start">14</property>
              <property name="margin-end">14</property>
              <child><object class="AdwPreferencesGroup">
                <child><object class="AdwEntryRow" id="subject">
                  <property name="title">\(texts.subject)</property>
                </object></child>
              </object></child>
              <child><object class="GtkOverlay">
                <property name="child"><object class="GtkTextView" id="message">
                  <property name="wrap-mode">word-char</property>
                  <property name="accepts-tab">0</property>
                  <property name="height-request">110</property>
                  <property name="top-margin">14</property>
                  <property name="bottom-margin">14</property>
                  <property name="left-margin">14</property>
                  <property name="right-margin">14</property>
                  <accessibility><property name="label">\(texts.message)</property></accessibility>
                  <style><class name="card"/><class name="message"/></style>
                </object></property>
                <child type="overlay"><object class="GtkLabel" id="hint">
                  <property name="label">\(texts.message)</property>
                  <property name="can-target">0</property>
                  <property name="halign">start</property>
                  <property name="valign">start</property>
                  <property name="margin-top">14</property>
                  <property name="margin-start">14</property>
                  <style><class name="dim-label"/></style>
                </object></child>
              </object></child>
              <child><object class="GtkBox" id="grid">
                <property name="orientation">vertical</property>
                <property name="spacing">10</property>
                <child><object class="GtkBox">
                  <property name="spacing">12</property>
                  <child><object class="GtkLabel">
                    <property name="label">\(texts.attachments)</property>
                    <property name="xalign">0</property>
                    <property name="hexpand">1</property>
                    <style><class name="heading"/></style>
                  </object></child>
                  <child><object class="GtkLabel" id="count"><style><class name="dim-label"/></style></object></child>
                </object></child>
              </object></child>
              <child><object class="GtkButton" id="send">
                <property name="label">\(texts.send)</property>
                <property name="halign">center</property>
                <property name="margin-top">6</property>
                <style><class name="suggested-action"/><class name="pill"/></style>
              </object></child>
            </object></property>
          </object></property>
        </object>
        """
    }
}
