import Filmstrip
import Foundation

/// The desktop's permission services on one connection to the session bus: the portal, the permission store, and the
/// lockdown of whichever back ends run.
final class PortalSession: Sendable {
    let bus: DBusConnection
    let timeout: Duration
    private let watch: Task<Void, Never>

    static let portal = "org.freedesktop.portal.Desktop"
    static let portalPath = "/org/freedesktop/portal/desktop"
    static let store = "org.freedesktop.impl.portal.PermissionStore"
    static let storePath = "/org/freedesktop/impl/portal/PermissionStore"
    static let lockdown = "org.freedesktop.impl.portal.Lockdown"
    static let properties = "org.freedesktop.DBus.Properties"

    /// - Parameter changed: told of each change from now on.
    static func open(
        _ address: String, timeout: Duration, changed: @escaping @Sendable (Permission) -> Void
    ) async throws(DBusError) -> PortalSession {
        PortalSession(
            bus: try await DBusConnection.open(address: address, timeout: timeout), timeout: timeout, changed: changed)
    }

    private init(bus: DBusConnection, timeout: Duration, changed: @escaping @Sendable (Permission) -> Void) {
        self.bus = bus
        self.timeout = timeout
        let stored = bus.signals(DBusMatch(interface: Self.store, name: "Changed", firstArgument: "devices"))
        let locked = bus.signals(
            DBusMatch(interface: Self.properties, name: "PropertiesChanged", firstArgument: Self.lockdown))
        watch = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await signal in stored {
                        guard signal.values.count > 1, let row = signal.values[1].string,
                            let device = PortalDevice(rawValue: row)
                        else { continue }
                        changed(device.permission)
                    }
                }
                group.addTask {
                    for await _ in locked { PortalDevice.allCases.forEach { changed($0.permission) } }
                }
            }
        }
    }

    deinit {
        watch.cancel()
    }

    var isOpen: Bool { bus.isOpen }

    /// Whether the portal is there, answers in time, and has the question for the device. A portal that is installed is
    /// started by this.
    func offers(_ device: PortalDevice) async -> Bool {
        do throws(DBusError) {
            let version = try await bus.property(
                "version", of: device.interface, at: Self.portalPath, Self.portal, timeout: timeout)
            return version.uint32 != nil
        } catch {
            return false
        }
    }

    /// Whether the portal sees a camera; nil where it does not say.
    func seesCamera() async -> Bool? {
        do throws(DBusError) {
            return try await bus.property(
                "IsCameraPresent", of: PortalDevice.camera.interface, at: Self.portalPath, Self.portal, timeout: timeout
            ).boolean
        } catch {
            return nil
        }
    }

    /// What is stored for a program; nil when the store cannot be asked, as from inside a sandbox.
    func stored(_ device: PortalDevice, for appID: String) async -> StoredAnswer? {
        let lookup = DBusMethod(Self.store, Self.storePath, Self.store, "Lookup")
        do throws(DBusError) {
            let reply = try await bus.call(lookup, [.string("devices"), .string(device.rawValue)], timeout: timeout)
            return StoredAnswer(reply.values.first?.dictionary?[appID]?.array?.compactMap(\.string))
        } catch {
            return error.name == "org.freedesktop.portal.Error.NotFound" ? StoredAnswer.none : nil
        }
    }

    /// Whether a back end of the portal says that an administrator forbids the device.
    func isLocked(_ device: PortalDevice) async -> Bool {
        let list = DBusMethod("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
        do throws(DBusError) {
            let names = try await bus.call(list, timeout: timeout).values.first?.array?.compactMap(\.string) ?? []
            for name in names where name.hasPrefix("org.freedesktop.impl.portal.desktop.") {
                if await isLocked(device, by: name) { return true }
            }
        } catch {
            // Without a list there is no back end to ask.
        }
        return false
    }

    private func isLocked(_ device: PortalDevice, by backend: String) async -> Bool {
        do throws(DBusError) {
            return try await bus.property(
                device.lockdownSwitch, of: Self.lockdown, at: Self.portalPath, backend, timeout: timeout
            ).boolean == true
        } catch {
            // This back end keeps no switches.
            return false
        }
    }
}
