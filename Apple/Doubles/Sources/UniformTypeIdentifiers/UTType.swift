@_exported public import Foundation
@_exported public import FoundationAdditions

/// A type of data. Knows the few types that Filmstrip has to do with, and what they conform to.
@available(iOS 14.0, *)
public struct UTType: Hashable, Sendable {
    public let identifier: String

    public init?(_ identifier: String) {
        guard Self.table[identifier] != nil else { return nil }
        self.identifier = identifier
    }

    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let wanted = filenameExtension.lowercased()
        let found = Self.table.filter { $0.value.extensions.contains(wanted) }.keys.sorted()
        guard let found = found.first else { return nil }
        self.init(known: found)
    }

    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        guard let found = Self.table.first(where: { $0.value.mime == mimeType }) else { return nil }
        self.init(known: found.key)
    }

    private init(known identifier: String) { self.identifier = identifier }

    public var preferredFilenameExtension: String? { Self.table[identifier]?.extensions.first }
    public var preferredMIMEType: String? { Self.table[identifier]?.mime }
    public func conforms(to type: UTType) -> Bool {
        identifier == type.identifier
            || (Self.table[identifier]?.parents ?? []).contains { UTType(known: $0).conforms(to: type) }
    }

    private struct Row: Sendable {
        var parents: [String] = []
        var extensions: [String] = []
        var mime: String?
    }

    private static let table: [String: Row] = [
        "public.data": Row(),
        "public.content": Row(),
        "public.image": Row(parents: ["public.data", "public.content"]),
        "public.audiovisual-content": Row(parents: ["public.data", "public.content"]),
        "public.movie": Row(parents: ["public.audiovisual-content"]),
        "public.jpeg": Row(parents: ["public.image"], extensions: ["jpeg", "jpg", "jpe"], mime: "image/jpeg"),
        "public.png": Row(parents: ["public.image"], extensions: ["png"], mime: "image/png"),
        "public.heif-standard": Row(parents: ["public.image"]),
        "public.heic": Row(parents: ["public.heif-standard"], extensions: ["heic"], mime: "image/heic"),
        "public.heif": Row(parents: ["public.heif-standard"], extensions: ["heif"], mime: "image/heif"),
        "public.tiff": Row(parents: ["public.image"], extensions: ["tiff", "tif"], mime: "image/tiff"),
        "org.webmproject.webp": Row(parents: ["public.image"], extensions: ["webp"], mime: "image/webp"),
        "com.compuserve.gif": Row(parents: ["public.image"], extensions: ["gif"], mime: "image/gif"),
        "public.camera-raw-image": Row(parents: ["public.image"]),
        "com.adobe.raw-image": Row(
            parents: ["public.camera-raw-image"], extensions: ["dng"], mime: "image/x-adobe-dng"),
        "com.apple.quicktime-movie": Row(
            parents: ["public.movie"], extensions: ["mov", "qt"], mime: "video/quicktime"),
        "public.mpeg-4": Row(parents: ["public.movie"], extensions: ["mp4", "mpg4"], mime: "video/mp4"),
        "com.apple.live-photo": Row(parents: ["public.data", "public.content"]),
        "com.apple.live-photo-bundle": Row(parents: ["com.apple.live-photo"], extensions: ["pvt"]),
    ]
}

@available(iOS 14.0, *)
extension UTType {
    public static var data: UTType { UTType(known: "public.data") }
    public static var image: UTType { UTType(known: "public.image") }
    public static var movie: UTType { UTType(known: "public.movie") }
    public static var audiovisualContent: UTType { UTType(known: "public.audiovisual-content") }
    public static var jpeg: UTType { UTType(known: "public.jpeg") }
    public static var png: UTType { UTType(known: "public.png") }
    public static var heic: UTType { UTType(known: "public.heic") }
    public static var heif: UTType { UTType(known: "public.heif") }
    public static var tiff: UTType { UTType(known: "public.tiff") }
    public static var gif: UTType { UTType(known: "com.compuserve.gif") }
    public static var webP: UTType { UTType(known: "org.webmproject.webp") }
    public static var rawImage: UTType { UTType(known: "public.camera-raw-image") }
    public static var livePhoto: UTType { UTType(known: "com.apple.live-photo") }
    public static var quickTimeMovie: UTType { UTType(known: "com.apple.quicktime-movie") }
    public static var mpeg4Movie: UTType { UTType(known: "public.mpeg-4") }
}
