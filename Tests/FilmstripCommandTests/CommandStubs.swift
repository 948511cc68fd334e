package import Filmstrip
import FilmstripLinux
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripCommand

/// A command in a test: its streams in memory, its back ends made of a few lines each, and a folder that goes with it.
final class CommandFixture: Sendable {
    let folder: MediaPath
    let output = MemorySink()
    let errors = MemorySink()
    let permissions = StubPermissions()
    let camera: StubCamera
    let library: StubLibrary
    let needs = Locked<[CameraNeed]>([])
    let places = Locked<[LibraryPlace]>([])
    /// What shows windows; nil where there is no display.
    let presenter: ScriptedPresenter?
    let pickerNeeds = Locked<[PickerNeed]>([])
    /// The programs that it wanted to become, with their words.
    let becoming = Locked<[[String]]>([])
    let variables: [String: String]
    let stops: AsyncStream<StopRequest>
    let stop: AsyncStream<StopRequest>.Continuation

    init(
        camera: StubCamera = StubCamera(), library: StubLibrary = StubLibrary(), presenter: ScriptedPresenter? = nil,
        variables: [String: String] = [:]
    ) throws {
        self.variables = variables
        self.presenter = presenter
        let url = FileManager.default.temporaryDirectory.appending(path: "filmstrip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url.appending(path: "temporary"), withIntermediateDirectories: true)
        folder = MediaPath(url.path)
        self.camera = camera
        self.library = library
        (stops, stop) = AsyncStream.makeStream()
    }

    deinit { _ = try? FileManager.default.removeItem(at: folder.url) }

    var environment: CommandEnvironment {
        CommandEnvironment(
            output: output, errorOutput: errors, readInput: { _ throws(CommandError) in 0 }, showsProgress: false,
            variables: variables, workingFolder: folder, temporaryFolder: folder.appending("temporary"),
            now: { Date(timeIntervalSince1970: 1_719_828_000) }, offsetFromUTC: { _ in 7200 }, uptime: { 0 },
            // The clock of progress never ticks; other waits pass at once.
            sleep: { if $0 < .seconds(1) { try await Task.sleep(for: .seconds(3600)) } },
            stopRequests: { [stops] in stops },
            abandon: {}, permissions: { [permissions] in permissions },
            camera: { [camera, needs] need in
                needs.withLock { $0.append(need) }
                return camera.inFolder(need.folder)
            },
            movieType: { .mp4 },
            library: { [library, places] place in
                places.withLock { $0.append(place) }
                if let failure = library.openFailure { throw failure }
                return library
            },
            demoDesktop: {
                DemoDesktop(environment: $0, camera: .simulated, account: "A desktop of stubs.", end: {})
            },
            become: { [becoming] program, words in
                becoming.withLock { $0.append([program] + words.map(\.string)) }
                return CommandError(.notFound, "A test becomes nothing.")
            },
            picker: { [presenter, permissions, pickerNeeds] need throws(CommandError) in
                guard let presenter else { throw CommandError(.noDisplay, "There is no display here.") }
                pickerNeeds.withLock { $0.append(need) }
                return MediaPicker(
                    presenter: presenter, permissions: permissions, library: need.library,
                    cameras: { () async throws(CameraError) in
                        guard let camera = need.camera else { throw .noCamera }
                        return try await camera.cameras().devices()
                    })
            })
    }

    @discardableResult
    func run(_ words: String...) async -> CommandStatus { await run(words.map { MediaPath($0) }) }

    @discardableResult
    func run(_ words: [MediaPath]) async -> CommandStatus {
        await CommandRunner(environment: environment).run(words)
    }

    /// The error's code in the JSON that standard error has.
    var errorCode: String? { (errorObject?["error"] as? [String: Any])?["code"] as? String }

    var errorObject: [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(errors.bytes)) as? [String: Any]
    }

    /// The objects that standard output has, one a line.
    var objects: [[String: Any]] {
        output.text.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// The names in the folder, temporary ones left out.
    var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        return names.filter { $0 != "temporary" }.sorted()
    }
}

/// Permissions as a test sets them.
final class StubPermissions: PermissionProvider {
    let statuses = Locked<[Permission: PermissionStatus]>([:])
    let answer = Locked(PermissionStatus.authorized)
    let asked = Locked<[Permission]>([])

    func status(of permission: Permission) async -> PermissionStatus {
        statuses.withLock { $0[permission] ?? .authorized }
    }

    func request(_ permission: Permission) async -> PermissionStatus {
        asked.withLock { $0.append(permission) }
        let answer = answer.withLock { $0 }
        statuses.withLock { $0[permission] = answer }
        return answer
    }

    func changes() -> AsyncStream<Permission> { AsyncStream { $0.finish() } }
}

