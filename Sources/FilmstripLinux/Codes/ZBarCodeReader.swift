import CZBar
public import Filmstrip
import Foundation

/// Finds QR codes by zbar. Safe to use from any thread; one picture at a time is looked at.
///
/// zbar's other symbologies are off: nobody holds a camera to them here, and each is one more parser of what strangers print.
///
/// It runs in this process, and not behind the wall where files of strangers are read. What strangers print reaches it through a lens
/// alone: as grey pixels, in a picture whose size is ours. One symbology is on, and of the answer so many codes are taken, each so long;
/// `CodeWatcher` keeps what a picture full of finder patterns costs to a fifth of a processor. A process of its own would cost each look a
/// copy of the picture, and each camera screen a start.
public final class ZBarCodeReader: CodeReader {
    private let scanner: Locked<Scanner>

    /// A reader; it keeps no pictures.
    public init() { scanner = Locked(Scanner()) }

    /// The QR codes of a picture; none where it cannot be read. Takes some 5 ms, on the thread of the caller.
    public func codes(in frame: PixelFrame) -> [SeenCode] {
        guard let picture = GreyPicture(frame, fitting: Self.room) else { return [] }
        return scanner.withLock { $0.codes(in: picture) }
    }

    /// Larger pictures are scaled down: a code that fills a tenth of the width is read all the same, in some 5 ms.
    private static let room = PixelSize(width: 800, height: 1600)
    /// Nobody could tell more codes in one picture apart.
    private static let mostCodes = 8
    /// One QR code says no more (ISO/IEC 18004: 7089 digits); zbar joins several that belong together.
    private static let mostBytes = 7089

    private final class Scanner {
        private let pointer: OpaquePointer

        init() {
            pointer = zbar_image_scanner_create()
            zbar_image_scanner_set_config(pointer, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
            zbar_image_scanner_set_config(pointer, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        }

        deinit { zbar_image_scanner_destroy(pointer) }

        func codes(in picture: GreyPicture) -> [SeenCode] {
            let image = zbar_image_create()
            defer { zbar_image_destroy(image) }
            zbar_image_set_format(image, UInt(0x3030_3859))  // "Y800": eight bits of grey.
            zbar_image_set_size(image, UInt32(picture.size.width), UInt32(picture.size.height))
            return picture.bytes.withUnsafeBytes { bytes in
                // It reads while it scans, and is told to free nothing.
                zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
                guard zbar_scan_image(pointer, image) > 0 else { return [] }
                return sequence(first: zbar_image_first_symbol(image)) { zbar_symbol_next($0) }
                    .prefix(ZBarCodeReader.mostCodes).compactMap { symbol in
                        symbol.flatMap { Self.code($0, in: picture.size) }
                    }
            }
        }

        private static func code(_ symbol: OpaquePointer, in size: PixelSize) -> SeenCode? {
            guard zbar_symbol_get_type(symbol) == ZBAR_QRCODE, let data = zbar_symbol_get_data(symbol) else {
                return nil
            }
            let count = Int(zbar_symbol_get_data_length(symbol))
            guard count <= ZBarCodeReader.mostBytes else { return nil }
            let bytes = UnsafeRawBufferPointer(start: data, count: count)
            let corners = (0..<min(4, zbar_symbol_get_loc_size(symbol))).map { index in
                PicturePoint(
                    x: Double(zbar_symbol_get_loc_x(symbol, index)) / Double(size.width),
                    y: Double(zbar_symbol_get_loc_y(symbol, index)) / Double(size.height))
            }
            return SeenCode(text: String(decoding: bytes, as: UTF8.self), corners: corners)
        }
    }
}

/// A picture without its colours.
private struct GreyPicture {
    let size: PixelSize
    let bytes: [UInt8]

    /// At most so large: of larger pictures each second, third … pixel. Nil for a frame without pixels.
    init?(_ frame: PixelFrame, fitting room: PixelSize) {
        let (across, down) = (frame.size.width.parts(of: room.width), frame.size.height.parts(of: room.height))
        let step = max(1, across, down)
        let size = PixelSize(width: frame.size.width / step, height: frame.size.height / step)
        guard size.width > 0, size.height > 0, frame.bytesPerRow >= frame.size.width * 4,
            frame.bytes.count >= frame.bytesPerRow * (frame.size.height - 1) + frame.size.width * 4
        else { return nil }
        self.size = size
        bytes = [UInt8](unsafeUninitializedCapacity: size.pixelCount) { target, count in
            frame.bytes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
                for y in 0..<size.height {
                    let row = y * step * frame.bytesPerRow
                    for x in 0..<size.width {
                        let pixel = row + x * step * 4
                        // Of blue, green and red green tells most.
                        let sum = Int(source[pixel]) + 5 * Int(source[pixel + 1]) + 2 * Int(source[pixel + 2])
                        target[y * size.width + x] = UInt8(sum / 8)
                    }
                }
            }
            count = size.pixelCount
        }
    }
}

extension Int {
    /// How many of that length it takes to cover it.
    fileprivate func parts(of length: Int) -> Int { (self + length - 1) / length }
}
