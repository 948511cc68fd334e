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
    var turn: Turn?
    var exif: ExifFacts?
    var xmp: XMPFacts?
    /// Where EXIF and XMP were found, for those who want all of it.
    private(set) var exifBlock: ByteRegion?
    private(set) var xmpPacket: [UInt8]?
    /// What else the container says in words: names and values.
    var texts: [(name: String, value: String)] = []
    /// The date of the container itself.
    var date: MediaDate?
    var place: Place?
    var duration: Double?
    var frameCount: Int?
    var make: String?
    var model: String?
    var contentIdentifier: String?
    var motionPhotoRange: Range<UInt64>?
    var previewRange: Range<UInt64>?
    var subtypes: AssetSubtypes = []
    var componentCount: Int?
    var problems: [MediaProblem] = []

    init(_ contentType: ContentType) { self.contentType = contentType }

    /// Reads an EXIF block, unless it is none.
    mutating func takeExif(_ block: ByteRegion?) {
        guard let block, let found = ExifReader.read(block) else { return }
        exif = found
        exifBlock = block
    }

    mutating func takeXMP(_ packet: [UInt8]?) {
        guard let packet else { return }
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
        let orientation = turn?.orientation ?? exif?.orientation ?? .up
        let turned = Turn(orientation).swapsAxes
        let shown = croppedSize ?? storedSize
        var problems = problems
        if !contentType.isVideo, storedSize.pixelCount > MediaHeader.pixelLimit {
            let problem = "The picture says that it has \(storedSize) pixels, which is too large to be decoded."
            problems.append(MediaProblem(code: .tooLarge, message: problem))
        }
        let size = turned ? PixelSize(width: shown.height, height: shown.width) : shown
        return MediaHeader(
            contentType: contentType, storedSize: storedSize, orientation: orientation, size: size,
            date: exif?.date ?? xmp?.date ?? exif?.lesserDate ?? date ?? FileNameHints.date(name),
            place: exif?.place ?? xmp?.place ?? place,
            duration: duration, frameCount: contentType.isVideo ? nil : frameCount ?? 1,
            subtypes: allSubtypes(size: size, name: name), make: exif?.make ?? xmp?.make ?? make,
            model: exif?.model ?? xmp?.model ?? model, contentIdentifier: exif?.contentIdentifier ?? contentIdentifier,
            motionPhotoRange: motionPhotoRange, previewRange: previewRange ?? exif?.previewRange, problems: problems)
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

/// A turn by quarters with or without a mirror, as the matrix that takes stored to shown coordinates (y points down):
/// x' = a·x + c·y, y' = b·x + d·y.
struct Turn: Equatable {
    var a: Int
    var b: Int
    var c: Int
    var d: Int

    static let none = Turn(a: 1, b: 0, c: 0, d: 1)

    init(a: Int, b: Int, c: Int, d: Int) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
    }

    init(_ orientation: Orientation) {
        switch orientation {
        case .up: self.init(a: 1, b: 0, c: 0, d: 1)
        case .upMirrored: self.init(a: -1, b: 0, c: 0, d: 1)
        case .down: self.init(a: -1, b: 0, c: 0, d: -1)
        case .downMirrored: self.init(a: 1, b: 0, c: 0, d: -1)
        case .leftMirrored: self.init(a: 0, b: 1, c: 1, d: 0)
        case .right: self.init(a: 0, b: 1, c: -1, d: 0)
        case .rightMirrored: self.init(a: 0, b: -1, c: -1, d: 0)
        case .left: self.init(a: 0, b: -1, c: 1, d: 0)
        }
    }

    var swapsAxes: Bool { a == 0 }

    var orientation: Orientation {
        Orientation.allCases.first { Turn($0) == self } ?? .up
    }

    /// This turn, and then another one.
    func then(_ next: Turn) -> Turn {
        Turn(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
            d: next.b * c + next.d * d)
    }
}
