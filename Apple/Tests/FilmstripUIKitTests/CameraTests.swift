import DoublesControl
import FilmstripApple
import FilmstripTesting
import Foundation
import Testing
import UIKit

@testable import FilmstripUIKit

/// The system's camera behind the one call.
@MainActor @Suite(.phone) struct CameraTests {
    private func photo(
        width: Int = 400, height: Int = 300, _ orientation: UIImage.Orientation = .right, edited: UIImage? = nil
    ) -> [UIImagePickerController.InfoKey: Any] {
        var info: [UIImagePickerController.InfoKey: Any] = [
            .mediaType: "public.image",
            .originalImage: Picture.image(width: width, height: height, orientation: orientation),
        ]
        info[.editedImage] = edited
        return info
    }

    @Test func `0.6 a photo is taken on the full screen, with editing, in photo mode, flash off`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(PickRequest(source: .camera, texts: .english))
        let camera = try await stage.camera()
        #expect(camera.sourceType == .camera)
        #expect(camera.modalPresentationStyle == .fullScreen)
        #expect(camera.allowsEditing)
        #expect(camera.cameraCaptureMode == .photo)
        #expect(camera.cameraFlashMode == .off)
        #expect(camera.mediaTypes == ["public.image"])
        #expect(camera.showsCameraControls)
        await Hand.finish(camera, photo())
        let media = try #require(try await pick.value.media.first)
        #expect(media.kind == .photo)
        #expect(stage.isClear)
    }

    @Test func `0.6 no usable camera is a notice of 2 s that says why, spoken too`() async throws {
        World.current.change { $0.cameras = [] }
        let stage = await AppStage()
        await #expect(throws: PickError.camera(.noCamera)) { try await stage.pick(.camera()).value }
        #expect(stage.notices == ["No camera is available"])
        await stage.clock.waitForSleepers()
        stage.clock.advance(by: .milliseconds(1900))
        await Screen.settle()
        #expect(stage.notices.count == 1)
        stage.clock.advance(by: .milliseconds(200))
        try await Screen.wait(for: "the end of the notice") { stage.notices.isEmpty }
    }

    @Test func `0.10 the original keeps its pixels and its orientation`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        await Hand.finish(try await stage.camera(), photo(width: 400, height: 300, .right))
        let media = try #require(try await pick.value.media.first)
        guard case .camera(.photo(let shot)) = media.origin else {
            Issue.record("it is a photo of the camera")
            return
        }
        #expect(shot.size == PixelSize(width: 300, height: 400))
        let facts = try #require(Picture.facts(of: try Data(contentsOf: media.file.url)))
        #expect((facts.width, facts.height) == (400, 300))
        #expect(facts.orientation == Orientation.right.rawValue)
        #expect(facts.quality == 1)
        #expect(media.file.isTemporary && media.file.contentType == .jpeg)
    }

    @Test func `0.10 1.5 the edited picture is handed over where there is one, and the original with it`() async throws
    {
        let stage = await AppStage()
        let pick = stage.pick(.camera(editing: .square))
        let camera = try await stage.camera()
        await Hand.finish(camera, photo(edited: Picture.image(width: 200, height: 200)))
        let media = try #require(try await pick.value.media.first)
        let edited = try #require(media.edited)
        #expect(media.file === edited)
        #expect(Picture.facts(of: try Data(contentsOf: edited.url))?.width == 200)
        #expect(Picture.facts(of: try Data(contentsOf: media.original.url))?.width == 400)
    }

    @Test func `1.5 without a crop the original is handed over, and no second editor comes`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.camera(editing: .square))
        await Hand.finish(try await stage.camera(), photo())
        let media = try #require(try await pick.value.media.first)
        #expect(media.edited == nil && media.file === media.original)
    }

    @Test func `0.8 a video: high quality, switchable to photo, trimmed before it is used`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        var request = PickRequest.video(camera: .front)
        request.texts = .english
        request.capture.recording.maximumDuration = 15
        let pick = stage.pick(request)
        let camera = try await stage.camera()
        #expect(camera.cameraCaptureMode == .video)
        #expect(camera.mediaTypes == ["public.image", "public.movie"])
        #expect(camera.videoQuality == .typeHigh)
        #expect(camera.videoMaximumDuration == 15)
        #expect(camera.allowsEditing)
        #expect(camera.cameraDevice == .front)
        let movie = try folder.movie(seconds: 2)
        await Hand.finish(camera, [.mediaType: "public.movie", .mediaURL: movie])
        let media = try #require(try await pick.value.media.first)
        #expect(media.kind == .video && media.file.contentType == .quickTime)
        guard case .camera(.video(let video)) = media.origin else {
            Issue.record("it is a video of the camera")
            return
        }
        #expect(abs(video.duration - 2) < 0.01 && video.sound == .recorded)
        #expect(!FileManager.default.fileExists(atPath: movie.path))
        #expect(FileManager.default.fileExists(atPath: media.file.path.string))
    }

    @Test func `0.8 a photo that is taken in the video camera is handed over as one`() async throws {
        let stage = await AppStage()
        var request = PickRequest.video()
        request.texts = .english
        let pick = stage.pick(request)
        await Hand.finish(try await stage.camera(), photo())
        #expect(try await pick.value.media.map(\.kind) == [.photo])
    }

    @Test func `0.8 the rules of choosing limit the recording, and a refused microphone is said`() async throws {
        World.current.change { $0.statuses[.microphone] = .denied }
        let folder = try TestFolder()
        let stage = await AppStage()
        var request = PickRequest.camera(.video)
        request.choice.rules.duration = 0...10
        request.editing = EditPolicy(videos: .trim(maximumDuration: 8))
        let pick = stage.pick(request)
        let camera = try await stage.camera()
        #expect(camera.videoMaximumDuration == 8)
        await Hand.finish(camera, [.mediaType: "public.movie", .mediaURL: try folder.movie()])
        guard case .camera(.video(let video)) = try await pick.value.media.first?.origin else {
            Issue.record("it is a video of the camera")
            return
        }
        #expect(video.sound == .missing(.permissionDenied))
    }

    @Test func `0.8 a movie that was lost is an error, told by a notice`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.camera(.video))
        let gone = FileManager.default.temporaryDirectory.appending(path: "gone-\(UUID().uuidString).mov")
        await Hand.finish(try await stage.camera(), [.mediaType: "public.movie", .mediaURL: gone])
        let error = await #expect(throws: PickError.self) { try await pick.value }
        #expect(error?.code == .recordingFailed)
        #expect(stage.notices.count == 1)
    }

    @Test func `C64 two answers of one camera are one result, and a cancel after it is none`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        let camera = try await stage.camera()
        let listener = try #require(camera.delegate)
        listener.imagePickerController(camera, didFinishPickingMediaWithInfo: photo(width: 100))
        listener.imagePickerController(camera, didFinishPickingMediaWithInfo: photo(width: 200))
        listener.imagePickerControllerDidCancel(camera)
        let media = try await pick.value.media
        #expect(media.count == 1)
        #expect(Picture.facts(of: try Data(contentsOf: media[0].file.url))?.width == 100)
    }

    @Test func `C65 a camera that the app takes away without a word is one cancel`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(.camera())
        _ = try await stage.camera()
        stage.root.dismiss(animated: false)
        #expect(try await pick.value.isCancelled)
    }

    @Test(arguments: ["NSCameraUsageDescription", "NSMicrophoneUsageDescription"])
    func `what the Info.plist lacks is named before the system would end the app`(_ key: String) async throws {
        World.current.change { _ = $0.usageDescriptions.remove(key) }
        let stage = await AppStage()
        let error = await #expect(throws: PickError.self) { try await stage.pick(.camera(.video)).value }
        #expect(error?.code == .configurationFailed)
        #expect(error?.message.contains(key) == true)
        #expect(World.current.takeViolations().isEmpty)
        #expect(stage.root.presentedViewController == nil)
    }
}

