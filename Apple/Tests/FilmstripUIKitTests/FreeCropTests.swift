import DoublesControl
import Foundation
import Testing
import UIKit

@testable import FilmstripUIKit

/// The cropper of free shape.
@MainActor @Suite(.phone) struct FreeCropTests {
    private func cropper(_ stage: AppStage, _ file: URL, _ shape: EditStyle) async throws -> (
        CropController, Task<MediaFile?, Never>
    ) {
        let edit = Task { [presenter = stage.presenter] in
            await presenter.edit(
                MediaFile(path: MediaPath(file), contentType: .jpeg, isTemporary: false), as: shape)
        }
        return (try await Screen.wait(for: CropController.self), edit)
    }

    @Test func `0.10 an edge and a corner of a free frame are moved, and the crop is what the frame shows`()
        async throws
    {
        let folder = try TestFolder()
        let stage = await AppStage()
        let (cropper, edit) = try await cropper(stage, try folder.jpeg(width: 4000, height: 2000), .free)
        // The whole picture at first: 358 points for 4000 pixels.
        let whole = cropper.scroll.frame
        #expect(whole.width == stage.window.bounds.width - 32)
        let touched = await Hand.drag(
            in: stage.window, from: CGPoint(x: whole.maxX, y: whole.midY),
            to: CGPoint(x: whole.midX, y: whole.midY))
        #expect(touched === cropper.frameView)
        // The left half now, as large as the screen lets it be.
        #expect(abs(cropper.scroll.zoomScale - 2) < 0.001)
        let half = cropper.scroll.frame
        await Hand.drag(
            in: stage.window, from: CGPoint(x: half.minX, y: half.minY), to: CGPoint(x: half.midX, y: half.midY))
        await Hand.press(cropper.useButton)
        let edited = try #require(await edit.value)
        let facts = try #require(Picture.facts(of: try Data(contentsOf: edited.url)))
        #expect(facts.region == CGRect(x: 1000, y: 1000, width: 1000, height: 1000))
    }

    @Test func `0.10 a touch inside of the frame moves the picture, and a square has no edges to move`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let file = try folder.jpeg(width: 4000, height: 2000)
        var (cropper, edit) = try await cropper(stage, file, .free)
        let frame = cropper.scroll.frame
        let middle = CGPoint(x: frame.midX, y: frame.midY)
        #expect(await Hand.drag(in: stage.window, from: middle, to: .zero) === cropper.scroll)
        #expect(cropper.scroll.frame == frame)
        await Hand.press(cropper.cancelButton)
        #expect(await edit.value == nil)

        (cropper, edit) = try await self.cropper(stage, file, .square)
        let corner = CGPoint(x: cropper.scroll.frame.minX + 4, y: cropper.scroll.frame.minY + 4)
        #expect(await Hand.drag(in: stage.window, from: corner, to: middle) !== cropper.frameView)
        await Hand.press(cropper.cancelButton)
        #expect(await edit.value == nil)
    }

    @Test func `0.10 a rotation begins anew, and another layout does not`() async throws {
        let folder = try TestFolder()
        let stage = await AppStage()
        let (cropper, edit) = try await cropper(stage, try folder.jpeg(width: 4000, height: 2000), .free)
        let whole = cropper.scroll.frame
        await Hand.drag(
            in: stage.window, from: CGPoint(x: whole.maxX, y: whole.midY), to: CGPoint(x: whole.midX, y: whole.midY))
        let half = cropper.scroll.frame
        cropper.view.setNeedsLayout()
        await Screen.settle()
        #expect(cropper.scroll.frame == half)
        await Screen.resize(stage.window, to: CGSize(width: 844, height: 390))
        cropper.view.layoutIfNeeded()
        #expect(cropper.scroll.zoomScale == 1)
        await Hand.press(cropper.cancelButton)
        #expect(await edit.value == nil)
    }
}
