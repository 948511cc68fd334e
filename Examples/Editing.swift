#if canImport(FilmstripLinux)
    import Filmstrip
    import FilmstripLinux
    import Foundation

    /// Cuts a square out of a picture, a quarter turned, without loss where a JPEG's blocks allow it.
    func crop(_ picture: MediaPath, in size: PixelSize, to path: MediaPath) async throws {
        // snippet: crop
        var edit = EditRecipe(crop: Crop(.square, in: size))
        edit.turnClockwise()
        let made = try await MediaExporter().export(picture, exactlyTo: path, as: ExportRecipe(edit: edit))
        print(made.size, made.isLossless)
        // end
    }

    /// Hands pictures on: small, and silent about where they were taken.
    func export(_ pictures: [MediaPath], to folder: MediaPath) async throws {
        // snippet: export
        let recipe = ExportRecipe(
            largestSize: PixelSize(width: 2048, height: 2048), format: .jpeg, maximumBytes: 1 << 20,
            metadata: .withoutLocation)
        let results = await MediaExporter().export(pictures.map { ExportItem(file: $0) }, to: folder, as: recipe) {
            print("\($0.finished) of \($0.total)")
        }
        for result in results { print(try result.get().path) }
        // end
    }

    /// Makes the kind of live photo that iPhones take out of the kind that other phones take.
    func convert(_ file: MediaPath, in folder: MediaPath) async throws {
        // snippet: live
        guard let live = try LivePhotoFiles(file) else { return }  // no live photo
        let pair = try await live.convert(to: .apple, in: folder)
        print(pair)
        // end
    }

    /// Cuts ten seconds out of a video, at its key frames: no frame is coded anew.
    func trim(_ video: MediaPath, to path: MediaPath) async throws {
        // snippet: trim
        let made = try await MediaExporter().export(video, exactlyTo: path, as: ExportRecipe(trim: 5...15))
        print(made.duration ?? 0, made.isLossless)
        // end
    }

    /// Hands a photo to strangers: no movie, no metadata.
    func anonymize(_ photo: MediaPath, to folder: MediaPath) async throws {
        // snippet: anonymous
        var recipe = ExportRecipe.anonymous
        recipe.stillOnly = true
        let made = try await MediaExporter().export([ExportItem(file: photo)], to: folder, as: recipe)[0].get()
        print(made.path, made.losses)
        // end
    }

    /// Shows pictures from anywhere: the preview that lies in a file first, the sharp picture after it.
    func show(_ asset: Asset, of library: FolderLibrary, in view: (PixelFrame) -> Void) async throws {
        // snippet: thumbnails
        let loader = ThumbnailLoader(library)
        for try await thumbnail in loader.thumbnail(asset.id, fitting: PixelSize(width: 256, height: 256)) {
            view(thumbnail.frame)  // degraded at first, perhaps
        }
        // end
    }

    /// Decodes nothing where no wall can be built.
    func decode(_ file: MediaPath) async throws -> PixelFrame {
        // snippet: wall
        var configuration = PictureDecoder.Configuration()
        configuration.withoutHelper = .refuse
        let decoder = PictureDecoder(configuration)
        print(try await decoder.protection().walls)
        let picture = try await decoder.picture(file, fitting: PixelSize(width: 1024, height: 1024))
        // end
        return picture.frame
    }

    /// Writes an image as text, of which only a piece is in memory at a time; and tells all that the file says.
    func describe(_ image: MediaPath, to text: FileHandle) throws {
        // snippet: text
        try Base64Image.encode(contentsOf: image, asDataURI: true) { try text.write(contentsOf: Data($0)) }
        for entry in try MediaMetadata.entries(of: image) { print(entry.group, entry.name, entry.human) }
        // end
    }
#endif
