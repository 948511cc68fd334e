import Filmstrip
import FilmstripTesting
import Testing

/// What screen readers say of the attachments grid.
@Suite(.timeLimit(.minutes(1))) @MainActor struct AttachmentsNamingTests {
    private func attachments(_ stage: PickingStage, max maximum: Int? = 6, _ texts: Texts = .english) -> Attachments {
        var request = PickRequest.attachments(max: maximum)
        request.texts = texts
        return Attachments(picker: stage.picker, request: request)
    }

    @Test func `4.7, 5.13 the + tile says how many more there is room for`() {
        let stage = PickingStage()
        #expect(attachments(stage).name(of: .add) == "Choose a Picture, 6 Left")
        #expect(attachments(stage, max: nil).name(of: .add) == "Choose a Picture")
        #expect(attachments(stage, .simplifiedChinese).name(of: .add).contains("，"))
    }

    @Test
    func `4.7, 5.13 a picture says what it is, when it was taken and where it stands, and so does its delete button`()
        async throws
    {
        let stage = PickingStage()
        let attachments = attachments(stage)
        stage.presenter.captures = [.success([.photo("1.jpg")]), .success([.photo("2.jpg")])]
        try await attachments.add(from: .camera)
        try await attachments.add(from: .camera)
        let names = attachments.tiles.map(attachments.name(of:))
        #expect(names[0].hasPrefix("Photo, ") && names[0].hasSuffix(", 1 of 2"), "\(names)")
        #expect(names[1].hasSuffix(", 2 of 2") && names[2] == "Choose a Picture, 4 Left", "\(names)")
        #expect(attachments.deleteName(of: attachments.items[0]) == "Delete, \(names[0])")
    }

    @Test func `4.6, 5.13 a failure says that it can be tried again, and why where that helps`() async throws {
        let stage = PickingStage()
        let attachments = attachments(stage)
        stage.presenter.choices = [.success([AssetID("nowhere")])]
        try await attachments.add(from: .library)
        while attachments.items.first?.error == nil { await Task.yield() }
        #expect(attachments.reason(of: attachments.items[0]) == "No longer in the library")
        #expect(attachments.name(of: attachments.tiles[0]) == "Try Again, No longer in the library, 1 of 1")
    }

    @Test func `4.6, 5.13 a file that cannot be read is named`() async throws {
        let stage = PickingStage()
        let attachments = attachments(stage)
        stage.library.script("a", .fail(LibraryError.unreadable(path: "/pictures/lake.jpg", reason: "forbidden")))
        stage.presenter.choices = [.success(["a"])]
        try await attachments.add(from: .library)
        while attachments.items.first?.error == nil { await Task.yield() }
        #expect(attachments.name(of: attachments.tiles[0]) == "Try Again, lake.jpg cannot be used, 1 of 1")
    }
}
