import Filmstrip

/// The devices that the portal and the privacy settings know. The raw value is the row of the permission store.
enum PortalDevice: String, Sendable, CaseIterable {
    case camera, microphone

    var permission: Permission {
        switch self {
        case .camera: .camera
        case .microphone: .microphone
        }
    }

    /// The interface of the portal that has the question.
    var interface: String {
        switch self {
        case .camera: "org.freedesktop.portal.Camera"
        case .microphone: "org.freedesktop.portal.Device"
        }
    }

    /// The switch by which an administrator forbids the device: property of the portal, and key of the settings.
    var lockdownSwitch: String { "disable-\(rawValue)" }
}

/// What the permission store says about a device.
enum StoredAnswer: Sendable, Hashable {
    case yes, no
    /// Ask each time. Portals up to 1.20 ask and then refuse all the same, so this can never be used.
    case ask
    /// Nobody was asked yet.
    case none

    /// - Parameter permissions: the words stored for a program; nil when there is no row for it.
    init(_ permissions: [String]?) {
        switch permissions?.first {
        case "yes": self = .yes
        case "no": self = .no
        case "ask": self = .ask
        case nil, .some: self = .none
        }
    }
}
