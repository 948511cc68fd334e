import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation

/// Makes the files of a sample: paints, encodes, and writes the metadata that its device would write.
struct SampleMaker: Sendable {
    let seed: UInt64
    /// Whether pictures are small, and their pixels shared by many files.
    let isTiny: Bool
    /// Where encoders may put files that they need in between.
    let scratch: MediaPath
    private let bodies = SampleBodies()

    /// A file to be written.
    struct File: Sendable {
        /// The ending of its name, with the dot.
        var ending: String
        var bytes: [UInt8]
    }

    init(seed: UInt64, isTiny: Bool, scratch: MediaPath) {
        self.seed = seed
        self.isTiny = isTiny
        self.scratch = scratch
    }

    /// The files of an item: one, or the two halves of a live photo.
    @concurrent
    func files(of item: SampleItem) async throws -> [File] {
        let isApple = item.device.make == "Apple"
        switch item.kind {
        case .screenshot:
            let png = try await bodies.body(key("screenshot", item)) { SampleBody(bytes: try screenshot($0)) }.bytes
            var fields = fields(of: item, orientation: .up, size: screenSize)
            fields.comment = "Screenshot"
            return [File(ending: ".png", bytes: try ExifWriter.inserting(fields, into: png, .png))]
        case .animation:
            let gif = try await bodies.body(key("animation", item)) { SampleBody(bytes: try animation($0)) }.bytes
            return [File(ending: ".gif", bytes: gif)]
        case .video:
            let type = isApple ? PixelEncoder.Product.quickTime : .mp4
            let movie = try await movie(item, type, seconds: isTiny ? 1 : 3 + item.seed % 4, identifier: nil)
            return [File(ending: isApple ? ".MOV" : ".mp4", bytes: movie)]
        case .live:
            let identifier = item.identifier(seed: seed)
            let movie = try await movie(item, .quickTime, seconds: isTiny ? 1 : 3, identifier: identifier)
            return [
                File(ending: ".JPG", bytes: try await still(item, identifier: identifier)),
                File(ending: ".MOV", bytes: movie),
            ]
        case .motionPhoto:
            let movie = try await movie(item, .mp4, seconds: isTiny ? 1 : 2, identifier: nil)
            let still = try await still(item, identifier: nil)
            return [File(ending: ".jpg", bytes: Self.motionPhoto(still, movie))]
        case .photo, .portrait, .selfie, .panorama, .burst:
            let ending = item.device.countsFiles && item.kind != .burst ? ".JPG" : ".jpg"
            return [File(ending: ending, bytes: try await still(item, identifier: nil))]
        }
    }

    // MARK: Stills

    private func still(_ item: SampleItem, identifier: String?) async throws -> [UInt8] {
        let orientation = orientation(of: item)
        let upright = size(of: item)
        let body = try await bodies.body(key("still-\(orientation.rawValue)-\(upright)", item)) { item in
            var random = SampleRandom(seed: UInt64(item.seed), purpose: 1)
            var canvas = SampleCanvas(upright)
            item.scene.paint(&canvas, &random)
            let pixels = SamplePixels(canvas).stored(for: orientation)
            let small = pixels.scaled(to: pixels.size.limited(to: thumbnailBox))
            return SampleBody(
                bytes: try pixels.jpeg(quality: isTiny ? 80 : 88), thumbnail: try small.jpeg(quality: 75))
        }
        let isTurned = orientation == .right || orientation == .left
        var fields = fields(
            of: item, orientation: orientation,
            size: isTurned ? PixelSize(width: upright.height, height: upright.width) : upright)
        fields.contentIdentifier = identifier
        fields.thumbnail = body.thumbnail
        if item.kind == .selfie { fields.lensModel = "\(item.device.model) front camera 2.71mm f/2.2" }
        return try ExifWriter.inserting(fields, into: body.bytes, .jpeg)
    }

