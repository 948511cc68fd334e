public import Filmstrip
public import Foundation

/// The desktop's own settings window, at the page of a permission.
public struct SystemSettings: Sendable {
    /// The environment in which programs are looked for and started.
    private let environment: [String: String]
    private let libraryFolder: MediaPath

    /// - Parameter libraryFolder: shown for the permissions of the photo library, which are modes of folders.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        libraryFolder: MediaPath = UserFolders().pictures
    ) {
        self.environment = environment
        self.libraryFolder = libraryFolder
    }

    /// Opens the page.
    /// - Returns: false when this desktop has none that could be opened; then words must do.
    public func open(for permission: Permission) -> Bool {
        for command in commands(for: permission) {
            guard let program = locate(command[0]) else { continue }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = Array(command.dropFirst())
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            do {
                try process.run()
                return true
            } catch {
                // Found and yet not to be started: the next one may be.
                continue
            }
        }
        return false
    }

    /// What could open the page on this desktop, best first.
    func commands(for permission: Permission) -> [[String]] {
        let page: String
        switch permission {
        case .camera: page = "camera"
        case .microphone: page = "microphone"
        case .photoLibrary, .photoLibraryAdding: return [["xdg-open", libraryFolder.string]]
        }
        let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map { $0.lowercased() }
        var commands: [[String]] = []
        for desktop in desktops {
            switch desktop {
            case "gnome", "ubuntu", "phosh", "unity":
                commands.append(["gnome-control-center", gnomePage(page)])
            case "kde": commands += [["systemsettings", "kcm_app-permissions"], ["systemsettings5", "kcm_flatpak"]]
            case "pantheon": commands.append(["xdg-open", "settings://privacy"])
            default: break
            }
        }
        return commands
    }

    /// The page of GNOME's settings that has a device's switch: one of its own up to GNOME 44, and since then that about privacy.
    /// The program starts with any name, and shows the pages that have an entry among the desktop's applications.
    private func gnomePage(_ device: String) -> String {
        let named = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let folders =
            [UserFolders(environment: environment).data] + named.split(separator: ":").map { MediaPath(String($0)) }
        func isThere(_ page: String) -> Bool {
            folders.contains {
                $0.appending("applications/gnome-\(page)-panel.desktop").withCString { access($0, F_OK) == 0 }
            }
        }
        return !isThere(device) && isThere("privacy") ? "privacy" : device
    }

    private func locate(_ program: String) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { access($0, X_OK) == 0 }
    }
}
