import Foundation
import PrivateDesktop
import Testing

/// What somebody does who has never seen the camera screen, with nothing but the names of its buttons to go by.
extension CameraPortalTests {
    /// A selfie, a video of five seconds and a live photo in one visit; each opens in other programs.
    func newcomer(_ screen: Screen) async throws {
        // A video wants sound; there is no microphone, and it is silent.
        for device in ["camera", "microphone"] { try await screen.desktop.store("yes", for: device) }
        let folder = screen.desktop.folder.appending(path: "taken")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let shutter: (String) -> [Any] = { ["await", "push button", "^\($0)$", "sensitive"] }
        let press: (String) -> [Any] = { ["press", "push button", "^\($0)$"] }
        let found = try await screen.walk([
            [
                "start", Screen.program("filmstrip"), "pick", "--source", "camera", "--max", "3", "--copy-to",
                folder.path, "--lang", "en", "--library", screen.desktop.folder.path,
            ],
            shutter("Take Photo"), press("Switch Camera"), ["see", "*", "^Mirrored Selfies$"], shutter("Take Photo"),
            press("Take Photo"), press("Use"), ["see", "push button", "^Photo, Shot 1 of 1$"],
            // The screen remembers the side, and the next one looks to the rear.
            shutter("Take Photo"), press("Switch Camera"), ["gone", "*", "^Mirrored Selfies$"], shutter("Take Photo"),
            press("Video"), shutter("Record Video"), press("Record Video"),
            ["see", "*", "^Recording, 0:(0[5-9]|[1-5][0-9])$"], press("Stop Recording"), press("Use"),
            ["see", "push button", "^Video, Shot 2 of 2$"], shutter("Record Video"), press("Live Photo"),
            shutter("Take Live Photo"), press("Take Live Photo"), ["see", "image", "^Live photo$"], press("Use"),
            ["end"],
        ])
        try await screen.desktop.store(nil, for: "microphone")
        let (status, output) = try #require(found.last.ending)
        #expect(status == 0, "\(output)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let (photos, movies) = (names.filter { $0.hasSuffix(".jpg") }, names.filter { !$0.hasSuffix(".jpg") })
        #expect(photos.count == 2 && movies.count == 2, "\(names)")
        var lengths: [Double] = []
        for name in names {
            let path = folder.appending(path: name).path
            let movie = movies.contains(name)
            let told = try await screen.desktop.run(
                path: "/usr/bin/ffprobe",
                [
                    "-v", "error", "-show_entries", movie ? "format=duration" : "stream=width,height", "-of", "csv=p=0",
                    path,
                ])
            if movie { lengths.append(try #require(Double(told.trimmingCharacters(in: .whitespacesAndNewlines)))) }
            let kind = try await screen.desktop.run(path: "/usr/bin/exiftool", ["-s3", "-MIMEType", "-Warning", path])
            #expect(kind.hasPrefix(movie ? "video/" : "image/jpeg") && !kind.contains("arning"), "\(name): \(kind)")
            if !movie {
                let size = try await screen.desktop.run(path: "/usr/bin/identify", ["-format", "%m %w %h", path])
                #expect(size == "JPEG 1280 720" && told.hasPrefix("1280,720"), "\(name): \(size), \(told)")
            }
        }
        // The movie of a live photo lasts about three seconds; frames of a busy machine stand longer, and its hands are slow.
        lengths.sort()
        #expect((1.5...4.5).contains(lengths[0]) && (4.8...30).contains(lengths[1]), "\(lengths)")
    }
}
