import Filmstrip
import Foundation

/// Somebody's photos of eight years: trips, weekends and ordinary days, decided from a seed and nothing else.
struct SamplePlan {
    /// In order of time.
    private(set) var items: [SampleItem] = []
    private var random: SampleRandom
    private let seed: UInt64
    private let count: Int
    private var dealt = 0
    /// How often each scene was shown so far.
    private var shown: [SampleScene: Int] = [:]

    /// What comes how often: one round of these in forty, the rarer ones early, so that a small library has them too.
    private static let deck: [SampleItem.Kind] = [
        .photo, .live, .photo, .video, .portrait, .photo, .panorama, .selfie, .screenshot, .motionPhoto, .photo, .burst,
        .photo, .animation, .photo, .photo, .video, .photo, .portrait, .photo, .photo, .photo, .screenshot, .photo,
        .photo, .portrait, .photo, .photo, .selfie, .photo, .photo, .live, .photo, .photo, .photo, .photo, .portrait,
        .photo, .photo, .photo,
    ]

    private static let firstDay = CivilDay.days(year: 2018, month: 3, day: 1)
    private static let lastDay = CivilDay.days(year: 2026, month: 9, day: 30)

    init(count: Int, seed: UInt64) {
        self.count = count
        self.seed = seed
        random = SampleRandom(seed: seed, purpose: -1)
        while items.count < count { addEvent() }
        items.sort { ($0.localTime, $0.milliseconds, $0.seed) < ($1.localTime, $1.milliseconds, $1.seed) }
        nameAll()
    }

    /// Those that somebody would mark: a few of all years.
    var favorites: [SampleItem] {
        let kinds: Set<SampleItem.Kind> = [.photo, .portrait, .panorama, .live, .motionPhoto]
        let candidates = items.filter { kinds.contains($0.kind) }
        let wanted = min(24, (items.count + 11) / 12, candidates.count)
        // Not the first and the last of all, which everybody sees anyway.
        return (0..<wanted).map { candidates[(2 * $0 + 1) * candidates.count / (2 * wanted)] }
    }

    private mutating func addEvent() {
        let day = random.integer(in: Self.firstDay...Self.lastDay)
        switch random.number(in: 0...1) {
        case ..<0.2: addTrip(from: day)
        case ..<0.55:
            // The Saturday of that week: 1970-01-01 was a Thursday.
            let saturday = day - (day + 5) % 7
            for _ in 0..<random.integer(in: 4...10) {
                addShot(on: saturday + random.integer(in: 0...1), in: .home, spread: 0.25, album: nil)
            }
        default:
            for _ in 0..<random.integer(in: 1...3) { addShot(on: day, in: .home, spread: 0.04, album: nil) }
        }
    }

    private mutating func addTrip(from day: Int) {
        let city = random.pick(SampleCity.all)
        let album = "\(CivilDay.date(days: day).year) \(city.name)"
        let length = random.integer(in: 3...9)
        let camera = random.chance(0.6) ? random.pick(SampleDevice.cameras) : nil
        for _ in 0..<length * random.integer(in: 2...5) {
            let isCamera = random.chance(0.4)
            addShot(
                on: day + random.integer(in: 0...length - 1), in: city, spread: 0.06, album: album,
                device: isCamera ? camera : nil)
        }
    }

    private mutating func addShot(
        on day: Int, in city: SampleCity, spread: Double, album: String?, device: SampleDevice? = nil
    ) {
        guard items.count < count else { return }
        var kind = Self.deck[dealt % Self.deck.count]
        dealt += 1
        let (year, month, _) = CivilDay.date(days: day)
        let phone = SampleDevice.phones[year < 2021 ? 0 : year < 2025 ? 1 : 2]
        let isPhoneOnly = ![.photo, .portrait, .panorama].contains(kind)
        if kind == .live && phone.make != "Apple" { kind = .motionPhoto }
        let device = isPhoneOnly ? phone : device ?? phone
        // Most pictures are taken around noon and before sunset.
        let hour = random.chance(0.5) ? random.number(in: 9...14) : random.number(in: 14...21.5)
        let scene = scene(kind, in: city, hour: hour)
        let placeHere = Place(
            latitude: city.latitude + random.number(in: -spread...spread),
            longitude: city.longitude + random.number(in: -spread...spread), altitude: city.altitude)
        let hasPlace = device.hasGPS && kind != .screenshot && kind != .animation
        let item = SampleItem(
            kind: kind, scene: scene, seed: random.integer(in: 0...Int.max / 2),
            localTime: day * 86_400 + Int(hour * 3600), milliseconds: random.integer(in: 0...999),
            offset: city.offset(month: month), place: hasPlace ? placeHere : nil, device: device,
            folder: kind == .screenshot ? "Screenshots" : album ?? "Camera/\(year)")
        guard kind == .burst else { return items.append(item) }
        for number in 0..<min(random.integer(in: 3...5), count - items.count) {
            var shot = item
            shot.milliseconds = item.milliseconds + number * 120
            (shot.localTime, shot.milliseconds) = (
                shot.localTime + shot.milliseconds / 1000, shot.milliseconds % 1000
            )
            shot.burst = number + 1
            items.append(shot)
        }
    }

    private mutating func scene(_ kind: SampleItem.Kind, in city: SampleCity, hour: Double) -> SampleScene {
        let scene = wantedScene(kind, in: city, hour: hour)
        shown[scene, default: 0] += 1
        return scene
    }

    private mutating func wantedScene(_ kind: SampleItem.Kind, in city: SampleCity, hour: Double) -> SampleScene {
        if kind == .selfie { return .portrait }
        if kind == .panorama { return random.pick([.mountains, .sea, .lake, .city, .dunes]) }
        if hour > 20.5 { return random.pick([.night, .city, .night]) }
        // Of what there is to see, what was seen least: nobody's pictures are all of woods.
        let least = city.scenes.map { shown[$0, default: 0] }.min() ?? 0
        let scene = random.pick(city.scenes.filter { shown[$0, default: 0] <= least + 1 })
        // Not every meal is a picture.
        return scene == .food && random.chance(0.6) ? random.pick([.mountains, .sea, .lake, .flowers]) : scene
    }

    /// Names as devices give them: by a counter, or by date.
    private mutating func nameAll() {
        var counters: [String: Int] = [:]
        var taken: Set<String> = []
        for index in items.indices {
            items[index].number = index
            let item = items[index]
            var stem: String
            switch item.kind {
            case .screenshot: stem = "Screenshot_\(item.stamp)"
            case .panorama: stem = "PANO_\(item.stamp)"
            case .animation: stem = "Animation_\(item.stamp)"
            case .burst: stem = "\(item.stamp)_BURST\(String(format: "%03d", item.burst ?? 1))"
            default:
                if item.device.countsFiles {
                    let counter = counters[item.device.model, default: 0] + 1
                    counters[item.device.model] = counter
                    stem = item.device.prefix + String(format: "%04d", counter)
                } else {
                    stem = item.device.prefix + item.stamp + String(format: "%03d", item.milliseconds)
                    if item.kind == .motionPhoto { stem += ".MP" }
                }
            }
            var candidate = stem
            var again = 1
            while !taken.insert("\(item.folder)/\(candidate)").inserted {
                again += 1
                candidate = "\(stem)~\(again)"
            }
            items[index].stem = candidate
        }
    }
}
