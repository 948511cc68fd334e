import Filmstrip
import FilmstripFormats
import Foundation

/// Walks the whole way without a window: camera, library, and the four scenarios, and leaves files and a report.
@MainActor final class DemoRun {
    private let folder: MediaPath
    private let isTiny: Bool
    private let desktop: DemoDesktop
    private let desk: Desk
    private(set) var report: DemoReport

    private var libraryFolder: MediaPath { folder.appending("library") }
    private var cache: MediaPath { folder.appending("cache") }

    init(folder: MediaPath, isTiny: Bool, desktop: DemoDesktop, desk: Desk) {
        self.folder = folder
        self.isTiny = isTiny
        self.desktop = desktop
        self.desk = desk
        report = DemoReport(folder: folder)
    }

    func run() async throws {
        report.heading("Camera and library")
        tell(desktop.account)
        try await writeSamples()
        try await takePhotoAndVideo()
        try await listNewest()
        try await walkScenarios()
        try folder.appending("report.md").writeNew(Array(report.text.utf8))
    }

    private func tell(_ line: String) {
        report.tell(line)
        if !desk.usesJSON { desk.errors.tell(line) }
    }

    // MARK: Camera and library, by the command itself

    private func writeSamples() async throws {
        let progress = desk.progress
        let samples = SampleLibrary(folder: libraryFolder, count: 48, seed: 1, isTiny: isTiny)
        let written = try await samples.write { progress.update("painting \($0) of 48 samples") }
        progress.finish()
        tell("Wrote a sample library of \(written.items) photos and videos into library/.")
        let report = try await command(["library", "index"]).first
        tell("Indexed it: \(report?["added"] ?? 0) added, \(report?["problems"] ?? 0) problems.")
    }

    private func takePhotoAndVideo() async throws {
        let camera = desktop.camera == .simulated ? "simulated" : "rear"
        for (what, words) in [
            ("photo", ["shoot", "--save", "--camera", camera]),
            ("video of 3 s", ["record", "--for", "3", "--save", "--camera", camera]),
        ] {
            guard let object = try await command(words).first, let path = object["path"] as? String else { continue }
            let file = try report.add(MediaPath(path))
            report.remember(file, as: String(what.prefix { $0 != " " }))
            tell("Took a \(what): \(file.name), \(file.byteCount) bytes\(file.proof).")
            report.show([file])
        }
    }

    private func listNewest() async throws {
        let counts = try await command(["library", "index"]).first
        tell(
            "Looked through it again: \(counts?["unchanged"] ?? 0) unchanged, \(counts?["filesRead"] ?? 0) files read."
        )
        let newest = try await command(["library", "list", "--limit", "5"])
        tell(
            "The newest: "
                + newest.compactMap { ($0["path"] as? String).map { MediaPath($0).name.string } }.joined(
                    separator: ", "))
    }

