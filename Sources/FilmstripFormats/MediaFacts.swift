import Filmstrip
import Foundation

/// Why a file cannot be read; the file's name is added by whoever knows it.
enum HeaderFault: Error {
    case unsupported
    case truncated
    case unreadable(String)

    func error(_ name: String) -> LibraryError {
        switch self {
        case .unsupported: .unsupportedFormat(path: name)
        case .truncated: .truncated(path: name)
        case .unreadable(let reason): .unreadable(path: name, reason: reason)
        }
    }
}

/// What the reader of one format found, before it is weighed.
struct MediaFacts {
    var contentType: ContentType
    var storedSize = PixelSize.zero
    /// What the container cuts out of the stored picture, before turning.
    var croppedSize: PixelSize?
    /// The container's own turning. Where a format has one, EXIF's is only information.
    var turn: Orientation?
    var exif: ExifFacts?
    var xmp: XMPFacts?
    /// Where EXIF and XMP were found, for those who want all of it.
    private(set) var exifBlock: ByteRegion?
    private(set) var xmpPacket: [UInt8]?
    /// What else the container says in words: names and values.
    var texts: [(name: String, value: String)] = []
    /// A movie's tracks: what they are, in words and as the file names it.
    var tracks: [(name: String, human: String, raw: String)] = []
    /// The date of the container itself.
    var date: MediaDate?
    var place: Place?
    var duration: Double?
    var frameCount: Int?
    var make: String?
    var model: String?
    var contentIdentifier: String?
    var motionPhotoRange: Range<UInt64>?
    /// Seconds from the start of a live photo's movie to its still.
    var stillTime: Double?
    var previewRange: Range<UInt64>?
    var previewItems: [PreviewItem] = []
    var subtypes: AssetSubtypes = []
    var componentCount: Int?
    var problems: [MediaProblem] = []

    init(_ contentType: ContentType) { self.contentType = contentType }

    /// Reads an EXIF block, unless it is none or there was one before: a file has one, and could claim thousands.
    mutating func takeExif(_ block: ByteRegion?) {
        guard exif == nil, let block, let found = ExifReader.read(block) else { return }
        exif = found
        exifBlock = block
    }

    /// Reads an XMP packet, the first of a file.
    mutating func takeXMP(_ packet: [UInt8]?) {
        guard xmp == nil, let packet else { return }
        xmp = XMPFacts(packet)
        xmpPacket = packet
    }

    mutating func note(_ code: ErrorCode, _ message: String) {
        problems.append(MediaProblem(code: code, message: message))
    }
}

extension MediaFacts {
    /// Weighs what was found: EXIF before XMP before the container before the file's name.
    func header(name: String) -> MediaHeader {
        let orientation = turn ?? exif?.orientation ?? .up
        let shown = croppedSize ?? storedSize
        var problems = problems
        if !contentType.isVideo, storedSize.pixelCount > MediaHeader.pixelLimit {
            let problem = "The picture says that it has \(storedSize) pixels, which is too large to be decoded."
            problems.append(MediaProblem(code: .tooLarge, message: problem))
        }
        let size = orientation.applied(to: shown)
        return MediaHeader(
            contentType: contentType, storedSize: storedSize, orientation: orientation, size: size,
            date: exif?.date ?? xmp?.date ?? exif?.lesserDate ?? date ?? FileNameHints.date(name),
            place: exif?.place ?? xmp?.place ?? place,
            duration: duration, frameCount: contentType.isVideo ? nil : frameCount ?? 1,
            subtypes: allSubtypes(size: size, name: name), make: exif?.make ?? xmp?.make ?? make,
            model: exif?.model ?? xmp?.model ?? model, contentIdentifier: exif?.contentIdentifier ?? contentIdentifier,
            motionPhotoRange: motionPhotoRange, previewRange: previewRange ?? exif?.previewRange,
            previewItems: previewItems,
            stillTime: stillTime ?? (motionPhotoRange == nil ? nil : xmp?.stillTime), problems: problems)
    }

    /// What is special about the file:
    /// - `live`: a movie lies in the same file. (Two files that belong together are for the library to pair.)
    /// - `panorama`: its XMP or Apple's EXIF says so, or it is a photo at least twice as wide as high (or, with a
    ///   camera's name in it, as high as wide) and at least 3,000 pixels long.
    /// - `screenshot`: its name, or a comment or program name in it, says so.
    /// - `hdr`, `depth`: a gain map, a depth map, or a mark of the camera is in it; movies with PQ or HLG curves.
    /// - `burst`: the camera's mark, or a name such as `…_BURST001…`.
    /// - `selfie`: the lens is called a front camera, or the name says so.
    /// - `slowMotion`, `timeLapse`: see `MovieReader`.
    private func allSubtypes(size: PixelSize, name: String) -> AssetSubtypes {
        var subtypes = subtypes.union(xmp?.subtypes ?? []).union(FileNameHints.subtypes(name, contentType))
        if motionPhotoRange != nil { subtypes.insert(.live) }
        if exif?.isBurst == true { subtypes.insert(.burst) }
        if exif?.lensModel?.lowercased().contains("front") == true { subtypes.insert(.selfie) }
        if exif?.comment == "Screenshot" || xmp?.comment == "Screenshot" { subtypes.insert(.screenshot) }
        if exif?.appleHDRType == 3 { subtypes.insert(.hdr) }
        if exif?.make == "Apple" {
            switch exif?.customRendered {
            case 2, 3: subtypes.insert(.hdr)
            case 6: subtypes.insert(.panorama)
            case 7: subtypes.formUnion([.hdr, .depth])
            case 8: subtypes.insert(.depth)
            default: break
            }
        }
        if !contentType.isVideo, !subtypes.contains(.screenshot) {
            let isWide = size.width >= 3000 && size.width >= 2 * size.height
            let isHigh = size.height >= 3000 && size.height >= 2 * size.width && exif?.make != nil
            if isWide || isHigh { subtypes.insert(.panorama) }
        }
        return subtypes
    }
}
