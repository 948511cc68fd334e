import Filmstrip
import Foundation

/// A presenter without a screen that only presses buttons: what it takes comes from the real camera, what it chooses from the
/// real index, and every decision is the core's.
@MainActor final class DemoPresenter: Presenter {
    /// Which buttons are pressed.
    struct Script: Sendable {
        /// In action sheets and alerts, the first of these that is offered.
        var presses: [Prompt.Action.ID] = []
        /// How many assets are tapped in the library, the newest first; the rules say when it is enough.
        var taps = 1
        /// Seconds of video, where one is taken.
        var seconds = 1.5
    }

    var script = Script()
    /// What was shown and pressed, in words.
    private(set) var story: [String] = []
    private let library: any IndexedLibrary
    private let camera: any CameraBackend
    private let choice: CameraChoice
    private let converter: ImageConverter

    /// - Parameter choice: the simulated camera, or a real one of the position that a request wishes.
    init(library: any IndexedLibrary, camera: any CameraBackend, choice: CameraChoice, converter: ImageConverter) {
        self.library = library
        self.camera = camera
        self.choice = choice
        self.converter = converter
    }

    func tell() -> [String] {
        defer { story = [] }
        return story
    }

    func waitUntilVisible() async -> PresentationPlace? { PresentationPlace() }

    func show(_ prompt: Prompt) async -> Prompt.Action.ID? {
        let pressed = script.presses.first { id in prompt.actions.contains { $0.id == id } }
        let titles = prompt.actions.map(\.title).joined(separator: " / ")
        let button = prompt.actions.first { $0.id == pressed }?.title ?? "nothing"
        story.append("\(prompt.style == .alert ? "alert" : "sheet") \(titles): pressed \(button)")
        return pressed
    }

    func notify(_ toast: Prompt.Toast) { story.append("notice: \(toast.text)") }

    func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]? {
        let wish: CameraChoice = choice == .simulated ? choice : .position(request.position)
        let devices = try await camera.devices()
        let device: CameraDevice
        // The command's words for it speak of options, which a picker has none of.
        do throws(CommandError) { device = try wish.find(among: devices) } catch { throw CameraError.noCamera }
        try await camera.start(CameraConfiguration(camera: device.id))
        do throws(CameraError) {
            let media = try await take(request, from: camera)
            await camera.stop()
            story.append("camera \(device.name): took a \(media.kind.rawValue), pressed Use")
            return [media]
        } catch {
            await camera.stop()
            throw error
        }
    }

    private func take(_ request: CaptureRequest, from backend: any CameraBackend) async throws(CameraError)
        -> CapturedMedia
    {
        guard request.kind == .video else {
            return .photo(try await backend.capturePhoto(PhotoSettings(flash: request.flash)))
        }
        var settings = request.recording
        settings.maximumDuration = script.seconds
        return .video(try await camera.startRecording(settings).result())
    }

    func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [ChosenItem]? {
        let fetch = try await library.fetch(AssetQuery())
        var selection = Selection(rules: request.rules)
        var refusals: [String] = []
        for asset in try await fetch.assets(in: 0..<min(200, fetch.count)) where selection.count < script.taps {
            do throws(SelectionRefusal) {
                _ = try selection.select(asset)
            } catch {
                if refusals.isEmpty { refusals.append(error.message) }
                if selection.isFull { break }
            }
        }
        story.append("library: tapped \(selection.count) of \(fetch.count)")
        story += refusals.map { "refused: \($0)" }
        return selection.isEmpty ? nil : selection.ids.map(ChosenItem.asset)
    }

    func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile? {
        guard style == .square, !file.contentType.isVideo else { return nil }
        do {
            let square = try await converter.convert(file, to: .jpeg, quality: 0.92) { size in
                Crop(.square, in: size).pixels(in: size)
            }
            story.append("editor: cropped to a square, pressed Use")
            return square
        } catch {
            story.append("editor: \(CommandError(error).message)")
            return nil
        }
    }

    func openSettings(for permission: Permission) async -> Bool { false }

    func dismiss() {}
}
