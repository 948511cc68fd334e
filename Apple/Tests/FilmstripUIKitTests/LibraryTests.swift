import DoublesControl
import FilmstripApple
import Foundation
import PhotosUI
import Testing
import UIKit

@testable import FilmstripUIKit

/// The system's picker behind the one call.
@MainActor @Suite(.phone) struct LibraryTests {
    @Test func `0.9 the system's picker needs no permission, and hands over the bytes as they are`() async throws {
        World.current.change { $0.statuses = [:] }
        let folder = try TestFolder()
        let original = try folder.jpeg(width: 400, height: 300, orientation: 6)
        let stage = await AppStage()
        let pick = stage.pick(.library())
        let library = try await stage.library()
        #expect(library.configuration.selectionLimit == 1)
        #expect(library.configuration.preferredAssetRepresentationMode == .current)
        try await Hand.finish(library, [.jpeg(original, identifier: "A/L0/001", name: "IMG_0042")])
        let media = try #require(try await pick.value.media.first)
        #expect(try Data(contentsOf: media.file.url) == Data(contentsOf: original))
        guard case .library(let asset) = media.origin else {
            Issue.record("it is from the library")
            return
        }
        #expect(asset.id == "A/L0/001" && asset.fileName == "IMG_0042.JPG" && asset.kind == .photo)
        #expect(asset.size == PixelSize(width: 300, height: 400))
        #expect(World.current.questionsAsked.isEmpty)
        #expect(stage.isClear)
    }

