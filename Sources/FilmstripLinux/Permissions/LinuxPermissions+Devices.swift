public import Filmstrip
import Foundation

/// Camera and microphone.
extension LinuxPermissions {
    /// How a device is reached.
    private enum Way {
        case portal(PortalSession)
        /// Without the portal, as far as the privacy settings allow, and what the session's other services say.
        case direct(PortalSession?)
        /// In a sandbox whose only door, the portal, is missing.
        case none
    }

    func deviceStatus(_ device: PortalDevice) async -> PermissionStatus {
        switch await way(to: device) {
        case .portal(let session): await status(of: device, through: session)
        case .direct(let session): await directStatus(of: device, session)
        case .none: .denied
        }
    }

    func requestDevice(_ device: PortalDevice) async -> PermissionStatus {
        guard case .portal(let session) = await way(to: device) else { return await deviceStatus(device) }
        let before = await status(of: device, through: session)
        guard before == .notDetermined else { return before }
        switch await session.ask(device) {
        case .granted: return await statusAfterConsent(device, session)
        case .refused: return .denied
        case .locked: return .restricted
        case .cancelled: return await status(of: device, through: session)
        case .broken: return configuration.isSandboxed ? .denied : await directStatus(of: device, session)
        }
    }

    /// What to tell about a permission beside its status, in one sentence; nil when all is as it should be.
    public func advice(on permission: Permission) async -> String? {
        guard let device = PortalDevice.allCases.first(where: { $0.permission == permission }) else { return nil }
        switch await way(to: device) {
        case .direct: return "There is no permission service on this desktop; programs reach the \(device) directly."
        case .none: return "The desktop's permission service is missing, and the sandbox has no other way out."
        case .portal(let session):
            guard await session.stored(device, for: configuration.appID) == .ask else { return nil }
            return "The permission is stored as \"ask\", which the portal never honours; "
                + "\"flatpak permission-remove devices \(device)\" makes it ask anew."
        }
    }

    // MARK: Parts

    private func way(to device: PortalDevice) async -> Way {
        let session = await session()
        if let session, await session.offers(device) { return .portal(session) }
        return configuration.isSandboxed ? .none : .direct(session)
    }

    private func status(of device: PortalDevice, through session: PortalSession) async -> PermissionStatus {
        if await session.isLocked(device) { return .restricted }
        switch await session.stored(device, for: configuration.appID) {
        case .yes: return .authorized
        case .no: return .denied
        // The user will be asked, as the store says, though the answer cannot be used.
        case .ask, StoredAnswer.none?: return .notDetermined
        case nil: return await statusByTrying(device, session)
        }
    }

    /// Where the store is out of reach, opening tells: it never asks.
    private func statusByTrying(_ device: PortalDevice, _ session: PortalSession) async -> PermissionStatus {
        guard device == .camera else { return .notDetermined }
        do throws(DBusError) {
            _ = try await session.openPipeWire()
            return .authorized
        } catch {
            return .notDetermined
        }
    }

    /// The user said yes; what holds now is what the portal made of it.
    private func statusAfterConsent(_ device: PortalDevice, _ session: PortalSession) async -> PermissionStatus {
        switch await session.stored(device, for: configuration.appID) {
        case .no, .ask: .denied
        case .yes, StoredAnswer.none?, nil: .authorized
        }
    }

    /// What a program without the portal may do. A no that is on record holds, even when the portal is broken.
    func directStatus(of device: PortalDevice, _ session: PortalSession?) async -> PermissionStatus {
        let settings = PrivacySettings(file: configuration.settingsFile)
        if await GStreamerThread.run({ settings.forbids(device) }) { return .restricted }
        guard let session, session.isOpen else { return .authorized }
        if await session.isLocked(device) { return .restricted }
        return await session.stored(device, for: configuration.appID) == .no ? .denied : .authorized
    }
}

extension LinuxPermissions: CameraAccessProvider {
    /// Opens the portal's connection to PipeWire, else PipeWire itself, else the kernel's devices. Asks nobody.
    /// - Throws: `permissionRestricted`; `permissionDenied`, also before anybody was asked, unless there is nothing to ask for:
    ///   `noCamera`; `pipeWireMissing`, and `portalMissing` in a sandbox.
    public func openCameraAccess() async throws(CameraError) -> CameraAccess {
        switch await way(to: .camera) {
        case .none: throw .permissionDenied
        case .direct(let session): return try await directAccess(session)
        case .portal(let session):
            switch await status(of: .camera, through: session) {
            case .restricted: throw .permissionRestricted
            case .denied: throw .permissionDenied
            case .notDetermined: throw await hasNoCamera(session) ? .noCamera : .permissionDenied
            case .limited, .authorized: break
            }
            do throws(DBusError) {
                return .pipeWire(try await session.openPipeWire())
            } catch {
                // Forbidden since we asked; anything else is a portal that is broken, not one that refuses.
                if error.name == PortalSession.notAllowed { throw .permissionDenied }
                if configuration.isSandboxed { throw .portalMissing }
                return try await directAccess(session)
            }
        }
    }

    /// Whether there is surely no camera. A portal goes on seeing one that was unplugged, and may have missed PipeWire; that it sees none
    /// is believed where the kernel and PipeWire, as far as they can be looked at, have none either.
    private func hasNoCamera(_ session: PortalSession) async -> Bool {
        guard await session.seesCamera() == false else { return false }
        return await GStreamerThread.run { [configuration] in
            guard !configuration.hasKernelDevice else { return false }
            guard !configuration.isSandboxed, let path = configuration.pipeWireSocket,
                let socket = DirectCameraAccess(socketPath: path).connect()
            else { return true }
            return !PipeWireSession.showsCamera(socket)
        }
    }

    private func directAccess(_ session: PortalSession?) async throws(CameraError) -> CameraAccess {
        switch await directStatus(of: .camera, session) {
        case .restricted: throw .permissionRestricted
        case .denied, .notDetermined: throw .permissionDenied
        case .limited, .authorized: break
        }
        let way = await GStreamerThread.run { [configuration] () -> CameraAccess? in
            if let path = configuration.pipeWireSocket, let socket = DirectCameraAccess(socketPath: path).connect() {
                return .pipeWire(socket)
            }
            return configuration.hasKernelDevice ? .v4l2 : nil
        }
        guard let way else { throw .pipeWireMissing }
        return way
    }
}

extension LinuxPermissions.Configuration {
    /// Whether the kernel shows a video device; it gives out at most 256.
    fileprivate var hasKernelDevice: Bool {
        (0..<256).contains { number in
            deviceFolder.appending("video\(number)").withCString { access($0, F_OK) == 0 }
        }
    }
}
