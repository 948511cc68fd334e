import Filmstrip
import FilmstripFormats
import Foundation

/// One still on its way to a new file.
///
/// What can be done with the old file's bytes is done with them: copied, or only their metadata changed, or a JPEG cut along its
/// blocks. Only what is left is decoded, changed, and encoded anew.
struct StillExport {
    let source: MediaPath
    let movie: LivePhotoFiles?
    let recipe: ExportRecipe
    let decoder: PictureDecoder
    private let file: FileByteSource
    private let header: MediaHeader

    /// What becomes of the still.
    struct Product {
        var type: ContentType
        var size: PixelSize
        var isLossless: Bool
        var losses: [ExportedMedia.Loss] = []
        /// Counted from the old file.
        var pieces: [FilePiece]
        /// Whether the movie that belongs to it may stay.
        var keepsMovie: Bool
    }

    init(
        _ source: MediaPath, movie: LivePhotoFiles?, recipe: ExportRecipe, decoder: PictureDecoder
    ) throws(LibraryError) {
        self.source = source
        self.movie = movie
        self.recipe = recipe
        self.decoder = decoder
        file = try FileByteSource(path: source)
        header = try MediaHeaderReader.read(file, at: source)
    }

    var type: ContentType { header.contentType }

    /// The still, made as the recipe says.
    /// - Parameter budget: the most bytes that it may have.
    func make(budget: Int64?) async throws(ExportError) -> Product {
        do throws(LibraryError) {
            if let product = try untouched(budget) { return product }
            if let product = try await lossless(budget) { return product }
        } catch { throw .library(error) }
        return try await encoded(budget)
    }

    // MARK: With the old bytes

    private var edit: EditRecipe? { recipe.edit.flatMap { $0.changesNothing(in: header.size) ? nil : $0 } }

    /// Whether the pixels have to be others, apart from a budget.
    private var needsPixels: Bool {
        edit != nil || recipe.quality != nil || recipe.format.map { $0 != header.contentType } ?? false
            || recipe.largestSize.map { header.size.limited(to: $0) != header.size } ?? false
    }

    /// The old file's pixels, with all of its metadata or fewer; nil where that is not what is asked.
    private func untouched(_ budget: Int64?) throws(LibraryError) -> Product? {
        guard !needsPixels else { return nil }
        var product = Product(
            type: header.contentType, size: header.size, isLossless: true, pieces: [.range(0..<file.byteCount)],
            keepsMovie: true)
        let unbinds = recipe.stillOnly && header.contentIdentifier != nil
        if recipe.metadata != .all, saysSomething {
            guard MetadataStripper.canStrip(header.contentType) else { return nil }
            product.pieces = try MetadataStripper.stripping(
                file, keeping: recipe.metadata, unbinds: unbinds, name: source.string)
            product.losses = try losses(left: PiecedSource(product.pieces, of: file))
        } else if try speaksOfMovie(unbinds: unbinds) {
            product.pieces = try MotionPhotoFile.still(
                file, name: source.string, identifier: unbinds ? .remove : .keep)
        }
        if let budget, Int64(product.pieces.byteCount) > budget { return nil }
        return product
    }

    /// Whether there is a movie in the file, or talk of one, that has to go.
    private func speaksOfMovie(unbinds: Bool) throws(LibraryError) -> Bool {
        guard LivePhotoFiles.canHold(header.contentType) else { return false }
        if header.motionPhotoRange != nil || unbinds { return true }
        guard recipe.stillOnly else { return false }
        return try MotionPhotoFile.claimsMovie(file, name: source.string)
    }

    /// Whether there is anything that the recipe does not want.
    private var saysSomething: Bool {
        guard !MetadataStripper.canStrip(header.contentType) else { return true }
        switch header.contentType {
        case .bmp: return false
        default: return true
        }
    }