    /// Runs the command in the demo's desktop and library, and gives the objects that it printed.
    private func command(_ words: [String]) async throws -> [[String: Any]] {
        let (output, errors) = (MemorySink(), MemorySink())
        var environment = desktop.environment
        (environment.output, environment.errorOutput, environment.showsProgress) = (output, errors, false)
        // The demo's own runner hears of requests to stop.
        environment.stopRequests = { AsyncStream { _ in } }
        let place = ["--json", "--library", libraryFolder.string, "--cache", cache.string]
        let status = await CommandRunner(environment: environment).run((words + place).map { MediaPath($0) })
        report.tell("`filmstrip \(words.joined(separator: " "))`")
        try Task.checkCancellation()
        guard status == .done else {
            throw CommandError(.internal, "\(words.joined(separator: " ")) failed: \(errors.text)")
        }
        return try output.text.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    // MARK: The four scenarios, with a presenter that only presses buttons

    private func walkScenarios() async throws {
        let library = try await desktop.environment.library(LibraryPlace(roots: [libraryFolder], cache: cache))
        let (environment, choice) = (desktop.environment, desktop.camera)
        let need = CameraNeed(simulated: choice == .simulated, folder: folder)
        let permissions: any PermissionProvider =
            choice == .simulated ? GrantedPermissions() : environment.permissions()
        let camera = environment.camera(need)
        let presenter = DemoPresenter(
            library: library, camera: camera, choice: choice, converter: ImageConverter(folder: folder))
        let picker = MediaPicker(presenter: presenter, permissions: permissions, library: library) {
            () async throws(CameraError) in try await camera.devices()
        }
        try await avatar(picker, presenter)
        try await attachments(picker, presenter)
        try await chat(picker, presenter)
        try await ownCamera(picker, presenter)
    }

    private func avatar(_ picker: MediaPicker, _ presenter: DemoPresenter) async throws {
        presenter.script = DemoPresenter.Script(presses: [.takePhoto])
        let outcome = try await picker.pick(.avatar)
        let files = try keep(outcome.media, of: "Avatar", presenter)
        guard let picture = files.first else { return }
        let text = picture.parent.appending("avatar.base64.txt")
        try text.writeNew { write in
            try Base64Image.encode(contentsOf: picture, lineLength: 64) { try write($0) }
        }
        try report.add(text)
        tell("Its Base64, in lines of 64, is \(text.byteCount ?? 0) characters long.")
    }

    private func attachments(_ picker: MediaPicker, _ presenter: DemoPresenter) async throws {
        let attachments = Attachments(picker: picker)
        presenter.script = DemoPresenter.Script(presses: [.chooseFromLibrary], taps: 4)
        _ = try await attachments.add()
        presenter.script = DemoPresenter.Script(presses: [.takePhoto])
        _ = try await attachments.add()
        while !attachments.isComplete && attachments.items.allSatisfy({ $0.error == nil }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        if let first = attachments.items.first { attachments.delete(first.id) }
        let remaining = attachments.remaining ?? 0
        _ = try keep(attachments.media, of: "Attachments", presenter)
        tell("Deleted the first again: \(attachments.items.count) attached, room for \(remaining) more.")
    }

    private func chat(_ picker: MediaPicker, _ presenter: DemoPresenter) async throws {
        presenter.script = DemoPresenter.Script(presses: [.chooseFromLibrary], taps: 3)
        var media = try await picker.pick(.chat).media
        var request = PickRequest.chat
        request.source = .camera
        request.capture.kind = .video
        media += try await picker.pick(request).media
        _ = try keep(media, of: "Chat keyboard", presenter)
    }

    private func ownCamera(_ picker: MediaPicker, _ presenter: DemoPresenter) async throws {
        var request = PickRequest(source: .camera, camera: .front, editing: .none)
        var media = try await picker.pick(request).media
        request = .video(camera: .rear)
        media += try await picker.pick(request).media
        _ = try keep(media, of: "Camera", presenter)
    }

    /// Copies what a scenario handed over into a folder of its own, and reports it.
    private func keep(_ media: [PickedMedia], of title: String, _ presenter: DemoPresenter) throws -> [MediaPath] {
        report.heading(title)
        if !desk.usesJSON { desk.errors.tell(title) }
        for line in presenter.tell() { tell(line) }
        let name = title.lowercased().replacing(" ", with: "-")
        let target = folder.appending("scenarios").appending(name)
        try target.makeFolders()
        var paths: [MediaPath] = []
        var shown: [DemoReport.File] = []
        for (index, item) in media.enumerated() {
            for file in [item.file, item.edited == nil ? item.movie : nil].compactMap({ $0 }) {
                let path = target.appending("\(index + 1).\(file.contentType.fileExtension)")
                try path.writeNew(file.path.readAll(), durably: false)
                shown.append(try report.add(path))
                paths.append(path)
            }
        }
        tell("Handed over \(media.count): \(paths.map(\.name.string).joined(separator: ", ")).")
        report.show(shown)
        return paths
    }
}

/// Permissions of a machine whose camera is made of code: there is nobody to ask.
private struct GrantedPermissions: PermissionProvider {
    func status(of permission: Permission) async -> PermissionStatus { .authorized }
    func request(_ permission: Permission) async -> PermissionStatus { .authorized }
    func changes() -> AsyncStream<Permission> { AsyncStream { $0.finish() } }
}
