import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct FileEditorTests {
    private let bench: DecodingBench
    private let editor: FileEditor

    init() throws {
        bench = try DecodingBench()
        editor = FileEditor(decoder: bench.decoder, folder: bench.folder.path("edits"))
    }

    private func file(_ name: String, _ type: ContentType) -> MediaFile {
        MediaFile(path: bench.folder.path(name), contentType: type, isTemporary: false)
    }

    @Test func `5.10, C01, C05 a picture that its container turns is shown, measured and cropped as it is seen`()
        async throws
    {
        // imazen/imageflow #553; darktable-org/darktable #13306
        try bench.quad("quad.jpg")
        try bench.run("exiftool", "-q", "-overwrite_original", "-n", "-Orientation=6", "quad.jpg")
        try bench.run("vips", "heifsave", "quad.jpg", "a.heic", "--Q", "90")
        let bytes = try [UInt8](Data(contentsOf: bench.folder.path("a.heic").url))
        try bench.folder.write(HEIFTurning.add(quarters: 3, mirror: nil, to: bytes), to: "turned.heic")
        for (name, type) in [("quad.jpg", ContentType.jpeg), ("turned.heic", .heic)] {
            let file = file(name, type)
            #expect(try await editor.subject(of: file) == EditSubject(size: PixelSize(width: 200, height: 400)))
            let shown = try await editor.frame(of: file, at: 0, fitting: PixelSize(width: 100, height: 100))
            #expect(shown.corners == "BRWG" && shown.size == PixelSize(width: 50, height: 100))
            let crop = Crop(x: 0, y: 0, width: 200, height: 200, shape: .square)
            let made = try await editor.edited(file, by: ExportRecipe(edit: EditRecipe(crop: crop)))
            #expect(made.isTemporary && made.path.parent == bench.folder.path("edits"))
            let result = try await bench.decoder.picture(made.path)
            #expect(result.fullSize == PixelSize(width: 200, height: 200) && result.frame.corners == "BRBR")
        }
    }

    @Test func `5.10 the frame of any second of a movie is shown, and the last one beyond its end`() async throws {
        let size = "size=160x120:duration=1:rate=10"
        let inputs = ["red", "lime", "blue"].flatMap { ["-f", "lavfi", "-i", "color=\($0):\(size)"] }
        // One key frame at the beginning: only who decodes from there finds the others.
        try bench.run(
            ["ffmpeg", "-v", "error", "-y"] + inputs
                + ["-filter_complex", "[0][1][2]concat=n=3,format=yuv420p", "-c:v", "libx264", "-g", "300"]
                + ["-sc_threshold", "0", "parts.mp4"])
        let file = file("parts.mp4", .mp4)
        let subject = try await editor.subject(of: file)
        #expect(
            subject.size == PixelSize(width: 160, height: 120) && subject.duration.map { abs($0 - 3) < 0.1 } == true)
        for (seconds, color) in [(0.0, "R"), (0.5, "R"), (1.5, "G"), (2.5, "B"), (99, "B"), (.nan, "R")] {
            let frame = try await editor.frame(of: file, at: seconds, fitting: PixelSize(width: 80, height: 80))
            #expect(frame.corners == String(repeating: color, count: 4), "\(seconds)")
            #expect(frame.size == PixelSize(width: 80, height: 60))
        }
        let trimmed = try await editor.edited(file, by: ExportRecipe(trim: 0...1.5))
        #expect(try await editor.subject(of: trimmed).duration.map { $0 < 2 } == true)
    }

    @Test func `5.10 what cannot be edited says why, and a new file goes with its last owner`() async throws {
        try bench.folder.write(Array("no picture".utf8), to: "broken.jpg")
        await #expect(throws: LibraryError.self) { try await editor.subject(of: file("broken.jpg", .jpeg)) }
        await #expect(throws: LibraryError.self) { try await editor.subject(of: file("gone.jpg", .jpeg)) }
        try bench.quad("quad.png")
        let picture = file("quad.png", .png)
        await #expect(throws: LibraryError.self) {
            try await bench.decoder.frame(picture.path, at: 0, fitting: PixelSize(width: 9, height: 9))
        }
        do {
            _ = try await editor.edited(picture, by: ExportRecipe(edit: EditRecipe(turn: .right)))
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path("edits").string)
        #expect(left.filter { !$0.hasPrefix(".") } == [])
    }
}
