import Foundation

/// How the portal calls a program outside of a sandbox: by the unit that systemd runs it in, as the desktop's launchers
/// name it (systemd's DESKTOP_ENVIRONMENTS: `app[-<launcher>]-<ApplicationID>-<RANDOM>.scope`, or
/// `app[-<launcher>]-<ApplicationID>[@<RANDOM>].service`). Anything else has no name.
enum HostApp {
    /// The name of this program, or "".
    static var currentID: String {
        let groups = FileManager.default.contents(atPath: "/proc/self/cgroup") ?? Data()
        return id(controlGroups: String(decoding: groups, as: UTF8.self))
    }

    /// The name that the lines of `/proc/PID/cgroup` tell.
    static func id(controlGroups: String) -> String {
        for line in controlGroups.split(separator: "\n") {
            let path = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
            if let unit = path.split(separator: "/").last, let id = id(unit: String(unit)) { return id }
        }
        return ""
    }

    /// The name in a unit's name, or nil.
    static func id(unit: String) -> String? {
        let parts = unit.split(separator: ".")
        guard let kind = parts.last, unit.hasPrefix("app-") else { return nil }
        var words = unit.dropLast(kind.count + 1).dropFirst("app-".count).split(separator: "-")
        switch kind {
        case "scope":
            guard words.count >= 2 else { return nil }
            words.removeLast()
        case "service":
            guard let last = words.popLast() else { return nil }
            words.append(last.split(separator: "@", omittingEmptySubsequences: false)[0])
        default:
            return nil
        }
        return words.last.map { unescaped(String($0)) }
    }

    /// systemd writes a dash of a name as `\x2d`.
    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.dropFirst().prefix(2)
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
