import DoublesControl
import FilmstripApple
import Foundation
import PhotosUI
import Testing
import UIKit

@testable import FilmstripTesting
@testable import FilmstripUIKit

/// An app with one screen and a picker over it.
@MainActor final class AppStage {
    let root: UIViewController
    let window: UIWindow
    let presenter: UIKitPresenter
    let picker: MediaPicker
    let clock = ManualClock()

    /// The sentences of the Info.plist, as the device of the test has them.
    static let usage = UsageDescriptions { World.current.now.usageDescriptions.contains($0) ? "Because." : nil }

    /// - Parameters:
    ///   - root: the screen.
    ///   - isShown: whether its window is there from the start.
    ///   - change: what the app wants otherwise.
    init(
        _ root: UIViewController = UIViewController(), isShown: Bool = true,
        _ change: (inout UIKitPresenter.Configuration) -> Void = { _ in }
    ) async {
        self.root = root
        var configuration = UIKitPresenter.Configuration(usage: Self.usage, clock: clock)
        change(&configuration)
        presenter = UIKitPresenter(over: root, configuration: configuration)
        picker = MediaPicker(
            presenter: presenter, permissions: ApplePermissions(usage: Self.usage), library: PhotoKitStore(),
            cameras: { await SystemCamera.devices() })
        if isShown {
            window = await Screen.show(root)
        } else {
            window = UIWindow(windowScene: Screen.scene)
        }
    }

    func pick(_ request: PickRequest) -> Task<PickOutcome, any Error> {
        Task { [picker] in try await picker.pick(request) }
    }

    /// What the notices on the screen say.
    var notices: [String] {
        window.subviews.compactMap { ($0 as? NoticeView)?.label.text }
    }

    /// The screen of the system's camera, once it is there.
    func camera() async throws -> UIImagePickerController {
        try await Screen.wait(for: UIImagePickerController.self)
    }

    /// The system's picker, once it is there.
    func library() async throws -> PHPickerViewController {
        try await Screen.wait(for: PHPickerViewController.self)
    }

    /// The alert or sheet, once it is there.
    func alert() async throws -> UIAlertController {
        try await Screen.wait(for: UIAlertController.self)
    }

    /// Whether nothing is shown over the app's screen.
    var isClear: Bool { root.presentedViewController == nil && root.children.isEmpty && root.view.subviews.isEmpty }
}

extension PickRequest {
    /// Straight to the camera, nothing edited.
    static func camera(_ kind: MediaKind = .photo, editing: EditPolicy = .none) -> PickRequest {
        PickRequest(source: .camera, capture: CaptureRequest(kind: kind), editing: editing, texts: .english)
    }

    /// Straight to the library, nothing edited.
    static func library(max maximum: Int? = 1, editing: EditPolicy = .none) -> PickRequest {
        var request = PickRequest(source: .library, editing: editing, texts: .english)
        request.choice.rules.maximum = maximum
        return request
    }

    /// Asks for the source.
    static func ask(editing: EditPolicy = .none) -> PickRequest { PickRequest(editing: editing, texts: .english) }
}

extension PickOutcome {
    var isCancelled: Bool {
        if case .cancelled = self { return true }
        return false
    }
}

/// Files of a test, removed with it.
final class TestFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "filmstrip-test-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch { Issue.record(error) }
    }

    func jpeg(_ name: String = "IMG_0001.JPG", width: Int = 400, height: Int = 300, orientation: Int = 1) throws -> URL
    {
        let file = url.appending(path: name)
        try Picture.jpeg(width: width, height: height, orientation: orientation).write(to: file)
        return file
    }

    /// A movie of that many seconds, perhaps of a camera that was held upright.
    func movie(
        _ name: String = "IMG_0002.MOV", seconds: Double = 2, size: PixelSize = PixelSize(width: 16, height: 16),
        isTurned: Bool = false
    ) throws -> URL {
        var movie = SimulatedMovie(size: size, framesPerSecond: 10)
        let frame = PixelFrame(
            size: size, bytesPerRow: size.width * 4, bytes: Data(repeating: 255, count: size.width * 4 * size.height))
        for _ in 0..<Int(seconds * 10) { movie.append(frame) }
        let file = url.appending(path: name)
        var bytes = movie.encoded()
        if isTurned, let header = bytes.range(of: Data("tkhd".utf8)) {
            // The first four numbers of its matrix: by 90 degrees to the right.
            let turn: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0]
            bytes.replaceSubrange(header.lowerBound + 44..<header.lowerBound + 64, with: turn)
        }
        try bytes.write(to: file)
        return file
    }

    /// Still and movie of a live photo in a folder, as the system hands it over.
    func liveBundle() throws -> URL {
        let folder = url.appending(path: "IMG_0003.pvt")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: jpeg("still.jpg"), to: folder.appending(path: "IMG_0003.HEIC"))
        try FileManager.default.copyItem(at: movie("movie.mov"), to: folder.appending(path: "IMG_0003.MOV"))
        try Data("<plist/>".utf8).write(to: folder.appending(path: "metadata.plist"))
        return folder
    }
}
