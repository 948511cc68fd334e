import Filmstrip
import Testing

@Suite struct PermissionTests {
    @Test(arguments: PermissionStatus.allCases)
    func `1.4 limited counts as allowed`(_ status: PermissionStatus) {
        #expect(status.isAllowed == [.authorized, .limited].contains(status))
    }

    @Test func `1.4 an unknown status counts as denied`() {
        #expect(PermissionStatus(named: "provisional") == .denied)
        #expect(PermissionStatus(named: "") == .denied)
        for status in PermissionStatus.allCases { #expect(PermissionStatus(named: status.rawValue) == status) }
    }

    @Test func `the names are those of the command`() {
        #expect(Permission.allCases.map(\.rawValue) == ["camera", "microphone", "library", "library-add"])
        #expect(
            Set(PermissionStatus.allCases.map(\.rawValue))
                == ["notDetermined", "restricted", "denied", "limited", "authorized"])
    }
}
