import Filmstrip
import FilmstripTesting
import Testing

/// A camera screen with a way to the library.
@Suite(.timeLimit(.minutes(1))) @MainActor struct MediaPickerMixTests {
    private func request(max count: Int = 6) -> PickRequest {
        var request = PickRequest.attachments(max: count)
        request.source = .camera
        request.texts = .english
        request.capture.maximumCount = count
        request.capture.offersLibrary = true
        return request
    }

    @Test func `5.9, 5.15 shots and assets arrive in one list, and only what is new is saved`() async throws {
        let stage = PickingStage()
        stage.presenter.choices = [.success(["b", "a"])]
        stage.presenter.mixes = [
            { door in
                #expect(door.rules.maximum == 6)
                var rules = door.rules
                rules.maximum = 5
                let chosen = await door.choose(rules, ["a"]) ?? []
                return [.captured(.photo("one"))] + chosen.map(AcquiredItem.chosen) + [.captured(.photo("two"))]
            }
        ]
        let outcome = try await stage.picker.pick(request())
        #expect(outcome.summary == ["one", "b", "a", "two"])
        #expect(stage.library.added.count == 2)
        let choice = try #require(stage.presenter.choiceRequests.first)
        #expect(choice.rules.maximum == 5 && choice.preselected == ["a"] && choice.badges == .number)
        #expect(stage.presenter.shown == ["camera", "library"])
    }

    @Test func `5.9 an asset that has gone is a typed error in its place`() async throws {
        let stage = PickingStage()
        stage.presenter.mixes = [
            { _ in
                [.chosen(.asset("a")), .chosen(.asset("nobody")), .captured(.photo("one"))]
            }
        ]
        let outcome = try await stage.picker.pick(request())
        #expect(outcome.summary == ["a", "nobody?", "one"])
        guard case .picked(let items) = outcome, case .failure(.library(.itemGone("nobody"))) = items[1].result else {
            return #expect(Bool(false))
        }
    }

    @Test func `5.9, 1.3 a library that may not be seen is explained, and the user shoots on`() async throws {
        let stage = PickingStage(permissions: [.photoLibrary: .denied])
        stage.presenter.mixes = [
            { door in
                #expect(await door.choose(door.rules, []) == nil)
                return [.captured(.photo("one"))]
            }
        ]
        let outcome = try await stage.picker.pick(request())
        #expect(outcome.summary == ["one"])
        #expect(stage.presenter.prompts.count == 1 && stage.presenter.choiceRequests.isEmpty)
    }

    @Test func `5.9 the library is offered where it was asked for, and there is a screen for both`() async throws {
        let stage = PickingStage()
        stage.presenter.mixes = [{ _ in [.chosen(.asset("a"))] }]
        stage.presenter.captures = [.success([.photo("one")])]
        var without = request()
        without.capture.offersLibrary = false
        #expect(try await stage.picker.pick(without).summary == ["one"])
        stage.presenter.captures = [.success([.photo("two")])]
        var embedded = request()
        embedded.capture.placement = .embedded
        #expect(try await stage.picker.pick(embedded).summary == ["two"])
        #expect(stage.presenter.mixes.count == 1)
        #expect(try await stage.picker.pick(request()).summary == ["a"])
    }

    @Test func `5.9 an attachments grid takes both in order, and saves what was taken alone`() async throws {
        let stage = PickingStage()
        stage.presenter.mixes = [
            { _ in [.chosen(.asset("b")), .captured(.photo("one")), .chosen(.asset("a"))] }
        ]
        let attachments = Attachments(picker: stage.picker, request: request())
        #expect(try await attachments.add())
        await until { attachments.isComplete }
        #expect(attachments.items.map { $0.asset?.rawValue } == ["b", nil, "a"])
        #expect(stage.library.added.count == 1)
    }
}
