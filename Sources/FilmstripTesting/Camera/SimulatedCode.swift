public import Filmstrip
import Foundation

/// A simulated camera that looks at a QR code on a wall.
public enum SimulatedCode {
    /// What the code says.
    public static let text = "https://example.org/filmstrip"

    /// The camera.
    /// - Parameter id: its identity.
    public static func device(_ id: CameraDevice.ID = "simulated-code") -> SimulatedDevice {
        let device = CameraDevice(id: id, name: "Simulated Camera (QR Code)", position: .rear, kind: .simulated)
        return SimulatedDevice(device: device) { frame, bytes, bytesPerRow in
            draw(PixelRect(x: 0, y: 0, width: frame.size.width, height: frame.size.height), into: bytes, bytesPerRow)
        }
    }

    /// A picture of the code, which fills half of it.
    public static func picture(_ size: PixelSize = PixelSize(width: 320, height: 240)) -> PixelFrame {
        var bytes = Data(count: size.pixelCount * 4)
        bytes.withUnsafeMutableBytes {
            draw(PixelRect(x: 0, y: 0, width: size.width, height: size.height), into: $0, size.width * 4)
        }
        return PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: bytes)
    }

    /// ISO/IEC 18004: version 3, error correction M; a row of 29 modules each.
    private static let modules: [UInt32] = [
        0x1FC24E7F, 0x10481D41, 0x174C6C5D, 0x1742945D, 0x174C0C5D, 0x10593741, 0x1FD5557F, 0x000CBF00,
        0x12DF50A0, 0x0328BD49, 0x1ED2EE3E, 0x091A94B6, 0x1DDB6BCB, 0x1B18FE80, 0x06EAC99F, 0x003C29AA,
        0x02CB8B82, 0x0612F4E9, 0x115B7DD3, 0x01164A73, 0x16F521F4, 0x00136117, 0x1FC41552, 0x1059651C,
        0x174419F2, 0x1758AFDD, 0x17493F1D, 0x104E9B42, 0x1FD2657A,
    ]

    /// On white paper, with the four modules of quiet that a code wants, on a wall.
    private static func draw(_ room: PixelRect, into bytes: UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) {
        let count = modules.count
        let side = max(1, min(room.width, room.height) * 6 / 10 / count)
        let (left, top) = ((room.width - side * count) / 2, (room.height - side * count) / 2)
        let quiet = 4 * side
        for y in 0..<room.height {
            for x in 0..<room.width {
                let (column, row) = ((x - left) / side, (y - top) / side)
                let isInside = x >= left && y >= top && column < count && row < count
                let isPaper =
                    (left - quiet..<left + count * side + quiet).contains(x)
                    && (top - quiet..<top + count * side + quiet).contains(y)
                let isDark = isInside && modules[row] >> UInt32(count - 1 - column) & 1 == 1
                let pixel: UInt32 =
                    isDark
                    ? 0xFF20_2020 : isPaper ? 0xFFF4_F4F0 : 0xFF8A_A0B4 &- UInt32(y * 40 / room.height) &* 0x0001_0101
                bytes.storeBytes(of: pixel, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
            }
        }
    }
}
