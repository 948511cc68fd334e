import Filmstrip
import FilmstripTesting
import Foundation
import Testing

/// What a system's own picker hands over, from a library that nobody here may read.
@Suite(.timeLimit(.minutes(1))) @MainActor struct HandedItemTests {
    private let stage = PickingStage(permissions: [.photoLibrary: .denied], library: StubLibrary())

    init() { stage.presenter.place = PresentationPlace(choosesWithoutPermission: true) }

    private func item(_ id: AssetID, _ kind: MediaKind = .photo, duration: Double? = nil) -> HandedItem {
        HandedItem(id: id) { _ in
            PickedMedia(
                origin: .library(.sample(id, kind, duration: duration)), original: .sample("\(id).jpg"))
        }
    }

    private func request(max maximum: Int? = nil) -> PickRequest {
        var request = PickRequest(source: .library, editing: .none, texts: .english)
        request.choice.rules.maximum = maximum
        return request
    }

    @Test func `0.9 0.10 what the system hands over comes in tap order, each once, without a permission`() async throws
    {
        stage.presenter.handedOver = [item("b"), item("a"), item("b")]
        let outcome = try await stage.picker.pick(request())
        #expect(outcome.summary == ["b", "a"])
        #expect(stage.permissions.reads.isEmpty && stage.permissions.asked.isEmpty)
        #expect(stage.library.started.isEmpty)
    }

    @Test func `a failed item is an error of its own`() async throws {
        let lost = HandedItem(id: "lost") { _ throws(LibraryError) in throw .needsDownload("lost") }
        stage.presenter.handedOver = [item("a"), lost]
        let outcome = try await stage.picker.pick(request())
        #expect(outcome.summary == ["a", "lost?"])
        guard case .picked(let items) = outcome, case .failure(let error) = items[1].result else {
            Issue.record("the second one has failed")
            return
        }
        #expect(error == .library(.needsDownload("lost")))
    }

    @Test func `rules that a system's picker does not know are kept when the item is there`() async throws {
        stage.presenter.handedOver = [item("long", .video, duration: 90), item("short", .video, duration: 9)]
        var limited = request()
        limited.choice.rules.duration = 0...15
        let outcome = try await stage.picker.pick(limited)
        #expect(outcome.summary == ["long?", "short"])
    }

    @Test func `0.9 1.5 what was handed over is edited like any other`() async throws {
        stage.presenter.handedOver = [item("a")]
        let cropped = MediaFile.sample("cropped.jpg")
        stage.presenter.edits = [cropped]
        let media = try #require(try await stage.picker.pick(PickRequest(source: .library)).media.first)
        #expect(media.file === cropped)
        #expect(media.original.path.name.string == "a.jpg")
    }

    @Test func `4.7 an attached item tells its progress, and can be tried again`() async throws {
        let tries = Locked(0)
        let shy = HandedItem(id: "shy") { progress throws(LibraryError) in
            await progress(0.5)
            let count = tries.withLock { tries -> Int in
                tries += 1
                return tries
            }
            guard count > 1 else { throw .needsDownload("shy") }
            return PickedMedia(origin: .library(.sample("shy")), original: .sample("shy.jpg"))
        }
        stage.presenter.handedOver = [shy]
        let attachments = Attachments(picker: stage.picker, request: .attachments())
        #expect(try await attachments.add(from: .library))
        while attachments.items[0].error == nil { await Task.yield() }
        #expect(attachments.items[0].asset == "shy")
        try attachments.retry(attachments.items[0].id)
        while attachments.items[0].media == nil { await Task.yield() }
        #expect(tries.withLock { $0 } == 2)
    }

    @Test func `1.5 what the camera's own screen let the user edit is not edited again`() async throws {
        let stage = PickingStage()
        guard case .photo(var shot) = CapturedMedia.photo("shot.jpg") else { return }
        let cropped = MediaFile.sample("cropped.jpg")
        shot.editing = .offered(cropped)
        var left = shot
        left.editing = .offered(nil)
        stage.presenter.captures = [.success([.photo(shot)]), .success([.photo(left)])]
        let first = try #require(try await stage.picker.pick(PickRequest(source: .camera)).media.first)
        #expect(first.file === cropped && first.original === shot.file)
        let second = try #require(try await stage.picker.pick(PickRequest(source: .camera)).media.first)
        #expect(second.file === left.file)
        #expect(stage.presenter.shown == ["camera", "camera"])
        #expect(stage.presenter.captureRequests.map(\.editing) == [.square, .square])
    }

    @Test func `an item has its files by name`() {
        let (original, edited, movie) = (
            MediaFile.sample("a.jpg"), MediaFile.sample("b.jpg"), MediaFile.sample("c.mov")
        )
        var media = PickedMedia(origin: .library(.sample("a", .livePhoto)), original: original, movie: movie)
        #expect(media.file(.result) === original && media.file(.edited) == nil && media.file(.movie) === movie)
        media.edited = edited
        #expect(media.file(.result) === edited && media.file(.edited) === edited && media.file(.original) === original)
    }

    @Test func `0.7 a camera inside the view is asked for no editing`() async throws {
        let stage = PickingStage()
        stage.presenter.captures = [.success([.photo("shot.jpg")])]
        var request = PickRequest.embeddedPhoto()
        request.editing = .square
        _ = try await stage.picker.pick(request)
        #expect(stage.presenter.captureRequests.map(\.editing) == [.none])
    }

    @Test func `a permission that cannot be asked for is thrown with the missing key, and nothing is shown`() async {
        let stage = PickingStage(permissions: [.camera: .notDetermined])
        let fault = PermissionError.usageDescriptionMissing(key: "NSCameraUsageDescription", .camera)
        stage.permissions.failRequest(.camera, with: fault)
        await #expect(throws: PickError.permission(fault)) {
            try await stage.picker.pick(PickRequest(source: .camera))
        }
        #expect(stage.presenter.shown.isEmpty)
        #expect(PickError.permission(fault).code == .configurationFailed)
        #expect(PickError.permission(fault).subject == "NSCameraUsageDescription")
    }
}
