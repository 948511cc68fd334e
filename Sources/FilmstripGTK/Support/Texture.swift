import CGTK
import CGTKParts
import Filmstrip
import Foundation

/// Pixels that GTK can draw.
final class Texture: ObjectReference {
    let size: PixelSize

    /// Its pixels, copied back.
    var pixels: PixelFrame {
        var bytes = Data(count: size.width * size.height * 4)
        bytes.withUnsafeMutableBytes { gdk_texture_download(pointer, $0.baseAddress, gsize(size.width * 4)) }
        return PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: bytes)
    }

    /// Blue, green, red, alpha, premultiplied. Nil when the bytes are too few for the size.
    /// - Parameter isOpaque: whether each alpha is 255, as a camera's: it is drawn more quickly then.
    init?(_ frame: PixelFrame, isOpaque: Bool = false) {
        let size = frame.size
        guard size.width > 0, size.height > 0, frame.bytesPerRow >= size.width * 4,
            frame.bytes.count >= frame.bytesPerRow * (size.height - 1) + size.width * 4
        else { return nil }
        self.size = size
        let bytes = Self.bytes(frame.bytes)
        defer { g_bytes_unref(bytes) }
        super.init(
            taking: fs_pixels_new(
                gint(size.width), gint(size.height), bytes, gsize(frame.bytesPerRow), isOpaque ? 1 : 0)!)
    }

    /// The same bytes for GLib, without a copy: a camera gives some hundred megabytes a second. They are held as long as GTK wants.
    private static func bytes(_ data: Data) -> OpaquePointer? {
        // A handful of bytes lies in the value itself; all others in memory of their own, which stays where it is while it is held.
        guard data.count > 64 else { return data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) } }
        let held = Unmanaged.passRetained(HeldBytes(data))
        return held.takeUnretainedValue().data.withUnsafeBytes { raw in
            g_bytes_new_with_free_func(
                raw.baseAddress, gsize(raw.count),
                { held in held.map { Unmanaged<HeldBytes>.fromOpaque($0).release() } }, held.toOpaque())
        }
    }

    private final class HeldBytes: Sendable {
        let data: Data
        init(_ data: Data) { self.data = data }
    }

    /// Takes over a texture of GTK.
    private init(taking pointer: OpaquePointer) {
        size = PixelSize(
            width: Int(gdk_texture_get_width(pointer)), height: Int(gdk_texture_get_height(pointer)))
        super.init(taking: pointer)
    }

    /// Reads a picture file of our own making, on another thread; nil when it cannot be read. No turning or mirroring by tags.
    static func read(_ path: MediaPath) async -> Texture? {
        guard let box = await decode(path) else { return nil }
        return Texture(taking: box.pointer)
    }

    private struct Decoded: @unchecked Sendable {
        // A texture never changes, may be made on any thread, and has one owner here.
        let pointer: OpaquePointer
    }

    @concurrent
    private nonisolated static func decode(_ path: MediaPath) async -> Decoded? {
        var error: UnsafeMutablePointer<GError>?
        let texture = path.withCString { gdk_texture_new_from_filename($0, &error) }
        if let error { g_error_free(error) }
        return texture.map { Decoded(pointer: $0) }
    }
}
