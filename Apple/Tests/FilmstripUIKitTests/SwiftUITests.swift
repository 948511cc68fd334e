import DoublesControl
import Foundation
import SwiftUI
import Testing
import UIKit

@testable import FilmstripUIKit

/// The one call as a modifier of SwiftUI's views.
@MainActor @Suite(.phone) struct SwiftUITests {
    /// A view of an app, and what its pick told it.
    @MainActor private final class Page {
        let isPicking = Locked(false)
        private(set) var ends: [Result<PickOutcome, PickError>] = []
        var request = PickRequest.ask()

        var view: some View {
            EmptyView().mediaPicker(
                isPresented: Binding(
                    get: { [isPicking] in isPicking.withLock { $0 } },
                    set: { [isPicking] value in isPicking.withLock { $0 = value } }), request,
                configuration: .init(usage: AppStage.usage)
            ) { self.ends.append($0) }
        }

        func show(_ isPicking: Bool, in mounted: Mounted) {
            self.isPicking.withLock { $0 = isPicking }
            mounted.update(view)
        }
    }

    private let frame = CGRect(x: 20, y: 40, width: 100, height: 44)

    @Test func `5.15 a pick goes on while the binding says so, and points at the view on a tablet`() async throws {
        World.current.change { $0.idiom = .pad }
        let stage = await AppStage()
        let page = Page()
        let mounted = try Mounted(page.view, in: stage.root, frame: frame)
        await Screen.settle()
        #expect(stage.root.presentedViewController == nil)
        page.show(true, in: mounted)
        let sheet = try await stage.alert()
        let source = try #require(sheet.popoverPresentationController?.sourceItem as? UIView)
        #expect(source.frame == frame)
        // Made anew for another reason, it does not begin again.
        mounted.update(page.view)
        try await Hand.press("Cancel", of: sheet)
        try await Screen.wait(for: "the end") { page.ends.count == 1 }
        #expect(try page.ends[0].get().isCancelled)
        #expect(page.isPicking.withLock { $0 } == false)
        page.show(true, in: mounted)
        try await Hand.press("Cancel", of: try await stage.alert())
        try await Screen.wait(for: "the second end") { page.ends.count == 2 }
        mounted.dismantle()
    }

    @Test(arguments: ["binding", "view"])
    func `5.15 a binding that becomes false, or a view that goes, ends the pick as cancelled`(_ what: String)
        async throws
    {
        let stage = await AppStage()
        let page = Page()
        page.request = .library()
        let mounted = try Mounted(page.view, in: stage.root, frame: frame)
        page.show(true, in: mounted)
        _ = try await stage.library()
        if what == "binding" { page.show(false, in: mounted) } else { mounted.dismantle() }
        try await Screen.wait(for: "the end") { page.ends.count == 1 }
        #expect(try page.ends[0].get().isCancelled)
        #expect(stage.root.presentedViewController == nil)
        if what == "binding" { mounted.dismantle() }
    }

    @Test func `5.15 what was taken and what went wrong are told`() async throws {
        let stage = await AppStage()
        let page = Page()
        page.request = .camera()
        let mounted = try Mounted(page.view, in: stage.root, frame: frame)
        page.show(true, in: mounted)
        await Hand.finish(
            try await stage.camera(),
            [.mediaType: "public.image", .originalImage: Picture.image(width: 40, height: 30)])
        try await Screen.wait(for: "the photo") { page.ends.count == 1 }
        #expect(try page.ends[0].get().media.count == 1)
        World.current.change { $0.cameras = [] }
        page.show(true, in: mounted)
        try await Screen.wait(for: "the error") { page.ends.count == 2 }
        #expect(throws: PickError.camera(.noCamera)) { try page.ends[1].get() }
        mounted.dismantle()
    }
}