/// A camera that writes a few bytes for each photo, and fails where it is told to.
struct StubCamera: LiveCameraBackend {
    var devicesFailure: CameraError?
    var startFailure: CameraError?
    var applyFailure: CameraError?
    var photoFailure: CameraError?
    var recordingFailure: CameraError?
    var liveFailure: CameraError?
    /// Why live photos have no movie.
    var movieFailure: CameraError?
    /// Whether recordings go on when they are stopped, until the test ends them by the log.
    var hangs = false
    /// Why there is no sound where some is wanted.
    var silence: ErrorCode?
    var cameras = [
        CameraDevice(id: "back", name: "Back", position: .rear, kind: .pipewire, flash: [.off, .on, .auto]),
        CameraDevice(
            id: "selfie", name: "Selfie", position: .front, kind: .pipewire,
            formats: [CameraFormat(size: PixelSize(width: 640, height: 480), framesPerSecond: 30, media: "raw")],
            focus: CameraDevice.PointControl(modes: [.auto], takesPoint: true)),
    ]
    /// Called when the files of a live photo are there, and are about to be handed over.
    var beforeLiveResult: @Sendable (CapturedLivePhoto) async -> Void = { _ in }
    /// Called before a photo is handed over.
    var beforePhoto: @Sendable (Int) async -> Void = { _ in }
    let log = Log()
    private var folder = MediaPath("/nonexistent")

    init() {}

    final class Log: Sendable {
        let starts = Locked<[CameraConfiguration]>([])
        let stops = Locked(0)
        let photos = Locked<[PhotoSettings]>([])
        let adjustments = Locked<[DeviceAdjustment]>([])
        let recordings = Locked<[RecordingSettings]>([])
        let liveModes = Locked<[LiveSettings?]>([])
        let hanging = Locked<AsyncStream<Void>.Continuation?>(nil)
    }

    func inFolder(_ folder: MediaPath) -> StubCamera {
        var copy = self
        copy.folder = folder
        return copy
    }

    func devices() async throws(CameraError) -> [CameraDevice] {
        if let devicesFailure { throw devicesFailure }
        return cameras
    }

    func events() -> AsyncStream<CameraEvent> { AsyncStream { $0.finish() } }
    func previews() -> AsyncStream<PixelFrame> { AsyncStream { $0.finish() } }

    func start(_ configuration: CameraConfiguration) async throws(CameraError) {
        if let startFailure { throw startFailure }
        log.starts.withLock { $0.append(configuration) }
    }

    func stop() async { log.stops.withLock { $0 += 1 } }

    func apply(_ adjustment: DeviceAdjustment) async throws(CameraError) {
        if let applyFailure { throw applyFailure }
        log.adjustments.withLock { $0.append(adjustment) }
    }

    func capturePhoto(_ settings: PhotoSettings) async throws(CameraError) -> CapturedPhoto {
        if let photoFailure { throw photoFailure }
        let number = log.photos.withLock { photos in
            photos.append(settings)
            return photos.count
        }
        await beforePhoto(number)
        return CapturedPhoto(
            file: file("photo \(number)", settings.format), size: PixelSize(width: 640, height: 480), date: Self.date,
            camera: "back", shutterLatency: 0.0123)
    }

    func startRecording(_ settings: RecordingSettings) async throws(CameraError) -> any CameraRecording {
        if let recordingFailure { throw recordingFailure }
        let video = CapturedVideo(
            file: file("movie", .mp4), size: PixelSize(width: 640, height: 480), date: Self.date, camera: "back",
            duration: 1.5, framesPerSecond: 30, framesDropped: 0,
            sound: sound(settings.wantsSound))
        let recording = StubRecording(video: video, endsByItself: settings.maximumDuration != nil, hangs: hangs)
        if hangs { log.hanging.withLock { $0 = recording.end } }
        log.recordings.withLock { $0.append(settings) }
        return recording
    }

    func setLiveMode(_ settings: LiveSettings?) async throws(CameraError) -> LiveMode? {
        if let liveFailure { throw liveFailure }
        log.liveModes.withLock { $0.append(settings) }
        return settings.map { LiveMode(sound: sound($0.wantsSound)) }
    }

    func captureLivePhoto(_ settings: PhotoSettings) async throws(CameraError) -> LiveCapture {
        let photo = try await capturePhoto(settings)
        let wantsSound = log.liveModes.withLock { $0.last??.wantsSound ?? false }
        let video = CapturedVideo(
            file: file("movie of \(log.photos.withLock { $0.count })", .quickTime), size: photo.size, date: Self.date,
            camera: "back", duration: 3.25, framesPerSecond: 30, framesDropped: 0, sound: sound(wantsSound))
        let failure = movieFailure
        return LiveCapture { [beforeLiveResult] in
            let taken = CapturedLivePhoto(
                photo: photo, movie: failure.map { .failure($0) } ?? .success(video),
                stillTime: failure == nil ? 1.5 : 0)
            await beforeLiveResult(taken)
            return taken
        }
    }

    private func sound(_ isWanted: Bool) -> CapturedVideo.Sound {
        isWanted ? silence.map { .missing($0) } ?? .recorded : .notWanted
    }

    static let date = MediaDate(
        instant: Date(timeIntervalSince1970: 1_719_828_000), offsetFromUTC: 7200, source: .exif)

    private func file(_ content: String, _ type: ContentType) -> MediaFile {
        let path = folder.appending(".capture-\(UUID().uuidString)")
        path.put(content)
        return MediaFile(path: path, contentType: type, isTemporary: true)
    }
}

