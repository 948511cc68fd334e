import DoublesControl
import FilmstripApple
import Foundation
import PhotosUI
import Testing
import UIKit

@testable import FilmstripUIKit

/// Nothing of a pick stays behind.
@MainActor @Suite(.phone) struct ReleaseTests {
    enum Kind: String, CaseIterable, Sendable { case sheet, library, camera, embedded, cropper, trimmer }

    @Test(arguments: Kind.allCases)
    func `1.6 each screen is released after its result`(_ kind: Kind) async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        weak var screen: UIViewController?
        weak var listener: AnyObject?
        let pick = stage.pick(try request(kind))
        do {
            let shown = try await finish(kind, stage, folder)
            (screen, listener) = (shown.screen, shown.listener)
        }
        _ = try await pick.value
        try await Screen.wait(for: "the release of the \(kind)") { screen == nil && listener == nil }
        #expect(stage.isClear)
    }

    private func request(_ kind: Kind) throws -> PickRequest {
        var request: PickRequest =
            switch kind {
            case .sheet: .ask()
            case .library: .library()
            case .camera: .camera()
            case .embedded: .embeddedPhoto()
            case .cropper: .library(editing: .square)
            case .trimmer: .library(editing: EditPolicy(videos: .trim(maximumDuration: nil)))
            }
        request.texts = .english
        return request
    }

    /// Gives the screen its result, and answers with it and with what listens to it.
    private func finish(
        _ kind: Kind, _ stage: AppStage, _ folder: TestFolder
    ) async throws -> (screen: UIViewController, listener: AnyObject?) {
        let photo: [UIImagePickerController.InfoKey: Any] = [
            .mediaType: "public.image", .originalImage: Picture.image(width: 40, height: 30),
        ]
        switch kind {
        case .sheet:
            let sheet = try await stage.alert()
            try await Hand.press("Cancel", of: sheet)
            return (sheet, nil)
        case .library:
            let library = try await stage.library()
            let listener = library.delegate
            try await Hand.finish(library, [.jpeg(try folder.jpeg())])
            return (library, listener)
        case .camera:
            let camera = try await stage.camera()
            let listener = camera.delegate
            await Hand.finish(camera, photo)
            return (camera, listener)
        case .embedded:
            try await Screen.wait(for: "the camera inside of the view") { !stage.root.children.isEmpty }
            let camera = try #require(stage.root.children.first as? UIImagePickerController)
            let listener = camera.delegate
            await Hand.finish(camera, photo)
            return (camera, listener)
        case .cropper:
            try await Hand.finish(try await stage.library(), [.jpeg(try folder.jpeg())])
            let cropper = try await Screen.wait(for: CropController.self)
            await Hand.press(cropper.useButton)
            return (cropper, cropper.frameView)
        case .trimmer:
            try await Hand.finish(try await stage.library(), [.movie(try folder.movie())])
            let editor = try await Screen.wait(for: UIVideoEditorController.self)
            let listener = editor.delegate
            await Hand.finish(editor, try folder.movie("trimmed.mov", seconds: 1).path)
            return (editor, listener)
        }
    }
}
