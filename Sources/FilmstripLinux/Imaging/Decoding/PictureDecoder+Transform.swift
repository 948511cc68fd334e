import CWall
import Filmstrip
import FilmstripFormats
import Foundation

/// A JPEG that a decoder has made of another one, and the small picture of it that was asked for.
struct TransformedPicture: Sendable {
    var bytes: [UInt8]
    /// As stored.
    var preview: PixelFrame?
}

extension PictureDecoder {
    /// Cuts and turns a JPEG along its blocks, behind the wall: none is coded anew. The new file has no metadata.
    /// - Parameter previewSize: the largest size of a small picture of the new file, as it is stored; nil for none.
    /// - Throws: `notDecodable` for what the library cannot transform; as `picture`.
    func transformed(
        _ path: MediaPath, as plan: JPEGTransform.Plan, isProgressive: Bool, previewSize: PixelSize?
    ) async throws(LibraryError) -> TransformedPicture {
        let decoder = self
        let file = try await queue.run(.look) { () throws(LibraryError) in try OpenPicture(path) }
        guard file.header.contentType == .jpeg else {
            throw .notDecodable(path: path.string, reason: "only JPEG is cut along its blocks")
        }
        try file.checkSize(against: configuration.pixelLimit)
        // All coefficients, and the new file.
        let cost = file.header.storedSize.pixelCount * 6 + Int(clamping: file.status.size) + (4 << 20)
        return try await queue.run(.picture, cost: cost) { () throws(LibraryError) in
            let room = try decoder.transform(file, plan, isProgressive)
            let bytes = try room.bytes(path)
            // What the worker says is as little to be trusted as the picture was.
            let made = try MediaHeaderReader.read(MemoryByteSource(bytes), name: path.string)
            guard made.contentType == .jpeg, made.storedSize == plan.box.size else {
                throw .decoderFailed(path: path.string, reason: "the decoder gave an answer that cannot be")
            }
            let preview = try previewSize.map { box throws(LibraryError) in
                try decoder.stored(room, plan.box.size, path, fitting: box)
            }
            return TransformedPicture(bytes: bytes, preview: preview)
        }
    }

    private func transform(
        _ file: OpenPicture, _ plan: JPEGTransform.Plan, _ isProgressive: Bool
    ) throws(LibraryError) -> WorkerFile {
        var question = try file.question(.picture)
        question.task = FS_TASK_TRANSFORM.rawValue
        question.orientation = UInt32(plan.operation.rawValue)
        (question.left, question.top) = (UInt32(clamping: plan.box.x), UInt32(clamping: plan.box.y))
        (question.width, question.height) = (UInt32(clamping: plan.box.width), UInt32(clamping: plan.box.height))
        question.is_progressive = isProgressive ? 1 : 0
        question.pixel_limit = UInt64(configuration.pixelLimit)
        // Other tables of codes may make it longer than it was. What is not written costs nothing.
        question.capacity = UInt64(clamping: file.status.size) * 2 + UInt64(plan.box.size.pixelCount) + 65_536
        let room = try Self.room(question.capacity, for: file.path)
        let answer = try pool.ask(
            question, .pictures, file: file.descriptor, pixels: room, path: file.path,
            patience: configuration.timeLimit + file.timeAllowance)
        try file.check(answer)
        guard answer.byte_count > 0, answer.byte_count <= question.capacity else {
            throw .decoderFailed(path: file.path.string, reason: "the decoder gave an answer that cannot be")
        }
        return WorkerFile(descriptor: room, byteCount: answer.byte_count)
    }

    /// A small picture of a JPEG that a worker has made, in the way it is stored.
    private func stored(
        _ file: WorkerFile, _ full: PixelSize, _ path: MediaPath, fitting box: PixelSize
    ) throws(LibraryError) -> PixelFrame {
        let size = full.limited(to: box)
        var question = fs_question()
        question.task = FS_TASK_PICTURE.rawValue
        question.format = FS_FORMAT_JPEG.rawValue
        question.orientation = 1
        question.length = file.byteCount
        (question.width, question.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
        question.pixel_limit = UInt64(configuration.pixelLimit)
        question.capacity = UInt64(size.pixelCount) * 4
        let pixels = try Self.room(question.capacity, for: path)
        let answer = try pool.ask(
            question, .pictures, file: file.descriptor, pixels: pixels, path: path,
            patience: configuration.timeLimit + Double(full.pixelCount) / 5e6)
        guard fs_outcome(answer.outcome) == FS_OUTCOME_DONE else {
            throw .decoderFailed(path: path.string, reason: "the part that was cut out cannot be decoded")
        }
        return try DecodedPicture.frame(answer, pixels, question, path)
    }
}

/// A file in memory that a worker has written.
private struct WorkerFile {
    let descriptor: OwnedDescriptor
    let byteCount: UInt64

    /// Its bytes, when nobody can change them any more.
    func bytes(_ path: MediaPath) throws(LibraryError) -> [UInt8] {
        guard let start = fs_pixels_map(descriptor.rawValue, byteCount) else {
            throw .decoderFailed(path: path.string, reason: "the decoder did not let go of the new file")
        }
        defer { fs_pixels_unmap(start, byteCount) }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(byteCount)))
    }
}
