"""A motion sensor that is turned by hand: net.hadess.SensorProxy on the bus whose address is given.

Answers `Turn(s)` on org.filmstrip.Hand with how many programs use it.
"""
import sys

from gi.repository import Gio, GLib

NAME = "net.hadess.SensorProxy"
XML = """
<node>
  <interface name="net.hadess.SensorProxy">
    <method name="ClaimAccelerometer"/>
    <method name="ReleaseAccelerometer"/>
    <property name="HasAccelerometer" type="b" access="read"/>
    <property name="AccelerometerOrientation" type="s" access="read"/>
  </interface>
  <interface name="org.filmstrip.Hand">
    <method name="Turn"><arg name="to" type="s" direction="in"/><arg name="users" type="u" direction="out"/></method>
  </interface>
</node>
"""
state = {"orientation": sys.argv[2], "users": set()}
bus = Gio.DBusConnection.new_for_address_sync(
    sys.argv[1], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)


def called(connection, sender, path, interface, method, words, invocation):
    if method == "ClaimAccelerometer":
        state["users"].add(sender)
        # The real one gives the sensor back, too, when its user goes.
        Gio.bus_watch_name_on_connection(
            connection, sender, Gio.BusNameWatcherFlags.NONE, None, lambda _, name: state["users"].discard(name))
        return invocation.return_value(None)
    if method == "ReleaseAccelerometer":
        state["users"].discard(sender)
        return invocation.return_value(None)
    if words.unpack()[0]:
        state["orientation"] = words.unpack()[0]
        connection.emit_signal(
            None, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (NAME, {"AccelerometerOrientation": GLib.Variant("s", state["orientation"])}, [])))
    invocation.return_value(GLib.Variant("(u)", (len(state["users"]),)))


def read(connection, sender, path, interface, name):
    return GLib.Variant("b", True) if name == "HasAccelerometer" else GLib.Variant("s", state["orientation"])


for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
    bus.register_object("/net/hadess/SensorProxy", interface, called, read, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
