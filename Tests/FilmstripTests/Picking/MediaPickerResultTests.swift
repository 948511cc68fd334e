import Filmstrip
import FilmstripTesting
import Foundation
import Testing

/// Loading, editing, saving, and what is handed over.
@Suite(.timeLimit(.minutes(1))) @MainActor struct MediaPickerResultTests {
    private func fromLibrary(max maximum: Int? = nil, editing: EditPolicy = .none) -> PickRequest {
        var request = PickRequest(source: .library, editing: editing, texts: .english)
        request.choice.rules.maximum = maximum
        return request
    }

    private func fromCamera(editing: EditPolicy = .none, saving: SavePolicy = .none) -> PickRequest {
        PickRequest(source: .camera, editing: editing, saving: saving, texts: .english)
    }

    @Test func `0.10 the edited picture is handed over where there is one`() async throws {
        let stage = PickingStage()
        let cropped = MediaFile.sample("cropped.jpg")
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        stage.presenter.edits = [cropped]
        let media = try #require(try await stage.picker.pick(fromCamera(editing: .square)).media.first)
        #expect(media.file === cropped)
        #expect(media.original.path.name.string == "shot.jpg")
        guard case .editor(_, .square) = stage.presenter.calls.last else {
            Issue.record("the square editor was not shown")
            return
        }
    }

    @Test(arguments: [PickRequest.Source.camera, .library])
    func `1.5 editing is on for both sources, and without a crop the original is handed over`(
        _ source: PickRequest.Source
    ) async throws {
        let stage = PickingStage()
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        stage.presenter.choices = [.success(["a"])]
        let media = try #require(try await stage.picker.pick(PickRequest(source: source)).media.first)
        #expect(stage.presenter.shown.last == "editor")
        #expect(media.edited == nil)
        #expect(media.file === media.original)
    }

    @Test func `0.7 a capture inside the view is handed over as it is`() async throws {
        let stage = PickingStage()
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        var request = PickRequest.embeddedPhoto(camera: .front)
        request.editing = .square
        let outcome = try await stage.picker.pick(request)
        #expect(outcome.summary == ["shot.jpg"])
        #expect(stage.presenter.shown == ["camera"])
    }

    @Test func `0.8 a photo taken in the video camera is handed over as one, and a video is trimmed`() async throws {
        let stage = PickingStage()
        stage.presenter.captures = [.success([.photo("shot.jpg")]), .success([.video("film.mp4")])]
        let photo = try #require(try await stage.picker.pick(.video()).media.first)
        #expect(photo.kind == .photo)
        #expect(stage.presenter.shown == ["camera"])
        let video = try #require(try await stage.picker.pick(.video()).media.first)
        #expect(video.kind == .video)
        #expect(stage.presenter.shown == ["camera", "camera", "editor"])
    }

    @Test func `0.10 a video is known by its kind and handed over as a file`() async throws {
        let stage = PickingStage(library: StubLibrary([.sample("v", .video, duration: 3)]))
        stage.library.script("v", .give(.original(.sample("v.mp4", .mp4), movie: nil)))
        stage.presenter.choices = [.success(["v"])]
        let media = try #require(try await stage.picker.pick(fromLibrary(max: 1)).media.first)
        #expect(media.kind == .video)
        #expect(media.file.contentType == .mp4)
        #expect(media.file.url.path == "/nowhere/v.mp4")
    }

    @Test func `0.10 new captures are saved if asked, into Recents or an album`() async throws {
        let stage = PickingStage()
        stage.presenter.captures = [
            .success([.photo("1.jpg")]), .success([.photo("2.jpg")]), .success([.photo("3.jpg")]),
        ]
        let silent = try await stage.picker.pick(fromCamera())
        #expect(silent.media.first?.saving == .notAsked)
        #expect(stage.library.added.isEmpty)
        let saved = try await stage.picker.pick(fromCamera(saving: .recents))
        #expect(saved.media.first?.saving == .saved("added-1"))
        _ = try await stage.picker.pick(fromCamera(saving: .album("Trips")))
        #expect(stage.library.added.map(\.album) == [nil, "Trips"])
        #expect(stage.library.added.map(\.media.file.path.name.string) == ["2.jpg", "3.jpg"])
        #expect(stage.permissions.reads == [.camera, .camera, .photoLibraryAdding, .camera, .photoLibraryAdding])
    }

    @Test func `0.10 library picks are never saved again`() async throws {
        let stage = PickingStage()
        stage.presenter.choices = [.success(["a"])]
        var request = fromLibrary()
        request.saving = .recents
        #expect(try await stage.picker.pick(request).media.first?.saving == .notAsked)
        #expect(stage.library.added.isEmpty)
    }

    @Test func `0.10, 5.7 a failed save is reported, and the item is still handed over`() async throws {
        let stage = PickingStage()
        stage.library.failAdding(.noSpace(folder: "/pictures"))
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        let media = try #require(try await stage.picker.pick(fromCamera(saving: .recents)).media.first)
        #expect(media.saving == .failed(.noSpace(folder: "/pictures")))
        #expect(media.original.path.name.string == "shot.jpg")
        #expect(stage.presenter.toasts.map(\.text) == ["There is no space left to save the photo"])
    }

    @Test func `C62 saving needs the permission to add, and none to read`() async throws {
        let stage = PickingStage(permissions: [.photoLibrary: .denied, .photoLibraryAdding: .notDetermined])
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        let media = try #require(try await stage.picker.pick(fromCamera(saving: .recents)).media.first)
        #expect(media.saving == .saved("added-1"))
        #expect(stage.permissions.asked == [.photoLibraryAdding])
    }

    @Test(arguments: [
        (PermissionStatus.denied, LibraryError.permissionDenied), (.restricted, .permissionRestricted),
    ])
    func `0.10 without the permission to add, the item is handed over unsaved`(
        _ status: PermissionStatus, _ error: LibraryError
    ) async throws {
        let stage = PickingStage(permissions: [.photoLibraryAdding: status])
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        let media = try #require(try await stage.picker.pick(fromCamera(saving: .recents)).media.first)
        #expect(media.saving == .failed(error))
        #expect(stage.permissions.asked.isEmpty)
    }

    @Test func `3.2 only the kinds asked for are saved, a live photo with its movie`() async throws {
        let stage = PickingStage()
        var request = PickRequest.chat
        request.source = .camera
        request.capture.maximumCount = 3
        stage.presenter.captures = [.success([.photo("p.jpg"), .live("l"), .video("v.mp4")])]
        let media = try await stage.picker.pick(request).media
        #expect(media.map(\.saving) == [.notAsked, .saved("added-1"), .saved("added-2")])
        #expect(stage.library.added.first?.media.movie?.path.name.string == "l.mp4")
    }

    @Test func `1.5 an edited live photo is a photo, and its movie is not saved beside it`() async throws {
        let stage = PickingStage()
        stage.presenter.captures = [.success([.live("l")])]
        stage.presenter.edits = [.sample("cropped.jpg")]
        let media = try #require(
            try await stage.picker.pick(fromCamera(editing: .square, saving: .recents)).media.first)
        #expect(media.kind == .photo)
        #expect(stage.library.added.first?.media.file.path.name.string == "cropped.jpg")
        #expect(stage.library.added.first?.media.movie == nil)
    }

    @Test
    func `C58 what is removed while it is edited is an error where nothing was made of it, and the user reads so`()
        async throws
    {
        let stage = PickingStage()
        stage.presenter.choices = [.success(["a", "b"])]
        stage.presenter.edits = [nil, .sample("cropped.jpg")]
        let library = stage.library
        stage.presenter.onCall = { call in
            guard case .editor = call else { return }
            for id in ["a", "b"] as [AssetID] { library.script(id, .fail(LibraryError.itemGone(id))) }
        }
        guard case .picked(let items) = try await stage.picker.pick(fromLibrary(editing: .square)) else {
            Issue.record("nothing was picked")
            return
        }
        #expect(items.count == 2)
        #expect(throws: PickError.library(.itemGone("a"))) { try items[0].result.get() }
        #expect(items[1].media?.edited?.path.name.string == "cropped.jpg")
        #expect(stage.presenter.toasts.map(\.text) == ["No longer in the library"])
    }

    @Test func `5.15 items come in tap order, each a value or a typed error`() async throws {
        let stage = PickingStage()
        stage.library.script("a", .hold, .give(.original(.sample("a.jpg"), movie: nil)))
        stage.library.script("b", .fail(LibraryError.unreadable(path: "/b.jpg", reason: "damaged")))
        stage.presenter.choices = [.success(["a", "b", "gone", "c"])]
        let library = stage.library
        stage.presenter.onCall = { if case .library = $0 { library.release("a") } }
        let outcome = try await stage.picker.pick(fromLibrary())
        #expect(outcome.summary == ["a", "b?", "gone?", "c"])
        guard case .picked(let items) = outcome else {
            Issue.record("nothing was picked")
            return
        }
        #expect(throws: PickError.library(.unreadable(path: "/b.jpg", reason: "damaged"))) { try items[1].result.get() }
        #expect(throws: PickError.library(.itemGone("gone"))) { try items[2].result.get() }
    }

    @Test func `5.12 C58 Done before the library's change gives the rest and one typed error`() async throws {
        // wordpress-mobile/MediaPicker-iOS #225
        let stage = PickingStage(library: StubLibrary(ids: "1", "2", "3"))
        stage.presenter.choices = [.success(["1", "2", "3"])]
        let library = stage.library
        stage.presenter.onCall = { if case .library = $0 { library.remove("2") } }
        #expect(try await stage.picker.pick(fromLibrary()).summary == ["1", "2?", "3"])
    }

    @Test func `C59 a degraded first answer is never the result, and nothing comes twice`() async throws {
        // d0ping/DBAttachmentPickerController PR 24, hyperoslo/ImagePicker #79
        let stage = PickingStage(library: StubLibrary([.sample("a"), .sample("b"), .sample("c"), .sample("d")]))
        let final = MediaFile.sample("final.jpg")
        stage.library.script(
            "a", .give(.degraded(.sample("small.jpg"))), .give(.progress(0.5)), .give(.original(final, movie: nil)),
            .give(.original(.sample("twice.jpg"), movie: nil)))
        stage.library.script("b", .give(.degraded(.sample("small.jpg"))), .fail(LibraryError.needsDownload("b")))
        stage.library.script("c", .give(.degraded(.sample("small.jpg"))))
        stage.presenter.choices = [.success(["a", "b", "c", "d"])]
        guard case .picked(let items) = try await stage.picker.pick(fromLibrary()) else {
            Issue.record("nothing was picked")
            return
        }
        #expect(items.count == 4)
        #expect(items[0].media?.file === final)
        #expect(throws: PickError.library(.needsDownload("b"))) { try items[1].result.get() }
        #expect(throws: PickError.library(.needsDownload("c"))) { try items[2].result.get() }
        #expect(items[3].media != nil)
    }

    @Test func `C59 a remote original that cannot be had needs a download, and is not nothing`() async throws {
        let stage = PickingStage(library: StubLibrary([.sample("a", isRemote: true)]))
        stage.library.script("a")
        stage.presenter.choices = [.success(["a"])]
        guard case .picked(let items) = try await stage.picker.pick(fromLibrary()) else {
            Issue.record("nothing was picked")
            return
        }
        #expect(throws: PickError.library(.needsDownload("a"))) { try items[0].result.get() }
    }

    @Test func `C64 4.6 an asset chosen twice comes once, and never more than allowed`() async throws {
        let stage = PickingStage()
        stage.presenter.choices = [.success(["b", "b", "a", "c"])]
        #expect(try await stage.picker.pick(fromLibrary(max: 2)).summary == ["b", "a"])
    }

    @Test func `C55 a camera that gives more than there is room for is cut to the first ones`() async throws {
        let stage = PickingStage()
        var request = fromCamera()
        request.choice.rules.maximum = 2
        request.capture.maximumCount = 5
        stage.presenter.captures = [.success((1...4).map { .photo("\($0).jpg") })]
        #expect(try await stage.picker.pick(request).summary == ["1.jpg", "2.jpg"])
        #expect(stage.presenter.captureRequests.first?.maximumCount == 2)
    }

    @Test func `5.11 what a system's picker let through against the rules is a typed error`() async throws {
        let stage = PickingStage(library: StubLibrary([.sample("a"), .sample("v", .video, duration: 16)]))
        var request = fromLibrary()
        request.choice.rules.duration = 0...15
        stage.presenter.choices = [.success(["v", "a"])]
        guard case .picked(let items) = try await stage.picker.pick(request) else {
            Issue.record("nothing was picked")
            return
        }
        #expect(throws: PickError.refused(.tooLong(limit: 15))) { try items[0].result.get() }
        #expect(items[1].media != nil)
        #expect(stage.library.started == ["a"])
    }

    @Test func `an error that is none of ours is told as an internal one`() async throws {
        struct Strange: Error {}
        let stage = PickingStage()
        stage.library.script("a", .fail(Strange()))
        stage.presenter.choices = [.success(["a"])]
        guard case .picked(let items) = try await stage.picker.pick(fromLibrary()) else {
            Issue.record("nothing was picked")
            return
        }
        #expect(throws: PickError.library(.internal("Strange()"))) { try items[0].result.get() }
    }

    @Test func `many originals are loaded a few at a time, and all arrive in order`() async throws {
        let ids = (0..<40).map { AssetID("\($0)") }
        let stage = PickingStage(library: StubLibrary(ids.map { .sample($0) }))
        stage.presenter.choices = [.success(ids)]
        let outcome = try await stage.picker.pick(fromLibrary())
        #expect(outcome.summary == ids.map(\.rawValue))
        #expect(Set(stage.library.started) == Set(ids))
    }
}
