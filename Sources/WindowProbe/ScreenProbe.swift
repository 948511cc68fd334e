import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// A library of folders for benchmarks: what lies in a folder as `Pictures`, `cache` and `data`. It looks at the disk once at most, so
/// that made-up rows stay.
struct StillLibrary: PhotoLibrary {
    private let base: FolderLibrary

    init(_ folder: String) { base = Self.folders(folder) }

    /// The library itself, which follows its folders.
    static func folders(_ folder: String) -> FolderLibrary {
        let folder = MediaPath(folder)
        return FolderLibrary(
            FolderLibrary.Configuration(
                roots: [folder.appending("Pictures")], cacheFolder: folder.appending("cache"),
                dataFolder: folder.appending("data")))
    }

    func albums() async throws(LibraryError) -> [Album] { try await base.albums() }
    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch { try await base.fetch(query) }
    func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { try await base.asset(id) }
    func changes() -> AsyncStream<LibraryChange> { AsyncStream { $0.finish() } }
    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        base.thumbnail(id, fitting: size)
    }
    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> { base.original(id) }
    func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
        try await base.add(media, toAlbumTitled: album)
    }
}

/// A picker that is measured.
@MainActor private struct MeasuredPicker {
    let presenter: GTKPresenter
    private let choosing: Task<[ChosenItem]?, any Error>
    private let clock = ContinuousClock()
    /// When its window was asked for.
    let start: ContinuousClock.Instant

    init(_ library: any PhotoLibrary) {
        let presenter = GTKPresenter(
            on: nil, library: library, permissions: ScriptedPermissions([.photoLibrary: .authorized]),
            configuration: GTKPresenter.Configuration(texts: .english))
        self.presenter = presenter
        start = clock.now
        choosing = Task.immediate { try await presenter.choose(ChoiceRequest(rules: SelectionRules(maximum: nil))) }
    }

    var seconds: Double { start.duration(to: clock.now).seconds }

    func pause(_ milliseconds: Int = 2) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

    /// Seconds at which things were there first: the window's objects, tiles, and all pictures. For whoever looks for what takes time.
    @MainActor final class Stages {
        fileprivate(set) var built = 0.0
        fileprivate(set) var bound = 0.0
        fileprivate(set) var filled = 0.0

        var json: String { "\"built\":\(built * 1000),\"bound\":\(bound * 1000),\"filled\":\(filled * 1000)" }
    }

    let stages = Stages()

    /// Waits until a full screen of pictures has been painted.
    func waitUntilPainted() async throws -> AlbumBrowser {
        stages.built = seconds
        while presenter.browser?.tileCount ?? 0 == 0 { try await pause(1) }
        stages.bound = seconds
        while presenter.browser?.isFilled != true { try await pause(1) }
        stages.filled = seconds
        let before = Self.frames
        let limit = seconds + 0.1
        // The frame that shows the last of them.
        while Self.frames == before, seconds < limit { try await pause(1) }
        guard let browser = presenter.browser else { throw ProbeError("the window has gone") }
        return browser
    }

    func end() async throws {
        presenter.dismiss()
        _ = try await choosing.value
    }

    private static var frames: Int64 {
        let list = gtk_window_list_toplevels()
        defer { g_list_free(list) }
        guard let data = list?.pointee.data,
            let clock = gtk_widget_get_frame_clock(UnsafeMutablePointer(OpaquePointer(data)))
        else { return 0 }
        return Int64(gdk_frame_clock_get_frame_counter(clock))
    }
}

/// `screen`: how long it takes until the first screen of thumbnails of a library on the disk is seen.
@MainActor enum ScreenProbe {
    static func run(_ folder: String) async throws {
        let library = StillLibrary(folder)
        // Connecting to the index is the program's start; the window's is what is measured.
        _ = try await library.asset(AssetID("0"))
        let picker = MeasuredPicker(library)
        let browser = try await picker.waitUntilPainted()
        let milliseconds = picker.seconds * 1000
        WindowProbe.say(
            "{\"milliseconds\":\(milliseconds),\"tiles\":\(browser.tileCount),\"columns\":\(browser.columns),"
                + "\(picker.stages.json)}")
        try await picker.end()
    }
}

