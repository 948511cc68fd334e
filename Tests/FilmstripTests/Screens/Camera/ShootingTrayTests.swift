import FilmstripTesting
import Foundation
import Testing

@testable import Filmstrip

@Suite struct ShootingTrayTests {
    private static func media(_ kind: MediaKind) -> CapturedMedia {
        switch kind {
        case .photo: .photo("photo")
        case .livePhoto: .live("live")
        case .video: .video("video")
        }
    }

    private func tray(_ rules: SelectionRules, _ shots: MediaKind...) -> ShootingTray {
        var tray = ShootingTray(rules: rules)
        for kind in shots { tray.append(Self.media(kind), picture: nil, drawing: .up) }
        return tray
    }

    private func names(_ tray: ShootingTray) -> String {
        tray.entries.map { $0.asset?.rawValue ?? "#\($0.id)" }.joined(separator: " ")
    }

    private func chosen(_ ids: AssetID...) -> [ChosenItem] { ids.map(ChosenItem.asset) }

    @Test func `5.9 shots and assets stand in one list, in the order in which they came`() {
        var tray = tray(SelectionRules(maximum: nil), .photo)
        tray.merge(chosen("a", "b"), assets: ["a": .sample("a", .video)])
        tray.append(Self.media(.video), picture: nil, drawing: .up)
        #expect(names(tray) == "#1 a b #4")
        #expect(tray.entries.map(\.kind) == [.photo, .video, .photo, .video])
        #expect(tray.preselected == ["a", "b"] && tray.shots.map(\.id) == [1, 4])
        let items = tray.items.map { $0.chosen?.id.rawValue ?? $0.captured!.kind.rawValue }
        #expect(items == ["photo", "a", "b", "video"])
    }

    @Test func `5.9 what is still chosen keeps its places, what is not goes, and what is new comes last`() {
        var tray = tray(SelectionRules(maximum: nil))
        tray.merge(chosen("a"), assets: [:])
        tray.append(Self.media(.photo), picture: nil, drawing: .up)
        tray.merge(chosen("a", "b"), assets: [:])
        #expect(names(tray) == "a #2 b")
        tray.merge(chosen("b", "c", "a"), assets: [:])
        #expect(names(tray) == "b #2 a c")
        tray.merge(chosen("c"), assets: [:])
        #expect(names(tray) == "#2 c")
        tray.merge([], assets: [:])
        #expect(names(tray) == "#2")
    }

    @Test func `5.9 each of the chosen takes its number to its new place, so that who knows it by that still does`() {
        var tray = tray(SelectionRules(maximum: nil))
        tray.merge(chosen("a", "b"), assets: ["a": .sample("a", .video)])
        #expect(tray.entries.map(\.id) == [1, 2])
        tray.merge(chosen("b", "a"), assets: [:])
        #expect(names(tray) == "b a" && tray.entries.map(\.id) == [2, 1])
        #expect(tray.entries.map(\.kind) == [.photo, .video])
        tray.merge(chosen("c", "a"), assets: [:])
        #expect(names(tray) == "a c" && tray.entries.map(\.id) == [1, 3])
    }

    @Test func `5.9 a shot that is taken anew stands in its old place, and one that has gone takes none`() {
        var tray = tray(SelectionRules(maximum: 3), .photo, .photo, .photo)
        #expect(tray.isFull && tray.refusal(of: .photo) == .limitReached(3))
        #expect(tray.refusal(of: .photo, replacing: 2) == nil)
        var isThere = tray.replace(2, Self.media(.video), picture: nil, drawing: .up)
        #expect(isThere)
        #expect(tray.entries.map(\.kind) == [.photo, .video, .photo])
        tray.remove(1)
        isThere = tray.replace(1, Self.media(.video), picture: nil, drawing: .up)
        #expect(!isThere && !tray.isFull && tray.entries.map(\.kind) == [.video, .photo])
    }

    @Test func `5.9, 5.11 the limit holds for both together, and the library's screen says the whole of it`() {
        let none = tray(SelectionRules(maximum: 4))
        #expect(none.libraryRules.maximum == 4 && none.libraryRules.announcedMaximum == nil)
        var two = tray(SelectionRules(minimum: 3, maximum: 4), .photo, .photo)
        #expect(two.libraryRules.maximum == 2 && two.libraryRules.announcedMaximum == 4)
        #expect(two.libraryRules.minimum == 1 && !two.canFinish)
        two.merge(chosen("a", "b", "c"), assets: [:])
        #expect(names(two) == "#1 #2 a b" && two.isFull && two.canFinish)
        #expect(two.refusal(of: .video) == .limitReached(4))
        // The choice can still be changed.
        #expect(two.hasRoomForAssets && two.libraryRules.maximum == 2)
        #expect(!tray(SelectionRules(maximum: 1), .photo).hasRoomForAssets)
    }

    @Test func `5.11 limits of a kind, and pictures apart from videos, hold for both together`() {
        let limited = tray(SelectionRules(maximum: 9, maximumByKind: [.video: 1, .photo: 3]), .video, .photo)
        #expect(limited.refusal(of: .video) == .limitOfKindReached(.video, 1))
        #expect(limited.refusal(of: .photo) == nil)
        #expect(limited.libraryRules.kinds == [.photo, .livePhoto])
        #expect(limited.libraryRules.maximumByKind[.photo] == 2)
        let apart = tray(SelectionRules(maximum: 9, allowsMixing: false), .livePhoto)
        #expect(apart.refusal(of: .video) == .kindsNotTogether && apart.refusal(of: .photo) == nil)
        #expect(apart.libraryRules.kinds == [.photo, .livePhoto])
        var chosenVideo = tray(SelectionRules(maximum: 9, allowsMixing: false))
        chosenVideo.merge(chosen("v"), assets: ["v": .sample("v", .video)])
        #expect(chosenVideo.refusal(of: .photo) == .kindsNotTogether)
    }

    @Test func `5.9 what was handed over stays as shots do, since no screen can show it as chosen again`() {
        var tray = tray(SelectionRules(maximum: 3))
        let item = HandedItem(id: "guest") { _ throws(LibraryError) in throw .cancelled }
        tray.merge([.handedOver(item), .asset("a")], assets: [:])
        #expect(tray.preselected == ["a"] && tray.libraryRules.maximum == 2)
        tray.merge(chosen("b"), assets: [:])
        #expect(tray.items.compactMap(\.chosen?.id) == ["guest", "b"])
    }
}
