import Filmstrip
import Testing

/// What programs and people are told of a failure: the command prints both as they are.
@Suite struct ErrorCodeTests {
    @Test func `5.14 the names of reasons, which scripts depend on, are the contract's`() {
        let contract = """
            usage notFound unreadable truncated unsupportedFormat tooLarge noSpace notPermitted readOnly exists busy \
            cancelled permissionDenied permissionRestricted permissionLost portalMissing pipeWireMissing \
            sessionManagerMissing noDisplay noCamera noMicrophone cameraInUse cameraLost notReady configurationFailed \
            flashUnsupported recordingInProgress recordingFailed limitReached itemGone alreadyShown decoderFailed \
            decoderTimedOut indexBusy indexDamaged internal
            """
        #expect(ErrorCode.allCases.map(\.rawValue) == contract.split(separator: " ").map(String.init))
    }

    private static let errors: [any FilmstripError] = [
        LibraryError.permissionDenied, LibraryError.permissionRestricted, LibraryError.notFound(path: "/a"),
        LibraryError.unreadable(path: "/a", reason: "not a regular file"), LibraryError.truncated(path: "/a"),
        LibraryError.unsupportedFormat(path: "/a"), LibraryError.notDecodable(path: "/a", reason: "no decoder"),
        LibraryError.decoderFailed(path: "/a", reason: "it crashed"), LibraryError.decoderTimedOut(path: "/a"),
        LibraryError.tooLarge(path: "/a"), LibraryError.readOnly(folder: "/a"), LibraryError.notPermitted(path: "/a"),
        LibraryError.noSpace(folder: "/a"), LibraryError.itemGone("a"), LibraryError.needsDownload("a"),
        LibraryError.indexBusy(path: "/a"), LibraryError.indexDamaged(path: "/a"), LibraryError.cancelled,
        CameraError.permissionDenied, CameraError.permissionRestricted, CameraError.permissionLost,
        CameraError.noCamera, CameraError.noMicrophone, CameraError.cameraInUse("a"), CameraError.cameraLost("a"),
        CameraError.notReady, CameraError.busy, CameraError.flashUnsupported, CameraError.recordingInProgress,
        CameraError.pipeWireMissing, CameraError.sessionManagerMissing, CameraError.portalMissing,
        CameraError.exists(path: "/a"), CameraError.readOnly(folder: "/a"), CameraError.noSpace(folder: "/a"),
        PickError.alreadyShown, PickError.permissionDenied(.camera), PickError.library(.itemGone("a")),
        PickError.camera(.noCamera), PickError.refused(.limitReached(3)),
        ExportError.exists(path: "/a"), ExportError.notLive(path: "/a"), ExportError.library(.notFound(path: "/a")),
        Base64Error.notAnImage, Base64Error.truncated, Base64Error.dataAfterEnd, Base64Error.notBase64,
    ]

    @Test(arguments: errors.indices)
    func `5.14 each failure has a sentence for people, with nothing in it that is for programs`(_ index: Int) {
        let error = Self.errors[index]
        #expect(error.message.first?.isUppercase == true && error.message.hasSuffix("."), "\(error.message)")
        #expect(!error.message.contains("\n") && error.message.count > 8, "\(error.message)")
        #expect(!error.message.contains("Error(") && !error.message.contains("Optional("), "\(error.message)")
        if error.subject == "/a" { #expect(!error.message.contains("/a"), "the file is told beside it") }
    }

    @Test func `5.14 what went wrong inside keeps its reason on its way out`() {
        #expect(PickError.library(.notFound(path: "/a")).code == .notFound)
        #expect(PickError.camera(.cameraInUse("cam")).code == .cameraInUse)
        #expect(ExportError.library(.noSpace(folder: "/a")).code == .noSpace)
        #expect(PickError.library(.notFound(path: "/a")).subject == "/a")
    }
}
