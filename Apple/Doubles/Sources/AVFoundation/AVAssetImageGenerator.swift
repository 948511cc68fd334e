/// Something that has a duration. Not Sendable by itself, as Apple's.
open class AVAsset: NSObject {
    override init() { super.init() }
}

/// A movie in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // Reason: never changed after it was made.
    public let url: URL
    public init(url: URL, options: [String: Any]? = nil) {
        self.url = url
        super.init()
    }
}

/// Makes pictures of a movie.
open class AVAssetImageGenerator: NSObject {
    private let asset: AVAsset
    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Without it, a picture is as the camera has stored it.
    open var appliesPreferredTrackTransform = false
    /// Zero for the movie's own size.
    open var maximumSize = CGSize.zero

    @available(iOS 16.0, *)
    public nonisolated(nonsending) func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        guard let url = (asset as? AVURLAsset)?.url, let data = FileManager.default.contents(atPath: url.path),
            let track = MovieTrack(data)
        else { throw NSError(domain: "AVFoundationErrorDomain", code: -11829) }
        var (width, height) = (track.width, track.height)
        if appliesPreferredTrackTransform, track.isSideways { (width, height) = (height, width) }
        let scale = maximumSize == .zero ? 1 : min(1, maximumSize.width / width, maximumSize.height / height)
        let image = CGImage(
            width: Int((width * scale).rounded()), height: Int((height * scale).rounded()),
            source: url.lastPathComponent)
        return (image, time)
    }
}

/// What the header of a movie's first picture track tells.
private struct MovieTrack {
    var width: CGFloat
    var height: CGFloat
    var isSideways: Bool

    init?(_ data: Data) {
        let bytes = [UInt8](data)
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        let name = Array("tkhd".utf8)
        var at = 4
        while at + 88 < bytes.count {
            // Of version 0; a track without a size is one of sound.
            if bytes[at..<at + 4].elementsEqual(name), bytes[at + 4] == 0, number(at + 80) > 0 {
                (width, height) = (CGFloat(number(at + 80)) / 65536, CGFloat(number(at + 84)) / 65536)
                isSideways = number(at + 44) == 0
                return
            }
            at += 1
        }
        return nil
    }
}
