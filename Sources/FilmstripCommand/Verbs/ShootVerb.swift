import Filmstrip

/// `shoot`: takes photos without a window.
struct ShootVerb: Verb {
    static let syntax = VerbSyntax(
        "shoot", "Take photos without a window.",
        options: CaptureTarget.options + [
            CameraChoice.option,
            .choice("--flash", ["off", "on", "auto"], "Default: off."),
            .value("--count", "N", "How many photos. Default: 1."),
            .choice("--format", ["jpeg", "png", "heic", "webp"], "Default: by the ending of -o, else jpeg."),
            .value("--quality", "Q", "1 to 100. Default: 92. The camera's own JPEG bytes stay as they are."),
            .choice(
                "--mirror", ["on", "off", "auto"], "Mirror what the front camera takes. Default: auto, which is off."),
            .value("--focus", "X,Y", "Focus on that point first; 0,0 is top left and 1,1 bottom right."),
            .flag("--live", "Take live photos.").later, .flag("--window", "Open a camera window.").later,
        ],
        details: "Prints the path of each photo, or with --json an object a line.")

    let target: CaptureTarget
    let camera: CameraChoice
    let count: Int
    let settings: PhotoSettings
    /// The formats that the options leave open; the ending decides.
    let formats: [ContentType]
    let mirrors: Bool
    let focus: PicturePoint?

    init(_ invocation: Invocation) throws(CommandError) {
        guard !invocation.has("--live"), !invocation.has("--window") else { throw .notThereYet }
        target = try CaptureTarget(invocation)
        camera = try CameraChoice(invocation)
        count = try invocation.integer("--count", in: 1...10_000) ?? 1
        settings = PhotoSettings(
            flash: try invocation.choice("--flash", as: FlashMode.self) ?? .off,
            quality: try invocation.integer("--quality", in: 1...100) ?? 92)
        let wanted = try invocation.text("--format")
        formats = Self.formats.filter { wanted == nil || $0.name == wanted }.map(\.type)
        mirrors = try invocation.text("--mirror") == "on"
        focus = try invocation.text("--focus").map(Self.point)
    }

    func run(_ desk: Desk) async throws {
        let settings = PhotoSettings(
            flash: settings.flash, format: try target.type(among: formats, desk.environment),
            quality: settings.quality)
        let folder = try target.prepare(desk.environment, count: count)
        let library = target.saves ? try await desk.openLibrary() : nil
        try await OpenCamera.with(camera, folder: folder, mirrors: mirrors, at: desk) { open in
            if settings.flash == .on && open.device.flash?.contains(.on) != true { throw CameraError.flashUnsupported }
            if let focus { try await Self.focus(on: focus, open) }
            for number in 0..<count {
                try Task.checkCancellation()
                desk.progress.update("photo \(number + 1) of \(count)")
                let photo = try await open.backend.capturePhoto(settings)
                let path = try await target.place(
                    .photo(photo), date: photo.date.instant, number: number, count: count, at: desk, library: library)
                try desk.print(.photo(photo, path: path), path: path)
            }
        }
    }

    private static func focus(on point: PicturePoint, _ open: OpenCamera) async throws {
        guard let focus = open.device.focus, focus.takesPoint else {
            throw CameraError.configurationFailed("it cannot focus on a point")
        }
        let mode: AdjustmentMode? = focus.modes.contains(.auto) ? .auto : nil
        try await open.backend.apply(DeviceAdjustment(focusMode: mode, focusPoint: point))
    }

    private static func point(_ text: String) throws(CommandError) -> PicturePoint {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], (0...1).contains(x), (0...1).contains(y)
        else {
            throw .usage("--focus wants X,Y, each from 0 to 1, not \(text)")
        }
        return PicturePoint(x: x, y: y)
    }

    /// The formats by their names as options, the usual one first.
    private static let formats: [(name: String, type: ContentType)] = [
        ("jpeg", .jpeg), ("png", .png), ("heic", .heic), ("webp", .webP),
    ]
}

extension JSON {
    /// A photo as `shoot` prints it.
    static func photo(_ photo: CapturedPhoto, path: MediaPath) -> JSON {
        captured(.photo, photo.file, path: path, size: photo.size, date: photo.date, camera: photo.camera)
            .adding("shutterLatencyMs", .number((photo.shutterLatency * 10_000).rounded() / 10))
    }

    /// A movie as `record` prints it.
    static func video(_ video: CapturedVideo, path: MediaPath) -> JSON {
        var reason: ErrorCode?
        if case .missing(let code) = video.sound { reason = code }
        return captured(.video, video.file, path: path, size: video.size, date: video.date, camera: video.camera)
            .adding("duration", .number((video.duration * 1000).rounded() / 1000))
            .adding("fps", .number((video.framesPerSecond * 1000).rounded() / 1000))
            .adding("framesDropped", .integer(video.framesDropped))
            .adding("audio", .bool(video.sound == .recorded))
            .adding("audioReason", reason.map { .string($0.rawValue) })
            .adding("interrupted", video.interruption.map { .string($0.rawValue) })
    }

    private static func captured(
        _ kind: MediaKind, _ file: MediaFile, path: MediaPath, size: PixelSize, date: MediaDate, camera: CameraDevice.ID
    ) -> JSON {
        [
            "path": .path(path), "kind": .string(kind.rawValue), "mime": .string(file.contentType.mimeType),
            "width": .integer(size.width), "height": .integer(size.height), "byteCount": .integer(path.byteCount ?? 0),
            "date": .string(MomentFormat.text(date)), "camera": .string(camera.rawValue),
        ]
    }
}
