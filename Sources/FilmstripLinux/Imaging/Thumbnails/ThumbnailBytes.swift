import CPictures
import CTurboJPEG
package import Filmstrip
import Foundation

/// A thumbnail as a file: JPEG, or PNG where any of it is transparent. Pixels and nothing else: no place, no date, no profile.
package enum ThumbnailBytes {
    /// The file of a frame.
    /// - Parameter quality: of JPEG, 1 to 100.
    package static func encode(
        _ frame: PixelFrame, hasAlpha: Bool, quality: Int = 88
    ) throws(LibraryError) -> (bytes: [UInt8], type: ContentType) {
        hasAlpha ? (try png(frame), .png) : (try jpeg(frame, quality: quality), .jpeg)
    }

    /// Reads a file that was made here.
    /// - Returns: nil for a damaged one, or one larger than `side` each way.
    static func decode(_ bytes: [UInt8], side: Int) -> PixelFrame? {
        var (width, height): (UInt32, UInt32) = (0, 0)
        let pixels = PixelMemory.bytes(capacity: side * side * 4) { room in
            fs_frame_read(bytes, UInt64(bytes.count), UInt32(side), room, &width, &height) == 0
                ? Int(width) * Int(height) * 4 : nil
        }
        guard let pixels else { return nil }
        return PixelFrame(
            size: PixelSize(width: Int(width), height: Int(height)), bytesPerRow: Int(width) * 4, bytes: pixels)
    }

    /// A frame made small enough for a box, by averaging.
    package static func shrink(_ frame: PixelFrame, fitting box: PixelSize) -> PixelFrame {
        let size = frame.size.limited(to: box)
        guard size != frame.size, !size.isEmpty else { return frame }
        let pixels = PixelMemory.bytes(capacity: size.pixelCount * 4) { room in
            frame.bytes.withUnsafeBytes { bytes in
                guard let from = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    fs_frame_shrink(
                        from, UInt32(frame.size.width), UInt32(frame.size.height), UInt64(frame.bytesPerRow),
                        UInt32(size.width), UInt32(size.height), room) == 0
                else { return nil }
                return size.pixelCount * 4
            }
        }
        guard let pixels else { return frame }
        return PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: pixels)
    }

    private static func jpeg(_ frame: PixelFrame, quality: Int) throws(LibraryError) -> [UInt8] {
        guard let encoder = tjInitCompress() else { throw .internal("no JPEG encoder") }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer {
            tjFree(bytes)
            tjDestroy(encoder)
        }
        let result = frame.bytes.withUnsafeBytes { pixels in
            tjCompress2(
                encoder, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(frame.size.width),
                Int32(frame.bytesPerRow), Int32(frame.size.height), Int32(TJPF_BGRX.rawValue), &bytes, &count,
                Int32(TJSAMP_444.rawValue), Int32(quality), 0)
        }
        guard result == 0, let bytes else { throw .internal("a thumbnail could not be encoded") }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    private static func png(_ frame: PixelFrame) throws(LibraryError) -> [UInt8] {
        var length: UInt64 = 0
        let bytes = frame.bytes.withUnsafeBytes { pixels in
            fs_png_make(
                pixels.bindMemory(to: UInt8.self).baseAddress, UInt32(frame.size.width), UInt32(frame.size.height),
                UInt64(frame.bytesPerRow), &length)
        }
        guard let bytes else { throw .internal("a thumbnail could not be encoded") }
        defer { fs_png_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }
}
