import Filmstrip

extension Texts {
    /// What is said about an error in a language other than English, where the core has words for it; nil elsewhere. In English an
    /// error says more than a notice does.
    func message(of error: CommandError) -> String? {
        guard !languageTag.hasPrefix("en") else { return nil }
        switch error.code {
        case .permissionDenied: return access(to: error.permission ?? .camera).off
        case .permissionRestricted: return access(to: error.permission ?? .camera).restricted
        case .permissionLost: return notices.cameraOff
        case .cameraInUse: return notices.cameraInUse
        case .cameraLost: return notices.cameraLost
        case .noCamera: return notices.cameraUnavailable
        case .pipeWireMissing, .sessionManagerMissing, .portalMissing: return notices.cameraServiceMissing
        case .noSpace: return notices.noSpace
        case .itemGone: return limits.gone
        case .indexBusy, .indexDamaged: return notices.libraryUnavailable
        default: return nil
        }
    }
}
