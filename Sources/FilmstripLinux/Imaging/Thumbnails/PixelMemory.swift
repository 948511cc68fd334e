import Foundation
import Glibc

/// Memory for the pixels of small pictures, in pages of its own. Thousands of them come and go in a scrolled grid; in the heap
/// they leave holes that are never given back, half as much again as the pictures.
enum PixelMemory {
    /// Bytes that `fill` writes.
    /// - Parameters:
    ///   - capacity: how many there is room for. What is not written costs nothing.
    ///   - fill: answers with how many it wrote; nil for a failure.
    /// - Returns: nil after a failure, or without memory.
    static func bytes(capacity: Int, fill: (UnsafeMutablePointer<UInt8>) -> Int?) -> Data? {
        guard capacity > 0,
            let room = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            room != MAP_FAILED
        else { return nil }
        guard let count = fill(room.assumingMemoryBound(to: UInt8.self)), count > 0 else {
            munmap(room, capacity)
            return nil
        }
        return Data(bytesNoCopy: room, count: count, deallocator: .custom { start, _ in munmap(start, capacity) })
    }
}
