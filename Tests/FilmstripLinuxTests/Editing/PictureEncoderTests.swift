import Filmstrip
import FilmstripFormats
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(2))) struct PictureEncoderTests {
    private let picture = LabelledPicture(size: PixelSize(width: 80, height: 48))

    @Test(arguments: [ContentType.jpeg, .png, .webP, .heic])
    func `Each format holds the picture that went in`(type: ContentType) async throws {
        let bytes = try PictureEncoder(picture.frame, hasAlpha: false).encode(as: type, quality: 95, keepsColors: true)
        #expect(ContentType(signature: bytes) == type)
        let folder = try TestFolder()
        let decoded = try await PictureDecoder().picture(try folder.write(bytes, to: "picture"))
        #expect(decoded.frame.size == picture.size && !decoded.hasAlpha)
        picture.check(decoded.frame, shows: PixelRect(picture.size), turned: 0, mirrored: false, "\(type)")
    }

    @Test(arguments: [ContentType.png, .webP, .heic])
    func `C23 alpha is kept where the format has it`(type: ContentType) async throws {
        // Mawi137/ngx-image-cropper #183
        let size = PixelSize(width: 32, height: 32)
        var pixels = [UInt8](repeating: 0, count: size.pixelCount * 4)
        for place in 0..<size.pixelCount where place % 32 < 16 {
            pixels.replaceSubrange((place * 4)..<(place * 4 + 4), with: [0, 0, 255, 255])
        }
        let frame = PixelFrame(size: size, bytesPerRow: 128, bytes: Data(pixels))
        let bytes = try PictureEncoder(frame, hasAlpha: true).encode(as: type, quality: 100)
        let folder = try TestFolder()
        let decoded = try await PictureDecoder().picture(try folder.write(bytes, to: "picture"))
        let row = 16 * decoded.frame.bytesPerRow
        #expect(decoded.hasAlpha && decoded.frame.bytes[row + 31 * 4 + 3] < 8 && decoded.frame.bytes[row + 3] > 247)
    }

    @Test func `C23 where it has not, white is behind the picture`() throws {
        let clear = PixelFrame(size: PixelSize(width: 16, height: 16), bytesPerRow: 64, bytes: Data(count: 1024))
        let bytes = try PictureEncoder(clear, hasAlpha: true).encode(as: .jpeg, quality: 95)
        let decoded = try JPEGDecoder(MediaPath("x")).decode(bytes, covering: clear.size)
        #expect(decoded.pixels.allSatisfy { $0 > 250 })
    }

    @Test func `What cannot be made says so`() {
        #expect(throws: ExportError.self) {
            try PictureEncoder(picture.frame, hasAlpha: false).encode(as: .gif, quality: 90)
        }
        let wide = PixelFrame(
            size: PixelSize(width: 20_000, height: 1), bytesPerRow: 80_000, bytes: Data(count: 80_000))
        #expect(throws: ExportError.self) { try PictureEncoder(wide, hasAlpha: false).encode(as: .webP, quality: 90) }
    }
}
