extension Prompt.Toast {
    /// Says for 2 s why there is no camera.
    public static func cameraUnavailable(_ error: CameraError, texts: Texts) -> Prompt.Toast {
        let notices = texts.notices
        let text =
            switch error {
            case .permissionDenied, .permissionLost: notices.cameraOff
            case .permissionRestricted: notices.cameraRestricted
            case .cameraInUse, .busy: notices.cameraInUse
            case .cameraLost: notices.cameraLost
            case .pipeWireMissing, .sessionManagerMissing, .portalMissing: notices.cameraServiceMissing
            case .readOnly, .exists: notices.cannotSave
            case .noSpace: notices.noSpace
            case .noCamera, .noMicrophone, .notReady, .configurationFailed, .flashUnsupported, .recordingInProgress,
                .recordingFailed, .unsupportedFormat, .cancelled, .internal:
                notices.cameraUnavailable
            }
        return Prompt.Toast(text: text)
    }

    /// Says for 2 s that the library cannot be opened.
    public static func libraryUnavailable(texts: Texts) -> Prompt.Toast {
        Prompt.Toast(text: texts.notices.libraryUnavailable)
    }

    /// Says for 1.5 s why something was not chosen.
    public static func refused(_ refusal: SelectionRefusal, texts: Texts) -> Prompt.Toast {
        Prompt.Toast(text: refusal.text(texts), duration: 1.5)
    }

    /// Says for 2 s that a capture was saved.
    public static func saved(texts: Texts) -> Prompt.Toast {
        Prompt.Toast(text: texts.notices.saved)
    }

    /// Says for 2 s that a capture could not be saved.
    public static func cannotSave(_ error: LibraryError, texts: Texts) -> Prompt.Toast {
        Prompt.Toast(text: error.code == .noSpace ? texts.notices.noSpace : texts.notices.cannotSave)
    }

    /// Says for 2 s that a file which was dragged in or pasted is no picture or video, or cannot be read.
    public static func cannotUse(_ fileName: String, texts: Texts) -> Prompt.Toast {
        Prompt.Toast(text: texts.notices.cannotUse.replacing("{name}", with: fileName))
    }

    /// Says for 2 s that a video or live photo cannot be played here.
    public static func cannotPlay(texts: Texts) -> Prompt.Toast {
        Prompt.Toast(text: texts.notices.cannotPlay)
    }
}
