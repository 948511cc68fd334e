import Filmstrip
package import Foundation

/// A desktop of its own in a temporary folder: session bus, PipeWire with cameras and a microphone made of code, and
/// the camera portal, for tests, the demo and benchmarks. Several can run side by side.
///
/// Everything that it starts ends with this object, with `end()`, or with the program, however that dies.
package final class PrivateDesktop: Sendable {
    /// Who answers the question of the camera portal.
    package enum Portal: String, Sendable, CaseIterable {
        /// There is no portal on the bus.
        case none
        /// Our own back end, which says yes at once.
        case grant
        /// Our own back end, which says no at once.
        case deny
        /// Our own back end, which never answers.
        case silence
        /// The desktop's back end, which shows a real window. Needs the display.
        case gtk
    }

    /// What belongs to the desktop. By default one camera, no microphone, no portal, no display.
    package struct Configuration: Sendable {
        package var cameras: [VirtualCamera]
        package var hasMicrophone: Bool
        package var portal: Portal
        /// A screen of X11 that nobody sees.
        package var hasDisplay: Bool
        /// A session bus; without one there is no portal either.
        package var hasBus: Bool
        package var hasPipeWire: Bool
        /// Without a session manager PipeWire connects no cameras. WirePlumber needs a bus, and is left out without one.
        package var hasSessionManager: Bool

        package init(
            cameras: [VirtualCamera] = [VirtualCamera()], hasMicrophone: Bool = false, portal: Portal = .none,
            hasDisplay: Bool = false, hasBus: Bool = true, hasPipeWire: Bool = true, hasSessionManager: Bool = true
        ) {
            self.cameras = cameras
            self.hasMicrophone = hasMicrophone
            self.portal = portal
            self.hasDisplay = hasDisplay
            self.hasBus = hasBus
            self.hasPipeWire = hasPipeWire
            self.hasSessionManager = hasSessionManager
        }

        /// Whether the session manager can run, and shall.
        var runsSessionManager: Bool { hasPipeWire && hasBus && hasSessionManager }

        /// The programs that such a desktop needs.
        package var programs: [DesktopProgram] {
            var programs: [DesktopProgram] = [.parts]
            if hasBus { programs += [.bus, .busCall] }
            if hasPipeWire { programs += [.pipeWire, .pipeWireQuery] }
            if runsSessionManager { programs.append(.sessionManager) }
            if portal != .none { programs.append(.portal) }
            if portal == .gtk { programs.append(.gtkPortalBackend) }
            if hasDisplay { programs.append(.display) }
            return programs
        }

        /// The first of these programs that is missing, to say why something is skipped; nil when all are there.
        package var missingProgram: PrivateDesktopError? {
            for program in programs {
                do throws(PrivateDesktopError) {
                    _ = try program.locate(in: ProcessInfo.processInfo.environment)
                } catch {
                    return error
                }
            }
            return nil
        }
    }

    package let configuration: Configuration
    /// Holds all of it; gone at the end.
    package let folder: URL
    /// The whole environment for programs that shall live in this desktop.
    package let environment: [String: String]
    /// The address of the session bus, whether or not there is one.
    package let busAddress: String
    /// The socket of PipeWire's daemon, whether or not it runs.
    package let pipeWireSocketPath: String
    package let cameras: [VirtualDevice]
    package let microphone: VirtualDevice?

    let keeper: Keeper
    let programs: [DesktopProgram: String]
    /// The running services by name.
    let services = Locked<[String: Int32]>([:])

    /// Starts all of it, and returns when it is ready.
    package static func start(
        _ configuration: Configuration = Configuration()
    ) async throws(PrivateDesktopError) -> PrivateDesktop {
        let desktop = try PrivateDesktop(configuration)
        do throws(PrivateDesktopError) {
            try await desktop.startServices()
        } catch {
            desktop.end()
            throw error
        }
        return desktop
    }

    private init(_ configuration: Configuration) throws(PrivateDesktopError) {
        let inherited = ProcessInfo.processInfo.environment
        var programs: [DesktopProgram: String] = [:]
        for program in configuration.programs { programs[program] = try program.locate(in: inherited) }
        self.programs = programs
        self.configuration = configuration
        folder = try Self.makeFolder()
        keeper = try Keeper(parts: programs[.parts] ?? "", folder: folder.path)
        busAddress = "unix:path=\(folder.path)/run/bus"
        pipeWireSocketPath = "\(folder.path)/run/pipewire-0"
        cameras = configuration.cameras.enumerated().map { $1.device(number: $0) }
        microphone =
            configuration.hasMicrophone
            ? VirtualDevice(
                name: "virtual-microphone", description: "Virtual Microphone",
                arguments: ["microphone", "--name", "virtual-microphone", "--description", "Virtual Microphone"])
            : nil
        let display: Int32?
        (environment, display) = try Self.environment(
            of: configuration, in: folder.path, inherited: inherited, keeper: keeper, programs: programs)
        services.withLock { $0["display"] = display }
        try writeConfiguration()
    }

    /// Ends everything and removes the folder; returns when that is done. Calling it again does nothing.
    package func end() {
        keeper.end()
    }

    /// The end of what a service said, for messages.
    package func log(of service: String) -> String {
        let path = folder.appending(path: "logs/\(service).log").path
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: data.suffix(2_000), as: UTF8.self)
    }
}
