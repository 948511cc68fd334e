package import Filmstrip

/// What the first look into a file tells, without decoding a picture.
package struct MediaHeader: Sendable, Hashable {
    /// Pictures of more pixels are not decoded: a few bytes may claim any number.
    package static let pixelLimit = 200_000_000

    package var contentType: ContentType
    /// Pixels as stored, before any turning.
    package var storedSize: PixelSize
    /// How they are turned to be upright: the container's own transform where it has one, else EXIF.
    package var orientation: Orientation
    /// The size as shown, upright.
    package var size: PixelSize
    /// Nil when the file itself holds none.
    package var date: MediaDate?
    package var place: Place?
    /// Seconds, for videos.
    package var duration: Double?
    package var frameCount: Int?
    package var subtypes: AssetSubtypes
    package var make: String?
    package var model: String?
    /// What binds the two halves of an Apple live photo: found in stills and in movies.
    package var contentIdentifier: String?
    /// Where the movie of a single-file motion photo lies in the file.
    package var motionPhotoRange: Range<UInt64>?
    /// Where an embedded JPEG preview lies in the file.
    package var previewRange: Range<UInt64>?
    /// Small pictures that a HEIF container has beside its main one, in the order of the file.
    package var previewItems: [PreviewItem]
    /// Seconds from the start of a live photo's movie to its still, where the file says so.
    package var stillTime: Double?
    package var problems: [MediaProblem]

    package init(
        contentType: ContentType, storedSize: PixelSize = .zero, orientation: Orientation = .up,
        size: PixelSize = .zero, date: MediaDate? = nil, place: Place? = nil, duration: Double? = nil,
        frameCount: Int? = nil, subtypes: AssetSubtypes = [], make: String? = nil, model: String? = nil,
        contentIdentifier: String? = nil, motionPhotoRange: Range<UInt64>? = nil, previewRange: Range<UInt64>? = nil,
        previewItems: [PreviewItem] = [], stillTime: Double? = nil, problems: [MediaProblem] = []
    ) {
        self.contentType = contentType
        self.storedSize = storedSize
        self.orientation = orientation
        self.size = size
        self.date = date
        self.place = place
        self.duration = duration
        self.frameCount = frameCount
        self.subtypes = subtypes
        self.make = make
        self.model = model
        self.contentIdentifier = contentIdentifier
        self.motionPhotoRange = motionPhotoRange
        self.previewRange = previewRange
        self.previewItems = previewItems
        self.stillTime = stillTime
        self.problems = problems
    }
}

/// A small picture that a HEIF container has beside its main one.
package struct PreviewItem: Sendable, Hashable {
    /// The item's number in the container.
    package var id: UInt32
    /// How it is turned to be shown, which is its own affair: a main picture that is turned may have a preview that is not.
    package var orientation: Orientation
}

/// Something in a file that is not as it should be, and did not keep us from reading the rest.
package struct MediaProblem: Sendable, Hashable {
    package var code: ErrorCode
    package var message: String

    package init(code: ErrorCode, message: String) {
        self.code = code
        self.message = message
    }
}

/// Bytes that can be read at any place: a file, or memory. Reads outside give fewer bytes, never a fault.
package protocol ByteSource {
    /// The number of bytes there are.
    var byteCount: UInt64 { get }
    /// Up to `count` bytes from `offset`.
    func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8]
}
