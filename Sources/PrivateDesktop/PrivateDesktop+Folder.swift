import Foundation

/// The folder of a desktop: where its services find what is theirs.
extension PrivateDesktop {
    static func makeFolder() throws(PrivateDesktopError) -> URL {
        // Sockets have short names, at most 107 bytes.
        var template = Array((NSTemporaryDirectory() + "/desktop-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw .folderFailed(String(cString: strerror(errno))) }
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        for part in ["run", "config", "state", "data", "cache", "logs", "portals", "services"] {
            guard mkdir("\(path)/\(part)", 0o700) == 0 else { throw .folderFailed(String(cString: strerror(errno))) }
        }
        return URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
    }

    /// What programs find around them, and the process of the screen, which is started for that.
    static func environment(
        of configuration: Configuration, in folder: String, inherited: [String: String], keeper: Keeper,
        programs: [DesktopProgram: String]
    ) throws(PrivateDesktopError) -> (variables: [String: String], display: Int32?) {
        // Nothing of the outer desktop may shine through.
        var environment = inherited.filter { name, _ in
            let foreign = ["WAYLAND_", "DBUS_", "XDG_", "PIPEWIRE_", "PULSE_", "GIO_", "GTK_", "GDK_", "GSETTINGS_"]
            return !foreign.contains { name.hasPrefix($0) } && name != "DISPLAY" && name != "XAUTHORITY"
        }
        environment["XDG_RUNTIME_DIR"] = "\(folder)/run"
        environment["XDG_CONFIG_HOME"] = "\(folder)/config"
        environment["XDG_STATE_HOME"] = "\(folder)/state"
        environment["XDG_DATA_HOME"] = "\(folder)/data"
        environment["XDG_CACHE_HOME"] = "\(folder)/cache"
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder)/run/bus"
        // A settings store that is a plain file; the desktop's own would want a daemon.
        environment["GSETTINGS_BACKEND"] = "keyfile"
        environment["GIO_USE_VFS"] = "local"
        environment["GTK_A11Y"] = "none"
        if configuration.portal == .gtk {
            environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        } else {
            environment["XDG_CURRENT_DESKTOP"] = "private"
            environment["XDG_DESKTOP_PORTAL_DIR"] = "\(folder)/portals"
        }
        guard configuration.hasDisplay else { return (environment, nil) }
        let display = try startDisplay(in: folder, environment, keeper: keeper, programs: programs)
        environment["DISPLAY"] = display.name
        environment["GDK_BACKEND"] = "x11"
        environment["GSK_RENDERER"] = "cairo"
        environment["GTK_A11Y"] = "atspi"
        return (environment, display.process)
    }

    /// The screen comes first: what the bus activates inherits the bus's environment, this included.
    private static func startDisplay(
        in folder: String, _ environment: [String: String], keeper: Keeper, programs: [DesktopProgram: String]
    ) throws(PrivateDesktopError) -> (name: String, process: Int32) {
        let output = "\(folder)/logs/display.number"
        let program = KeptProgram(
            path: programs[.display] ?? "",
            arguments: ["-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
            environment: environment, output: output, errors: "\(folder)/logs/display.log")
        guard case .started(let process) = try keeper.obey(.start(program)) else {
            throw .startFailed(program: "Xvfb", reason: "it did not start")
        }
        let limit = Date.now.addingTimeInterval(20)
        while Date.now < limit {
            let said = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
            if said.hasSuffix("\n"), let number = Int(said.dropLast()) { return (":\(number)", process) }
            usleep(20_000)
        }
        throw .notReady(what: "The display", log: "nothing")
    }

    /// The bus's own rules, so that it starts only services which belong to this desktop.
    func writeConfiguration() throws(PrivateDesktopError) {
        let bus = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(busAddress)</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(folder.path)/services</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>

            """
        let portal = """
            [portal]
            DBusName=\(Self.portalBackendName)
            Interfaces=org.freedesktop.impl.portal.Access;org.freedesktop.impl.portal.Lockdown
            UseIn=private

            """
        do {
            try bus.write(to: folder.appending(path: "bus.conf"), atomically: false, encoding: .utf8)
            try portal.write(to: folder.appending(path: "portals/private.portal"), atomically: false, encoding: .utf8)
            for name in activatedServices {
                let source = "/usr/share/dbus-1/services/\(name).service"
                guard FileManager.default.fileExists(atPath: source) else { continue }
                try FileManager.default.createSymbolicLink(
                    atPath: folder.appending(path: "services/\(name).service").path, withDestinationPath: source)
            }
        } catch {
            throw .folderFailed(error.localizedDescription)
        }
    }

    private var activatedServices: [String] {
        var names: [String] = []
        if configuration.portal != .none {
            names += ["org.freedesktop.impl.portal.PermissionStore", "org.freedesktop.portal.Documents"]
        }
        if configuration.portal == .gtk { names.append("org.freedesktop.impl.portal.desktop.gtk") }
        if configuration.hasDisplay { names.append("org.a11y.Bus") }
        return names
    }

    static var portalBackendName: String { "org.freedesktop.impl.portal.desktop.private" }
}
