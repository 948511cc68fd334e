import Filmstrip
import Testing

@Suite struct PickRequestTests {
    @Test func `0.4 ask and the rear camera are the defaults`() {
        let request = PickRequest()
        #expect(request.source == .ask)
        #expect(request.capture.position == .rear)
        #expect(PickRequest(source: .camera, camera: .front).capture.position == .front)
    }

    @Test func `0.6 by default a photo is taken full screen, with flash off and editing`() {
        let request = PickRequest()
        #expect(request.capture.placement == .fullScreen)
        #expect(request.capture.kind == .photo)
        #expect(request.capture.allowedKinds == [.photo])
        #expect(request.capture.flash == .off)
        #expect(request.editing.pictures == .square)
    }

    @Test func `0.7 a photo inside the view has no stock controls and no editing`() {
        let request = PickRequest.embeddedPhoto(camera: .front)
        #expect(request.source == .camera)
        #expect(request.capture.placement == .embedded)
        #expect(request.capture.position == .front)
        #expect(request.capture.flash == .off)
        #expect(request.editing == .none)
    }

    @Test func `0.8 a video is of high quality, switchable to photo, and trimmed`() {
        let request = PickRequest.video(camera: .front)
        #expect(request.capture.kind == .video)
        #expect(request.capture.allowedKinds == [.video, .photo])
        #expect(request.capture.recording.quality == .high)
        #expect(request.capture.position == .front)
        #expect(request.editing.videos == .trim(maximumDuration: nil))
        #expect(request.editing.pictures == nil)
    }

    @Test func `1.1 an avatar asks for the library first, for one picture, cropped`() {
        let request = PickRequest.avatar
        #expect(request.sheet.order == [.chooseFromLibrary, .takePhoto])
        #expect(request.choice.rules.maximum == 1)
        #expect(request.choice.rules.kinds == [.photo, .livePhoto])
        #expect(request.editing == .square)
        #expect(request.saving == .none)
    }

    @Test func `4.10 attachments are originals, and photos taken are saved into Recents`() {
        let request = PickRequest.attachments(max: 4)
        #expect(request.choice.rules.maximum == 4)
        #expect(request.editing == .none)
        #expect(request.saving == .recents)
        #expect(PickRequest.attachments().choice.rules.maximum == 6)
    }

    @Test func `3.2 the chat preset saves live photos and videos`() {
        let request = PickRequest.chat
        #expect(request.saving.kinds == [.livePhoto, .video])
        #expect(request.choice.rules.maximum == nil)
        #expect(request.capture.allowedKinds == Set(MediaKind.allCases))
    }

    @Test func `0.10 saving goes into Recents or a named album`() {
        #expect(SavePolicy.recents.album == nil)
        #expect(SavePolicy.album("Trips").album == "Trips")
        #expect(SavePolicy.album("Trips").kinds == Set(MediaKind.allCases))
        #expect(SavePolicy.none.kinds.isEmpty)
    }

    @Test func `each error of a pick has a code, a sentence and its subject`() {
        let errors: [(PickError, ErrorCode, String?)] = [
            (.alreadyShown, .alreadyShown, nil), (.permissionDenied(.camera), .permissionDenied, "camera"),
            (.permissionRestricted(.photoLibrary), .permissionRestricted, "library"),
            (.camera(.cameraInUse("a")), .cameraInUse, "a"), (.library(.itemGone("b")), .itemGone, "b"),
            (.refused(.gone("c")), .itemGone, "c"), (.refused(.limitReached(6)), .limitReached, nil),
        ]
        for (error, code, subject) in errors {
            #expect(error.code == code)
            #expect(error.subject == subject)
            #expect(error.message.hasSuffix("."))
        }
    }
}