/// `scroll`: from the top of a library to its end in some seconds, and what that takes and leaves. The pictures are coloured by the
/// number in their names.
@MainActor enum ScrollProbe {
    static func run(_ folder: String, seconds: Double) async throws {
        let picker = MeasuredPicker(StillLibrary(folder))
        let browser = try await picker.waitUntilPainted()
        try await picker.pause(1500)
        let before = Memory.own
        let beat = Heartbeat()
        var tiles = browser.tileCount
        let start = picker.seconds
        let most = browser.lengths.content - browser.lengths.view
        while picker.seconds - start < seconds {
            browser.scroll(to: most * (picker.seconds - start) / seconds)
            tiles = max(tiles, browser.tileCount)
            try await picker.pause(8)
        }
        browser.scroll(to: most)
        let stopped = picker.seconds
        // What is seen changes with the next layout.
        try await picker.pause(20)
        while !browser.isSharp, picker.seconds - stopped < 5 { try await picker.pause(1) }
        let sharp = picker.seconds - stopped
        let stall = beat.longest
        beat.end()
        let wrong = browser.seen.count { !isRight($0.asset, $0.pixels) }
        let seen = browser.seen.count
        try await picker.pause(2500)
        let growth = Memory.own - before
        let idle = try await Self.idle(picker)
        WindowProbe.say(
            "{\"stall\":\(stall * 1000),\"sharp\":\(sharp * 1000),\"wrong\":\(wrong),\"seen\":\(seen),\"tiles\":\(tiles),"
                + "\"columns\":\(browser.columns),\"growth\":\(growth),\"idle\":\(idle)}")
        try await picker.end()
    }

    /// The part of a processor that an open window takes while nobody does anything, in per cent.
    private static func idle(_ picker: MeasuredPicker) async throws -> Double {
        let (before, start) = (Memory.processorSeconds, picker.seconds)
        try await picker.pause(5000)
        return (Memory.processorSeconds - before) / (picker.seconds - start) * 100
    }

    /// Whether the middle of a tile has the colour that belongs to its number.
    private static func isRight(_ asset: Asset, _ pixels: PixelFrame) -> Bool {
        guard let number = Int(asset.fileName.prefix { $0 != "." }) else { return false }
        let place = pixels.size.height / 2 * pixels.bytesPerRow + pixels.size.width / 2 * 4
        let wanted = [number & 31, number >> 5 & 31, number >> 10 & 31].map { $0 * 8 + 4 }
        return wanted.indices.allSatisfy { abs(Int(pixels.bytes[place + $0]) - wanted[$0]) <= 4 }
    }
}

/// `flick`: through a library in memory to its end and back, quickly, and which tiles show another asset's picture then.
@MainActor enum FlickProbe {
    static func run(count: Int) async throws {
        let library = InMemoryLibrary(count: count)
        let picker = MeasuredPicker(library)
        let browser = try await picker.waitUntilPainted()
        let most = browser.lengths.content - browser.lengths.view
        var tiles = 0
        for step in 0...100 {
            browser.scroll(to: most * (1 - abs(Double(step) / 50 - 1)))
            tiles = max(tiles, browser.tileCount)
            try await picker.pause(15)
        }
        let stopped = picker.seconds
        while !browser.isSharp, picker.seconds - stopped < 10 { try await picker.pause(5) }
        var wrong = 0
        for (asset, pixels) in browser.seen {
            var last: PixelFrame?
            for try await thumbnail in library.thumbnail(asset.id, fitting: PixelSize(width: 8, height: 8)) {
                last = thumbnail.frame
            }
            if last?.bytes.prefix(4) != pixels.bytes.prefix(4) { wrong += 1 }
        }
        WindowProbe.say(
            "{\"seen\":\(browser.seen.count),\"wrong\":\(wrong),\"tiles\":\(tiles),\"columns\":\(browser.columns)}")
        try await picker.end()
    }
}

/// What this process takes.
private enum Memory {
    /// Bytes of memory of its own.
    static var own: Int {
        let text = String(decoding: FileManager.default.contents(atPath: "/proc/self/status") ?? Data(), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
        return (Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "0") ?? 0) * 1024
    }

    static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}

/// Beats in the main loop, and knows how long it was kept from beating.
@MainActor private final class Heartbeat {
    private(set) var longest = 0.0
    private var last = Heartbeat.now
    private var source: guint = 0
    private static let interval: guint = 4

    init() {
        source = g_timeout_add_full(
            G_PRIORITY_HIGH, Self.interval,
            { data in
                nonisolated(unsafe) let data = data  // Timers of the default context fire on the main thread.
                MainActor.assumeIsolated { Unmanaged<Heartbeat>.fromOpaque(data!).takeUnretainedValue().beat() }
                return 1
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func end() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }

    private func beat() {
        let now = Self.now
        longest = max(longest, now - last - Double(Self.interval) / 1000)
        last = now
    }

    private static var now: Double { Double(g_get_monotonic_time()) / 1e6 }
}