    /// A JPEG cut and turned along its blocks; nil where that cannot be.
    private func lossless(_ budget: Int64?) async throws(LibraryError) -> Product? {
        guard let edit, header.contentType == .jpeg, recipe.quality == nil, recipe.format ?? .jpeg == .jpeg,
            file.byteCount < 256 << 20, header.storedSize.pixelCount <= decoder.configuration.pixelLimit,
            recipe.largestSize.map({
                edit.resultSize(in: header.size).limited(to: $0) == edit.resultSize(in: header.size)
            })
                ?? true
        else { return nil }
        let old = try JPEGFile(file, name: source.string)
        guard
            let plan = JPEGTransform(old, size: header.storedSize)?.plan(edit, shownAs: header.orientation)
        else { return nil }
        var metadata = try PictureMetadata(of: file, name: source.string)
        metadata.keep(recipe.metadata)
        let made: TransformedPicture
        do throws(LibraryError) {
            made = try await decoder.transformed(
                source, as: plan, isProgressive: old.isProgressive,
                previewSize: metadata.hasThumbnail ? PixelSize(width: 160, height: 160) : nil)
        } catch {
            // What cannot be transformed may still be decoded.
            guard error != .cancelled else { throw error }
            return nil
        }
        let thumbnail: [UInt8]?
        do throws(ExportError) {
            thumbnail = try made.preview.map { frame throws(ExportError) in
                try PictureEncoder(frame, hasAlpha: false).thumbnail()
            }
        } catch { thumbnail = nil }
        metadata.removeContentIdentifier()
        metadata.describe(
            size: plan.box.size, orientation: plan.orientation, showsOther: true, thumbnail: thumbnail)
        let picture = MemoryByteSource(made.bytes)
        var new = try JPEGFile(picture, name: source.string)
        new.takeColors(of: old)
        try metadata.put(into: &new, source.string)
        let result = try new.pieces(trailer: []).assembled(from: picture)
        if let budget, result.count > budget { return nil }
        return Product(
            type: .jpeg, size: plan.orientation.applied(to: plan.box.size), isLossless: true,
            losses: try losses(edit: true),
            pieces: [.bytes(result)], keepsMovie: false)
    }

    // MARK: With new bytes

    /// The format of the new file: what is asked for, else the old one, else one that spoils nothing.
    private func format(hasAlpha: Bool) -> ContentType {
        if let format = recipe.format { return format }
        switch header.contentType {
        case .jpeg, .png, .heic, .webP: return header.contentType
        case .gif, .bmp, .tiff: return .png
        default: return hasAlpha ? .png : .jpeg
        }
    }

    private func encoded(_ budget: Int64?) async throws(ExportError) -> Product {
        let picture: DecodedPicture
        do throws(LibraryError) {
            picture = try await decoder.picture(source, fitting: edit == nil ? recipe.largestSize : nil)
        } catch { throw .library(error) }
        let hasAlpha = picture.hasAlpha || edit?.isMasked ?? false
        let type = format(hasAlpha: hasAlpha)
        let metadata: PictureMetadata
        let keepsColors: Bool
        do throws(LibraryError) {
            metadata = try keptMetadata()
            let jpeg = header.contentType == .jpeg ? try JPEGFile(file, name: source.string) : nil
            keepsColors = jpeg.map { !$0.sharesColors } ?? true
        } catch { throw .library(error) }
        let (edit, recipe, source) = (edit, recipe, source)
        // Encoders cannot be stopped, so whoever is cancelled does not wait for them.
        let work = await OwnThread.run("filmstrip-encode") { isUnwanted -> Result<BudgetSearch.Made, ExportError> in
            var frame = picture.frame
            if let edit { frame = edit.rendered(frame) }
            if let box = recipe.largestSize { frame = frame.scaled(toFit: box) }
            let search = BudgetSearch(
                frame: frame, hasAlpha: hasAlpha, type: type, quality: recipe.quality ?? (edit == nil ? 90 : 95),
                keepsColors: keepsColors, budget: budget, path: source, isUnwanted: isUnwanted)
            do throws(ExportError) {
                return .success(
                    try search.run { frame, bytes throws(ExportError) in
                        try Self.told(metadata, in: bytes, type, frame, hasAlpha, showsOther: edit != nil, source)
                    })
            } catch { return .failure(error) }
        }
        guard let made = try work?.get() else { throw .library(.cancelled) }
        var losses = try exporting { () throws(LibraryError) in try self.losses(edit: edit != nil) }
        if header.subtypes.contains(.animated) { losses.append(.animation) }
        if picture.isPartial { losses.append(.lowerPart) }
        if picture.hasAlpha, type == .jpeg { losses.append(.transparency) }
        if metadata.hasTextsOfJPEG, type != .jpeg { losses.append(.texts) }
        return Product(
            type: type, size: made.size, isLossless: false, losses: losses, pieces: [.bytes(made.bytes)],
            keepsMovie: edit == nil)
    }

