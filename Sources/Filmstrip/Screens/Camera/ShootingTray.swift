import Foundation

/// What was taken and chosen in one visit of a camera screen: one list, in the order in which it came, under one set of rules. A value:
/// it asks nobody and shows nothing.
public struct ShootingTray: Sendable {
    /// One thing in the tray.
    public enum Entry: Sendable, Identifiable {
        /// Taken with the camera.
        case shot(CameraScreenModel.Shot)
        /// Chosen from the library.
        case chosen(Chosen)

        /// Counts what came into the tray.
        public var id: Int {
            switch self {
            case .shot(let shot): shot.id
            case .chosen(let chosen): chosen.id
            }
        }

        /// What it is; what nobody knows yet counts as a photo.
        public var kind: MediaKind {
            switch self {
            case .shot(let shot): shot.media.kind
            case .chosen(let chosen): chosen.asset?.kind ?? .photo
            }
        }

        /// The asset that a library knows and can show again; nil for shots, and for what was handed over.
        public var asset: AssetID? {
            guard case .chosen(let chosen) = self, case .asset(let id) = chosen.item else { return nil }
            return id
        }
    }

    /// Something that was chosen from the library.
    public struct Chosen: Sendable {
        /// Counts what came into the tray.
        public var id: Int
        /// What was chosen.
        public var item: ChosenItem
        /// What the library knows of it; nil where it knows nothing.
        public var asset: Asset?
    }

    /// What may be in the tray, taken and chosen together.
    public let rules: SelectionRules
    /// What is in it, in order.
    public private(set) var entries: [Entry] = []
    private var count = 0

    /// An empty tray.
    public init(rules: SelectionRules) {
        self.rules = rules
    }

    /// What was taken, in order.
    public var shots: [CameraScreenModel.Shot] {
        entries.compactMap { if case .shot(let shot) = $0 { shot } else { nil } }
    }

    /// All of it, to be handed over.
    public var items: [AcquiredItem] {
        entries.map { entry in
            switch entry {
            case .shot(let shot): .captured(shot.media)
            case .chosen(let chosen): .chosen(chosen.item)
            }
        }
    }

    /// Whether there is no room for another.
    public var isFull: Bool { rules.maximum.map { entries.count >= $0 } ?? false }

    /// Whether it is enough to end with.
    public var canFinish: Bool { !entries.isEmpty && entries.count >= rules.minimum }

    /// Why there is no room for a shot of that kind; nil when there is.
    /// - Parameter id: the shot whose place it would take; nil for one of its own.
    public func refusal(of kind: MediaKind, replacing id: Entry.ID? = nil) -> SelectionRefusal? {
        rules.refusal(of: Self.stand(-1, kind), beside: stands { $0.id != id })
    }

    // MARK: Shots

    /// Puts a shot at the end.
    @discardableResult
    mutating func append(_ media: CapturedMedia, picture: PixelFrame?, drawing: Orientation) -> Entry.ID {
        count += 1
        entries.append(.shot(.init(id: count, media: media, picture: picture, drawing: drawing)))
        return count
    }

    /// Puts a shot in the place of another, which is thrown away. False when that has gone.
    mutating func replace(_ id: Entry.ID, _ media: CapturedMedia, picture: PixelFrame?, drawing: Orientation) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
        count += 1
        entries[index] = .shot(.init(id: count, media: media, picture: picture, drawing: drawing))
        return true
    }

    /// Throws away what was taken, or takes out what was chosen.
    mutating func remove(_ id: Entry.ID) {
        entries.removeAll { $0.id == id }
    }

    // MARK: The library

    /// The assets that are chosen, in order, as a library screen begins with.
    public var preselected: [AssetID] { entries.compactMap(\.asset) }

    /// How many cannot be changed on a library screen.
    private var fixedCount: Int { entries.count { $0.asset == nil } }

    /// Whether a library screen has room for anything.
    public var hasRoomForAssets: Bool { rules.maximum.map { fixedCount < $0 } ?? true }

    /// What may be chosen on a library screen, beside what was taken: what the user reads names the limits of both together.
    public var libraryRules: SelectionRules {
        let fixed = entries.filter { $0.asset == nil }
        guard !fixed.isEmpty else { return rules }
        var rules = rules
        rules.announcedMaximum = rules.announcedMaximum ?? rules.maximum
        rules.maximum = rules.maximum.map { max(0, $0 - fixed.count) }
        rules.minimum = max(1, rules.minimum - fixed.count)
        for (kind, limit) in rules.maximumByKind {
            let left = max(0, limit - fixed.count { $0.kind == kind })
            rules.maximumByKind[kind] = left
            if left == 0 { rules.kinds.remove(kind) }
        }
        if !rules.allowsMixing, let first = fixed.first {
            rules.kinds = rules.kinds.filter { ($0 == .video) == (first.kind == .video) }
        }
        return rules
    }

    /// Takes over the answer of a library screen. What was in the tray before and is chosen still keeps its places, in the order of the
    /// answer; what is chosen no more leaves; what is new comes at the end, as far as there is room.
    /// - Parameter assets: what the library knows of the chosen.
    mutating func merge(_ chosen: [ChosenItem], assets: [AssetID: Asset]) {
        var before: [AssetID: Chosen] = [:]
        for case .chosen(let old) in entries where Entry.chosen(old).asset != nil { before[old.item.id] = old }
        let wanted = Set(chosen.map(\.id))
        entries.removeAll { $0.asset.map { !wanted.contains($0) } ?? false }
        // Each goes to its new place with the number that it is known by.
        var kept = chosen.compactMap { item in
            before[item.id].map { Chosen(id: $0.id, item: item, asset: assets[item.id] ?? $0.asset) }
        }.makeIterator()
        for index in entries.indices where entries[index].asset != nil {
            if let next = kept.next() { entries[index] = .chosen(next) }
        }
        for item in chosen where before[item.id] == nil && !isFull {
            count += 1
            entries.append(.chosen(Chosen(id: count, item: item, asset: assets[item.id])))
        }
    }

    // MARK: Under the rules

    /// The entries as the rules see them: of shots only the kind counts.
    private func stands(_ isMeant: (Entry) -> Bool) -> [Asset] {
        entries.filter(isMeant).map { Self.stand($0.id, $0.kind) }
    }

    private static func stand(_ id: Entry.ID, _ kind: MediaKind) -> Asset {
        let date = MediaDate(instant: .init(timeIntervalSince1970: 0), offsetFromUTC: 0, source: .fileTime)
        return Asset(id: AssetID("tray:\(id)"), kind: kind, size: .zero, date: date, fileName: "")
    }
}