/// The camera inside of the app's own view.
@MainActor @Suite(.phone) struct EmbeddedCameraTests {
    private func embedded(_ stage: AppStage) async throws -> UIImagePickerController {
        try await Screen.wait(for: "the camera inside of the view") { !stage.root.children.isEmpty }
        return try #require(stage.root.children.first as? UIImagePickerController)
    }

    private func request(_ camera: CameraDevice.Position = .rear) -> PickRequest {
        var request = PickRequest.embeddedPhoto(camera: camera)
        request.texts = .english
        return request
    }

    @Test func `0.7 without stock controls and editing, under our cross-hair and button, and taken out again`()
        async throws
    {
        let stage = await AppStage()
        let pick = stage.pick(request(.front))
        let camera = try await embedded(stage)
        #expect(!camera.showsCameraControls && !camera.allowsEditing)
        #expect(camera.cameraDevice == .front && camera.cameraFlashMode == .off)
        #expect(camera.view.frame == stage.root.view.bounds)
        let overlay = try #require(camera.cameraOverlayView as? CameraOverlayView)
        #expect(overlay.frame == stage.root.view.bounds)
        overlay.layoutIfNeeded()
        #expect(overlay.shutter.frame.midX == overlay.bounds.midX)
        await Hand.press(overlay.shutter)
        await Hand.press(overlay.shutter)
        #expect(Hand.shutterPresses(of: camera) == 1)
        await Hand.finish(
            camera, [.mediaType: "public.image", .originalImage: Picture.image(width: 400, height: 300)])
        let media = try #require(try await pick.value.media.first)
        #expect(media.edited == nil && media.file === media.original)
        #expect(stage.isClear)
    }

