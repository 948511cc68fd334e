public import Filmstrip
import Foundation

/// How the device is held, as the service `net.hadess.SensorProxy` tells on the system bus: tablets, phones and many laptops have it.
/// It knows at what angle the panel is mounted. The sensor is in use only while somebody listens.
public struct SensorProxy: OrientationProvider {
    private static let service = "net.hadess.SensorProxy"
    private static let path = "/net/hadess/SensorProxy"
    private static let timeout = Duration.seconds(3)

    private let busAddress: String

    /// - Parameter busAddress: of the system bus; by default `DBUS_SYSTEM_BUS_ADDRESS`, or where it always is.
    public init(busAddress: String? = nil) {
        self.busAddress =
            busAddress ?? ProcessInfo.processInfo.environment["DBUS_SYSTEM_BUS_ADDRESS"]
            ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// How the device is held, and each turn of it; only the newest is kept. Ends at once where there is no service or no sensor.
    public func orientations() -> AsyncStream<DeviceOrientation> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DeviceOrientation.self, bufferingPolicy: .bufferingNewest(1))
        let work = Task {
            // Without the service, or a sensor, the device is as it was meant to be held.
            do throws(DBusError) { try await follow(continuation) } catch {}
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    private func follow(_ continuation: AsyncStream<DeviceOrientation>.Continuation) async throws(DBusError) {
        let bus = try await DBusConnection.open(address: busAddress, timeout: Self.timeout)
        // Heard before anything is asked, so that no change falls in between.
        let changes = bus.signals(
            DBusMatch(
                path: Self.path, interface: "org.freedesktop.DBus.Properties", name: "PropertiesChanged",
                firstArgument: Self.service))
        // Given back by the service when the connection goes.
        _ = try await bus.call(
            DBusMethod(Self.service, Self.path, Self.service, "ClaimAccelerometer"), timeout: Self.timeout)
        let now = try await bus.property(
            "AccelerometerOrientation", of: Self.service, at: Self.path, Self.service, timeout: Self.timeout)
        if let held = DeviceOrientation(sensor: now.string) { continuation.yield(held) }
        for await change in changes {
            guard change.values.count > 1 else { continue }
            let word = change.values[1].dictionary?["AccelerometerOrientation"]?.string
            if let held = DeviceOrientation(sensor: word) { continuation.yield(held) }
        }
    }
}

extension DeviceOrientation {
    /// As the service calls it; nil while the device lies flat, where what held before holds on.
    init?(sensor word: String?) {
        switch word {
        case "normal": self = .upright
        case "bottom-up": self = .upsideDown
        case "left-up": self = .leftUp
        case "right-up": self = .rightUp
        default: return nil
        }
    }
}
