import Foundation
import Testing

@testable import Filmstrip

@Suite struct PixelFrameMirroringTests {
    @Test(arguments: [(1, [0]), (2, [1, 0]), (3, [2, 1, 0])])
    func `A mirrored picture has its columns in the other order, and its rows where they were`(
        width: Int, order: [Int]
    ) {
        // A row has room for one pixel more than it shows.
        let (height, rowBytes) = (2, (width + 1) * 4)
        var frame = PixelFrame(
            size: PixelSize(width: width, height: height), bytesPerRow: rowBytes,
            bytes: Data((0..<UInt8(rowBytes * height)).map(\.self)))
        let before = frame
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { (0..<4).map { frame.bytes[y * rowBytes + x * 4 + $0] } }
        let wanted = (0..<height).map { y in order.map { pixel($0, y) } }
        frame = frame.mirrored()
        #expect((0..<height).map { y in (0..<width).map { pixel($0, y) } } == wanted)
        #expect(frame.mirrored().bytes == before.bytes)
    }
}
