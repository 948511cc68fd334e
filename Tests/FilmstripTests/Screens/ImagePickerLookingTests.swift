import Filmstrip
import FilmstripTesting
import Foundation
import Testing

/// Pictures of the image picker that are looked at in full before they are chosen.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ImagePickerLookingTests {
    private func open(_ permissions: ScriptedPermissions = ScriptedPermissions()) async throws -> ImagePickerModel {
        let picker = try ImagePickerModel(
            ShelfLibrary(count: 40), permissions: permissions, texts: .english, clock: ManualClock())
        await picker.open()
        picker.resize(to: CGSize(width: 400, height: 240))
        return picker
    }

    @Test func `5.8 a tile is looked at in full before it is chosen, and the keyboard's mark follows`() async throws {
        let picker = try await open()
        picker.openPager(at: 2)
        let pager = try #require(picker.pager)
        #expect(pager.title == "3 of 40")
        await pager.toggleChosen()
        #expect(picker.selectedAssets.map(\.id) == [try #require(pager.asset).id])
        pager.next()
        // One at a time, whoever asks.
        picker.openPager(at: 9)
        #expect(picker.pager === pager)
        picker.closePager()
        #expect(picker.pager == nil && pager.isClosed && picker.grid.focus == 3)
    }

    @Test func `5.8, 3.9 nothing is looked at where there is nothing, or under the overlay`() async throws {
        let picker = try await open()
        picker.openPager(at: 40)
        #expect(picker.pager == nil)
        let denied = try await open(ScriptedPermissions([.photoLibrary: .denied]))
        denied.openPager(at: 0)
        #expect(denied.pager == nil)
    }
}
