package import Foundation

/// What the user, or somebody above the user, says in this desktop.
extension PrivateDesktop {
    /// Stores an answer, as the system's settings do: yes, no, ask, or nil to forget all that is stored for the device.
    /// - Parameters:
    ///   - device: "camera" or "microphone".
    ///   - app: how the portal calls the program; "" for those without an identity.
    @concurrent package func store(
        _ answer: String?, for device: String, app: String = ""
    ) async throws(PrivateDesktopError) {
        let store = "org.freedesktop.impl.portal.PermissionStore"
        let path = "/org/freedesktop/impl/portal/PermissionStore"
        if let answer {
            try call(
                store, path, "\(store).SetPermission",
                ["string:devices", "boolean:true", "string:\(device)", "string:\(app)", "array:string:\(answer)"])
        } else if try call(store, path, "\(store).List", ["string:devices"]).contains("string \"\(device)\"") {
            try call(store, path, "\(store).Delete", ["string:devices", "string:\(device)"])
        }
    }

    /// What our own back end answers from now on.
    /// - Parameter answer: grant, deny or silence.
    @concurrent package func answerQuestions(_ answer: Portal) async throws(PrivateDesktopError) {
        try setProperty("answer", of: "org.filmstrip.PortalBackend", to: "string:\(answer.rawValue)")
    }

    /// How many questions our own back end was asked.
    @concurrent package func questionCount() async throws(PrivateDesktopError) -> Int {
        let said = try call(
            Self.portalBackendName, "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Properties.Get",
            ["string:org.filmstrip.PortalBackend", "string:questions"])
        guard let number = said.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) }) else {
            throw .commandFailed(program: "portal-backend", log: said)
        }
        return number
    }

    /// Forbids cameras and microphones, as an administrator does, or allows them again.
    @concurrent package func lockdown(_ isOn: Bool) async throws(PrivateDesktopError) {
        try writePrivacySettings(isOn)
        guard configuration.hasBus, [.grant, .deny, .silence].contains(configuration.portal) else { return }
        for device in ["camera", "microphone"] {
            try setProperty("disable-\(device)", of: "org.freedesktop.impl.portal.Lockdown", to: "boolean:\(isOn)")
        }
    }

    /// Ends the session bus.
    @concurrent package func endBus() async throws(PrivateDesktopError) {
        try endService("bus", SIGTERM)
    }

    private func setProperty(_ name: String, of interface: String, to value: String) throws(PrivateDesktopError) {
        try call(
            Self.portalBackendName, "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Properties.Set",
            ["string:\(interface)", "string:\(name)", "variant:\(value)"])
    }

    /// The file of this desktop's settings, which holds the lockdown keys.
    package var settingsFile: URL { folder.appending(path: "config/glib-2.0/settings/keyfile") }

    private func writePrivacySettings(_ isOn: Bool) throws(PrivateDesktopError) {
        let text = "[org/gnome/desktop/privacy]\ndisable-camera=\(isOn)\ndisable-microphone=\(isOn)\n"
        do {
            try FileManager.default.createDirectory(
                at: settingsFile.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: settingsFile, atomically: true, encoding: .utf8)
        } catch {
            throw .folderFailed(error.localizedDescription)
        }
    }

    func isOwned(_ name: String) throws(PrivateDesktopError) -> Bool {
        try call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner", ["string:\(name)"]
        ).contains("boolean true")
    }

    @discardableResult
    private func call(
        _ destination: String, _ path: String, _ method: String, _ arguments: [String]
    ) throws(PrivateDesktopError) -> String {
        try run(
            .busCall,
            ["--session", "--print-reply", "--reply-timeout=9000", "--dest=\(destination)", path, method] + arguments)
    }
}
