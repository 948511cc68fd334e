import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

struct CaptureFolderTests {
    private let zone = TimeZone(secondsFromGMT: 2 * 3600)!
    private let moment = Date(timeIntervalSince1970: 1_769_862_150.123)

    private func withFolder(_ body: (CaptureFolder) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/filmstrip-folder-\(UUID().uuidString)"
        defer {
            chmod(path, 0o700)
            try? FileManager.default.removeItem(atPath: path)
        }
        try body(CaptureFolder(path: MediaPath(path)))
    }

    @Test func `A name tells the moment in the place's own time`() {
        #expect(CaptureFolder.name(.photo, at: moment, in: zone) == "IMG_20260131_142230123")
        #expect(CaptureFolder.name(.video, at: moment, in: zone, attempt: 3) == "VID_20260131_142230123_3")
    }

    // kaeawc/auto-mobile 5415: even milliseconds collide.
    @Test func `C52 captures of one moment get names and bytes of their own`() throws {
        try withFolder { folder in
            let files = try (0..<10).map { index in
                try folder.write(Data("\(index)".utf8), .photo, at: moment, in: zone, type: .jpeg)
            }
            #expect(Set(files.map(\.path)).count == 10)
            for (index, file) in files.enumerated() {
                #expect(try Data(contentsOf: file.url) == Data("\(index)".utf8))
            }
        }
    }

    @Test func `C52 a name that exists is not taken, when a movie gets its final one either`() throws {
        try withFolder { folder in
            let photo = try folder.write(Data("old".utf8), .video, at: moment, in: zone, type: .mp4)
            let (hidden, _) = try folder.createFile(
                .video, at: moment, in: zone, extension: "mp4.part", hidden: true)
            #expect(hidden.name.string.hasPrefix("."))
            let path = try folder.publish(hidden, .video, at: moment, in: zone, type: .mp4)
            #expect(path.name.string == "VID_20260131_142230123_2.mp4")
            #expect(try Data(contentsOf: photo.url) == Data("old".utf8))
            #expect(!FileManager.default.fileExists(atPath: hidden.string))
            MediaFile(path: path, contentType: .mp4, isTemporary: true).keep()
        }
    }

    @Test func `A missing folder is made, for its owner alone`() throws {
        try withFolder { folder in
            let deep = CaptureFolder(path: folder.path.appending("a").appending("b"))
            _ = try deep.write(Data([1]), .photo, at: moment, in: zone, type: .jpeg)
            var status = stat()
            #expect(stat(deep.path.string, &status) == 0)
            #expect(status.st_mode & 0o077 == 0)
        }
    }

    @Test func `A folder's name may be any bytes`() throws {
        try withFolder { folder in
            let odd = MediaPath(
                bytes: folder.path.bytes + [UInt8(ascii: "/"), 0xFF, 0xFE, UInt8(ascii: "/")] + Array("in".utf8))
            let file = try CaptureFolder(path: odd).write(Data([1]), .photo, at: moment, in: zone, type: .jpeg)
            #expect(file.path.withCString { access($0, F_OK) } == 0)
            #expect(file.path.bytes.starts(with: odd.bytes))
            odd.withCString { #expect(access($0, F_OK) == 0) }
        }
    }

    @Test func `The temporary folder is used only when it is a folder of one's own, and closed to others`() throws {
        try withFolder { outside in
            try outside.create()
            // Made by us, but open to others: it is closed.
            let mine = CaptureFolder(path: outside.path.appending("mine"), isGuarded: true)
            #expect(mkdir(mine.path.string, 0o755) == 0 && chmod(mine.path.string, 0o777) == 0)
            _ = try mine.write(Data([1]), .photo, at: moment, in: zone, type: .jpeg)
            var status = stat()
            #expect(stat(mine.path.string, &status) == 0 && status.st_mode & 0o777 == 0o700)
            // A link that somebody laid there, and a file.
            let link = CaptureFolder(path: outside.path.appending("link"), isGuarded: true)
            #expect(symlink(mine.path.string, link.path.string) == 0)
            let file = CaptureFolder(path: outside.path.appending("file"), isGuarded: true)
            try Data().write(to: file.path.url)
            for folder in [link, file] {
                #expect(throws: CameraError.readOnly(folder: folder.path.string)) {
                    try folder.write(Data([1]), .photo, at: moment, in: zone, type: .jpeg)
                }
                #expect(!folder.isTrusted)
                #expect(RecordingRecovery(folder).recover().isEmpty)
            }
            #expect(CaptureFolder.temporary.isGuarded)
        }
    }

    @Test(.enabled(if: getuid() == 0, "only root can make a folder of somebody else's"))
    func `The temporary folder of somebody else is not used`() throws {
        try withFolder { outside in
            try outside.create()
            let theirs = CaptureFolder(path: outside.path.appending("theirs"), isGuarded: true)
            #expect(mkdir(theirs.path.string, 0o700) == 0 && chown(theirs.path.string, 12345, 12345) == 0)
            #expect(throws: CameraError.readOnly(folder: theirs.path.string)) { try theirs.create() }
        }
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
    func `C53 a folder that cannot be written is an error that names it`() throws {
        try withFolder { folder in
            try folder.create()
            chmod(folder.path.string, 0o500)
            #expect(throws: CameraError.readOnly(folder: folder.path.string)) {
                try folder.write(Data([1]), .photo, at: moment, in: zone, type: .jpeg)
            }
        }
    }

    @Test func `A folder under a file is an error, and not a crash`() {
        let folder = CaptureFolder(path: MediaPath("/dev/null/captures"))
        #expect(throws: CameraError.self) {
            try folder.write(Data([1]), .photo, at: moment, in: zone, type: .jpeg)
        }
    }

    @Test func `A full disk is an error that names the folder`() throws {
        // The device that is always full.
        let full = CaptureFolder(path: MediaPath("/dev"))
        #expect(throws: CameraError.noSpace(folder: "/dev")) {
            let descriptor = open("/dev/full", O_WRONLY)
            defer { close(descriptor) }
            try full.writeAll(Data(repeating: 0, count: 10), to: descriptor)
        }
    }
}
