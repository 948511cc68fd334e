import Filmstrip
import Foundation

/// How a question of the portal ended.
enum PortalAnswer: Sendable, Hashable {
    case granted, refused
    /// An administrator forbids it; the user was not asked.
    case locked
    /// Taken back, by us or by the desktop, without an answer.
    case cancelled
    /// The portal is broken: it failed or did not react at all.
    case broken
}

/// Asking the user, and opening what they allowed.
extension PortalSession {
    private static let request = "org.freedesktop.portal.Request"
    private static let ownerChanged = "NameOwnerChanged"
    static let notAllowed = "org.freedesktop.portal.Error.NotAllowed"

    /// Puts the portal's question and waits for the user. Cancelling the task takes it back.
    func ask(_ device: PortalDevice) async -> PortalAnswer {
        let token = "filmstrip_" + UUID().uuidString.replacingOccurrences(of: "-", with: "")
        let sender = bus.uniqueName.dropFirst().replacingOccurrences(of: ".", with: "_")
        let expected = "\(Self.portalPath)/request/\(sender)/\(token)"
        // Heard before it can be said: the answer may come at once. With the portal its question goes, and no answer comes.
        let answers = bus.signals(
            DBusMatch(interface: Self.request, name: "Response"),
            DBusMatch(
                sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", name: Self.ownerChanged,
                firstArgument: Self.portal))
        let options = DBusValue.dictionary(["handle_token": .string(token)])
        let path: String
        do throws(DBusError) {
            let reply =
                switch device {
                case .camera: try await bus.call(method(device, "AccessCamera"), [options], timeout: timeout)
                case .microphone:
                    try await bus.call(
                        method(device, "AccessDevice"),
                        [.uint32(UInt32(getpid())), .strings([device.rawValue]), options], timeout: timeout)
                }
            // Old portals choose a path of their own.
            path = reply.values.first?.string ?? expected
        } catch {
            return answer(to: error)
        }
        for await signal in answers {
            if signal.name == Self.ownerChanged {
                // The call may have been what started it: then nobody had the name before.
                if signal.values.dropFirst().first?.string?.isEmpty == false { return .broken }
                continue
            }
            guard signal.path == path || signal.path == expected else { continue }
            switch signal.values.first?.uint32 {
            case 0: return .granted
            case 1: return .refused
            default: return .broken
            }
        }
        guard Task.isCancelled else { return .broken }
        await takeBack(path)
        return .cancelled
    }

    /// A connection to PipeWire that shows cameras alone.
    func openPipeWire() async throws(DBusError) -> OwnedDescriptor {
        let reply = try await bus.call(method(.camera, "OpenPipeWireRemote"), [.dictionary([:])], timeout: timeout)
        guard let descriptor = reply.descriptor(at: 0) else { throw .failed("no descriptor came") }
        return descriptor
    }

    private func method(_ device: PortalDevice, _ name: String) -> DBusMethod {
        DBusMethod(Self.portal, Self.portalPath, device.interface, name)
    }

    private func answer(to error: DBusError) -> PortalAnswer {
        switch error {
        case .remote(Self.notAllowed, _): .locked
        case .cancelled: .cancelled
        case .remote, .noBus, .timedOut, .closed, .failed: .broken
        }
    }

    /// Closes the question's window. The task is cancelled already, so this runs in one of its own.
    private func takeBack(_ path: String) async {
        let close = DBusMethod(Self.portal, path, Self.request, "Close")
        let (bus, timeout) = (bus, timeout)
        await Task {
            do { _ = try await bus.call(close, timeout: timeout) } catch {
                // A question that has gone by itself answers with an error.
            }
        }.value
    }
}
