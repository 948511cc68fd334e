import Filmstrip
import PrivateDesktop

/// Where a demo runs: this machine as it is, or a private desktop with cameras of our own.
struct DemoDesktop: Sendable {
    var environment: CommandEnvironment
    /// Which camera the demo uses.
    var camera: CameraChoice
    /// What was found or started, and why.
    var account: String
    /// Ends what was started.
    var end: @Sendable () -> Void

    /// The machine where it has a camera; else a private desktop with PipeWire, a portal, two cameras and a microphone; else the
    /// simulated camera.
    static func find(_ machine: CommandEnvironment) async -> DemoDesktop {
        let need = CameraNeed(folder: machine.temporaryFolder)
        let reason: String
        do {
            let devices = try await machine.camera(need).devices()
            let names = devices.map(\.name).joined(separator: ", ")
            return DemoDesktop(
                environment: machine, camera: .position(.rear), account: "This machine has cameras: \(names).", end: {})
        } catch { reason = CommandError(error).message }
        do throws(PrivateDesktopError) {
            let desktop = try await start()
            var environment = CommandEnvironment.linux(variables: desktop.environment)
            (environment.output, environment.errorOutput) = (machine.output, machine.errorOutput)
            // One back end for all: the desktop and its devices stay the same from the first shot to the last.
            let camera = environment.camera(need)
            environment.camera = { _ in camera }
            return DemoDesktop(
                environment: environment, camera: .position(.rear),
                account: """
                    \(reason) So a private desktop was started, with PipeWire, two virtual cameras\
                    \(desktop.microphone == nil ? "" : " and a microphone")\
                    \(desktop.configuration.portal == .none ? "" : "; its camera portal grants access").
                    """,
                end: { desktop.end() })
        } catch {
            return DemoDesktop(
                environment: machine, camera: .simulated,
                account: """
                    \(reason) A private desktop could not be started either: \(error.message) So the simulated camera is \
                    used, through the same encoders.
                    """, end: {})
        }
    }

    private static func start() async throws(PrivateDesktopError) -> PrivateDesktop {
        let cameras = [
            VirtualCamera(description: "Virtual Rear Camera", position: .rear),
            VirtualCamera(description: "Virtual Front Camera", position: .front),
        ]
        var configuration = PrivateDesktop.Configuration(cameras: cameras, hasMicrophone: true, portal: .grant)
        // Without the portal's programs the cameras are reached as by any other program.
        if configuration.missingProgram != nil { configuration.portal = .none }
        return try await PrivateDesktop.start(configuration)
    }
}