/// A recording that ends when it is asked to, or at once.
final class StubRecording: CameraRecording {
    private let video: CapturedVideo
    private let ended: AsyncStream<Void>
    let end: AsyncStream<Void>.Continuation
    private let hangs: Bool

    init(video: CapturedVideo, endsByItself: Bool, hangs: Bool) {
        self.video = video
        self.hangs = hangs
        (ended, end) = AsyncStream.makeStream()
        if endsByItself { end.finish() }
    }

    func stop() {
        if !hangs { end.finish() }
    }

    func result() async throws(CameraError) -> CapturedVideo {
        for await _ in ended {}
        return video
    }
}

/// A library of a few assets that says what a test tells it to.
final class StubLibrary: IndexedLibrary, PhotoLibrary {
    let assets: [Asset]
    let report: IndexReport
    let openFailure: LibraryError?
    let refreshFailure: LibraryError?
    let addFailure: LibraryError?
    let problemList: [IndexProblem]
    let added = Locked<[(NewMedia, String?)]>([])
    let queries = Locked<[AssetQuery]>([])
    let marks = Locked<[AssetID: Bool]>([:])
    let markFailure: LibraryError?
    let changeList: [LibraryChange]
    let noticeList: [LibraryNotice]
    let captureFolder = MediaPath("/nowhere/at/all")

    init(
        assets: [Asset] = [], report: IndexReport = IndexReport(), openFailure: LibraryError? = nil,
        refreshFailure: LibraryError? = nil, addFailure: LibraryError? = nil, problems: [IndexProblem] = [],
        changes: [LibraryChange] = [], markFailure: LibraryError? = nil, notices: [LibraryNotice] = []
    ) {
        self.assets = assets
        self.markFailure = markFailure
        self.report = report
        self.openFailure = openFailure
        self.refreshFailure = refreshFailure
        self.addFailure = addFailure
        problemList = problems
        changeList = changes
        noticeList = notices
    }

    func index() async throws(LibraryError) -> IndexReport {
        if let refreshFailure { throw refreshFailure }
        return report
    }

    func problems() async throws(LibraryError) -> [IndexProblem] { problemList }
    func asset(at path: MediaPath) async throws(LibraryError) -> Asset? { assets.first { $0.path == path } }
    func setFavorite(_ isFavorite: Bool, for id: AssetID) async throws(LibraryError) {
        if let markFailure { throw markFailure }
        marks.withLock { $0[id] = isFavorite }
    }

    func notices() -> AsyncStream<LibraryNotice> {
        AsyncStream { continuation in
            for notice in noticeList { continuation.yield(notice) }
            continuation.finish()
        }
    }

    func albums() async throws(LibraryError) -> [Album] {
        [
            Album(id: .smart(.recents), kind: .smart(.recents), title: "Recents"),
            Album(id: "user:trip", kind: .user, title: "Trip"),
        ]
    }

    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch {
        queries.withLock { $0.append(query) }
        return StubFetch(list: query.album == "user:trip" ? Array(assets.prefix(1)) : assets)
    }

    func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { assets.first { $0.id == id } }

    func changes() -> AsyncStream<LibraryChange> {
        AsyncStream { continuation in
            for change in changeList { continuation.yield(change) }
        }
    }

    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        AsyncThrowingStream { $0.finish(throwing: LibraryError.itemGone(id)) }
    }

    /// The asset's file, where there is one.
    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        let asset = assets.first { $0.id == id }
        return AsyncThrowingStream { continuation in
            guard let asset, let path = asset.path, path.exists else {
                return continuation.finish(throwing: LibraryError.itemGone(id))
            }
            let file = MediaFile(path: path, contentType: asset.contentType, isTemporary: false)
            continuation.yield(.original(file, movie: nil))
            continuation.finish()
        }
    }

    func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
        if let addFailure { throw addFailure }
        added.withLock { $0.append((media, album)) }
        return StubLibrary.asset("added", path: MediaPath("/library/added.jpg"))
    }

    static func asset(_ id: String, path: MediaPath? = nil, place: Place? = nil, frames: Int? = 1) -> Asset {
        Asset(
            id: AssetID(id), kind: .photo, size: PixelSize(width: 4, height: 3), date: StubCamera.date, place: place,
            fileName: "\(id).jpg", path: path, byteCount: 7, frameCount: frames)
    }
}

struct StubFetch: AssetFetch {
    let list: [Asset]
    var count: Int { list.count }
    var countByKind: [MediaKind: Int] { [.photo: list.count] }
    var days: [DayCount] { [] }
    func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
        Array(list[range.clamped(to: 0..<count)])
    }
    func index(of id: AssetID) async throws(LibraryError) -> Int? { list.firstIndex { $0.id == id } }
    func index(at date: Date) async throws(LibraryError) -> Int { count }
}

extension MediaPath: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }

    /// Puts a file there, for a test.
    func put(_ text: String) {
        #expect(FileManager.default.createFile(atPath: string, contents: Data(text.utf8)))
    }
}
