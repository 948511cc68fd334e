import Foundation

@testable import FilmstripFormats

/// Files that other programs make, from the recipes of the cases: built once into a temporary folder that is named
/// after the recipes, and found there again by the next run.
enum Fixtures {
    static let folder: URL? = {
        let hash = recipes.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("filmstrip-fixtures-" + String(hash, radix: 16))
        let done = folder.appendingPathComponent("done")
        if FileManager.default.fileExists(atPath: done.path) { return folder }
        // Made aside and moved into place, so that two runs at once do not see each other's half-made files.
        let draft = folder.appendingPathExtension("\(ProcessInfo.processInfo.processIdentifier)")
        do {
            try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
            _ = try Tool.run("bash", ["-c", recipes], in: draft)
            try Data().write(to: draft.appendingPathComponent("done"))
            // Losing the race against another run is as good as winning it.
            if rename(draft.path, folder.path) != 0 { try FileManager.default.removeItem(at: draft) }
        } catch {
            return nil
        }
        return FileManager.default.fileExists(atPath: done.path) ? folder : nil
    }()

    static func has(_ names: String...) -> Bool {
        names.allSatisfy { name in
            folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(name).path) } ?? false
        }
    }

    static func url(_ name: String) throws -> URL {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return folder.appendingPathComponent(name)
    }

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(name))) }

    static func header(_ name: String) throws -> MediaHeader {
        try MediaHeaderReader.read(MemoryByteSource(bytes(name)), name: name)
    }

    /// Each recipe stands for itself: where a program is missing, its files are missing, and their tests are skipped.
    private static let recipes = """
        convert -size 200x100 xc:'#ff0000' xc:'#00ff00' +append r1.png
        convert -size 200x100 xc:'#0000ff' xc:'#ffffff' +append r2.png
        convert r1.png r2.png -append +repage -depth 8 PNG24:quad.png
        convert quad.png -sampling-factor 4:4:4 -quality 95 quad.jpg
        for o in 1 2 3 4 5 6 7 8; do
          cp quad.jpg o$o.jpg; exiftool -q -overwrite_original -n -Orientation=$o o$o.jpg || rm o$o.jpg
        done
        convert -size 64x64 xc:'#ff0000' -colorspace CMYK -quality 95 cmyk.jpg
        convert quad.png quad.webp
        convert quad.png -define webp:lossless=true lossless.webp
        convert quad.png quad.gif
        convert quad.png quad.bmp
        convert quad.png quad.tiff
        convert -delay 10 r1.png r2.png r1.png anim.gif
        ffmpeg -v error -y -i anim.gif -f apng -plays 0 anim.png
        ffmpeg -v error -y -i anim.gif -c:v libwebp_anim anim.webp
        S=size=160x120:duration=2:rate=10
        ffmpeg -v error -y -f lavfi -i color=red:$S -f lavfi -i color=lime:$S -f lavfi -i color=blue:$S \
          -f lavfi -i color=white:$S -filter_complex "[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack,format=yuv420p" \
          -c:v libx264 -crf 10 vq.mp4
        for r in 90 180 270; do ffmpeg -v error -y -i vq.mp4 -c copy -metadata:s:v:0 rotate=$r vR$r.mp4; done
        ffmpeg -v error -y -i vq.mp4 -c copy -metadata creation_time=2024-07-01T10:00:30Z v.mp4
        ffmpeg -v error -y -i vq.mp4 -c copy -movflags use_metadata_tags -metadata creation_time=2024-07-01T10:00:30Z \
          -metadata com.apple.quicktime.content.identifier=11111111-1111-4111-8111-111111111111 \
          -metadata com.apple.quicktime.creationdate=2024-07-01T12:00:30+0200 \
          -metadata com.apple.quicktime.location.ISO6709=+35.6895+139.6917+012.000/ keys.mov
        ffmpeg -v error -y -i vq.mp4 -c copy -metadata location=+35.6895+139.6917/ xyz.mp4
        ffmpeg -v error -y -i vq.mp4 -c copy -movflags frag_keyframe+empty_moov frag.mp4
        ffmpeg -v error -y -i vq.mp4 -c copy -movflags faststart fast.mp4
        ffmpeg -v error -y -i vq.mp4 -c copy vq.mkv
        ffmpeg -v error -y -i vq.mp4 -c copy -metadata creation_time=2024-07-01T10:00:30Z dated.mkv
        ffmpeg -v error -y -i vq.mp4 -c:v libvpx -b:v 200k vq.webm
        ffmpeg -v error -y -f lavfi -i sine=duration=1 sound.m4a
        ffmpeg -v error -y -f lavfi -i sine=duration=1 -f mp4 sound.mp4
        ffmpeg -v error -y -f lavfi -i color=red:size=64x64:rate=120:duration=0.5 -c:v libx264 -pix_fmt yuv420p fast120.mp4
        heif-enc -q 80 quad.jpg -o real.heic
        heif-enc -q 90 -p chroma=444 o6.jpg -o o6.heic
        heif-enc -A -q 60 quad.jpg -o quad.avif
        n=$(stat -c%s vq.mp4)
        cp quad.jpg mv.jpg && exiftool -q -overwrite_original -XMP-GCamera:MicroVideo=1 \
          -XMP-GCamera:MicroVideoOffset=$n mv.jpg && cat vq.mp4 >> mv.jpg || rm mv.jpg
        cp quad.jpg far.jpg && exiftool -q -overwrite_original -XMP-GCamera:MicroVideo=1 \
          -XMP-GCamera:MicroVideoOffset=99999999 far.jpg && cat vq.mp4 >> far.jpg || rm far.jpg
        exit 0
        """
}

/// Runs other programs, where a system lets one: on iOS there are none, and the tests that need one are skipped.
enum Tool {
    #if os(iOS)
        static func exists(_ name: String) -> Bool { false }

        static func run(_ name: String, _ arguments: [String], in folder: URL? = nil) throws -> Data { Data() }
    #else
        static func exists(_ name: String) -> Bool {
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
            }
        }

        /// What the program printed.
        static func run(_ name: String, _ arguments: [String], in folder: URL? = nil) throws -> Data {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [name] + arguments
            if let folder { process.currentDirectoryURL = folder }
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return data
        }
    #endif
}
