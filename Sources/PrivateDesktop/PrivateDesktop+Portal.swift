package import Foundation

/// What the user, or somebody above the user, says in this desktop.
extension PrivateDesktop {
    /// Stores an answer for programs without an identity of their own, as the system's settings do: yes, no, ask, or
    /// nil to forget it.
    /// - Parameter device: "camera" or "microphone".
    @concurrent package func store(_ answer: String?, for device: String) async throws(PrivateDesktopError) {
        let store = "org.freedesktop.impl.portal.PermissionStore"
        let path = "/org/freedesktop/impl/portal/PermissionStore"
        if let answer {
            try call(
                store, path, "\(store).SetPermission",
                ["string:devices", "boolean:true", "string:\(device)", "string:", "array:string:\(answer)"])
        } else {
            try call(store, path, "\(store).Delete", ["string:devices", "string:\(device)"])
        }
    }

    /// Forbids cameras and microphones, as an administrator does, or allows them again.
    @concurrent package func lockdown(_ isOn: Bool) async throws(PrivateDesktopError) {
        try writePrivacySettings(isOn)
        guard configuration.hasBus, [.grant, .deny, .silence].contains(configuration.portal) else { return }
        for device in ["camera", "microphone"] {
            try call(
                Self.portalBackendName, "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Properties.Set",
                ["string:org.freedesktop.impl.portal.Lockdown", "string:disable-\(device)", "variant:boolean:\(isOn)"])
        }
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
