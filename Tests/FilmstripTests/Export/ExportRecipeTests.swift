import Filmstrip
import Testing

struct ExportRecipeTests {
    @Test func `5.6 by default nothing is asked`() {
        let recipe = ExportRecipe()
        #expect(recipe.edit == nil && recipe.largestSize == nil && recipe.format == nil && recipe.quality == nil)
        #expect(recipe.maximumBytes == nil && recipe.metadata == .all && !recipe.stillOnly)
    }

    @Test(arguments: [(-5, 1), (0, 1), (50, 50), (1000, 100)])
    func `5.6 qualities lie between 1 and 100`(asked: Int, expected: Int) {
        #expect(ExportRecipe(quality: asked).quality == expected)
    }

    @Test func `5.6 what is made for strangers says nothing about its maker`() {
        #expect(ExportRecipe.anonymous.metadata == .none && ExportRecipe.message.metadata == .withoutLocation)
        #expect(ExportRecipe.message.stillOnly)
    }

    @Test func `5.6 errors of exports name their reason, and the file`() {
        let errors: [(ExportError, ErrorCode, String?)] = [
            (.library(.truncated(path: "a")), .truncated, "a"), (.exists(path: "b"), .exists, "b"),
            (.cannotEncode(.heic, reason: "no encoder"), .unsupportedFormat, nil),
            (.notLive(path: "c"), .unsupportedFormat, "c"),
            (.notChangeable(path: "d", reason: "x"), .unsupportedFormat, "d"),
            (.budgetTooSmall(path: "e", smallest: 77), .limitReached, "e"),
        ]
        for (error, code, subject) in errors {
            #expect(error.code == code && error.subject == subject && error.message.hasSuffix("."))
        }
        #expect(ExportError.budgetTooSmall(path: "e", smallest: 77).message.contains("77"))
    }
}
