import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct MoviePosterTests {
    @Test(arguments: [(0, "RGBW"), (90, "GWRB"), (180, "WBGR"), (270, "BRWG")])
    func `C34 the poster of a turned movie is upright`(turn: Int, corners: String) async throws {
        // nemo #2978; mpv-gallery-view #23; mt #9
        let bench = try DecodingBench()
        try bench.movie("vq.mp4")
        try bench.run(
            "ffmpeg", "-v", "error", "-i", "vq.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=\(turn)", "v.mp4")
        let picture = try await bench.decode("v.mp4", fitting: 200)
        #expect(picture.frame.corners == corners)
        #expect(picture.fullSize == PixelSize(width: turn % 180 == 0 ? 320 : 240, height: turn % 180 == 0 ? 240 : 320))
        #expect(picture.frame.size == picture.fullSize.limited(to: PixelSize(width: 200, height: 200)))
        #expect(picture.contentType == .mp4)
    }

    @Test(arguments: ["mov", "webm", "mkv"])
    func `movies of all kinds have posters, told by their content`(ending: String) async throws {
        let bench = try DecodingBench()
        try bench.movie("vq.\(ending)")
        try bench.run("mv", "vq.\(ending)", "movie.jpg")
        #expect(try await bench.decode("movie.jpg", fitting: 80).frame.corners == "RGBW")
        #expect(try await bench.decode("movie.jpg").frame.size == PixelSize(width: 320, height: 240))
    }

    @Test func `a movie without its index, and one without a frame, are errors`() async throws {
        let bench = try DecodingBench()
        try bench.folder.write(Sample.movie(), to: "empty.mov")
        await #expect(throws: LibraryError.self) { try await bench.decode("empty.mov", fitting: 80) }
    }
}

extension DecodingBench {
    /// A movie of two seconds and 320x240, with a colour in each quarter.
    func movie(_ name: String) throws {
        let size = "size=160x120:duration=2:rate=10"
        let inputs = ["red", "lime", "blue", "white"].flatMap { ["-f", "lavfi", "-i", "color=\($0):\(size)"] }
        let filter = "[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack,format=yuv420p"
        let codec = name.hasSuffix("webm") ? ["-c:v", "libvpx"] : ["-c:v", "libx264", "-crf", "10"]
        try run(["ffmpeg", "-v", "error", "-y"] + inputs + ["-filter_complex", filter] + codec + [name])
    }
}
