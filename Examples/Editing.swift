#if canImport(FilmstripLinux)
    import Filmstrip
    import FilmstripLinux

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
#endif
