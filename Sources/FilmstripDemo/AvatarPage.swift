import CAdwaita
import Filmstrip
import FilmstripGTK
import Foundation

/// A picture of the user: one call, a round picture, and its Base64.
@MainActor final class AvatarPage {
    var root: Part { interface["page"] }

    private let interface: Interface
    private let host: Host
    private var picking: Task<Void, Never>?
    /// What stands in the form, to be copied whole.
    private var base64 = ""

    /// Points of the round picture.
    private static let side = 168

    init(_ host: Host) {
        self.host = host
        interface = Interface(Self.xml(host.texts))
        interface["choose"].on("clicked") { [weak self] in self?.choose() }
        interface["remove"].on("clicked") { [weak self] in self?.remove() }
        interface["copy"].on("clicked") { [weak self] in self?.copy() }
    }

    private func choose() {
        guard picking == nil else { return }
        let picker = host.picker()
        let request = host.machine.request(.avatar)
        picking = Task { [weak self] in
            do throws(PickError) {
                let outcome = try await picker.pick(request)
                if let media = outcome.media.first { await self?.show(media) }
            } catch {
                // Whoever needs to hear of it was told.
            }
            self?.picking = nil
        }
    }

    private func show(_ media: PickedMedia) async {
        let texts = host.texts
        let pixels = Self.side * Int(gtk_widget_get_scale_factor(root.widget))
        guard let frame = await host.machine.picture(of: media.file, fitting: pixels * 3),
            let square = await TilePixels.square(frame, side: min(pixels, frame.size.width, frame.size.height))
        else { return host.say(texts.cannotBeShown) }
        square.asTexture { adw_avatar_set_custom_image(interface["avatar"].pointer, $0) }
        interface["choose"].title = texts.changePicture
        interface["remove"].isVisible = true
        do throws(Base64Error) {
            base64 = try await Self.base64(of: media.file)
        } catch {
            // A picture that is shown is an image; one that was removed meanwhile has no text.
            base64 = ""
        }
        let size: PixelSize? =
            switch media.origin {
            case .library(let asset) where media.edited == nil: asset.size
            case .library, .camera: nil
            }
        set("file-row", media.file.path.name.string)
        set("size-row", size.map { "\($0.width) × \($0.height)" } ?? "")
        interface["size-row"].isVisible = size != nil
        set("base64-row", "\(base64.prefix(24))… (\(Texts.byteCount(Int64(base64.utf8.count))))")
        interface["facts"].isVisible = true
    }

    private func remove() {
        adw_avatar_set_custom_image(interface["avatar"].pointer, nil)
        interface["choose"].title = host.texts.choosePicture
        interface["remove"].isVisible = false
        interface["facts"].isVisible = false
        gtk_widget_grab_focus(interface["choose"].widget)
    }

    private func copy() {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(root.widget), base64)
        host.say(host.texts.copied)
    }

    private func set(_ row: String, _ text: String) { adw_action_row_set_subtitle(interface[row].cast(), text) }

    /// The file's bytes as text; a photo of some megabytes takes a moment.
    @concurrent
    private static func base64(of file: MediaFile) async throws(Base64Error) -> String {
        try await Base64Image.encode(file, as: .original) { file, _, _ in file }
    }
}

extension AvatarPage {
    private static func xml(_ texts: DemoTexts) -> String {
        """
        <object class="GtkScrolledWindow" id="page">
          <property name="hscrollbar-policy">never</property>
          <property name="child"><object class="AdwClamp">
            <property name="maximum-size">460</property>
            <property name="child"><object class="GtkBox">
              <property name="orientation">vertical</property>
              <property name="spacing">12</property>
              <property name="valign">center</property>
              <property name="margin-top">24</property>
              <property name="margin-bottom">24</property>
              <property name="margin-start">18</property>
              <property name="margin-end">18</property>
              <child><object class="AdwAvatar" id="avatar">
                <property name="size">\(side)</property>
                <property name="icon-name">avatar-default-symbolic</property>
                <property name="text">Filmstrip</property>
                <property name="halign">center</property>
                <property name="margin-bottom">6</property>
                <accessibility><property name="label">\(texts.yourPicture)</property></accessibility>
              </object></child>
              <child><object class="GtkLabel">
                <property name="label">\(texts.yourPicture)</property>
                <property name="wrap">1</property>
                <property name="justify">center</property>
                <style><class name="title-1"/></style>
              </object></child>
              <child><object class="GtkLabel">
                <property name="label">\(texts.yourPictureHint)</property>
                <property name="wrap">1</property>
                <property name="justify">center</property>
                <style><class name="dim-label"/></style>
              </object></child>
              <child><object class="GtkBox">
                <property name="halign">center</property>
                <property name="spacing">12</property>
                <property name="margin-top">12</property>
                <property name="margin-bottom">12</property>
                <child><object class="GtkButton" id="choose">
                  <property name="label">\(texts.choosePicture)</property>
                  <style><class name="suggested-action"/><class name="pill"/></style>
                </object></child>
                <child><object class="GtkButton" id="remove">
                  <property name="label">\(texts.removePicture)</property>
                  <property name="visible">0</property>
                  <style><class name="pill"/></style>
                </object></child>
              </object></child>
              <child><object class="AdwPreferencesGroup" id="facts">
                <property name="visible">0</property>
                \(row("file-row", texts.file))
                \(row("size-row", texts.size))
                \(row("base64-row", texts.base64, """
                    <child><object class="GtkButton" id="copy">
                      <property name="icon-name">edit-copy-symbolic</property>
                      <property name="tooltip-text">\(texts.copy)</property>
                      <property name="valign">center</property>
                      <accessibility><property name="label">\(texts.copy)</property></accessibility>
                      <style><class name="flat"/></style>
                    </object></child>
                    """))
              </object></child>
            </object></property>
          </object></property>
        </object>
        """
    }

    private static func row(_ name: String, _ title: String, _ content: String = "") -> String {
        """
        <child><object class="AdwActionRow" id="\(name)">
          <property name="title">\(title)</property>
          <property name="use-markup">0</property>
          <property name="subtitle-lines">1</property>
          \(content)
        </object></child>
        """
    }
}