    @Test func `0.7 the app's own overlay fills the view, takes the photo and ends the camera`() async throws {
        final class Buttons {
            var take: (@MainActor () -> Void)?
            var cancel: (@MainActor () -> Void)?
        }
        let buttons = Buttons()
        let own = UIView(frame: .zero)
        let stage = await AppStage {
            $0.overlay = { take, cancel in
                (buttons.take, buttons.cancel) = (take, cancel)
                return own
            }
        }
        let pick = stage.pick(request())
        let camera = try await embedded(stage)
        #expect(camera.cameraOverlayView === own)
        #expect(own.frame == stage.root.view.bounds)
        buttons.take?()
        #expect(Hand.shutterPresses(of: camera) == 1)
        buttons.cancel?()
        #expect(try await pick.value.isCancelled)
        #expect(stage.isClear)
    }

    @Test func `0.7 it comes into the screen that the user sees, also where that lies over the one that was given`()
        async throws
    {
        let stage = await AppStage()
        let page = UIViewController()
        page.modalPresentationStyle = .fullScreen
        stage.root.present(page, animated: true)
        let pick = stage.pick(request())
        try await Screen.wait(for: "the camera inside of the page") { !page.children.isEmpty }
        #expect(stage.root.children.isEmpty)
        pick.cancel()
        #expect(try await pick.value.isCancelled)
        #expect(page.children.isEmpty && page.view.subviews.isEmpty)
        stage.root.dismiss(animated: false)
        await Screen.settle()
    }

    @Test func `0.7 no usable camera is the notice of 2 s`() async throws {
        World.current.change { $0.cameras = [] }
        let stage = await AppStage()
        await #expect(throws: PickError.camera(.noCamera)) { try await stage.pick(request()).value }
        #expect(stage.notices == ["No camera is available"])
        #expect(stage.root.children.isEmpty)
    }

    @Test func `0.7 cancelling the task takes camera and overlay out again`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(request())
        _ = try await embedded(stage)
        pick.cancel()
        #expect(try await pick.value.isCancelled)
        #expect(stage.isClear)
    }

    @Test func `C65 a screen that goes with the camera in it is one cancel`() async throws {
        let stage = await AppStage()
        let pick = stage.pick(request())
        _ = try await embedded(stage)
        stage.window.rootViewController = UIViewController()
        #expect(try await pick.value.isCancelled)
        #expect(stage.root.children.isEmpty)
    }
}
