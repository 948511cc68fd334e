public import Filmstrip
import FilmstripFormats
import Foundation

/// What editors need on Linux: pictures and frames from behind the wall, and new files by the exporter.
///
/// New files lie in a folder of the user's alone until somebody keeps them.
public struct FileEditor: EditorBackend {
    private let decoder: PictureDecoder
    private let exporter: MediaExporter
    private let folder: CaptureFolder

    /// - Parameters:
    ///   - decoder: decodes what is looked at, and what has to be coded anew.
    ///   - folder: where new files are made; by default a folder of the user's alone in the system's temporary one.
    public init(decoder: PictureDecoder = PictureDecoder(), folder: MediaPath? = nil) {
        self.decoder = decoder
        exporter = MediaExporter(decoder: decoder, jobs: 1)
        self.folder = folder.map { CaptureFolder(path: $0) } ?? .temporary
    }

    /// Reads the header alone.
    @concurrent
    public func subject(of file: MediaFile) async throws(LibraryError) -> EditSubject {
        let path = file.path
        let header = try MediaHeaderReader.read(path)
        guard !header.size.isEmpty else { throw .notDecodable(path: path.string, reason: "it has no size") }
        return EditSubject(size: header.size, duration: header.contentType.isVideo ? header.duration : nil)
    }

    /// A picture, or the frame of a video, decoded behind the wall.
    public func frame(
        of file: MediaFile, at seconds: Double, fitting box: PixelSize
    ) async throws(LibraryError) -> PixelFrame {
        file.contentType.isVideo
            ? try await decoder.frame(file.path, at: seconds, fitting: box).frame
            : try await decoder.picture(file.path, fitting: box).frame
    }

    /// A new file in the editor's folder, whose owner it is alone. A cropped live photo is a photo.
    public func edited(_ file: MediaFile, by recipe: ExportRecipe) async throws(ExportError) -> MediaFile {
        let path = file.path
        do throws(CameraError) { try folder.create() } catch {
            switch error {
            case .noSpace: throw .library(.noSpace(folder: folder.path.string))
            default: throw .library(.readOnly(folder: folder.path.string))
            }
        }
        var recipe = recipe
        // What was cropped is one picture.
        recipe.stillOnly = recipe.edit != nil
        let made = await exporter.export([ExportItem(file: path)], to: folder.path, as: recipe)
        guard let media = try made.first?.get() else { throw .library(.cancelled) }
        return MediaFile(path: media.path, contentType: media.contentType, isTemporary: true)
    }
}
