import Filmstrip

/// What a shot gave: a photo, and its movie where it is a live one.
struct Shot: Sendable {
    var photo: CapturedPhoto
    var movie: CapturedVideo?
    /// Why a live photo has no movie.
    var movieFailure: CameraError?

    var media: CapturedMedia { movie.map { .livePhoto(photo, movie: $0) } ?? .photo(photo) }
}

/// `shoot`: takes photos without a window.
struct ShootVerb: Verb {
    static let syntax = VerbSyntax(
        "shoot", "Take photos, without a window or in one.",
        options: CaptureTarget.options + [
            CameraChoice.option,
            .choice("--flash", ["off", "on", "auto"], "Default: off."),
            .value("--count", "N", "How many photos. Default: 1."),
            .choice("--format", ["jpeg", "png", "heic", "webp"], "Default: by the ending of -o, else jpeg."),
            .value("--quality", "Q", "1 to 100. Default: 92. The camera's own JPEG bytes stay as they are."),
            .choice(
                "--mirror", ["on", "off", "auto"], "Mirror what the front camera takes. Default: auto, which is off."),
            .value("--focus", "X,Y", "Focus on that point first; 0,0 is top left and 1,1 bottom right."),
            .flag("--live", "Take live photos: with 1.5 seconds before and after each."),
            .flag("--window", "Open a camera window, in which the user takes them: at most --count."),
        ],
        details: "Prints the path of each photo, or with --json an object a line.\n"
            + "A live photo is a still (jpeg or heic) and a movie beside it, which has sound where there is a microphone that\n"
            + "may be used. `live convert --as motion-photo` makes one file of them.")

    let target: CaptureTarget
    let camera: CameraChoice
    let count: Int
    let settings: PhotoSettings
    /// The formats that the options leave open; the ending decides.
    let formats: [ContentType]
    let mirrors: Bool
    let focus: PicturePoint?
    let isLive: Bool
    let hasWindow: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        isLive = invocation.has("--live")
        hasWindow = invocation.has("--window")
        if hasWindow, invocation.has("--focus") { throw .usage("--focus is for photos without a window") }
        target = try CaptureTarget(invocation)
        camera = try CameraChoice(invocation)
        count = try invocation.integer("--count", in: 1...10_000) ?? 1
        settings = PhotoSettings(
            flash: try invocation.choice("--flash", as: FlashMode.self) ?? .off,
            quality: try invocation.integer("--quality", in: 1...100) ?? 92)
        let wanted = try invocation.text("--format")
        let possible = Self.formats.filter { [isLive] in !isLive || $0.type == .jpeg || $0.type == .heic }
        formats = possible.filter { wanted == nil || $0.name == wanted }.map(\.type)
        guard !formats.isEmpty else { throw .usage("the still of a live photo is jpeg or heic, not \(wanted ?? "")") }
        mirrors = try invocation.text("--mirror") == "on"
        focus = try invocation.text("--focus").map(Self.point)
    }

    func run(_ desk: Desk) async throws {
        if hasWindow { return try await runWindow(desk) }
        let settings = PhotoSettings(
            flash: settings.flash, format: try target.type(among: formats, desk.environment),
            quality: settings.quality)
        let folder = try target.prepare(desk.environment, count: count, isLive: isLive)
        let library = target.saves ? try await desk.openLibrary() : nil
        try await OpenCamera.with(camera, folder: folder, mirrors: mirrors, at: desk) { open in
            if settings.flash == .on && open.device.flash?.contains(.on) != true { throw CameraError.flashUnsupported }
            if let focus { try await Self.focus(on: focus, open) }
            let live = isLive ? try await LiveShooting(open, wantsSound: camera, desk) : nil
            for number in 0..<count {
                try Task.checkCancellation()
                desk.progress.update("photo \(number + 1) of \(count)")
                let taken = try await Self.shoot(settings, open, live)
                let place = try await target.place(
                    taken.media, date: taken.photo.date.instant, number: number, count: count, at: desk,
                    library: library)
                try desk.print(.shot(taken, at: place), path: place.path)
                if let movie = place.movie, !desk.usesJSON { try desk.print(.null, path: movie) }
                // The still is there all the same.
                if let failure = taken.movieFailure { desk.report(failure) }
            }
        }
    }

    private static func shoot(
        _ settings: PhotoSettings, _ open: OpenCamera, _ live: LiveShooting?
    ) async throws -> Shot {
        if let live { return try await live.shoot(settings) }
        return Shot(photo: try await open.backend.capturePhoto(settings))
    }

    private static func focus(on point: PicturePoint, _ open: OpenCamera) async throws {
        guard let focus = open.device.focus, focus.takesPoint else {
            throw CameraError.configurationFailed("it cannot focus on a point")
        }
        let mode: AdjustmentMode? = focus.modes.contains(.auto) ? .auto : nil
        try await open.backend.apply(DeviceAdjustment(focusMode: mode, focusPoint: point))
    }

    private static func point(_ text: String) throws(CommandError) -> PicturePoint {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(decimal: $0) }
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
    /// A photo, or a live photo, as `shoot` prints it.
    static func shot(_ taken: Shot, at place: CaptureTarget.Place) -> JSON {
        let photo = taken.photo
        let object = captured(
            taken.media.kind, photo.file, path: place.path, size: photo.size, date: photo.date, camera: photo.camera
        )
        .adding("moviePath", place.movie.map { .path($0) })
        .adding("shutterLatencyMs", .number((photo.shutterLatency * 10_000).rounded() / 10))
        guard let movie = taken.movie else { return object }
        return object.adding("duration", .number((movie.duration * 1000).rounded() / 1000)).adding(sound: movie)
    }

    /// A movie as `record` prints it.
    static func video(_ video: CapturedVideo, path: MediaPath) -> JSON {
        captured(.video, video.file, path: path, size: video.size, date: video.date, camera: video.camera)
            .adding("duration", .number((video.duration * 1000).rounded() / 1000))
            .adding("fps", .number((video.framesPerSecond * 1000).rounded() / 1000))
            .adding("framesDropped", .integer(video.framesDropped))
            .adding(sound: video)
    }

    /// Whether a movie has sound, and why not; and whether it was interrupted.
    private func adding(sound video: CapturedVideo) -> JSON {
        var reason: ErrorCode?
        if case .missing(let code) = video.sound { reason = code }
        return adding("audio", .bool(video.sound == .recorded))
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
