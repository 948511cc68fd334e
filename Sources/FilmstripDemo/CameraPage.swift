import CAdwaita
import Filmstrip
import FilmstripGTK

/// A camera of the app's own: the live picture inside of the page, under the app's overlay and its shutter, a button that opens the
/// camera screen for several shots, and what was taken.
@MainActor final class CameraPage {
    var root: Part { interface["page"] }

    private let interface: Interface
    private let host: Host
    private let strip: ShotStrip
    private var studio: Machine.Studio?
    private var camera: CameraWidget?
    private var watches: [ObservationWatch] = []
    private var entering: Task<Void, Never>?
    private var work: Task<Void, Never>?

    /// How many may be taken in one visit to the camera screen.
    private static let maximum = 9

    init(_ host: Host) {
        self.host = host
        interface = Interface(Self.xml(host.texts, host.machine.words.buttons))
        strip = ShotStrip(host, in: interface["strip"], fallback: interface["nothing"])
        interface["shutter"].on("clicked") { [weak self] in self?.takePhoto() }
        interface["flip"].on("clicked") { [weak self] in self?.flip() }
        interface["open"].on("clicked") { [weak self] in self?.openScreen() }
        // Nobody is asked for a camera before this page is seen.
        root.on("map") { [weak self] in self?.enter() }
    }

    isolated deinit {
        entering?.cancel()
        work?.cancel()
    }

    private func enter() {
        guard entering == nil else { return }
        entering = Task { [weak self, machine = host.machine] in
            let studio = await machine.studio()
            self?.show(studio)
        }
    }

    private func show(_ studio: Machine.Studio) {
        self.studio = studio
        let session = CameraSession(
            backend: studio.cameras(), permissions: studio.permissions, configuration: .init(position: .front))
        let model = CameraTileModel(session, permissions: studio.permissions) { [weak strip] media in
            await strip?.add([PickedMedia(media)])
        }
        let camera = CameraWidget(model, texts: host.machine.words) { [host] in
            if !host.machine.openCameraSettings() { host.say(host.machine.words.camera.howTo) }
        }
        self.camera = camera
        gtk_overlay_set_child(interface["stage"].pointer, Part(OpaquePointer(camera.widget)).widget)
        interface["simulated"].isVisible = studio.isSimulated
        interface["open"].isEnabled = true
        watches = [
            observe { [weak self, weak model] in
                guard let self, let model else { return }
                follow(model.controls)
            },
            observe { [weak self, weak model] in
                guard let self, let problem = model?.problem else { return }
                host.say(Prompt.Toast.cameraUnavailable(problem, texts: host.machine.words).text)
            },
        ]
    }

    private func follow(_ controls: CameraTileModel.Controls) {
        for (name, control) in [("shutter", controls.shutter), ("flip", controls.flip)] {
            interface[name].isVisible = control != .hidden
            interface[name].isEnabled = control == .enabled
        }
        interface["guide"].isVisible = controls.shutter != .hidden
    }

    private func takePhoto() {
        guard let model = camera?.model else { return }
        Task { await model.takePhoto() }
    }

    private func flip() {
        guard let model = camera?.model else { return }
        Task { await model.flip() }
    }

    // MARK: The camera screen

    private func openScreen() {
        guard work == nil, let studio, let camera else { return }
        var request = PickRequest(source: .camera, camera: .front, editing: .none)
        request.capture.allowedKinds = Set(MediaKind.allCases)
        request.capture.maximumCount = Self.maximum
        request.choice.rules.maximum = Self.maximum
        let (picker, wish) = (host.machine.picker(on: host.window.raw, in: studio), host.machine.request(request))
        camera.isResting = true
        work = Task { [weak self, strip] in
            // One camera, one user.
            await camera.model.disappear()
            do throws(PickError) {
                await strip.add(try await picker.pick(wish).media)
            } catch {
                // Whoever needs to hear of it was told.
            }
            camera.isResting = false
            self?.work = nil
        }
    }
}

extension CameraPage {
    private static func xml(_ texts: DemoTexts, _ buttons: Texts.Buttons) -> String {
        """
        <object class="AdwClamp" id="page">
          <property name="maximum-size">720</property>
          <property name="child"><object class="GtkBox">
            <property name="orientation">vertical</property>
            <property name="spacing">12</property>
            <property name="margin-top">14</property>
            <property name="margin-bottom">14</property>
            <property name="margin-start">14</property>
            <property name="margin-end">14</property>
            <child><object class="GtkOverlay" id="stage">
              <property name="vexpand">1</property>
              <property name="overflow">hidden</property>
              <style><class name="stage"/></style>
              <child type="overlay"><object class="GtkBox" id="guide">
                <property name="visible">0</property>
                <property name="can-target">0</property>
                <property name="halign">center</property>
                <property name="valign">center</property>
                <property name="width-request">150</property>
                <property name="height-request">190</property>
                <property name="margin-bottom">64</property>
                <style><class name="guide"/></style>
              </object></child>
              <child type="overlay"><object class="GtkLabel" id="simulated">
                <property name="visible">0</property>
                <property name="label">\(texts.simulatedCamera)</property>
                <property name="can-target">0</property>
                <property name="wrap">1</property>
                <property name="justify">center</property>
                <property name="halign">center</property>
                <property name="valign">start</property>
                <property name="margin-top">12</property>
                <style><class name="sign"/></style>
              </object></child>
              <child type="overlay"><object class="GtkCenterBox">
                <property name="valign">end</property>
                <property name="margin-bottom">16</property>
                <property name="margin-start">16</property>
                <property name="margin-end">16</property>
                <child type="center"><object class="GtkButton" id="shutter">
                  <property name="visible">0</property>
                  <property name="icon-name">camera-photo-symbolic</property>
                  <property name="tooltip-text">\(buttons.takePhoto)</property>
                  <accessibility><property name="label">\(buttons.takePhoto)</property></accessibility>
                  <style><class name="suggested-action"/><class name="circular"/><class name="shutter"/></style>
                </object></child>
                <child type="end"><object class="GtkButton" id="flip">
                  <property name="visible">0</property>
                  <property name="icon-name">camera-switch-symbolic</property>
                  <property name="valign">center</property>
                  <property name="tooltip-text">\(buttons.flipCamera)</property>
                  <accessibility><property name="label">\(buttons.flipCamera)</property></accessibility>
                  <style><class name="circular"/><class name="osd"/></style>
                </object></child>
              </object></child>
            </object></child>
            <child><object class="GtkOverlay">
              <property name="child"><object class="GtkScrolledWindow">
                <property name="vscrollbar-policy">never</property>
                <property name="child"><object class="GtkBox" id="strip">
                  <property name="spacing">8</property>
                  <property name="height-request">84</property>
                </object></property>
              </object></property>
              <child type="overlay"><object class="GtkLabel" id="nothing">
                <property name="label">\(texts.nothingTaken)</property>
                <property name="wrap">1</property>
                <property name="justify">center</property>
                <property name="can-target">0</property>
                <style><class name="dim-label"/></style>
              </object></child>
            </object></child>
            <child><object class="GtkButton" id="open">
              <property name="label">\(texts.openCamera)</property>
              <property name="halign">center</property>
              <property name="sensitive">0</property>
              <style><class name="pill"/></style>
            </object></child>
          </object></property>
        </object>
        """
    }
}
