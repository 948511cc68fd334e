import CGStreamer
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

struct DBusValueTests {
    private func roundTrip(_ value: DBusValue) -> (type: String, value: DBusValue) {
        let variant = g_variant_ref_sink(value.makeVariant())!
        defer { g_variant_unref(variant) }
        return (String(cString: g_variant_get_type_string(variant)), DBusValue(variant))
    }

    @Test(arguments: [
        (DBusValue.boolean(true), "b"), (.uint32(7), "u"), (.string("Grüße"), "s"), (.objectPath("/a/b"), "o"),
        (.handle(3), "h"), (.strings(["a", "b"]), "as"), (.array([]), "as"), (.dictionary([:]), "a{sv}"),
        (.dictionary(["a": .uint32(1), "b": .strings(["x"])]), "a{sv}"),
        (.tuple([.string("x"), .dictionary(["k": .boolean(false)])]), "(sa{sv})"), (.tuple([]), "()"),
    ])
    func `what is sent is what is read`(_ value: DBusValue, _ type: String) {
        let (foundType, found) = roundTrip(value)
        #expect(foundType == type)
        #expect(found == value)
    }

    @Test func `kinds that nobody asked for are read as text`() {
        let variant = g_variant_ref_sink(g_variant_new_double(1.5))!
        defer { g_variant_unref(variant) }
        #expect(DBusValue(variant) == .other("1.5"))
        #expect(DBusValue(variant).string == nil)
    }
}

@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: missingProgram() == nil, "a program of the private desktop is missing"))
struct DBusConnectionTests {
    private func desktop() async throws -> PrivateDesktop {
        try await PrivateDesktop.start(.init(cameras: [], portal: .grant, hasPipeWire: false))
    }

    private let listNames = DBusMethod(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")

    @Test func `a call brings its answer, many at once too`() async throws {
        let desktop = try await desktop()
        defer { desktop.end() }
        let bus = try await DBusConnection.open(address: desktop.busAddress)
        #expect(bus.isOpen)
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { try await bus.call(listNames, timeout: .seconds(5)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 50)
        for answer in answers { #expect(answer.values[0].array?.contains(.string(bus.uniqueName)) == true) }
    }

    @Test func `errors tell who refused, and what was too slow`() async throws {
        let desktop = try await desktop()
        defer { desktop.end() }
        let bus = try await DBusConnection.open(address: desktop.busAddress)
        var method = listNames
        method.name = "Dance"
        var refused: DBusError?
        do { _ = try await bus.call(method, timeout: .seconds(5)) } catch { refused = error }
        #expect(refused?.name == "org.freedesktop.DBus.Error.UnknownMethod")

        let portal = try #require(desktop.processes["portal"])
        kill(portal, SIGSTOP)
        defer { kill(portal, SIGCONT) }
        var slow: DBusError?
        do {
            _ = try await bus.property(
                "version", of: "org.freedesktop.portal.Camera", at: PortalSession.portalPath, PortalSession.portal,
                timeout: .milliseconds(100))
        } catch { slow = error }
        #expect(slow == .timedOut)
    }

    @Test func `a cancelled call ends at once`() async throws {
        let desktop = try await desktop()
        defer { desktop.end() }
        let bus = try await DBusConnection.open(address: desktop.busAddress)
        let portal = try #require(desktop.processes["portal"])
        kill(portal, SIGSTOP)
        defer { kill(portal, SIGCONT) }
        let call = Task { () -> DBusError? in
            do {
                _ = try await bus.property(
                    "version", of: "x.y", at: PortalSession.portalPath, PortalSession.portal, timeout: .seconds(60))
                return nil
            } catch {
                return error as? DBusError
            }
        }
        call.cancel()
        #expect(await call.value == .cancelled)
    }

    @Test func `signals end with the bus, and calls fail then`() async throws {
        let desktop = try await desktop()
        defer { desktop.end() }
        let bus = try await DBusConnection.open(address: desktop.busAddress)
        let signals = bus.signals(DBusMatch(interface: "org.freedesktop.DBus", name: "NameOwnerChanged"))
        _ = try await bus.call(listNames, timeout: .seconds(5))
        try await desktop.endBus()
        for await _ in signals {}
        #expect(!bus.isOpen)
        await #expect(throws: DBusError.closed) { try await bus.call(listNames, timeout: .seconds(5)) }
    }

    @Test func `where there is no bus, that is said`() async throws {
        var found: DBusError?
        do { _ = try await DBusConnection.open(address: "unix:path=/nowhere/bus") } catch { found = error }
        guard case .noBus = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }
}