    /// A finished file with what is said about the picture.
    private static func told(
        _ metadata: PictureMetadata, in bytes: [UInt8], _ type: ContentType, _ frame: PixelFrame, _ hasAlpha: Bool,
        showsOther: Bool, _ source: MediaPath
    ) throws(ExportError) -> [UInt8] {
        var metadata = metadata
        let thumbnail = metadata.hasThumbnail ? try PictureEncoder(frame, hasAlpha: hasAlpha).thumbnail() : nil
        metadata.describe(size: frame.size, orientation: .up, showsOther: showsOther, thumbnail: thumbnail)
        guard !metadata.isEmpty else { return bytes }
        return try exporting { () throws(LibraryError) in
            try metadata.inserted(into: bytes, type, name: source.string)
        }
    }

    private func keptMetadata() throws(LibraryError) -> PictureMetadata {
        var metadata = try PictureMetadata(of: file, name: source.string)
        metadata.keep(recipe.metadata)
        if recipe.stillOnly || edit != nil { metadata.removeContentIdentifier() }
        return metadata
    }

    /// What went with the metadata: pictures behind the first that told a place, and a movie that nothing claims, or at another
    /// place than it is. One at its place is the exporter's to keep.
    private func losses(left: PiecedSource) throws(LibraryError) -> [ExportedMedia.Loss] {
        guard header.contentType == .jpeg else { return [] }
        let old = try JPEGFile(file, name: source.string)
        let new = try JPEGFile(left, name: source.string)
        var losses: [ExportedMedia.Loss] = []
        if !recipe.stillOnly, header.motionPhotoRange == nil, old.movieBehindPicture(file) != nil { losses = [.movie] }
        let isListed = new.furtherPictureCount < old.furtherPictureCount
        guard isListed || old.hasFurtherPicture(file) && !new.hasFurtherPicture(left) else { return losses }
        let told = try brighterAndFurther()
        return losses + (told.isEmpty ? [.furtherPictures] : told)
    }

    /// What new pixels cost.
    private func losses(edit: Bool) throws(LibraryError) -> [ExportedMedia.Loss] {
        let hasMovie = edit && movie != nil && !recipe.stillOnly
        return (hasMovie ? [.movie] : []) + (try brighterAndFurther())
    }

    /// What lies beside the picture in the old file and in no new one. A gain map is one of the pictures behind the first.
    private func brighterAndFurther() throws(LibraryError) -> [ExportedMedia.Loss] {
        let isBrighter = header.subtypes.contains(.hdr)
        let count = try furtherPictures(in: file) - (isBrighter ? 1 : 0)
        return (isBrighter ? [.gainMap] : []) + (count > 0 ? [.furtherPictures] : [])
    }

    private func furtherPictures(in file: some ByteSource) throws(LibraryError) -> Int {
        switch header.contentType {
        case .jpeg: try JPEGFile(file, name: source.string).furtherPictureCount
        case .tiff: (header.frameCount ?? 1) - 1
        default: 0
        }
    }
}

extension JPEGFile {
    /// Takes over another file's profile of colours, for pixels that are the same.
    fileprivate mutating func takeColors(of other: JPEGFile) {
        let profile = other.segments.filter { $0.marker == 0xE2 && $0.payload.starts(with: "ICC_PROFILE\0".utf8) }
        segments.insert(contentsOf: profile, at: segments.first?.marker == 0xE0 ? 1 : 0)
    }
}
