import Foundation

/// Names of days, and of pictures for those who hear them.
extension Texts {
    /// The heading over the pictures of a day: "Today", "Yesterday", "June 3", "June 3, 2023".
    /// - Parameters:
    ///   - day: days since 1970-01-01, as `DayCount.day`.
    ///   - today: the current day, counted alike.
    public func heading(ofDay day: Int, today: Int) -> String {
        if day == today { return dates.today }
        if day == today - 1 { return dates.yesterday }
        let isThisYear = CivilDay.date(days: day).year == CivilDay.date(days: today).year
        return filled(isThisYear ? dates.day : dates.dayOfYear, day)
    }

    /// The month of a day, as a date scrubber says it: "June 2024".
    public func month(ofDay day: Int) -> String { filled(dates.month, day) }

    /// The year of a day, as a mark of a date scrubber: "2024".
    public func year(ofDay day: Int) -> String { filled(dates.year, day) }

    /// When something was taken, by the clock of the place where it was: "May 6, 2024, 07:08".
    public func moment(_ date: MediaDate) -> String {
        let milliseconds = CivilDay.milliseconds(date.instant, offset: date.offsetFromUTC ?? 0)
        let (day, inDay) = milliseconds.floorDivided(by: 86_400_000)
        let rest = inDay / 1000
        let time = "\(Self.twoDigits(Int(rest) / 3600)):\(Self.twoDigits(Int(rest) / 60 % 60))"
        return filled(dates.dayOfYear, Int(day)) + (languageTag.hasPrefix("zh") ? " " : ", ") + time
    }

    /// A duration as it is spoken: "1 minute 5 seconds". Whole seconds begun, as on a badge.
    public func spokenDuration(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(min(max(0, seconds), 359_999)) : 0
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let parts = [
            hours > 0 ? spoken.hours(hours) : nil, minutes > 0 ? spoken.minutes(minutes) : nil,
            rest > 0 || whole == 0 ? spoken.seconds(rest) : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// What a screen reader says of something taken with the camera: "Video, 5 seconds".
    func name(of media: CapturedMedia) -> String {
        guard case .video(let video) = media else { return spoken.name(of: media.kind) }
        return spoken.video + listSeparator + spokenDuration(video.duration.rounded())
    }

    /// What the shutter takes, on the button that chooses it.
    package func mode(_ kind: MediaKind) -> String {
        switch kind {
        case .photo: shooting.photoMode
        case .livePhoto: buttons.livePhoto
        case .video: shooting.videoMode
        }
    }

    /// What a screen reader says of a tile: what it is, when it was taken, how long it is, where it stands, and whether it is
    /// chosen: "Video, May 6, 2024, 07:08, 1 minute 5 seconds, 2 of 5, selected as number 2".
    /// - Parameters:
    ///   - asset: nil while nothing is known of it.
    ///   - mark: how the tile is marked.
    ///   - place: its place in the grid, from 0, and how many there are; nil where it stands in none.
    public func name(of asset: Asset?, mark: TileMark = .none, place: (index: Int, count: Int)? = nil) -> String {
        var parts = asset.map(facts) ?? [spoken.loading]
        if let place { parts.append(self.place(place)) }
        switch mark {
        case .none: break
        case .checked: parts.append(spoken.selected)
        case .number(let number): parts.append(spoken.selectedAs.replacing("{n}", with: "\(number)"))
        case .waiting: parts.append(spoken.waiting)
        case .blocked(let reason): parts.append(spoken.blocked.replacing("{reason}", with: reason.text(self)))
        }
        return parts.joined(separator: listSeparator)
    }

    /// Where something stands: "2 of 5".
    package func place(_ place: (index: Int, count: Int)) -> String {
        spoken.place.replacing("{n}", with: "\(place.index + 1)").replacing("{all}", with: "\(place.count)")
    }

    /// The current day where the user is, counted as `DayCount.day`.
    @Sendable public static func currentDay() -> Int {
        let now = Date()
        let seconds = now.timeIntervalSince1970 + Double(TimeZone.current.secondsFromGMT(for: now))
        return Int((seconds / 86_400).rounded(.down))
    }

    private func facts(_ asset: Asset) -> [String] {
        var parts = [spoken.name(of: asset.kind)] + asset.subtypes.names.compactMap { spoken.subtypes[$0] }
        parts.append(moment(asset.date))
        if asset.kind == .video, let duration = asset.duration { parts.append(spokenDuration(duration)) }
        if asset.isFavorite { parts.append(spoken.favorite) }
        if asset.isRemote { parts.append(spoken.remote) }
        return parts
    }

    private func filled(_ pattern: String, _ day: Int) -> String {
        let date = CivilDay.date(days: day)
        let month = dates.months.indices.contains(date.month - 1) ? dates.months[date.month - 1] : "\(date.month)"
        return pattern.replacing("{year}", with: "\(date.year)").replacing("{month}", with: month)
            .replacing("{day}", with: "\(date.day)")
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Texts.Spoken {
    /// "Photo", "Live photo", "Video".
    package func name(of kind: MediaKind) -> String {
        switch kind {
        case .photo: photo
        case .livePhoto: livePhoto
        case .video: video
        }
    }
}
