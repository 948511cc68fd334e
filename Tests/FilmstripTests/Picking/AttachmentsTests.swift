import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct AttachmentsTests {
    private let stage = PickingStage(library: StubLibrary((0..<10).map { .sample(AssetID("\($0)")) }))

    private func attachments(max maximum: Int? = 6, allowsRepeats: Bool = true) -> Attachments {
        var request = PickRequest.attachments(max: maximum)
        request.texts = .english
        return Attachments(picker: stage.picker, request: request, allowsRepeats: allowsRepeats)
    }

    /// Waits until no item is on its way.
    private func settled(_ attachments: Attachments) async {
        while attachments.items.contains(where: { $0.media == nil && $0.error == nil }) { await Task.yield() }
    }

    private func filled(_ count: Int, max maximum: Int? = 6) async throws -> Attachments {
        let attachments = attachments(max: maximum)
        if count > 0 {
            stage.presenter.choices = [.success((0..<count).map { AssetID("\($0)") })]
            #expect(try await attachments.add(from: .library))
            await settled(attachments)
        }
        return attachments
    }

    private func names(_ attachments: Attachments) -> [String] {
        attachments.media.map { $0.file.path.name.string }
    }

    @Test func `4.7 an empty grid is one + tile without a delete button`() {
        let attachments = attachments()
        #expect(attachments.tiles.map(\.id) == [.add])
        #expect(attachments.tiles.map(\.hasDeleteButton) == [false])
        #expect(attachments.remaining == 6)
        #expect(attachments.isComplete)
    }

    @Test(arguments: 1...5)
    func `4.7 with room left, pictures have a delete button and the + tile follows`(_ count: Int) async throws {
        let attachments = try await filled(count)
        #expect(attachments.tiles.count == count + 1)
        #expect(attachments.tiles.map(\.hasDeleteButton) == [Bool](repeating: true, count: count) + [false])
        #expect(attachments.tiles.last?.id == .add)
        #expect(attachments.remaining == 6 - count)
    }

    @Test func `4.7 a full grid has no + tile, and deletes`() async throws {
        let attachments = try await filled(6)
        #expect(!attachments.tiles.map(\.hasDeleteButton).contains(false))
        #expect(attachments.tiles.count == 6)
        #expect(attachments.remaining == 0)
        #expect(!attachments.hasAddTile)
    }

    @Test func `4.7 a load that has come to its end is kept no longer`() async throws {
        let attachments = try await filled(6)
        #expect(attachments.loads.count == 0)
    }

    @Test func `4.7 delete removes that very picture and updates the remaining count`() async throws {
        let attachments = try await filled(6)
        let third = attachments.items[2].id
        attachments.delete(third)
        #expect(names(attachments) == ["0.jpg", "1.jpg", "3.jpg", "4.jpg", "5.jpg"])
        #expect(attachments.remaining == 1)
        #expect(attachments.hasAddTile)
        attachments.delete(third)
        #expect(attachments.items.count == 5)
    }

    @Test func `4.7 of the same picture attached twice, delete removes the one that was meant`() async throws {
        let attachments = attachments()
        stage.presenter.choices = [.success(["1", "2"]), .success(["1"])]
        try await attachments.add(from: .library)
        try await attachments.add(from: .library)
        await settled(attachments)
        #expect(names(attachments) == ["1.jpg", "2.jpg", "1.jpg"])
        attachments.delete(attachments.items[0].id)
        #expect(names(attachments) == ["2.jpg", "1.jpg"])
    }

    @Test func `4.7 a maximum lowered below the count keeps all and takes no more`() async throws {
        let attachments = try await filled(4)
        attachments.maximum = 2
        #expect(attachments.items.count == 4)
        #expect(attachments.remaining == 0)
        #expect(!attachments.hasAddTile)
        await #expect(throws: PickError.refused(.limitReached(2))) { try await attachments.add() }
        attachments.maximum = nil
        #expect(attachments.remaining == nil)
        #expect(attachments.hasAddTile)
    }

    @Test func `4.5 the picker's maximum is what the grid has left, and the notice names the grid's`() async throws {
        let attachments = try await filled(4)
        _ = try await attachments.add(from: .library)
        let rules = try #require(stage.presenter.choiceRequests.last?.rules)
        #expect(rules.maximum == 2)
        #expect(rules.announcedMaximum == 6)
        #expect(rules.refusal(of: .sample("x"), beside: [.sample("y"), .sample("z")])?.text(.english) == "At most 6")
        attachments.delete(attachments.items[0].id)
        _ = try await attachments.add(from: .camera)
        _ = try await attachments.add(from: .library)
        #expect(stage.presenter.choiceRequests.last?.rules.maximum == 3)
    }

    @Test func `4.5 the minimum never asks for more than there is room for`() async throws {
        var request = PickRequest.attachments(max: 3)
        request.choice.rules.minimum = 2
        let attachments = Attachments(picker: stage.picker, request: request)
        stage.presenter.choices = [.success(["0", "1"])]
        try await attachments.add(from: .library)
        try await attachments.add(from: .library)
        #expect(stage.presenter.choiceRequests.map(\.rules.minimum) == [2, 1])
    }

    @Test func `4.4 a new picker starts without earlier choices, and what is attached may be attached again`()
        async throws
    {
        let attachments = try await filled(2)
        _ = try await attachments.add(from: .library)
        #expect(stage.presenter.choiceRequests.last?.preselected == [])
        #expect(stage.presenter.choiceRequests.last?.rules.excluded == [])
    }

    @Test func `4.4 the app may forbid repeats`() async throws {
        let attachments = attachments(allowsRepeats: false)
        stage.presenter.choices = [.success(["0", "1"])]
        try await attachments.add(from: .library)
        try await attachments.add(from: .library)
        #expect(stage.presenter.choiceRequests.last?.rules.excluded == ["0", "1"])
    }

    @Test func `4.6 originals are appended in tap order, whichever arrives first`() async throws {
        let attachments = attachments()
        stage.library.script("0", .hold, .give(.original(.sample("0.jpg"), movie: nil)))
        stage.presenter.choices = [.success(["0", "1"])]
        #expect(try await attachments.add(from: .library))
        while attachments.items[1].media == nil { await Task.yield() }
        #expect(attachments.items[0].media == nil)
        #expect(!attachments.isComplete)
        stage.library.release("0")
        await settled(attachments)
        #expect(names(attachments) == ["0.jpg", "1.jpg"])
        #expect(attachments.isComplete)
    }

    @Test func `4.6 room is reserved from Done on, and placeholders show the progress`() async throws {
        let attachments = attachments(max: 2)
        stage.library.script("0", .give(.progress(0.25)), .hold, .give(.progress(7)), .fail(LibraryError.cancelled))
        stage.presenter.choices = [.success(["0", "1"])]
        try await attachments.add(from: .library)
        #expect(attachments.remaining == 0)
        #expect(attachments.tiles.count == 2)
        func progress() -> Double? {
            if case .loading(let fraction) = attachments.items[0].state { return fraction }
            return nil
        }
        while progress() != 0.25 { await Task.yield() }
        await #expect(throws: PickError.refused(.limitReached(2))) { try await attachments.add() }
        stage.library.release("0")
        await settled(attachments)
        #expect(attachments.items[0].error == .library(.cancelled))
    }

    @Test func `4.6 an item that fails is a typed error that gives its room back, and the rest arrive`() async throws {
        let attachments = attachments(max: 3)
        stage.library.script("1", .fail(LibraryError.needsDownload("1")))
        stage.presenter.choices = [.success(["0", "1", "2"])]
        try await attachments.add(from: .library)
        await settled(attachments)
        #expect(attachments.items[1].error == .library(.needsDownload("1")))
        #expect(names(attachments) == ["0.jpg", "2.jpg"])
        #expect(attachments.remaining == 1)
        #expect(attachments.tiles.last?.id == .add)
    }

    @Test func `4.6 a failed item can be tried again, in its place`() async throws {
        let attachments = attachments(max: 3)
        stage.library.script("1", .fail(LibraryError.needsDownload("1")))
        stage.presenter.choices = [.success(["0", "1", "2"])]
        try await attachments.add(from: .library)
        await settled(attachments)
        stage.library.script("1", .give(.original(.sample("1.jpg"), movie: nil)))
        try attachments.retry(attachments.items[1].id)
        #expect(attachments.remaining == 0)
        await settled(attachments)
        #expect(names(attachments) == ["0.jpg", "1.jpg", "2.jpg"])
        // Nothing to try again.
        try attachments.retry(attachments.items[1].id)
        #expect(stage.library.started.count == 4)
    }

    @Test func `4.6 a failed item whose room was taken is refused to try again`() async throws {
        let attachments = attachments(max: 1)
        stage.library.script("0", .fail(LibraryError.needsDownload("0")))
        stage.presenter.choices = [.success(["0"]), .success(["1"])]
        try await attachments.add(from: .library)
        await settled(attachments)
        try await attachments.add(from: .library)
        #expect(throws: SelectionRefusal.limitReached(1)) { try attachments.retry(attachments.items[0].id) }
        attachments.delete(attachments.items[0].id)
        await settled(attachments)
        #expect(names(attachments) == ["1.jpg"])
    }

    @Test func `C59 4.6 nothing is added twice when a degraded version comes first`() async throws {
        // hyperoslo/ImagePicker #79
        let attachments = attachments()
        let final = MediaFile.sample("final.jpg")
        stage.library.script(
            "0", .give(.degraded(.sample("small.jpg"))), .give(.original(final, movie: nil)),
            .give(.original(final, movie: nil)))
        stage.presenter.choices = [.success(["0"])]
        try await attachments.add(from: .library)
        await settled(attachments)
        #expect(attachments.items.count == 1)
        #expect(attachments.media.first?.file === final)
    }

    @Test func `4.11 loads are cancelled when a picture is deleted, and when the grid goes`() async throws {
        for id in ["0", "1"] as [AssetID] { stage.library.script(id, .hold) }
        stage.presenter.choices = [.success(["0", "1"])]
        weak var gone: Attachments?
        do {
            let attachments = attachments()
            gone = attachments
            try await attachments.add(from: .library)
            while stage.library.started.count < 2 { await Task.yield() }
            attachments.delete(attachments.items[0].id)
            while stage.library.ended.isEmpty { await Task.yield() }
            #expect(stage.library.ended == ["0"])
        }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
        while stage.library.ended.count < 2 { await Task.yield() }
        #expect(stage.library.ended == ["0", "1"])
    }

    @Test func `4.8 the + tile leads to the sheet`() async throws {
        let attachments = attachments()
        #expect(try await !attachments.add())
        #expect(stage.presenter.prompts.first?.actions.map(\.id) == [.takePhoto, .chooseFromLibrary, .cancel])
    }

    @Test(arguments: [PickRequest.Source.ask, .camera, .library])
    func `4.12 cancel changes nothing in the grid`(_ source: PickRequest.Source) async throws {
        let attachments = try await filled(2)
        #expect(try await !attachments.add(from: source))
        #expect(names(attachments) == ["0.jpg", "1.jpg"])
        #expect(attachments.remaining == 4)
    }

    @Test func `an app may attach what it has already, while there is room`() throws {
        let attachments = attachments(max: 1)
        try attachments.append(PickedMedia(.photo("draft.jpg")))
        #expect(names(attachments) == ["draft.jpg"])
        #expect(throws: SelectionRefusal.limitReached(1)) { try attachments.append(PickedMedia(.photo("more.jpg"))) }
    }
}
