import CTurboJPEG
import Filmstrip
import FilmstripFormats
import Foundation

/// The owner of a decompressor of libjpeg-turbo, for JPEG that this program has made itself: pictures from elsewhere are for
/// `PictureDecoder`.
final class JPEGDecoder {
    private let handle: tjhandle
    private let path: MediaPath

    init(_ path: MediaPath) throws(LibraryError) {
        guard let handle = tjInitDecompress() else { throw .internal("no JPEG decoder") }
        self.handle = handle
        self.path = path
    }

    deinit {
        tjDestroy(handle)
    }

    /// Decodes at the smallest of the decoder's own scales that still covers `size`.
    func decode(_ bytes: [UInt8], covering size: PixelSize) throws(LibraryError) -> StoredPicture {
        var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) == 0 else {
            throw .truncated(path: path.string)
        }
        let full = PixelSize(width: Int(width), height: Int(height))
        guard full.pixelCount <= MediaHeader.pixelLimit else { throw .tooLarge(path: path.string) }
        let scaled = Self.scale(full, covering: size)
        let isInk = colors == TJCS_CMYK.rawValue || colors == TJCS_YCCK.rawValue
        let format = isInk ? TJPF_CMYK : TJPF_BGRX
        var pixels = [UInt8](repeating: 255, count: scaled.width * scaled.height * 4)
        let result = tjDecompress2(
            handle, bytes, UInt(bytes.count), &pixels, Int32(scaled.width), 0, Int32(scaled.height), format.rawValue, 0)
        // A warning is a picture that ends early or has a scratch: what is there is shown.
        guard result == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue else {
            throw .truncated(path: path.string)
        }
        var picture = StoredPicture(size: scaled, pixels: pixels)
        if isInk { picture.convertInk() }
        return picture
    }

    private static func scale(_ full: PixelSize, covering size: PixelSize) -> PixelSize {
        for eighths in 1...8 {
            let scaled = PixelSize(width: (full.width * eighths + 7) / 8, height: (full.height * eighths + 7) / 8)
            if scaled.width >= size.width, scaled.height >= size.height { return scaled }
        }
        return full
    }
}

/// Pixels in the order blue, green, red, 255, as they lie in the file.
struct StoredPicture {
    var size: PixelSize
    var pixels: [UInt8]

    /// Whether the picture has at least the pixels of `target`, turned either way.
    func covers(_ target: PixelSize) -> Bool {
        min(size.width, size.height) >= min(target.width, target.height)
            && max(size.width, size.height) >= max(target.width, target.height)
    }

    /// From cyan, magenta, yellow and black, stored the other way round as Adobe does.
    mutating func convertInk() {
        for at in stride(from: 0, to: pixels.count, by: 4) {
            let black = UInt32(pixels[at + 3])
            let (cyan, magenta, yellow) = (UInt32(pixels[at]), UInt32(pixels[at + 1]), UInt32(pixels[at + 2]))
            pixels[at] = UInt8(yellow * black / 255)
            pixels[at + 1] = UInt8(magenta * black / 255)
            pixels[at + 2] = UInt8(cyan * black / 255)
            pixels[at + 3] = 255
        }
    }

    /// Scales down by averaging, and turns upright.
    /// - Parameter target: the largest size when upright; a smaller picture is not enlarged.
    func upright(_ orientation: Orientation, fitting target: PixelSize) -> PixelFrame {
        let isTurned = orientation.rawValue >= 5
        let wanted = isTurned ? PixelSize(width: target.height, height: target.width) : target
        let small = scaled(to: size.limited(to: wanted))
        let out = isTurned ? PixelSize(width: small.size.height, height: small.size.width) : small.size
        var bytes = [UInt8](repeating: 255, count: out.width * out.height * 4)
        let (right, bottom) = (small.size.width - 1, small.size.height - 1)
        for y in 0..<out.height {
            for x in 0..<out.width {
                let (sx, sy) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (right - x, y)
                    case .down: (right - x, bottom - y)
                    case .downMirrored: (x, bottom - y)
                    case .leftMirrored: (y, x)
                    case .right: (y, bottom - x)
                    case .rightMirrored: (right - y, bottom - x)
                    case .left: (right - y, x)
                    }
                let from = (sy * small.size.width + sx) * 4
                let to = (y * out.width + x) * 4
                for part in 0..<3 { bytes[to + part] = small.pixels[from + part] }
            }
        }
        return PixelFrame(size: out, bytesPerRow: out.width * 4, bytes: Data(bytes))
    }

    private func scaled(to target: PixelSize) -> StoredPicture {
        guard target != size, target.pixelCount > 0 else { return self }
        var out = [UInt8](repeating: 255, count: target.pixelCount * 4)
        for y in 0..<target.height {
            let rows =
                y * size.height
                / target.height..<max((y + 1) * size.height / target.height, y * size.height / target.height + 1)
            for x in 0..<target.width {
                let start = x * size.width / target.width
                let columns = start..<max((x + 1) * size.width / target.width, start + 1)
                var sums: (Int, Int, Int) = (0, 0, 0)
                for row in rows {
                    for column in columns {
                        let at = (row * size.width + column) * 4
                        sums.0 += Int(pixels[at])
                        sums.1 += Int(pixels[at + 1])
                        sums.2 += Int(pixels[at + 2])
                    }
                }
                let count = rows.count * columns.count
                let to = (y * target.width + x) * 4
                out[to] = UInt8(sums.0 / count)
                out[to + 1] = UInt8(sums.1 / count)
                out[to + 2] = UInt8(sums.2 / count)
            }
        }
        return StoredPicture(size: target, pixels: out)
    }
}
