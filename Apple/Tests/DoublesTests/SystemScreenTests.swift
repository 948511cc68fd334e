import AVFoundation
import DoublesControl
import Photos
import PhotosUI
import Testing
import UIKit

@MainActor @Suite(.phone) struct SystemScreenTests {
    @Test func `The camera's properties want the camera as source first`() {
        let picker = UIImagePickerController()
        picker.cameraDevice = .front
        picker.sourceType = .camera
        picker.cameraDevice = .front
        picker.cameraCaptureMode = .video
        #expect(World.current.takeViolations().map(\.kind) == [.wrongOrder, .wrongOrder])
    }

    @Test func `A source that is not there is refused`() {
        World.current.change { $0.cameras = [] }
        #expect(!UIImagePickerController.isSourceTypeAvailable(.camera))
        UIImagePickerController().sourceType = .camera
        #expect(World.current.takeViolations().map(\.kind) == [.unavailable])
    }

    @Test func `A camera without the app's sentence about it ends the app`() async {
        World.current.change { $0.usageDescriptions = [] }
        let window = await Screen.show(UIViewController())
        let picker = UIImagePickerController()
        picker.sourceType = .camera
        window.rootViewController?.present(picker, animated: true)
        await Screen.settle()
        #expect(World.current.takeViolations(.missingUsageDescription).count == 1)
        _ = await AVCaptureDevice.requestAccess(for: .audio)
        _ = await PHPhotoLibrary.requestAuthorization(for: .addOnly)
        #expect(World.current.takeViolations().map(\.kind) == [.missingUsageDescription, .missingUsageDescription])
    }

    @Test func `A status that nobody knows yet is neither of the known ones`() {
        World.current.change { $0.statuses = [.camera: .unknown, .photosReadWrite: .unknown] }
        let camera = AVCaptureDevice.authorizationStatus(for: .video)
        #expect(camera.rawValue == 99 && camera != .authorized && camera != .denied)
        switch PHPhotoLibrary.authorizationStatus(for: .readWrite) {
        case .notDetermined, .restricted, .denied, .authorized, .limited: Issue.record("a known status")
        @unknown default: break
        }
    }

    @Test func `The system asks once, off the main thread`() async {
        World.current.change {
            $0.statuses = [:]
            $0.answers = [.camera: .authorized]
        }
        let wasMain = await withCheckedContinuation { continuation in
            AVCaptureDevice.requestAccess(for: .video) { _ in continuation.resume(returning: Queues.isMain) }
        }
        #expect(!wasMain)
        #expect(Queues.isMain)
        #expect(await AVCaptureDevice.requestAccess(for: .video))
        #expect(World.current.questionsAsked == [.camera])
    }

    @Test func `An item provider's file is gone when its handler has returned`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "double-\(UUID().uuidString).jpg")
        try Picture.jpeg(width: 4, height: 3).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let window = await Screen.show(UIViewController())
        final class Delegate: PHPickerViewControllerDelegate {
            var results: [PHPickerResult] = []
            func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
                self.results = results
            }
        }
        let delegate = Delegate()
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.filter = .all(of: [.images, .not(.livePhotos)])
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = delegate
        window.rootViewController?.present(picker, animated: true)
        await Screen.settle()
        await #expect(throws: NeverCame.self) { try await Hand.finish(picker, [.movie(file)]) }
        try await Hand.finish(picker, [.jpeg(file, identifier: "A")])
        #expect(delegate.results.map(\.assetIdentifier) == ["A"])
        let provider = try #require(delegate.results.first).itemProvider
        let (address, existed) = await withCheckedContinuation { continuation in
            provider.loadFileRepresentation(forTypeIdentifier: "public.jpeg") { url, _ in
                let path = url?.path ?? ""
                continuation.resume(returning: (path, FileManager.default.fileExists(atPath: path)))
            }
        }
        #expect(existed)
        try await Screen.wait(for: "the end of the copy") { !FileManager.default.fileExists(atPath: address) }
    }

    @Test func `A change is done as a whole, or not at all`() async throws {
        try await PHPhotoLibrary.shared().performChanges { @Sendable in
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: Picture.jpeg(width: 40, height: 30), options: nil)
        }
        #expect(Library.items.count == 1)
        await #expect(throws: PHPhotosError.self) {
            try await PHPhotoLibrary.shared().performChanges { @Sendable in
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: Picture.jpeg(width: 40, height: 30), options: nil)
                _ = PHAssetCreationRequest.forAsset()
            }
        }
        #expect(Library.items.count == 1)
        _ = PHAssetCreationRequest.forAsset()
        #expect(World.current.takeViolations().map(\.kind) == [.outsideChanges])
    }

    @Test func `Reading the library without the permission is refused`() {
        World.current.change { $0.statuses = [.photosAddOnly: .authorized] }
        #expect(PHAsset.fetchAssets(with: nil).count == 0)
        #expect(World.current.takeViolations().map(\.kind) == [.notAuthorized])
    }
}
