import CGStreamer
import Filmstrip
import Foundation
import PrivateDesktop

/// `portal-backend`: answers the questions of xdg-desktop-portal by itself, and carries the lockdown switches.
struct PortalBackend {
    private enum Answer: String, CaseIterable {
        case grant, deny
        /// Keeps the question open for ever, as a hung back end does.
        case silence

        /// The response that the portal expects; nil for none.
        var response: UInt32? {
            switch self {
            case .grant: 0
            case .deny: 1
            case .silence: nil
            }
        }
    }
    private let answer: Answer

    init(_ arguments: inout Arguments) throws(UsageError) {
        answer = try arguments.choice(of: "portal-backend")
    }

    /// Runs until it is ended.
    func run() throws {
        var error: UnsafeMutablePointer<GError>?
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else { throw failure(error) }
        guard let description = g_dbus_node_info_new_for_xml(Self.interfaces, &error) else { throw failure(error) }
        defer { g_dbus_node_info_unref(description) }
        let state = State(bus: bus, answer: answer)
        let context = Unmanaged.passRetained(state).toOpaque()
        var table = Self.table
        for index in 0..<3 {
            guard
                g_dbus_connection_register_object(
                    bus, "/org/freedesktop/portal/desktop", description.pointee.interfaces[index], &table, context, nil,
                    &error) != 0
            else { throw failure(error) }
        }
        let name = "org.freedesktop.impl.portal.desktop.private"
        g_bus_own_name_on_connection(bus, name, G_BUS_NAME_OWNER_FLAGS_NONE, nil, nil, nil, nil)
        g_main_loop_run(g_main_loop_new(nil, 0))
    }

    private func failure(_ error: UnsafeMutablePointer<GError>?) -> UsageError {
        defer { g_error_free(error) }
        return UsageError(error.map { String(cString: $0.pointee.message) } ?? "no bus")
    }

    /// What the switches say. Used on the main loop's thread alone.
    private final class State {
        let bus: OpaquePointer
        var answer: Answer
        var questions: UInt32 = 0
        var lockdown: [String: Bool] = [:]

        init(bus: OpaquePointer, answer: Answer) {
            self.bus = bus
            self.answer = answer
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> State {
            Unmanaged<State>.fromOpaque(context!).takeUnretainedValue()
        }

        func value(of property: String) -> OpaquePointer {
            switch property {
            case "answer": g_variant_new_string(answer.rawValue)
            case "questions": g_variant_new_uint32(questions)
            default: g_variant_new_boolean(lockdown[property] == true ? 1 : 0)
            }
        }

        func set(_ property: String, to value: OpaquePointer) {
            if property == "answer" {
                answer = Answer(rawValue: String(cString: g_variant_get_string(value, nil))) ?? .silence
            } else {
                lockdown[property] = g_variant_get_boolean(value) != 0
            }
        }
    }

    private static var table: GDBusInterfaceVTable {
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, _, _, _, invocation, context in
            let state = State.of(context)
            state.questions += 1
            guard let response = state.answer.response else { return }
            var parts = [g_variant_new_uint32(response), g_variant_parse(nil, "@a{sv} {}", nil, nil, nil)]
            g_dbus_method_invocation_return_value(invocation, g_variant_new_tuple(&parts, 2))
        }
        table.get_property = { _, _, _, _, name, _, context in State.of(context).value(of: String(cString: name!)) }
        table.set_property = { _, _, path, interface, name, value, _, context in
            let state = State.of(context)
            state.set(String(cString: name!), to: value!)
            // {sv} of the one that changed, and no names of invalid ones.
            var entry: OpaquePointer? = g_variant_new_dict_entry(
                g_variant_new_string(name), g_variant_new_variant(value))
            var parts = [
                g_variant_new_string(interface), g_variant_new_array(nil, &entry, 1), g_variant_new_strv(nil, 0),
            ]
            g_dbus_connection_emit_signal(
                state.bus, nil, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                g_variant_new_tuple(&parts, 3), nil)
            return 1
        }
        return table
    }

    private static var interfaces: String {
        let switches = [
            "camera", "microphone", "location", "printing", "save-to-disk", "application-handlers", "sound-output",
        ]
        return """
            <node>
              <interface name="org.freedesktop.impl.portal.Access">
                <method name="AccessDialog">
                  <arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
                  <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
                  <arg type="a{sv}" direction="in"/><arg type="u" direction="out"/><arg type="a{sv}" direction="out"/>
                </method>
              </interface>
              <interface name="org.freedesktop.impl.portal.Lockdown">
                \(switches.map { "<property name=\"disable-\($0)\" type=\"b\" access=\"readwrite\"/>" }.joined())
              </interface>
              <interface name="org.filmstrip.PortalBackend">
                <property name="answer" type="s" access="readwrite"/>
                <property name="questions" type="u" access="read"/>
              </interface>
            </node>
            """
    }
}
