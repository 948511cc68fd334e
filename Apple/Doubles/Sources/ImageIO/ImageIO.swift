@_exported public import CoreGraphics
public import Foundation
public import FoundationAdditions

public let kCGImagePropertyOrientation: CFString = "Orientation"
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

/// A picture file that is read.
public final class CGImageSource {
    let name: String
    let facts: EncodedPicture.Facts?
    init(name: String, facts: EncodedPicture.Facts?) { (self.name, self.facts) = (name, facts) }
}

/// Nil when there is no such file. What is no picture is found out when it is decoded.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard let data = FileManager.default.contents(atPath: url.path) else { return nil }
    return CGImageSource(name: url.lastPathComponent, facts: EncodedPicture.facts(of: data))
}

public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    guard index == 0, let facts = isrc.facts else { return nil }
    return CGImage(width: facts.width, height: facts.height, source: isrc.name)
}

public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    guard index == 0, let facts = isrc.facts else { return nil }
    return [
        kCGImagePropertyPixelWidth: NSNumber(value: facts.width),
        kCGImagePropertyPixelHeight: NSNumber(value: facts.height),
    ].merging(facts.metadata.properties) { first, _ in first }
}

/// Made small, and turned upright where that is asked for. Nil unless a thumbnail may be made.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    func flag(_ key: CFString) -> Bool { options?[key] as? Bool ?? (options?[key] as? NSNumber)?.boolValue ?? false }
    guard index == 0, let facts = isrc.facts else { return nil }
    guard
        flag(kCGImageSourceCreateThumbnailFromImageAlways) || flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
    else { return nil }
    let limit = options?[kCGImageSourceThumbnailMaxPixelSize]
    let longest = (limit as? Int) ?? (limit as? NSNumber)?.intValue ?? max(facts.width, facts.height)
    let scale = min(1, Double(longest) / Double(max(facts.width, facts.height)))
    var size = (Int((Double(facts.width) * scale).rounded()), Int((Double(facts.height) * scale).rounded()))
    if flag(kCGImageSourceCreateThumbnailWithTransform), facts.orientation >= 5 { size = (size.1, size.0) }
    return CGImage(
        width: max(1, size.0), height: max(1, size.1), source: isrc.name,
        region: CGRect(x: 0, y: 0, width: facts.width, height: facts.height))
}

/// A picture file that is written.
public final class CGImageDestination {
    let url: URL
    let type: String
    var picture: (image: CGImage, properties: CFDictionary)?
    init(url: URL, type: String) { (self.url, self.type) = (url, type) }
}

/// Nil for a type that cannot be written, and where no file can be made.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    guard ["public.jpeg", "public.png", "public.heic"].contains(type), count == 1,
        FileManager.default.isWritableFile(atPath: url.deletingLastPathComponent().path)
    else { return nil }
    return CGImageDestination(url: url, type: type)
}

public func CGImageDestinationAddImage(
    _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
    idst.picture = (image, properties ?? [:])
}

/// Writes size, orientation, maker, moment, place, and a comment that says which part of which picture it is.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    guard let (image, properties) = idst.picture else { return false }
    func number(_ key: CFString) -> Double? {
        (properties[key] as? NSNumber)?.doubleValue ?? properties[key] as? Double
            ?? (properties[key] as? Int).map(Double.init)
    }
    var facts = EncodedPicture.Facts(width: image.width, height: image.height)
    facts.metadata = EncodedMetadata(properties)
    let region = image.region
    facts.note = [
        image.source, "\(region.minX)", "\(region.minY)", "\(region.width)", "\(region.height)",
        number(kCGImageDestinationLossyCompressionQuality).map { "\($0)" } ?? "",
    ].joined(separator: "\t")
    let data =
        idst.type == "public.png"
        ? EncodedPicture.png(width: image.width, height: image.height) : EncodedPicture.jpeg(facts)
    return FileManager.default.createFile(atPath: idst.url.path, contents: data)
}
