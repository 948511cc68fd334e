import CTurboJPEG
import Filmstrip
import Foundation

/// Makes JPEG of red, green and blue. Owns the library's encoder; belongs to one thread at a time.
final class JPEGWriter {
    private let handle: tjhandle

    init() throws(CommandError) {
        guard let handle = tjInitCompress() else {
            throw CommandError(.internal, "The JPEG encoder does not start.")
        }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// - Parameters:
    ///   - quality: 1 to 100.
    ///   - keepsColors: whether each pixel keeps its own colour, instead of four sharing one.
    func encode(_ pixels: SamplePixels, quality: Int, keepsColors: Bool = false) throws(CommandError) -> [UInt8] {
        var pointer: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let sampling = keepsColors ? TJSAMP_444 : TJSAMP_420
        let result = pixels.bytes.withUnsafeBufferPointer { bytes in
            tjCompress2(
                handle, bytes.baseAddress, Int32(pixels.size.width), 0, Int32(pixels.size.height),
                Int32(TJPF_RGB.rawValue), &pointer, &count, Int32(sampling.rawValue), Int32(quality), 0)
        }
        defer { tjFree(pointer) }
        guard result == 0, let pointer else {
            throw CommandError(.internal, "The JPEG encoder fails: \(String(cString: tjGetErrorStr2(handle))).")
        }
        return Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
    }
}