    private func fields(of item: SampleItem, orientation: Orientation, size: PixelSize) -> ExifFields {
        ExifFields(
            make: item.device.make, model: item.device.model, software: "Filmstrip samples",
            lensModel: item.device.lens, orientation: orientation, date: item.date, place: item.place, size: size,
            exposure: exposure(of: item))
    }

    /// What fits the hour and the lens: short and insensitive by day, long and sensitive by night.
    private func exposure(of item: SampleItem) -> ExifFields.Exposure? {
        guard item.kind != .screenshot else { return nil }
        let hour = item.localTime / 3600 % 24
        let isDay = (9..<17).contains(hour) && item.scene != .night
        let step = item.seed & 3
        let fraction = isDay ? [1000, 640, 500, 250][step] : [60, 50, 30, 15][step]
        let sensitivity = isDay ? [50, 64, 100, 125][step] : [400, 640, 800, 1600][step]
        return ExifFields.Exposure(
            fraction: fraction, aperture: item.kind == .selfie ? 2.2 : item.device.aperture, sensitivity: sensitivity,
            focalLength: item.kind == .selfie ? 2.71 : item.device.focalLength)
    }

    /// How the device was held.
    private func orientation(of item: SampleItem) -> Orientation {
        switch item.kind {
        case .portrait, .selfie: item.seed % 5 == 0 ? .left : .right
        case .photo where item.seed % 31 == 0: .down
        default: .up
        }
    }

    /// The size as shown.
    private func size(of item: SampleItem) -> PixelSize {
        var size = item.device.size
        if item.kind == .panorama { size = PixelSize(width: 3200, height: 900) }
        // Now and then one at the sensor's full size.
        if !isTiny, item.kind == .photo, item.number % 50 == 7 { size = PixelSize(width: 4032, height: 3024) }
        if isTiny { size = PixelSize(width: size.width / 16 * 2, height: size.height / 16 * 2) }
        if isTiny && item.kind != .panorama { size = PixelSize(width: size.width * 3 / 4, height: size.height * 3 / 4) }
        let isUpright = item.kind == .portrait || item.kind == .selfie
        return isUpright ? PixelSize(width: size.height, height: size.width) : size
    }

    /// What EXIF 2.32 asks for; less for small pictures, whose thumbnails are to be told from them.
    private var thumbnailBox: PixelSize {
        isTiny ? PixelSize(width: 48, height: 48) : PixelSize(width: 160, height: 160)
    }

    private var screenSize: PixelSize {
        isTiny ? PixelSize(width: 76, height: 164) : PixelSize(width: 828, height: 1792)
    }

    private func screenshot(_ item: SampleItem) throws -> [UInt8] {
        var random = SampleRandom(seed: UInt64(item.seed), purpose: 1)
        var canvas = SampleCanvas(screenSize)
        SampleScreen.paint(&canvas, &random)
        return try PixelEncoder.encode(RawPixels([SamplePixels(canvas)]), as: .png, rate: 1, folder: scratch)
    }

    // MARK: What moves

    private func animation(_ item: SampleItem) throws -> [UInt8] {
        let frames = (0..<8).map { number in
            var random = SampleRandom(seed: UInt64(item.seed), purpose: 1)
            var canvas = SampleCanvas(isTiny ? PixelSize(width: 64, height: 64) : PixelSize(width: 240, height: 240))
            canvas.gradient(random.pick(SampleScene.days).sky)
            let time = Float(number) / 8
            let height = abs(sin(time * 2 * .pi)) * 0.5
            canvas.disc(
                0.5, 0.86, 0.16 - height * 0.1, softness: 0.06, squeeze: 0.2, SampleColor(0, 0, 0), opacity: 0.3)
            canvas.disc(0.5, 0.72 - height, 0.13, SampleColor(random.pick([0xE76F51, 0x2A9D8F, 0xF4A261])))
            canvas.disc(0.46, 0.68 - height, 0.03, softness: 0.03, SampleColor(1, 1, 1), opacity: 0.7)
            return SamplePixels(canvas)
        }
        return SampleGIF.encode(frames, delay: 8)
    }

