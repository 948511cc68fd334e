import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

/// `loop`: whether the main actor lives inside GLib's loop.
@MainActor enum LoopProbe {
    static func run() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let hops = 20_000
        let counter = Counter()
        for _ in 0..<hops { await Self.away(counter) }
        let hopping = start.duration(to: clock.now)
        let beforeSleep = clock.now
        try await Task.sleep(for: .milliseconds(50))
        let slept = beforeSleep.duration(to: clock.now)
        let turns = await turnsBesideRedrawing()
        WindowProbe.say(
            "{\"hops\":\(counter.count),\"hopSeconds\":\(hopping.seconds),\"sleepSeconds\":\(slept.seconds),\"turns\":\(turns),"
                + "\"mainThread\":\(Thread.isMainThread)}")
    }

    /// How often the main actor gets a turn in a second in which a redrawing follows the other, as they do where a movement is
    /// drawn too slowly.
    private static func turnsBesideRedrawing() async -> Int {
        let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        defer { left.deallocate() }
        left.initialize(to: 200)
        g_idle_add_full(
            G_PRIORITY_HIGH_IDLE + 20,
            { data in
                usleep(5000)
                let left = data!.assumingMemoryBound(to: Int.self)
                left.pointee -= 1
                return left.pointee > 0 ? 1 : 0
            }, left, nil)
        let counter = Counter()
        while left.pointee > 0 { await Self.away(counter) }
        return counter.count
    }

    @MainActor private final class Counter { var count = 0 }

    @concurrent private static func away(_ counter: Counter) async {
        await MainActor.run { counter.count += 1 }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// `first`: how long it takes until the first screen of a library is there.
@MainActor enum FirstScreenProbe {
    static func run(count: Int) async throws {
        let library = InMemoryLibrary(count: count)
        // The made-up library sorts itself once; that is its own matter.
        _ = try await library.fetch(AssetQuery())
        let clock = ContinuousClock()
        let presenter = GTKPresenter(
            on: nil, library: library, permissions: ScriptedPermissions([.photoLibrary: .authorized]),
            configuration: GTKPresenter.Configuration(texts: .english))
        let start = clock.now
        let choosing = Task { try await presenter.choose(ChoiceRequest(rules: SelectionRules(maximum: nil))) }
        while presenter.browser?.isFilled != true { try await Task.sleep(for: .milliseconds(2)) }
        let seconds = start.duration(to: clock.now).seconds
        let tiles = presenter.browser?.tileCount ?? 0
        presenter.dismiss()
        _ = try await choosing.value
        WindowProbe.say("{\"milliseconds\":\((seconds * 10_000).rounded() / 10),\"tiles\":\(tiles)}")
    }
}
