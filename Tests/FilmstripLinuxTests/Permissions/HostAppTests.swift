import Testing

@testable import FilmstripLinux

struct HostAppTests {
    @Test(arguments: [
        ("app-org.gnome.Terminal-1234.scope", "org.gnome.Terminal"),
        ("app-gnome-org.example.Camera-98.scope", "org.example.Camera"),
        ("app-gnome-org.example.My\\x2dCamera-98.scope", "org.example.My-Camera"),
        ("app-org.example.Camera.service", "org.example.Camera"),
        ("app-gnome-org.example.Camera@autostart.service", "org.example.Camera"),
        ("app-alone.scope", nil), ("vte-spawn-1.scope", nil), ("app-.slice", nil), ("app-x", nil), ("", nil),
    ])
    func `a unit tells the program's name as the desktop's launchers write it`(_ unit: String, _ name: String?) {
        #expect(HostApp.id(unit: unit) == name)
    }

    @Test func `the name is found in the control groups of both versions`() {
        #expect(HostApp.id(controlGroups: "0::/user.slice/app.slice/app-org.example.A-1.scope\n") == "org.example.A")
        #expect(
            HostApp.id(controlGroups: "12:cpu:/x\n1:name=systemd:/y/app-org.example.B-2.scope\n") == "org.example.B")
        #expect(HostApp.id(controlGroups: "0::/\n") == "")
        #expect(HostApp.id(controlGroups: "") == "")
    }
}