    private func movie(
        _ item: SampleItem, _ product: PixelEncoder.Product, seconds: Int, identifier: String?
    ) async throws -> [UInt8] {
        let rate = isTiny ? 8 : 24
        let movie = try await bodies.body(key("movie-\(product)-\(seconds)", item)) { item in
            let frames = pan(item, count: seconds * rate)
            return SampleBody(
                bytes: try PixelEncoder.encode(RawPixels(frames), as: product, rate: rate, folder: scratch))
        }.bytes
        let changes = MovieChanges(
            date: item.date, place: item.place, make: item.device.make, model: item.device.model,
            contentIdentifier: identifier)
        return try ISOBoxEditor.applying(changes, to: movie)
    }

    /// A slow pan over a wide picture.
    private func pan(_ item: SampleItem, count: Int) -> [SamplePixels] {
        let size = isTiny ? PixelSize(width: 96, height: 64) : PixelSize(width: 640, height: 360)
        var random = SampleRandom(seed: UInt64(item.seed), purpose: 1)
        var canvas = SampleCanvas(PixelSize(width: size.width * 3 / 2, height: size.height))
        item.scene.paint(&canvas, &random)
        let wide = SamplePixels(canvas)
        return (0..<count).map { number in
            let start = (wide.size.width - size.width) * number / max(1, count - 1)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(size.pixelCount * 3)
            for row in 0..<size.height {
                let from = (row * wide.size.width + start) * 3
                bytes += wide.bytes[from..<from + size.width * 3]
            }
            return SamplePixels(size: size, bytes: bytes)
        }
    }

    /// A still with its movie behind it (Motion Photo format 1.0).
    private static func motionPhoto(_ still: [UInt8], _ movie: [UInt8]) -> [UInt8] {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \
            xmlns:Container="http://ns.google.com/photos/1.0/container/" \
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/" GCamera:MotionPhoto="1" \
            GCamera:MotionPhotoVersion="1" GCamera:MotionPhotoPresentationTimestampUs="500000"><Container:Directory>\
            <rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary" \
            Item:Length="0" Item:Padding="0"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item \
            Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="\(movie.count)" Item:Padding="0"/></rdf:li>\
            </rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let length = packet.utf8.count + 2
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array(packet.utf8)
        return still.prefix(2) + segment + still.dropFirst(2) + movie
    }

    /// What decides about the pixels: the item itself, or, for small ones, one of a few.
    private func key(_ what: String, _ item: SampleItem) -> SampleBodies.Key {
        var item = item
        if isTiny { item.seed = item.seed % 2 }
        return SampleBodies.Key(what: what, item: item, isShared: isTiny)
    }
}

/// What a file is before anything is said in it.
private struct SampleBody: Sendable {
    var bytes: [UInt8]
    /// The same as a small JPEG.
    var thumbnail: [UInt8]?
}

/// Encoded pixels, made once for all files that share them.
private actor SampleBodies {
    struct Key: Sendable {
        var what: String
        var item: SampleItem
        var isShared: Bool
    }

    private var made: [String: Task<SampleBody, any Error>] = [:]

    func body(_ key: Key, _ make: @escaping @Sendable (SampleItem) throws -> SampleBody) async throws -> SampleBody {
        guard key.isShared else { return try await Self.run(make, key.item) }
        let name = "\(key.what)-\(key.item.scene.rawValue)-\(key.item.seed)"
        let task = made[name] ?? Task { try await Self.run(make, key.item) }
        made[name] = task
        return try await task.value
    }

    @concurrent
    private static func run(_ make: @Sendable (SampleItem) throws -> SampleBody, _ item: SampleItem) async throws
        -> SampleBody
    {
        try make(item)
    }
}
