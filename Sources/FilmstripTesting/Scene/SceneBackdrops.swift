import Filmstrip
import Foundation

/// The parts of a scene that stand still, drawn once for each size and setting. The few that were drawn last are kept.
final class SceneBackdrops: Sendable {
    /// Drawn rows. The memory lives as long as the object.
    final class Backdrop: @unchecked Sendable {
        // Unchecked because of the pointer; nobody writes after `init`.
        private let memory: UnsafeMutableRawPointer
        private let bytesPerRow: Int
        let rows: Int

        init(size: PixelSize, optics: SimulatedScene.Optics, draw: (SceneCanvas) -> Void) {
            bytesPerRow = size.width * 4
            memory = .allocate(byteCount: bytesPerRow * size.height, alignment: 16)
            memset(memory, 0xFF, bytesPerRow * size.height)
            let canvas = optics.canvas(base: memory, bytesPerRow: bytesPerRow, size: size)
            rows = canvas.height
            draw(canvas)
        }

        deinit { memory.deallocate() }

        func row(_ row: Int) -> UnsafePointer<UInt8> {
            UnsafePointer((memory + row * bytesPerRow).assumingMemoryBound(to: UInt8.self))
        }
    }

    private struct Key: Hashable {
        var size: PixelSize
        var optics: SimulatedScene.Optics
    }

    /// Newest last.
    private let kept = Locked<[(key: Key, backdrop: Backdrop)]>([])
    private let limit = 6

    func backdrop(
        for size: PixelSize, _ optics: SimulatedScene.Optics, draw: (SceneCanvas) -> Void
    ) -> Backdrop {
        let key = Key(size: size, optics: optics)
        if let known = kept.withLock({ kept in kept.first { $0.key == key }?.backdrop }) { return known }
        // Drawn outside of the lock: two threads may draw the same, and both copies are kept for a while.
        let backdrop = Backdrop(size: size, optics: optics, draw: draw)
        kept.withLock { [limit] kept in
            kept.append((key, backdrop))
            if kept.count > limit { kept.removeFirst() }
        }
        return backdrop
    }
}