    @Test func `0.11 details of what was chosen: identity, type, address, name`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        try await Hand.finish(
            try await stage.library(), [.jpeg(try folder.jpeg(), identifier: "A/L0/001", name: "IMG_0042")])
        let media = try #require(try await pick.value.media.first)
        let details = try ImageDetails(of: media)
        #expect(details.id == "A/L0/001" && details.contentType == .jpeg && details.fileName == "IMG_0042.JPG")
        #expect(details.address == media.file.url)
        try FileManager.default.removeItem(at: media.file.url)
        let error = #expect(throws: LibraryError.self) { try ImageDetails(of: media) }
        #expect(error?.code == .notFound)
    }

    @Test func `what was chosen can be shared, and gives a small upright picture, a video one of its beginning`()
        async throws
    {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library(max: 2))
        let photo = try folder.jpeg(width: 4000, height: 3000, orientation: 6)
        let movie = try folder.movie(size: PixelSize(width: 160, height: 80), isTurned: true)
        try await Hand.finish(try await stage.library(), [.jpeg(photo), .movie(movie)])
        let media = try await pick.value.media
        let image = try await media[0].image(maxPixels: 400)
        #expect(image.size == CGSize(width: 300, height: 400))
        for (item, type) in zip(media, ["public.image", "public.movie"]) {
            let shared = try #require(try await Hand.share(item))
            #expect(shared.type == type && shared.file == item.file.url)
        }
        #expect(try await media[1].image(maxPixels: 400).size == CGSize(width: 80, height: 160))
        #expect(try await media[1].image(maxPixels: 40).size == CGSize(width: 20, height: 40))
    }

    @Test func `a video that has gone, or is none, gives no picture but a typed error`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        try await Hand.finish(try await stage.library(), [.movie(try folder.movie())])
        let media = try #require(try await pick.value.media.first)
        try Data("ftyp".utf8).write(to: media.file.url)
        var error = await #expect(throws: LibraryError.self) { try await media.image(maxPixels: 400) }
        #expect(error?.code == .unreadable)
        try FileManager.default.removeItem(at: media.file.url)
        error = await #expect(throws: LibraryError.self) { try await media.image(maxPixels: 400) }
        #expect(error?.code == .notFound)
    }

    @Test func `0.12 Base64 of what was chosen, and back`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        try await Hand.finish(try await stage.library(), [.jpeg(try folder.jpeg())])
        let media = try #require(try await pick.value.media.first)
        let bytes = try Data(contentsOf: media.file.url)
        let text = try Base64Image.encode(bytes)
        #expect(text == bytes.base64EncodedString())
        #expect(throws: Base64Error.self) { try Base64Image.encode(Data("no picture".utf8)) }
    }

    @Test func `0.10 a video is known by its type, and handed over as a file`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        try await Hand.finish(try await stage.library(), [.movie(try folder.movie(seconds: 3))])
        let media = try #require(try await pick.value.media.first)
        #expect(media.kind == .video && media.file.contentType == .quickTime)
        guard case .library(let asset) = media.origin else {
            Issue.record("it is of no library")
            return
        }
        #expect(abs((asset.duration ?? 0) - 3) < 0.01)
    }

    @Test func `0.10 a live photo comes as still and movie`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        try await Hand.finish(try await stage.library(), [.livePhoto(bundle: try folder.liveBundle())])
        let media = try #require(try await pick.value.media.first)
        #expect(media.kind == .livePhoto)
        #expect(media.original.contentType == .jpeg && media.movie?.contentType == .quickTime)
    }

    @Test func `0.10 5.15 items come in tap order, each a file or a typed error`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library(max: 6))
        let library = try await stage.library()
        #expect(library.configuration.selectionLimit == 6 && library.configuration.selection == .ordered)
        try await Hand.finish(
            library,
            [
                .jpeg(try folder.jpeg("b.jpg"), identifier: "b"), .jpeg(nil, identifier: "lost"),
                .jpeg(try folder.jpeg("a.jpg"), identifier: "a"),
            ])
        guard case .picked(let items) = try await pick.value else {
            Issue.record("three were chosen")
            return
        }
        #expect(items.map(\.asset) == ["b", "lost", "a"])
        #expect(items.map { $0.media != nil } == [true, false, true])
        guard case .failure(let error) = items[1].result else {
            Issue.record("the lost one was found")
            return
        }
        #expect(error.code == .unreadable)
    }

    @Test func `0.9 1.5 what was chosen is cropped to a square, as the frame shows it`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let pick = stage.pick(.library(editing: .square))
        try await Hand.finish(
            try await stage.library(), [.jpeg(try folder.jpeg(width: 400, height: 300, orientation: 6))])
        let cropper = try await Screen.wait(for: CropController.self)
        #expect(cropper.scroll.frame.width == cropper.scroll.frame.height)
        cropper.scroll.contentOffset = .zero
        await Hand.press(cropper.useButton)
        let media = try #require(try await pick.value.media.first)
        let edited = try #require(media.edited)
        let facts = try #require(Picture.facts(of: try Data(contentsOf: edited.url)))
        #expect((facts.width, facts.height) == (300, 300))
        #expect(facts.orientation == 6)
        // The top of the picture as it is shown is the left of what is stored.
        #expect(facts.region == CGRect(x: 0, y: 0, width: 300, height: 300))
        #expect(Picture.facts(of: try Data(contentsOf: media.original.url))?.width == 400)
        #expect(stage.isClear)
    }

    @Test func `1.5 0.13 a cancelled crop leaves the original, under the app's words`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage { $0.texts.buttons.use = "Nehmen" }
        let pick = stage.pick(.library(editing: .square))
        try await Hand.finish(try await stage.library(), [.jpeg(try folder.jpeg())])
        let cropper = try await Screen.wait(for: CropController.self)
        #expect(cropper.useButton.currentTitle == "Nehmen")
        await Hand.press(cropper.cancelButton)
        let media = try #require(try await pick.value.media.first)
        #expect(media.edited == nil && media.file === media.original)
    }

    @Test func `1.5 a picture that cannot be cropped is handed over as it is, with a notice`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let file = folder.url.appending(path: "odd.gif")
        try Data("GIF89a".utf8 + [4, 0, 4, 0, 0, 0, 0, 0x3B]).write(to: file)
        let media = await stage.presenter.edit(
            MediaFile(path: MediaPath(file), contentType: .gif, isTemporary: false), as: .square)
        #expect(media == nil)
        #expect(stage.notices.count == 1)
        #expect(stage.root.presentedViewController == nil)
    }

    @Test func `a video that is too long for the rules is a typed error, and a chosen video is trimmed`()
        async throws
    {
        let folder = try TestFolder()
        let stage = await AppStage()
        var request = PickRequest.library(max: 2, editing: EditPolicy(videos: .trim(maximumDuration: 4)))
        request.choice.rules.duration = 0...5
        let pick = stage.pick(request)
        try await Hand.finish(
            try await stage.library(),
            [.movie(try folder.movie("long.mov", seconds: 9)), .movie(try folder.movie("short.mov", seconds: 5))])
        let editor = try await Screen.wait(for: UIVideoEditorController.self)
        #expect(editor.videoMaximumDuration == 4)
        let trimmed = try folder.movie("trimmed.mov", seconds: 4)
        await Hand.finish(editor, trimmed.path)
        guard case .picked(let items) = try await pick.value else {
            Issue.record("two were chosen")
            return
        }
        guard case .failure(let error) = items[0].result else {
            Issue.record("nine seconds are too long")
            return
        }
        #expect(error.code == .tooLarge)
        #expect(items[1].media?.edited != nil)
    }

    @Test func `0.9 kinds filter what the picker shows`() {
        func filter(_ kinds: Set<MediaKind>) -> PHPickerFilter? {
            var request = ChoiceRequest()
            request.rules.kinds = kinds
            return PHPickerConfiguration(request).filter
        }
        let stills = PHPickerFilter.all(of: [.images, .not(.livePhotos)])
        #expect(filter([.photo]) == stills)
        #expect(filter([.video]) == .videos)
        #expect(filter([.livePhoto]) == .livePhotos)
        #expect(filter([.photo, .livePhoto]) == .images)
        #expect(filter([.livePhoto, .video]) == .any(of: [.livePhotos, .videos]))
        #expect(filter([.photo, .video]) == .any(of: [stills, .videos]))
        #expect(filter(Set(MediaKind.allCases)) == nil)
    }

    @Test func `C64 a second Done and a Cancel after Done change nothing`() async throws {
        let folder = try TestFolder()
        let file = try folder.jpeg()
        let stage = await AppStage()
        let pick = stage.pick(.library())
        let library = try await stage.library()
        async let first: Void = Hand.finish(library, [.jpeg(file, identifier: "a")])
        async let second: Void = Hand.finish(library, [.jpeg(file, identifier: "b")])
        async let third: Void = Hand.finish(library, [])
        _ = try await (first, second, third)
        #expect(try await pick.value.media.count == 1)
    }

    @Test func `C65 a picker that is swiped away is one cancel, and so is one that the app takes away`() async throws {
        let stage = await AppStage()
        var pick = stage.pick(.library())
        #expect(await Hand.swipeAway(try await stage.library()))
        #expect(try await pick.value.isCancelled)
        pick = stage.pick(.library())
        _ = try await stage.library()
        stage.root.dismiss(animated: false)
        #expect(try await pick.value.isCancelled)
    }

    @Test func `a cancel that gives back what was chosen before is a cancel`() async throws {
        let stage = await AppStage()
        var request = PickRequest.library(max: 3)
        request.choice.preselected = ["a", "b"]
        let pick = stage.pick(request)
        let library = try await stage.library()
        #expect(library.configuration.preselectedAssetIdentifiers == ["a", "b"])
        try await Hand.finish(library, [.jpeg(nil, identifier: "a"), .jpeg(nil, identifier: "b")])
        #expect(try await pick.value.isCancelled)
    }

    @Test func `what was chosen before comes from the library, beside what is new`() async throws {
        let folder = try TestFolder()
        let known = Library.addPhoto(try Data(contentsOf: folder.jpeg()))
        let stage = await AppStage()
        var request = PickRequest.library(max: 3)
        request.choice.preselected = [AssetID(known)]
        let pick = stage.pick(request)
        try await Hand.finish(
            try await stage.library(),
            [.jpeg(nil, identifier: known), .jpeg(try folder.jpeg("new.jpg"), identifier: "new")])
        let media = try await pick.value.media
        #expect(media.count == 2)
        #expect(media[0].file.contentType == .jpeg)
    }
}
